//! Which games, and which of their positions, are judged.

use std::fmt;
use std::str::FromStr;

/// Which games are judged; the others are copied as they are.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub struct FilterArgs {
    /// Judge only games of players with such ratings: 1800..2200, 2500.., ..1000
    #[arg(long, value_name = "FROM..TO", value_parser = Span::<u32>::from_str, help_heading = GAMES)]
    pub rating: Option<Span<u32>>,
    /// Judge only games of these days, months or years: 2013, 2013-05..2014-02-28
    #[arg(long, value_name = "FROM..TO", value_parser = Span::<Date>::from_str, help_heading = GAMES)]
    pub date: Option<Span<Date>>,
    /// Judge only positions with so many pawns, of both sides: 2..6
    #[arg(long, value_name = "FROM..TO", value_parser = Span::<u32>::from_str, help_heading = GAMES)]
    pub pawns: Option<Span<u32>>,
    /// Judge only games of this speed, or with this time control: blitz, 180+2; repeatable
    #[arg(long, value_name = "SPEED", value_delimiter = ',', value_parser = TimeControl::from_str, help_heading = GAMES)]
    pub time_control: Vec<TimeControl>,
    /// Judge only this part of the games, the same ones each time: 0.01 is one in a hundred
    #[arg(long, value_name = "SHARE", value_parser = parse_share, help_heading = GAMES)]
    pub sample: Option<f64>,
}

/// Where the help lists them.
const GAMES: &str = "Which games";

impl FilterArgs {
    /// Is a game judged that has these tags and this text?
    pub fn takes(&self, tag: &dyn Fn(&str) -> Option<String>, text: &[u8]) -> bool {
        let is_rated = |name| {
            let rating = tag(name).and_then(|rating| rating.trim().parse().ok());
            move |span: Span<u32>| rating.is_some_and(|rating| span.holds(rating))
        };
        let is_dated = |span: Span<Date>| {
            let date = tag("Date").and_then(|date| Date::from_str(&date).ok());
            date.is_some_and(|date| span.holds(date))
        };
        let is_controlled = || {
            let control = tag("TimeControl").unwrap_or_default();
            self.time_control.iter().any(|wanted| wanted.is(&control))
        };
        self.rating.is_none_or(is_rated("WhiteElo"))
            && self.rating.is_none_or(is_rated("BlackElo"))
            && self.date.is_none_or(is_dated)
            && (self.time_control.is_empty() || is_controlled())
            && self.sample.is_none_or(|share| part(text) < share)
    }

    /// Is every game judged?
    pub fn takes_all(&self) -> bool {
        FilterArgs {
            pawns: None,
            ..self.clone()
        } == FilterArgs::default()
    }

    /// Is a position judged that has so many pawns?
    pub fn takes_pawns(&self, pawns: u32) -> bool {
        self.pawns.is_none_or(|span| span.holds(pawns))
    }
}

/// A number from 0 to 1 that a text has, as good as thrown by dice (FNV-1a, its bits mixed once more).
fn part(text: &[u8]) -> f64 {
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 11) as f64 / (1u64 << 53) as f64
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    let share = share.filter(|share: &f64| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "give a share above 0 and up to 1, such as 0.01".to_owned())
}

/// From a value to a value, both included; without an end where one is missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T> {
    from: Option<T>,
    to: Option<T>,
}

impl Span<u32> {
    fn holds(&self, number: u32) -> bool {
        self.from.is_none_or(|from| from <= number) && self.to.is_none_or(|to| number <= to)
    }
}

impl Span<Date> {
    /// May a date, as far as it is known, be one of these?
    fn holds(&self, date: Date) -> bool {
        self.from.is_none_or(|from| from.first() <= date.last())
            && self.to.is_none_or(|to| date.first() <= to.last())
    }
}

impl<T: FromStr + Copy> FromStr for Span<T>
where
    T::Err: fmt::Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Span<T>, String> {
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse().map(Some),
        };
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let span = end(from).and_then(|from| Ok(Span { from, to: end(to)? }));
        match span {
            Ok(Span {
                from: None,
                to: None,
            }) => Err("give FROM..TO, FROM.., ..TO or a single value".to_owned()),
            Ok(span) => Ok(span),
            Err(error) => Err(format!(
                "{error}; give FROM..TO, FROM.., ..TO or a single value"
            )),
        }
    }
}

/// A date, as far as it is known: `2013`, `2013-05`, `2013-05-17`, or as PGN writes it, `2013.05.??`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Date {
    fn first(&self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    fn last(&self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }
}

impl FromStr for Date {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Date, &'static str> {
        const NONE: &str = "no date: write it as 2013, 2013-05 or 2013-05-17";
        let mut parts = text.trim().split(['-', '.', '/']);
        let mut next = |digits: usize| match parts.next() {
            None => Ok(None),
            Some(part) if !part.is_empty() && part.chars().all(|c| c == '?') => Ok(None),
            Some(part) if part.len() <= digits => part.parse().map(Some).map_err(|_| NONE),
            Some(_) => Err(NONE),
        };
        let year = next(4)?.filter(|&year| year >= 1000).ok_or(NONE)?;
        let (month, day) = (next(2)?, next(2)?);
        let small = |part: Option<u16>, most| match part {
            None => Ok(None),
            Some(part) if (1..=most).contains(&part) => Ok(Some(part as u8)),
            Some(_) => Err(NONE),
        };
        let (month, day) = (small(month, 12)?, small(day, 31)?);
        let day = day.filter(|_| month.is_some());
        match parts.next() {
            None => Ok(Date { year, month, day }),
            Some(_) => Err(NONE),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        [self.month, self.day]
            .into_iter()
            .flatten()
            .try_for_each(|part| write!(f, "-{part:02}"))
    }
}

