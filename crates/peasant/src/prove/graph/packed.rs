//! How wins are packed: most rows of a slice are empty, or are what others are but for the squares next to the attacker's king.
//!
//! ```text
//! codes    128 of four bits: the rows with the attacker to move, then with the defender to move
//! words    how many there are and how many of them are forms; the forms; the rows of their own
//!
//! code     0         the row is empty
//!          1 … 14    the form of that number, less the squares near the king of the row
//!          15        a row of its own
//! ```

use std::iter;

use crate::board::Color;
use crate::slice::{NEAR, Point, Relation, Wins, vectorised};

pub(super) use crate::store::scratch::Line;

/// A row of its own.
const OWN: usize = 15;

/// Codes in a word.
const IN_WORD: usize = 16;

/// The lowest bit of every code in a word.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// What several rows have in common.
#[derive(Clone, Copy, Default)]
struct Form {
    row: u64,
    /// The squares of which it says anything.
    known: u64,
}

/// Wins, packed.
pub(super) struct Packed {
    codes: Line,
    /// By their codes.
    forms: [Form; OWN],
    count: usize,
    own: [u64; 128],
    owned: usize,
}

impl Packed {
    /// The code of a row of which only these squares count. The code of the row before is tried first.
    #[inline(always)]
    fn code(&mut self, row: u64, known: u64, last: usize) -> usize {
        let fits = |form: &Form| (form.row ^ row) & form.known & known == 0;
        let found = match last {
            _ if row & !known != 0 => None,
            1..OWN if fits(&self.forms[last]) => Some(last),
            _ => (1..=self.count).find(|&code| fits(&self.forms[code])),
        };
        let code = match found {
            Some(code) => code,
            None if row & !known == 0 && self.count + 1 < OWN => {
                self.count += 1;
                self.count
            }
            None => {
                self.own[self.owned] = row;
                self.owned += 1;
                return OWN;
            }
        };
        let form = &mut self.forms[code];
        form.row |= row;
        form.known |= known;
        code
    }

    /// How many lines that is.
    pub fn lines(&self) -> usize {
        1 + (1 + self.count + self.owned).div_ceil(8)
    }

    /// Writes so many lines.
    pub fn write(&self, lines: &mut [Line]) {
        let forms = self.forms[1..=self.count].iter().map(|form| form.row);
        let own = self.own[..self.owned].iter().copied();
        let counts = Counts::of(self.count, self.owned);
        let words = iter::once(counts.0).chain(forms).chain(own);
        let [codes, rest @ ..] = lines else { return };
        *codes = self.codes;
        rest.as_flattened_mut()
            .iter_mut()
            .zip(words)
            .for_each(|(to, word)| *to = word);
    }
}

vectorised! {
    /// Packs wins.
    pub(super) fn [] pack(wins: &Wins) -> Packed {
        let mut packed = Packed {
            codes: Line::default(),
            forms: [Form::default(); OWN],
            count: 0,
            own: [0; 128],
            owned: 0,
        };
        let mut last = 0;
        for (index, &row) in rows(wins).iter().enumerate() {
            if row != 0 {
                last = packed.code(row, !NEAR[index % 64], last);
                packed.codes[index / IN_WORD] |= (last as u64) << (4 * (index % IN_WORD));
            }
        }
        packed
    }
}

/// How many forms there are, and rows of their own.
#[derive(Clone, Copy)]
struct Counts(u64);

impl Counts {
    fn of(forms: usize, own: usize) -> Counts {
        Counts((own as u64) << 8 | forms as u64)
    }

    fn forms(self) -> usize {
        (self.0 & 0xff) as usize
    }

    fn own(self) -> usize {
        (self.0 >> 8) as usize
    }
}

/// How many lines packed wins take that begin here.
pub(super) fn lines(lines: &[Line]) -> usize {
    let counts = Counts(lines[1][0]);
    1 + (1 + counts.forms() + counts.own()).div_ceil(8)
}

/// The lowest bit of each byte.
#[cfg(feature = "elsewhere")]
const BYTES: u64 = u64::MAX / 255;

/// Are these the lines of packed wins, as many as they tell, and no code without its form or row?
#[cfg(feature = "elsewhere")]
pub(super) fn is_whole(lines: &[Line]) -> bool {
    let [codes, words, ..] = lines else {
        return false;
    };
    let counts = Counts(words[0]);
    let owned: u32 = codes.iter().map(|&codes| own(codes).count_ones()).sum();
    // To each code, as a byte, so much is added that one above the last form has its highest bit set.
    let all = |codes: u64| codes * BYTES;
    let above = |codes: u64| (codes + all(127 - counts.forms() as u64)) & all(1 << 7);
    let is_known = |codes: u64| {
        let forms = codes & !(own(codes) * OWN as u64);
        let halves = [forms, forms >> 4].map(|forms| forms & all(15));
        halves.map(above) == [0, 0]
    };
    counts.forms() < OWN
        && counts.own() == owned as usize
        && codes.iter().all(|&codes| is_known(codes))
        && self::lines(lines) == lines.len()
}

