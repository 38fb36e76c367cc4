//! How often wins and draws are thrown away, as a chart: points with their intervals.

use std::ops::Range;

use plotters::coord::combinators::BindKeyPoints;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{
    ChartBuilder, Circle, EmptyElement, IntoDrawingArea, LineSeries, PathElement, RGBColor,
    Rectangle, SVGBackend,
};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};

use super::answer::Group;
use super::rate::Rate;

/// The size of a chart, in pixels.
const SIZE: (u32, u32) = (680, 320);

/// A rate of fewer chances is in the table alone: its interval says next to nothing.
pub const FEWEST: u64 = 10;

/// Colours on a light page: of text, lines, wins and draws. The style sheet gives others to a dark page, and knows these by their values.
const TEXT: RGBColor = RGBColor(0x55, 0x55, 0x56);
const LINES: RGBColor = RGBColor(0xDD, 0xDD, 0xDE);
const WINS: RGBColor = RGBColor(0x1B, 0x6C, 0xA8);
const DRAWS: RGBColor = RGBColor(0xC2, 0x5E, 0x00);

/// The rules of style for charts.
pub const STYLE: &str = "\
.chart text{font-family:inherit}
.wins{background:#1b6ca8}
.draws{background:#c25e00}
@media(prefers-color-scheme:dark){
.chart [fill=\"#555556\"]{fill:#b0a898}
.chart [stroke=\"#DDDDDE\"]{stroke:#46423c}
.chart [fill=\"#1B6CA8\"]{fill:#6db3e8}
.chart [stroke=\"#1B6CA8\"]{stroke:#6db3e8}
.chart [fill=\"#C25E00\"]{fill:#f0a04b}
.chart [stroke=\"#C25E00\"]{stroke:#f0a04b}
.wins{background:#6db3e8}
.draws{background:#f0a04b}
}
";

/// What a chart shows.
pub struct Chart {
    wins: Vec<Point>,
    draws: Vec<Point>,
    /// The numbers of the groups, from the left end to the right end.
    range: Range<f64>,
    /// Where a number stands below.
    ticks: Vec<f64>,
    /// What the numbers are.
    label: &'static str,
}

/// A rate at its place.
struct Point {
    at: f64,
    share: f64,
    interval: Range<f64>,
}

impl Chart {
    /// Groups that are bins of so many numbers, the next one beginning where the last one ends. `None`: fewer than two can be shown.
    pub fn of_bins(groups: &[Group], width: u32, label: &'static str) -> Option<Chart> {
        let width = f64::from(width);
        Chart::new(groups, width, width / 2.0, label)
    }

    /// Groups that are numbers themselves.
    pub fn of_numbers(groups: &[Group], label: &'static str) -> Option<Chart> {
        Chart::new(groups, 1.0, 0.0, label)
    }

    /// Groups with this distance, and so far from a tick to the middle of the next one.
    fn new(groups: &[Group], step: f64, middle: f64, label: &'static str) -> Option<Chart> {
        let shown = |group: &&Group| group.wins.is_shown() || group.draws.is_shown();
        let shown = groups.iter().filter(shown);
        let shown = shown.filter_map(|group| Some((f64::from(group.from?) + middle, group)));
        let shown: Vec<(f64, &Group)> = shown.collect();
        let [(first, _), .., (last, _)] = shown[..] else {
            return None;
        };
        // Side by side, so that neither hides the other.
        let aside = step * 0.08;
        let wins = shown
            .iter()
            .filter_map(|(at, group)| Point::of(&group.wins, at - aside));
        let draws = shown
            .iter()
            .filter_map(|(at, group)| Point::of(&group.draws, at + aside));
        let range = first - step / 2.0..last + step / 2.0;
        let from = if middle > 0.0 { range.start } else { first };
        let ticks = (0..).map(|count| from + f64::from(count) * step);
        Some(Chart {
            wins: wins.collect(),
            draws: draws.collect(),
            ticks: ticks.take_while(|tick| *tick <= range.end).collect(),
            range,
            label,
        })
    }

    /// The picture, to stand in a page.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.draw(SVGBackend::with_string(&mut svg, SIZE))
            .unwrap_or_else(|error| unreachable!("a string takes every picture: {error}"));
        svg
    }

    fn draw<'a>(&self, backend: SVGBackend<'a>) -> Result<(), Trouble<SVGBackend<'a>>> {
        let area = backend.into_drawing_area();
        let highest = self.wins.iter().chain(&self.draws);
        let highest = highest.fold(0.0, |most: f64, point| most.max(point.interval.end));
        let (top, step) = scale(highest);
        let percents = (0..=(top / step).round() as u32).map(|count| f64::from(count) * step);
        let percents = percents.map(fine).collect();
        let range = fine(self.range.start)..fine(self.range.end);
        let ticks = self.ticks.iter().map(|&tick| fine(tick)).collect();
        let text = TextStyle::from(("sans-serif", 16).into_font()).color(&TEXT);
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .margin_right(28)
            .x_label_area_size(48)
            .y_label_area_size(44)
            .build_cartesian_2d(
                range.with_key_points(ticks),
                (0..fine(top)).with_key_points(percents),
            )?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(LINES)
            .axis_style(LINES)
            .label_style(text.clone())
            .axis_desc_style(text)
            .x_desc(self.label)
            .x_label_formatter(&|&number| format!("{:.0}", coarse(number)))
            .y_label_formatter(&|&share| percent(coarse(share), step))
            .draw()?;
        for (points, colour, is_round) in [(&self.wins, WINS, true), (&self.draws, DRAWS, false)] {
            let places = || points.iter().map(Point::place);
            chart.draw_series(LineSeries::new(places(), colour.mix(0.45)))?;
            let bar = ShapeStyle::from(colour).stroke_width(2);
            let bars = points
                .iter()
                .map(|point| PathElement::new(point.bar(), bar));
            chart.draw_series(bars)?;
            let filled = colour.filled();
            match is_round {
                true => chart.draw_series(places().map(|at| Circle::new(at, 5, filled)))?,
                false => {
                    chart.draw_series(places().map(|at| {
                        EmptyElement::at(at) + Rectangle::new([(-4, -4), (5, 5)], filled)
                    }))?
                }
            };
        }
        area.present()
    }
}

type Trouble<B> = DrawingAreaErrorKind<<B as plotters::backend::DrawingBackend>::ErrorType>;

impl Rate {
    /// Are there enough chances for a point?
    fn is_shown(&self) -> bool {
        self.chances >= FEWEST
    }
}

impl Point {
    fn of(rate: &Rate, at: f64) -> Option<Point> {
        if !rate.is_shown() {
            return None;
        }
        Some(Point {
            at,
            share: rate.share?,
            interval: rate.low?..rate.high?,
        })
    }

    /// Where it is drawn.
    fn place(&self) -> (i64, i64) {
        (fine(self.at), fine(self.share))
    }

    /// The ends of its interval.
    fn bar(&self) -> [(i64, i64); 2] {
        let Range { start, end } = self.interval;
        [start, end].map(|share| (fine(self.at), fine(share)))
    }
}

/// Numbers are drawn as whole hundred-thousandths: the axes take ticks at given places from whole numbers alone.
fn fine(number: f64) -> i64 {
    (number * FINE).round() as i64
}

fn coarse(number: i64) -> f64 {
    number as f64 / FINE
}

const FINE: f64 = 1e5;

/// The upper end of a scale that shows this share, and its steps.
fn scale(highest: f64) -> (f64, f64) {
    const STEPS: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
    let fits = |step: &&f64| highest / **step <= 6.0;
    let step = *STEPS.iter().find(fits).unwrap_or(&0.25);
    let top = (highest / step).ceil().max(1.0) * step;
    (top.min(1.0), step)
}

/// A share on a scale with such steps.
fn percent(share: f64, step: f64) -> String {
    match step < 0.01 {
        true => format!("{:.1}%", share * 100.0),
        false => format!("{:.0}%", share * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(from: u32, errors: u64, chances: u64) -> Group {
        Group {
            name: from.to_string(),
            from: Some(from),
            wins: Rate::new(errors, chances),
            draws: Rate::new(0, 0),
        }
    }

    #[test]
    fn bins_with_few_chances_are_not_drawn() {
        let groups = [
            group(1000, 1, 9),
            group(1200, 5, 50),
            group(1600, 2, 50),
            group(1800, 0, 3),
        ];
        let chart = Chart::of_bins(&groups, 200, "rating").expect("two bins");
        assert_eq!(chart.range, 1200.0..1800.0);
        assert_eq!(chart.ticks, [1200.0, 1400.0, 1600.0, 1800.0]);
        assert_eq!((chart.wins.len(), chart.draws.len()), (2, 0));
        let svg = chart.svg();
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("1400") && svg.contains("10%"), "{svg}");
        assert!(Chart::of_bins(&groups[..2], 200, "rating").is_none());
        let pawns = [group(3, 1, 10), group(5, 1, 10)];
        let chart = Chart::of_numbers(&pawns, "pawns").expect("two numbers");
        assert_eq!(chart.ticks, [3.0, 4.0, 5.0]);
    }

    /// The style sheet knows the colours that are drawn.
    #[test]
    fn colours_are_those_of_the_style_sheet() {
        for RGBColor(red, green, blue) in [TEXT, LINES, WINS, DRAWS] {
            let name = format!("\"#{red:02X}{green:02X}{blue:02X}\"");
            assert!(STYLE.contains(&name), "{name}");
        }
    }

    #[test]
    fn scales_have_a_few_steps() {
        for (highest, top, step) in [
            (0.0, 0.001, 0.001),
            (0.004, 0.004, 0.001),
            (0.13, 0.15, 0.05),
            (0.72, 0.8, 0.2),
            (1.0, 1.0, 0.2),
        ] {
            let (found, steps) = scale(highest);
            assert!(
                (found - top).abs() < 1e-9 && steps == step,
                "{highest}: {found}"
            );
        }
    }
}