/// How fast a game is, or its time control itself.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeControl {
    Speed(Speed),
    /// `180+2`, as the tag has it.
    Exactly(String),
}

/// By the seconds of a game of forty moves, as lichess parts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    /// Below 30.
    UltraBullet,
    /// Below 180.
    Bullet,
    /// Below 480.
    Blitz,
    /// Below 1500.
    Rapid,
    /// From there on.
    Classical,
    /// A day or more for a move.
    Correspondence,
}

/// So many seconds a day has.
const DAY: u64 = 86_400;

impl Speed {
    const NAMES: [(&str, Speed); 6] = [
        ("ultrabullet", Speed::UltraBullet),
        ("bullet", Speed::Bullet),
        ("blitz", Speed::Blitz),
        ("rapid", Speed::Rapid),
        ("classical", Speed::Classical),
        ("correspondence", Speed::Correspondence),
    ];

    pub fn name(self) -> &'static str {
        let found = Speed::NAMES.iter().find(|(_, speed)| *speed == self);
        found.map_or("", |(name, _)| name)
    }

    /// Of the tag `TimeControl`: `180+2`, `300`, `40/7200:3600`, `1/86400`, `-`. `None`: it does not tell.
    pub fn of(tag: &str) -> Option<Speed> {
        if tag == "-" {
            return Some(Speed::Correspondence);
        }
        let first = tag.split(':').next()?;
        if let Some((moves, seconds)) = first.split_once('/') {
            let (moves, seconds): (u64, u64) = (moves.parse().ok()?, seconds.parse().ok()?);
            let is_daily = seconds / moves.max(1) >= DAY;
            return Some(if is_daily {
                Speed::Correspondence
            } else {
                Speed::Classical
            });
        }
        let (base, each) = first.split_once('+').unwrap_or((first, "0"));
        let (base, each): (u64, u64) = (base.parse().ok()?, each.parse().ok()?);
        Some(match base.saturating_add(each.saturating_mul(40)) {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            _ => Speed::Classical,
        })
    }
}

impl TimeControl {
    fn is(&self, tag: &str) -> bool {
        match self {
            TimeControl::Speed(speed) => Speed::of(tag) == Some(*speed),
            TimeControl::Exactly(control) => control == tag,
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let text = text.trim().to_ascii_lowercase();
        let speed = Speed::NAMES.iter().find(|(name, _)| *name == text);
        match speed {
            Some((_, speed)) => Ok(TimeControl::Speed(*speed)),
            None if Speed::of(&text).is_some() => Ok(TimeControl::Exactly(text)),
            None => {
                let names = Speed::NAMES.map(|(name, _)| name).join(", ");
                Err(format!(
                    "give a speed ({names}) or a time control as the tag has it, such as 180+2"
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(filter: &FilterArgs, tags: &[(&str, &str)]) -> bool {
        let tag = |name: &str| {
            let found = tags.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        filter.takes(&tag, b"")
    }

    #[test]
    fn ratings_dates_and_speeds_choose_games() {
        let parse = |text: &str| text.parse::<Span<u32>>();
        let rating = FilterArgs {
            rating: Some(parse("1800..2200").expect("a span")),
            ..FilterArgs::default()
        };
        let rated = |white, black| [("WhiteElo", white), ("BlackElo", black)];
        assert!(takes(&rating, &rated("1800", "2200")));
        assert!(!takes(&rating, &rated("1799", "2000")));
        assert!(!takes(&rating, &rated("2000", "?")));
        assert!(parse("..").is_err() && parse("a..b").is_err() && parse("7").is_ok());
        for (span, date, is_taken) in [
            ("2013", "2013.05.17", true),
            ("2013-05..2014", "2013.04.30", false),
            ("2013-05..2014", "2014.12.31", true),
            ("2013-05-18..", "2013.05.??", true),
            ("..2012", "2013.??.??", false),
            ("2013", "????.??.??", false),
        ] {
            let date_span = Some(span.parse().expect("a span of dates"));
            let filter = FilterArgs {
                date: date_span,
                ..FilterArgs::default()
            };
            assert_eq!(takes(&filter, &[("Date", date)]), is_taken, "{span} {date}");
        }
        for (wanted, control, is_taken) in [
            ("blitz", "180+2", true),
            ("bullet", "60", true),
            ("rapid", "180+2", false),
            ("180+2", "180+2", true),
            ("classical", "40/7200:3600", true),
            ("correspondence", "-", true),
            ("correspondence", "1/86400", true),
            ("blitz", "?", false),
        ] {
            let time_control = vec![wanted.parse().expect("a time control")];
            let filter = FilterArgs {
                time_control,
                ..FilterArgs::default()
            };
            assert_eq!(
                takes(&filter, &[("TimeControl", control)]),
                is_taken,
                "{wanted} {control}"
            );
        }
        for wrong in ["2013-13", "13", "2013-05-17-1", "May 2013"] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
        assert!("fast".parse::<TimeControl>().is_err());
    }

    /// Of a thousand texts a tenth is a hundred, within three deviations.
    #[test]
    fn a_sample_has_its_share() {
        let texts = (0..1000).map(|number| format!("[White \"{number}\"]"));
        let taken = texts.filter(|text| part(text.as_bytes()) < 0.1).count();
        assert!((70..=130).contains(&taken), "{taken}");
    }

    #[test]
    fn dates_are_written_as_far_as_they_are_known() {
        for (pgn, iso) in [
            ("2013.05.17", "2013-05-17"),
            ("2013.05.??", "2013-05"),
            ("2013.??.??", "2013"),
        ] {
            assert_eq!(pgn.parse::<Date>().expect("a date").to_string(), iso);
        }
    }
}
