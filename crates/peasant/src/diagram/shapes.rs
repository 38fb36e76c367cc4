//! Marks as paths.

use std::fmt::Write;

use super::layout::Point;

/// A number with one digit after the point at most, as short as it can be.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    // Without this a tiny negative number would be `-0`.
    format!("{}", tenths + 0.0)
}

/// A closed path through these points.
fn polygon(points: &[Point]) -> String {
    let mut path = String::new();
    for (n, &(x, y)) in points.iter().enumerate() {
        let command = if n == 0 { "M" } else { "L" };
        _ = write!(path, "{command}{} {}", number(x), number(y));
    }
    path + "z"
}

/// How an arrow is cut: from the middle of its first square it keeps this far away, and its tip from the last one's.
const START: f64 = 26.0;
const TIP: f64 = 4.0;
const HEAD: f64 = 32.0;
const HALF_HEAD: f64 = 24.0;
const HALF_SHAFT: f64 = 8.5;

/// An arrow from one point to another.
pub(super) struct ArrowShape {
    from: Point,
    along: Point,
    length: f64,
}

impl ArrowShape {
    /// The points are different.
    pub(super) fn new(from: Point, to: Point) -> ArrowShape {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        ArrowShape {
            from,
            along: (dx / length, dy / length),
            length,
        }
    }

    /// The point so far along the arrow and so far to its side.
    fn at(&self, along: f64, aside: f64) -> Point {
        let (dx, dy) = self.along;
        let (x, y) = self.from;
        (x + along * dx - aside * dy, y + along * dy + aside * dx)
    }

    /// Shaft and head in one outline.
    pub(super) fn whole(&self) -> String {
        let neck = self.length - TIP - HEAD;
        polygon(&[
            self.at(START, -HALF_SHAFT),
            self.at(neck, -HALF_SHAFT),
            self.at(neck, -HALF_HEAD),
            self.at(self.length - TIP, 0.0),
            self.at(neck, HALF_HEAD),
            self.at(neck, HALF_SHAFT),
            self.at(START, HALF_SHAFT),
        ])
    }

    /// The same with a shaft in pieces, each an outline of its own.
    pub(super) fn dashed(&self) -> String {
        const DASH: f64 = 13.0;
        const GAP: f64 = 8.0;
        let neck = self.length - TIP - HEAD;
        let mut path = polygon(&[
            self.at(neck, -HALF_HEAD),
            self.at(self.length - TIP, 0.0),
            self.at(neck, HALF_HEAD),
        ]);
        let mut end = neck - GAP;
        while end - DASH >= START - 4.0 {
            let start = end - DASH;
            path += &polygon(&[
                self.at(start, -HALF_SHAFT),
                self.at(end, -HALF_SHAFT),
                self.at(end, HALF_SHAFT),
                self.at(start, HALF_SHAFT),
            ]);
            end -= DASH + GAP;
        }
        path
    }
}

/// A disc.
pub(super) fn disc((x, y): Point, radius: f64) -> String {
    let (left, r, across) = (number(x - radius), number(radius), number(2.0 * radius));
    format!(
        "M{left} {}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1-{across} 0z",
        number(y)
    )
}

/// A square tile with round corners.
pub(super) fn tile((x, y): Point, half: f64) -> String {
    let r = half * 0.3;
    let (side, r) = (number(2.0 * (half - r)), number(r));
    let (left, bottom) = (number(x - half), number(y + half * 0.7));
    format!(
        "M{left} {bottom}v-{side}q0-{r} {r}-{r}h{side}q{r} 0 {r} {r}v{side}q0 {r}-{r} {r}h-{side}q-{r} 0-{r}-{r}z"
    )
}

/// A star of five points, one of them up.
pub(super) fn star((x, y): Point, radius: f64) -> String {
    /// The points of a star of radius 1, outer and inner by turns, y downwards.
    const POINTS: [Point; 10] = [
        (0.0, -1.0),
        (0.2645, -0.3641),
        (0.9511, -0.3090),
        (0.4280, 0.1391),
        (0.5878, 0.8090),
        (0.0, 0.45),
        (-0.5878, 0.8090),
        (-0.4280, 0.1391),
        (-0.9511, -0.3090),
        (-0.2645, -0.3641),
    ];
    polygon(&POINTS.map(|(dx, dy)| (x + radius * dx, y + radius * dy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (1.0, "1"),
            (0.25, "0.3"),
            (-0.04, "0"),
            (-12.34, "-12.3"),
            (300.0, "300"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn an_arrow_keeps_away_from_both_middles() {
        let arrow = ArrowShape::new((50.0, 50.0), (50.0, 350.0));
        let tip = "L50 346";
        assert!(arrow.whole().contains(tip) && arrow.dashed().contains(tip));
        assert!(arrow.whole().starts_with("M58.5 76"), "{}", arrow.whole());
        // A head and two pieces even between neighbours.
        let short = ArrowShape::new((50.0, 50.0), (150.0, 50.0));
        assert_eq!(short.dashed().matches('z').count(), 3);
        assert!(arrow.dashed().matches('z').count() > 10);
    }
}
