//! King and pawn against king in words: what the turn is worth, the opposition, the key squares.

use std::sync::OnceLock;

use peasant::board::{Bitboard, Color, Position, Square};
use peasant::explain::Opposition;
use peasant::kpk::{self, Placement, Side, Verdict};

use crate::tell::words::squares;

/// A king that has so many steps to go comes from afar.
const FAR: u32 = 3;

/// Where the attacker's king wins, for this side's turn. It is looked for once for each pawn.
fn key_squares(pawn: Square, turn: Side) -> Bitboard {
    static KNOWN: [[OnceLock<Bitboard>; 2]; 64] = [const { [const { OnceLock::new() }; 2] }; 64];
    let known = &KNOWN[pawn.index()][usize::from(turn == Side::Attacker)];
    *known.get_or_init(|| kpk::bitbase().key_squares(pawn, turn))
}

/// Does a side win whose king has just taken on a square, with nothing but this pawn of its left, wherever the other king stands two steps
/// away beside it or before it?
pub fn wins_by_taking(taken: Square, pawn: Square, side: Color) -> bool {
    let [king, pawn] = [taken, pawn].map(|square| turned(square, side));
    let is_near = |other: &Square| other.distance(king) == 2 && other.rank() >= king.rank();
    let mut near = Square::all().filter(is_near);
    near.all(|other| {
        let placement = Placement::new(king, other, pawn, Side::Defender);
        placement.is_none_or(|placement| kpk::bitbase().probe(placement) == Verdict::Won)
    })
}

/// What is true of a position, on its own board.
pub struct Facts {
    /// The side with the pawn.
    pub attacker: Color,
    /// Where its king wins, the defender to move.
    pub key_squares: Bitboard,
    /// The same whoever is to move.
    pub strong_key_squares: Bitboard,
    /// A rook pawn's other squares of the handbooks: there it wins only while the defender is away.
    pub while_away: Bitboard,
    /// The result with the attacker and the defender to move; `None` where that is illegal.
    results: [Option<Verdict>; 2],
    turn: Side,
    pawn: Square,
    /// Where the attacker's king stands.
    pub king: Square,
    other_king: Square,
    is_pawn_attacked: bool,
}

impl Facts {
    /// Does it win with the other side to move alone?
    pub fn is_zugzwang(&self) -> bool {
        self.results == [Some(Verdict::Drawn), Some(Verdict::Won)]
    }

    /// Does the side with the pawn win, whose turn it is?
    pub fn is_won(&self) -> bool {
        self.results[usize::from(self.turn == Side::Defender)] == Some(Verdict::Won)
    }

    pub fn new(position: &Position, placement: Placement) -> Facts {
        let bitbase = kpk::bitbase();
        let [king, other_king, pawn] =
            [placement.attacker(), placement.defender(), placement.pawn()];
        let attacker = match placement.turn() {
            Side::Attacker => position.turn(),
            Side::Defender => !position.turn(),
        };
        let on_board = |squares: Bitboard| squares.seen_by(attacker);
        let result = |turn| {
            Placement::new(king, other_king, pawn, turn).map(|placement| bitbase.probe(placement))
        };
        let while_away = match pawn.file() {
            0 | 7 => kpk::key_squares(pawn) - key_squares(pawn, Side::Defender),
            _ => Bitboard::EMPTY,
        };
        Facts {
            attacker,
            key_squares: on_board(key_squares(pawn, Side::Defender)),
            strong_key_squares: on_board(key_squares(pawn, Side::Attacker)),
            while_away: on_board(while_away),
            results: Side::BOTH.map(result),
            turn: placement.turn(),
            pawn: turned(pawn, attacker),
            king: turned(king, attacker),
            other_king: turned(other_king, attacker),
            is_pawn_attacked: kpk::is_taken(king, other_king, pawn),
        }
    }

    /// The result if it were the other side's turn; `None` if that is illegal.
    pub fn other_turn(&self) -> Option<Verdict> {
        let [attackers, defenders] = self.results;
        match self.turn {
            Side::Attacker => defenders,
            Side::Defender => attackers,
        }
    }

