//! The page of a report.

use super::answer::{Answer, Group};
use super::chart::{self, Chart};
use super::table::{self, counted};
use super::tally::BIN;
use super::{card, rate::Rate};
use crate::tell::html::{self, escaped, paragraph, section};

/// The rules of style for the head of the page, and for what stands below charts.
const STYLE: &str = "\
.sums{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;margin:1.5rem 0}
.sums div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
.sums dt{font-size:.9rem;line-height:1.3;color:#555}
.sums dd{margin:0;font-size:1.6rem;line-height:1.3}
h2{margin-top:2.5rem}
.chart{margin:1rem 0;overflow-x:auto}
.chart svg{min-width:30rem}
.key i{display:inline-block;width:.7rem;height:.7rem;margin:0 .3rem 0 0}
.key i.wins{border-radius:50%}
.key b{font-weight:normal;margin-right:1.2rem}
.note{font-size:.9rem;color:#555}
footer{margin-top:3rem;border-top:1px solid #bbb}
@media(prefers-color-scheme:dark){
.sums dt,.note{color:#b0a898}
footer{border-color:#66605a}
a{color:#8cc4f0}
}
";

/// The whole document.
pub fn html(answer: &Answer) -> String {
    let style = [STYLE, chart::STYLE, table::STYLE, card::STYLE].concat();
    let title = title(answer);
    let text = match (answer.positions, answer.errors.all()) {
        (0, _) => paragraph("The table has no rows: nothing was judged."),
        (_, 0) => paragraph("Nothing that is proved was thrown away."),
        _ => errors(answer),
    };
    let body = [
        format!("<h1>{title}</h1>\n"),
        paragraph(&players(answer)),
        sums(answer),
        text,
        footer(answer),
    ];
    html::document(&title, &style, &body.concat())
}

fn title(answer: &Answer) -> String {
    let games = plural(answer.games, "game", "games");
    match answer.errors.all() {
        0 => format!("Pawn endings of {games}"),
        all => format!(
            "Pawn endings of {games}: {}",
            plural(all, "result thrown away", "results thrown away")
        ),
    }
}

/// `1 game`, `1,200 games`
fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", counted(count), if count == 1 { one } else { many })
}

/// When they played, and how strong they are.
fn players(answer: &Answer) -> String {
    let mut sentences = Vec::new();
    if let Some(period) = &answer.period {
        sentences.push(match period.first == period.last {
            true => format!("Played {}.", period.first),
            false => format!("Played {} to {}.", period.first, period.last),
        });
    }
    if let Some(ratings) = &answer.ratings {
        sentences.push(format!(
            "Players rated {} to {}, {} on average.",
            ratings.least, ratings.most, ratings.mean
        ));
    }
    sentences.join(" ")
}

/// The counts of the head.
fn sums(answer: &Answer) -> String {
    if answer.positions == 0 {
        return String::new();
    }
    let of = |rate: &Rate, what: &str| {
        let chances = plural(rate.chances, "chance", "chances");
        (
            counted(rate.errors),
            format!("{what} thrown away, of {chances}"),
        )
    };
    let proved = answer.proved as f64 / answer.positions as f64 * 100.0;
    let one = |count, one: &str, many: &str| {
        let name = if count == 1 { one } else { many };
        (counted(count), name.to_owned())
    };
    let sums = [
        one(answer.games, "game", "games"),
        one(answer.endings, "pawn ending", "pawn endings"),
        one(answer.positions, "position judged", "positions judged"),
        (floored(proved), "of them proved".to_owned()),
        of(&answer.wins, "wins"),
        of(&answer.draws, "draws"),
    ];
    let sums: String = sums
        .iter()
        .map(|(count, name)| format!("<div><dt>{name}</dt><dd>{count}</dd></div>\n"))
        .collect();
    format!("<dl class=\"sums\">\n{sums}</dl>\n")
}

/// A percentage that is 100 only where all are proved.
fn floored(percent: f64) -> String {
    format!("{}%", (percent * 10.0).floor() / 10.0)
}

/// Everything about what was thrown away.
fn errors(answer: &Answer) -> String {
    [
        section(
            "How often a win or a draw is thrown away, by rating",
            &by_rating(answer),
        ),
        section("What the errors were about", &by_motive(answer)),
        section("By the number of pawns", &by_pawns(answer)),
        section("By the speed of the game", &by_speed(answer)),
        section("The moves missed most", &missed(answer)),
    ]
    .concat()
}

fn by_rating(answer: &Answer) -> String {
    let label = "rating of the side to move";
    let chart = Chart::of_bins(&answer.by_rating, BIN, label);
    let mut words = "A chance is a position in which the side to move has a proved win (or draw) and at least one legal move is proved to \
        spoil it; counted are those of which it is proved what the move of the game did. An error is a chance that was thrown away. \
        The interval is Wilson's for 95%, as if every position stood for itself; those of one game are akin, so the truth is a little \
        less certain."
        .to_owned();
    if answer.undecided > 0 {
        words += &format!(
            " Left out: {} of which it is open whether the move of the game keeps the result.",
            plural(answer.undecided, "chance", "chances")
        );
    }
    if answer.errors.partly_proved > 0 {
        words += &format!(
            " Left out as well: {} in positions of which not all is proved, such as a draw at least.",
            plural(answer.errors.partly_proved, "error", "errors")
        );
    }
    let chart = drawn(chart);
    let table = table::groups(&answer.by_rating, "rating");
    format!("{chart}{table}{}", note(&words))
}

fn by_pawns(answer: &Answer) -> String {
    match &answer.by_pawns[..] {
        [] | [_] => String::new(),
        groups => {
            let chart = drawn(Chart::of_numbers(groups, "pawns of both sides"));
            chart + &table::groups(groups, "pawns")
        }
    }
}

fn by_speed(answer: &Answer) -> String {
    let groups: &[Group] = &answer.by_speed;
    match groups {
        [] | [_] => String::new(),
        groups => table::groups(groups, "speed"),
    }
}

fn by_motive(answer: &Answer) -> String {
    let table = table::motives(&answer.motives);
    let words = "Motives are those that the explanation of the position names: what the right move does, or what refutes the wrong one. An \
        error may have several.";
    format!("{}{table}{}", key(""), note(words))
}

fn missed(answer: &Answer) -> String {
    let cards = card::all(&answer.missed);
    if cards.is_empty() {
        return cards;
    }
    let mut words = "Positions with the most errors come first, among them those with the fewest right moves, and wins before draws. \
        Full arrow: a right move. Dashed arrow: the wrong move that was played most often."
        .to_owned();
    if !answer.missed_counts_exact {
        words += " There were too many positions to count the errors of each to the last one: some may have been missed more often.";
    }
    format!("{}{cards}", note(&words))
}

/// A chart with its key; nothing if there is none.
fn drawn(chart: Option<Chart>) -> String {
    let Some(chart) = chart else {
        return String::new();
    };
    let fewest = format!(
        "Share of the chances thrown away. Fewer than {} chances: in the table alone.",
        chart::FEWEST
    );
    format!(
        "<figure class=\"chart\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
        chart.svg(),
        key(&fewest)
    )
}

/// Which colour is which.
fn key(words: &str) -> String {
    format!(
        "<p class=\"key\"><b><i class=\"wins\"></i>wins</b><b><i class=\"draws\"></i>draws</b>{}</p>\n",
        escaped(words)
    )
}

fn note(words: &str) -> String {
    format!("<p class=\"note\">{}</p>\n", escaped(words))
}

fn footer(answer: &Answer) -> String {
    let open = match answer.open {
        0 if answer.positions == 0 => String::new(),
        0 => "No position is open.".to_owned(),
        1 => "One position is open: it is left out of all but the counts.".to_owned(),
        open => format!(
            "{} positions are open: they are left out of all but the counts.",
            counted(open)
        ),
    };
    let words = format!(
        "Made by peasant {}. Every error is proved; no engine's judgement is among them. {open}",
        env!("CARGO_PKG_VERSION")
    );
    format!("<footer>\n{}</footer>\n", paragraph(&words))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::super::tally::Tally;
    use super::*;
    use crate::table::row::Row;

    fn page(rows: &[Row]) -> String {
        let mut tally = Tally::default();
        rows.iter()
            .for_each(|row| tally.add(row).expect("a position"));
        html(&tally.answer(12))
    }

    /// Every element that is opened is closed, in its place.
    fn check(page: &str) {
        const VOID: [&str; 2] = ["meta", "!DOCTYPE"];
        let mut open = Vec::new();
        for tag in page.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("a tag ends");
            let name = tag.split_whitespace().next().expect("a tag has a name");
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
                None if tag.ends_with('/') || VOID.contains(&name) => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn a_page_tells_what_was_thrown_away() {
        let page = page(&samples::rows());
        check(&page);
        for part in [
            "<title>Pawn endings of 3 games: 2 results thrown away</title>",
            "Played 2013 to 2014-01-02. Players rated 1400 to 1850, 1617 on average.",
            "<dt>wins thrown away, of 3 chances</dt><dd>2</dd>",
            "<dt>of them proved</dt><dd>80%</dd>",
            "<td>1800–1999</td><td>1 of 1</td>",
            "<td>opposition</td>",
            "<td>blitz</td>",
            "White to move threw a win away 2 times.",
            "Right: Kd6 and Ke6.",
            "Played: Ke4 (1), Kd4 (1).",
            "<a href=\"https://example.org/a?b=1&amp;c=2\">&lt;b&gt;Réti&lt;/b&gt; – &quot;Tartakower&quot; &amp; Co, 2013</a>",
            "One position is open",
        ] {
            assert!(page.contains(part), "`{part}` is not in: {page}");
        }
        for part in [
            "<b>Réti",
            "href=\"javascript",
            "<script",
            "By the number of pawns",
        ] {
            assert!(!page.contains(part), "`{part}` is in: {page}");
        }
    }

    /// With enough chances there is a chart.
    #[test]
    fn charts_are_drawn_of_enough_chances() {
        let rows = samples::rows();
        let rated = |elo| Row {
            white_elo: Some(elo),
            ..rows[0].clone()
        };
        let rows: Vec<Row> = (0..10).flat_map(|_| [rated(1500), rated(1700)]).collect();
        let page = page(&rows);
        check(&page);
        assert_eq!(page.matches("class=\"chart\"").count(), 1);
        assert!(page.contains("rating of the side to move"));
    }

    #[test]
    fn a_page_of_nothing_says_so() {
        let empty = page(&[]);
        check(&empty);
        assert!(empty.contains("The table has no rows") && !empty.contains("<svg"));
        let [_, draw, ..] = samples::rows();
        let faultless = page(&[draw]);
        check(&faultless);
        assert!(faultless.contains("Nothing that is proved was thrown away."));
        assert!(!faultless.contains("<svg") && !faultless.contains("<table"));
    }
}