/// The rows of a slice, with the attacker to move first.
fn rows(wins: &Wins) -> &[u64; 128] {
    bytemuck::cast_ref(wins)
}

/// Of 16 codes those that stand for rows of their own, by their lowest bits.
fn own(codes: u64) -> u64 {
    codes & codes >> 1 & codes >> 2 & codes >> 3 & LOWEST
}

/// Unpacks the wins with this side to move, where there were none.
#[inline(always)]
pub(super) fn unpack(lines: &[Line], mover: Color, to: &mut Relation) {
    let (codes, words) = (&lines[0], lines[1..].as_flattened());
    let count = Counts(words[0]).forms();
    let mut forms = [0; 16];
    forms[1..=count].copy_from_slice(&words[1..=count]);
    let (before, codes) = match mover {
        Color::White => codes.split_at(0),
        Color::Black => codes.split_at(4),
    };
    let before: u32 = before.iter().map(|&codes| own(codes).count_ones()).sum();
    let mut own_rows = words[1 + count + before as usize..].iter();
    let rows = to.0.chunks_exact_mut(IN_WORD);
    for ((rows, near), &codes) in rows.zip(NEAR.chunks_exact(IN_WORD)).zip(codes) {
        if codes == 0 {
            continue;
        }
        for k in 0..IN_WORD {
            rows[k] = forms[(codes >> (4 * k) & 15) as usize] & !near[k];
        }
        let mut left = own(codes);
        while left != 0 {
            let k = left.trailing_zeros() as usize / 4;
            rows[k] = own_rows.next().copied().unwrap_or_default();
            left &= left - 1;
        }
    }
}

/// Is a point won?
pub(super) fn contains(lines: &[Line], point: Point) -> bool {
    let index = point.attacker.index() + if point.to_move { 0 } else { 64 };
    row(lines, index) >> point.defender.index() & 1 != 0
}

/// One row of packed wins.
fn row(lines: &[Line], index: usize) -> u64 {
    let (codes, words) = (&lines[0], lines[1..].as_flattened());
    let (of, shift) = (index / IN_WORD, 4 * (index % IN_WORD));
    let count = Counts(words[0]).forms();
    match (codes[of] >> shift & 15) as usize {
        0 => 0,
        OWN => {
            let before = codes[..of].iter().map(|&codes| own(codes).count_ones());
            let here = own(codes[of]) & ((1 << shift) - 1);
            words[1 + count + (before.sum::<u32>() + here.count_ones()) as usize]
        }
        form => words[form] & !NEAR[index % 64],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use specification::Dice;

    /// Wins of some forms, and some rows of their own.
    fn random(dice: &mut Dice, forms: usize, own: usize, near: bool) -> Wins {
        let mut row = || (0..64).fold(0, |row, _| row << 1 | dice.roll(2) as u64);
        let forms: Vec<u64> = (0..forms).map(|_| row()).chain([0]).collect();
        let owned: Vec<u64> = (0..own).map(|_| row()).collect();
        let mut rows: Vec<u64> = (0..128)
            .map(|index| forms[dice.roll(forms.len())] & !NEAR[index % 64])
            .collect();
        for row in owned {
            let index = dice.roll(128);
            rows[index] = if near { row } else { row & !NEAR[index % 64] };
        }
        Wins {
            to_move: Relation(std::array::from_fn(|w| rows[w])),
            waiting: Relation(std::array::from_fn(|w| rows[64 + w])),
        }
    }

    #[test]
    fn what_is_packed_is_unpacked_again() {
        let mut dice = Dice(7);
        for round in 0..600 {
            let wins = random(&mut dice, round % 19, round % 151, round % 3 == 0);
            let packed = pack(&wins);
            let mut lines = vec![[0; 8]; packed.lines()];
            packed.write(&mut lines);
            assert_eq!(super::lines(&lines), lines.len());
            for mover in Color::BOTH {
                let mut half = Relation::EMPTY;
                unpack(&lines, mover, &mut half);
                assert!(half == *wins.with(mover), "round {round}, {mover:?}");
            }
            for (index, &of) in rows(&wins).iter().enumerate() {
                assert_eq!(row(&lines, index), of, "round {round}, row {index}");
            }
        }
    }

    #[test]
    fn few_forms_take_few_lines() {
        let legal = Wins {
            to_move: Relation(NEAR.map(|near| !near)),
            waiting: Relation(NEAR.map(|near| !near & 0x00ff_ffff_ffff_ff00)),
        };
        assert_eq!(pack(&legal).lines(), 2);
        assert_eq!(pack(&Wins::NONE).lines(), 2);
    }
}
