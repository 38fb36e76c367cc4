//! Figures as tables of HTML.

use super::answer::{Group, MotiveCount};
use super::rate::Rate;
use crate::tell::html::escaped;

/// The rules of style for tables.
pub const STYLE: &str = "\
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th{font-weight:normal;color:#555}
td,th{padding:.2rem .5rem;text-align:right;white-space:nowrap}
td:first-child,th:first-child{text-align:left;padding-left:0}
thead tr:last-child th{border-bottom:1px solid #bbb}
tbody tr+tr td{border-top:1px solid #eee}
.bar{width:40%;text-align:left}
.bar i{display:inline-block;height:.7rem;vertical-align:middle}
@media(prefers-color-scheme:dark){
th{color:#b0a898}
thead tr:last-child th{border-color:#66605a}
tbody tr+tr td{border-color:#34312d}
}
";

/// Groups with their rates; `name` is what they have in common.
pub fn groups(groups: &[Group], name: &str) -> String {
    let rows = groups.iter().map(|group| {
        let (wins, draws) = (cells(&group.wins), cells(&group.draws));
        format!("<tr><td>{}</td>{wins}{draws}</tr>\n", escaped(&group.name))
    });
    let rows: String = rows.collect();
    format!(
        "<div class=\"wide\"><table>\n<thead>\n<tr><th></th><th colspan=\"2\">wins thrown away</th><th colspan=\"2\">draws thrown away</th></tr>\n\
         <tr><th>{name}</th><th>of chances</th><th>share (95%)</th><th>of chances</th><th>share (95%)</th></tr>\n</thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// How often, and the share with its interval.
fn cells(rate: &Rate) -> String {
    let share = match (rate.share, rate.low, rate.high) {
        (Some(share), Some(low), Some(high)) => {
            let digits = usize::from(high < 0.1);
            let [share, low, high] = [share, low, high].map(|share| share * 100.0);
            format!("{share:.digits$}% ({low:.digits$}–{high:.digits$})")
        }
        _ => "–".to_owned(),
    };
    let count = match rate.chances {
        0 => "–".to_owned(),
        chances => format!("{} of {}", counted(rate.errors), counted(chances)),
    };
    format!("<td>{count}</td><td>{share}</td>")
}

/// Motives with bars.
pub fn motives(motives: &[MotiveCount]) -> String {
    let most = motives.iter().map(MotiveCount::errors).max();
    let most = most.unwrap_or_default().max(1) as f64;
    let rows = motives.iter().map(|motive| {
        let name = motive.name.as_deref().unwrap_or("none is named");
        let bar = |class, count: u64| {
            let width = count as f64 / most * 100.0;
            format!("<i class=\"{class}\" style=\"width:{width:.1}%\"></i>")
        };
        let bars = [bar("wins", motive.wins), bar("draws", motive.draws)].concat();
        format!(
            "<tr><td>{}</td><td class=\"bar\">{bars}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(name),
            counted(motive.errors()),
            counted(motive.wins),
            counted(motive.draws)
        )
    });
    let rows: String = rows.collect();
    format!(
        "<div class=\"wide\"><table>\n<thead>\n<tr><th>motive</th><th></th><th>errors</th><th>wins</th><th>draws</th></tr>\n</thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// A count with a comma between thousands.
pub fn counted(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_shares_are_told() {
        for (count, told) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(counted(count), told);
        }
        assert_eq!(
            cells(&Rate::new(15, 1480)),
            "<td>15 of 1,480</td><td>1.0% (0.6–1.7)</td>"
        );
        assert_eq!(
            cells(&Rate::new(5, 10)),
            "<td>5 of 10</td><td>50% (24–76)</td>"
        );
        assert_eq!(cells(&Rate::new(0, 0)), "<td>–</td><td>–</td>");
    }
}
