//! The names of games, as in *Winning Ways* but in ASCII.
//!
//! ```text
//! 3, -1/2        numbers                     oo       White has promoted
//! *, *2          nimbers                     oo in 2  White needs two more moves, and Black has none
//! up, double up  {0|*}, up + up              tiny(G)  {0|{0|-G}}, and miny(G) its negative
//! 4.up           up + up + up + up           {a,b|c}  anything else: what White and Black can move to
//! 1 + up + *2    sums of a number, ups and a nimber
//! ```

use std::collections::HashMap;

use super::dyadic::Dyadic;
use super::game::{Game, Games};
use super::meter::Meter;
use peasant::limits::Stop;

/// The longest name of a game inside another; a longer one is written `...`.
const MAX_INNER: usize = 2000;
/// Bytes that a name takes besides its letters, about.
const NAME_BYTES: u64 = 64;

/// A number, some ups (or downs, if they are negative) and a nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Simple {
    number: Dyadic,
    ups: i32,
    nimber: u32,
}

/// Finds names and remembers them.
pub struct Namer<'a> {
    games: &'a Games<'a>,
    meter: &'a Meter<'a>,
    simple: HashMap<Game, Option<Simple>>,
    names: HashMap<Game, String>,
}

impl<'a> Namer<'a> {
    pub fn new(games: &'a Games, meter: &'a Meter) -> Namer<'a> {
        Namer {
            games,
            meter,
            simple: HashMap::new(),
            names: HashMap::new(),
        }
    }

    /// The name of a game. Stops where names take too much time or memory.
    pub fn name(&mut self, game: Game) -> Result<String, Stop> {
        if let Some(name) = self.names.get(&game) {
            return Ok(name.clone());
        }
        let negative = self.games.negative(game);
        let name = if let Some(simple) = self.simple(game) {
            simple.to_string()
        } else if let Some(moves) = self.moves_to_win(game) {
            format!("oo{moves}")
        } else if let Some(moves) = self.moves_to_win(negative) {
            format!("-oo{moves}")
        } else if let Some(inner) = self.tiny(game) {
            format!("tiny({})", self.inner(inner)?)
        } else if let Some(inner) = self.tiny(negative) {
            format!("miny({})", self.inner(inner)?)
        } else {
            self.options(game)?
        };
        self.meter.hold(NAME_BYTES + name.len() as u64)?;
        self.names.insert(game, name.clone());
        Ok(name)
    }

    /// Left's options and Right's, in braces.
    fn options(&mut self, game: Game) -> Result<String, Stop> {
        let left = self.list(&self.games.left(game))?;
        let right = self.list(&self.games.right(game))?;
        Ok(format!("{{{left}|{right}}}"))
    }

    /// The options of one side, shorter names first.
    fn list(&mut self, side: &[Game]) -> Result<String, Stop> {
        let names = side.iter().map(|&option| self.inner(option));
        let mut names = names.collect::<Result<Vec<String>, Stop>>()?;
        names.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        Ok(names.join(","))
    }

    fn inner(&mut self, game: Game) -> Result<String, Stop> {
        let name = self.name(game)?;
        if name.len() > MAX_INNER {
            return Ok("...".to_owned());
        }
        Ok(name)
    }

    /// ` in 2` if Left wins in two moves and Right cannot move, nothing if Left has won.
    fn moves_to_win(&self, mut game: Game) -> Option<String> {
        let mut moves = 0;
        while game != Game::WON {
            let (left, right) = (self.games.left(game), self.games.right(game));
            let ([only], []) = (&*left, &*right) else {
                return None;
            };
            game = *only;
            moves += 1;
        }
        Some(if moves == 0 {
            String::new()
        } else {
            format!(" in {moves}")
        })
    }

    /// G, if the game is `{0|{0|-G}}`.
    fn tiny(&self, game: Game) -> Option<Game> {
        let halves = |game| (self.games.left(game), self.games.right(game));
        let (left, right) = halves(game);
        let ([Game::ZERO], [threat]) = (&*left, &*right) else {
            return None;
        };
        let (left, right) = halves(*threat);
        match (&*left, &*right) {
            ([Game::ZERO], [inner]) => Some(self.games.negative(*inner)),
            _ => None,
        }
    }

    fn simple(&mut self, game: Game) -> Option<Simple> {
        if matches!(game, Game::WON | Game::LOST) {
            return None;
        }
        if let Some(&known) = self.simple.get(&game) {
            return known;
        }
        let [left, right] = [self.games.left(game), self.games.right(game)].map(|side| {
            let parts: Option<Vec<Simple>> = side.iter().map(|&o| self.simple(o)).collect();
            parts.map(|mut parts| {
                parts.sort_unstable();
                parts
            })
        });
        let simple = left
            .zip(right)
            .and_then(|(left, right)| number(&left, &right).or_else(|| uptimal(&left, &right)));
        self.simple.insert(game, simple);
        simple
    }
}