    /// Would either side rather not move?
    pub fn is_mutual_zugzwang(&self) -> bool {
        self.results == [Some(Verdict::Drawn), Some(Verdict::Won)]
    }

    /// Who has the opposition, and of what shape: in mutual zugzwang the side that is not to move.
    pub fn opposition(&self) -> Option<(Color, Opposition)> {
        let shape = Opposition::of(self.king, self.other_king);
        let shape = shape.filter(|_| self.is_mutual_zugzwang())?;
        let holder = match self.turn {
            Side::Attacker => !self.attacker,
            Side::Defender => self.attacker,
        };
        Some((holder, shape))
    }

    /// A sentence or two a line.
    pub fn words(&self) -> String {
        let mut lines = vec![self.turn_matters()];
        lines.extend(self.keys());
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// What the turn is worth.
    pub fn turn_matters(&self) -> String {
        let (side, other) = (self.attacker, !self.attacker);
        let waiting = match self.turn {
            Side::Attacker => other,
            Side::Defender => side,
        };
        let then = match self.other_turn() {
            Some(Verdict::Won) => format!("{side} would win"),
            _ => "it would be a draw".to_owned(),
        };
        match self.results {
            [None, _] => format!("{other} is in check: it can only be its turn."),
            [Some(Verdict::Won), Some(Verdict::Won)] => {
                let why = self.stands_on_key();
                format!("Whoever's turn it is, {side} wins{why}.")
            }
            [Some(Verdict::Drawn), Some(Verdict::Drawn)] => {
                format!("Whoever's turn it is, it is a draw.{}", self.in_vain())
            }
            [Some(Verdict::Drawn), _] => match self.opposition() {
                Some((holder, shape)) => format!(
                    "{holder} has the {}opposition: were it {waiting}'s turn, {then}.",
                    adjective(shape)
                ),
                None => format!("This is mutual zugzwang: were it {waiting}'s turn, {then}."),
            },
            _ => {
                let in_vain = self.in_vain();
                format!("It matters whose turn it is: were it {waiting}'s, {then}.{in_vain}")
            }
        }
    }

    /// Does the attacker's king stand where it wins whoever is to move?
    pub fn is_on_key(&self) -> bool {
        self.strong_key_squares.contains(self.king) && !self.is_pawn_attacked
    }

    /// Do both kings come from afar: the attacker's to the key squares, the other one from the side?
    pub fn is_race(&self) -> bool {
        let mut keys = self.strong_key_squares;
        let is_beside = self.other_king.file().abs_diff(self.pawn.file()) < FAR;
        !is_beside && keys.all(|key| self.king.distance(key) >= FAR)
    }

    /// What every manual says of it first, if that is why it ends as it does whoever is to move: the king on the sixth rank before its
    /// pawn, or in or beside the corner before a rook's pawn.
    pub fn idea(&self) -> Option<String> {
        let (side, other) = (self.attacker, !self.attacker);
        let [king, pawn] = [self.king, self.pawn].map(|square| square.seen_by(side));
        let is_before = king.rank() > pawn.rank() && king.file().abs_diff(pawn.file()) <= 1;
        if self.results == [Some(Verdict::Won); 2]
            && king.rank() == 5
            && is_before
            && self.is_on_key()
        {
            return Some(format!(
                "{side} wins because its king stands on the sixth rank in front of its pawn."
            ));
        }
        let opposition = self.opposition().map(|(_, shape)| {
            let (holder, result, loser) = match self.turn {
                Side::Attacker => (other, "draws", side),
                Side::Defender => (side, "wins", other),
            };
            format!(
                "{holder} {result} by the {}opposition: {loser} has to move and give way.",
                adjective(shape)
            )
        });
        let now = self.results[usize::from(self.turn == Side::Defender)];
        if now != Some(Verdict::Drawn) {
            return opposition;
        }
        if self.is_pawn_attacked && self.turn == Side::Defender {
            return Some(format!("{other} draws because its king takes the pawn."));
        }
        let corner = Square::at(pawn.file(), 7).seen_by(side);
        let holds = matches!(pawn.file(), 0 | 7) && self.other_king.distance(corner) <= 1;
        if holds && self.results == [Some(Verdict::Drawn); 2] {
            return Some(format!(
                "{other} draws because its king holds the corner {corner} against the rook's pawn."
            ));
        }
        opposition
    }

    /// What there is to say without any other reason: of a win that the defender does not reach the corner, or that the king stands on a
    /// key square; of a draw that it gets to none.
    pub fn plain_idea(&self) -> Option<String> {
        let (side, other) = (self.attacker, !self.attacker);
        let is_won = self.is_won();
        if is_won && matches!(self.pawn.file(), 0 | 7) {
            let corner = Square::at(self.pawn.file(), 7).seen_by(side);
            return Some(format!(
                "{side} wins because {other}'s king does not get to the corner {corner} in time."
            ));
        }
        if is_won && self.is_race() {
            return Some(format!(
                "{side} wins because its king gets to a key square in time."
            ));
        }
        if is_won {
            let king = self.king;
            return self
                .is_on_key()
                .then(|| format!("{side} wins because its king stands on the key square {king}."));
        }
        let few = (1..=6).contains(&self.key_squares.count());
        let held = few && !self.key_squares.contains(self.king);
        held.then(|| {
            let keys = key_squares_named(self.key_squares);
            format!("{other} draws because {side}'s king cannot get to {keys} without loss.")
        })
    }

    /// That the attacker's king stands on a key square, if it does and that is why it wins.
    fn stands_on_key(&self) -> String {
        if self.is_on_key() {
            format!(": its king stands on a key square ({})", self.king)
        } else {
            String::new()
        }
    }

    /// Where the attacker's king stands on a key square in vain.
    fn in_vain(&self) -> String {
        let (side, other, king) = (self.attacker, !self.attacker, self.king);
        if self.key_squares.contains(king) && self.is_pawn_attacked {
            format!(
                " {side}'s king stands on a key square ({king}), but {other}'s attacks the pawn."
            )
        } else {
            String::new()
        }
    }

    /// The key squares, a sentence or two each.
    pub fn keys(&self) -> Vec<String> {
        let (side, other) = (self.attacker, !self.attacker);
        let [keys, strong] = [self.key_squares, self.strong_key_squares];
        let mut lines = Vec::new();
        if !keys.is_empty() {
            let name = match keys.count() {
                1 => "Key square",
                _ => "Key squares",
            };
            let turn = if strong == keys {
                "whoever is to move".to_owned()
            } else if strong.is_empty() {
                format!("if {other} is to move")
            } else {
                let only = squares(keys - strong);
                format!("whoever is to move (on {only} only if {other} is)")
            };
            lines.push(format!(
                "{name} of {side}'s king: {}. There {side} wins wherever {other}'s king stands, {turn}, unless it attacks the \
                 unprotected pawn.",
                squares(keys)
            ));
        } else if matches!(self.pawn.file(), 0 | 7) {
            lines.push(format!(
                "There are no key squares with this rook pawn: wherever {side}'s king stands, {other}'s has a place that holds."
            ));
        }
        if !self.while_away.is_empty() {
            lines.push(format!(
                "On {} {side} wins only if {other}'s king can neither get before the pawn nor take it in time.",
                squares(self.while_away)
            ));
        }
        lines
    }
}

/// A square of the attacker's board, where its pawn goes up, on the board of the position.
fn turned(square: Square, attacker: Color) -> Square {
    match attacker {
        Color::White => square,
        Color::Black => square.flip(),
    }
}

/// `the key squares d6 and e6`
pub fn key_squares_named(keys: impl IntoIterator<Item = Square>) -> String {
    let keys: Vec<Square> = keys.into_iter().collect();
    let s = if keys.len() == 1 { "" } else { "s" };
    format!("the key square{s} {}", squares(keys))
}

fn adjective(shape: Opposition) -> String {
    match shape {
        Opposition::Near => String::new(),
        other => format!("{} ", other.name()),
    }
}