/// The number with these options in canonical form, if it is one.
fn number(left: &[Simple], right: &[Simple]) -> Option<Simple> {
    let plain = |simple: &Simple| (simple.ups == 0 && simple.nimber == 0).then_some(simple.number);
    let number = match (left, right) {
        ([], []) => Dyadic::ZERO,
        ([one], []) => Dyadic::whole(plain(one)?.as_whole()? + 1),
        ([], [one]) => Dyadic::whole(plain(one)?.as_whole()? - 1),
        ([one], [other]) if plain(one)? < plain(other)? => one.number.between(other.number),
        _ => return None,
    };
    Some(Simple {
        number,
        ups: 0,
        nimber: 0,
    })
}

/// The number with ups and a nimber that has these options in canonical form: `*k`, `up + *` = `{0,*|0}`, and otherwise
/// `n.up + *k` = `{0|(n-1).up + *(k^1)}` (*Winning Ways*, chapter 8); a number is added to all of them.
fn uptimal(left: &[Simple], right: &[Simple]) -> Option<Simple> {
    let number = left.first()?.number;
    if left.iter().chain(right).any(|part| part.number != number) {
        return None;
    }
    let parts = |side: &[Simple], sign: i32| -> Vec<(i32, u32)> {
        side.iter().map(|p| (sign * p.ups, p.nimber)).collect()
    };
    let nimbers: Vec<(i32, u32)> = (0..left.len() as u32).map(|k| (0, k)).collect();
    if parts(left, 1) == nimbers && parts(right, 1) == nimbers {
        let nimber = left.len() as u32;
        return Some(Simple {
            number,
            ups: 0,
            nimber,
        });
    }
    [(left, right, 1), (right, left, -1)]
        .into_iter()
        .find_map(|(left, right, sign)| {
            let (ups, nimber) = match (&*parts(left, sign), &*parts(right, sign)) {
                ([(0, 0), (0, 1)], [(0, 0)]) => (1, 1),
                ([(0, 0)], &[(ups, nimber)]) if ups > 0 || ups == 0 && nimber > 0 => {
                    (ups + 1, nimber ^ 1)
                }
                _ => return None,
            };
            Some(Simple {
                number,
                ups: sign * ups,
                nimber,
            })
        })
}

impl std::fmt::Display for Simple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if self.number != Dyadic::ZERO || self.ups == 0 && self.nimber == 0 {
            parts.push(self.number.to_string());
        }
        let direction = if self.ups > 0 { "up" } else { "down" };
        match self.ups.unsigned_abs() {
            0 => {}
            1 => parts.push(direction.to_owned()),
            2 => parts.push(format!("double {direction}")),
            3 => parts.push(format!("triple {direction}")),
            ups => parts.push(format!("{ups}.{direction}")),
        }
        match self.nimber {
            0 => {}
            1 => parts.push("*".to_owned()),
            nimber => parts.push(format!("*{nimber}")),
        }
        f.write_str(&parts.join(" + "))
    }
}
