//! The hash of which Syzygy files carry sums: CityHash 1.0.3 with CRC-32C, by Google (MIT licence),
//! in the two widths and for the lengths that occur there: whole words of eight bytes.
#![expect(
    clippy::indexing_slicing,
    reason = "places are those of its rounds, each of fixed length, and are looked at against the length before"
)]

/// Eight bytes as they stand in a file.
pub type Word = [u8; 8];

/// Its constants, by their numbers there, and the factor of a pair.
const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;
const PAIR: u64 = 0x9ddf_ea08_eb38_2d69;

/// What a sum of 256 bits takes in at a time: five words, and six such groups.
const GROUP: usize = 5;
const ROUND: usize = 6 * GROUP;

/// 256 bits, four words of them.
pub fn hash256(words: &[Word]) -> [u64; 4] {
    if words.len() >= ROUND {
        return long256(words, 0);
    }
    let mut padded = [[0; 8]; ROUND];
    padded[..words.len()].copy_from_slice(words);
    long256(&padded, !(8 * words.len() as u32))
}

/// 128 bits of four words or more.
pub fn hash128(words: &[Word]) -> [u64; 2] {
    /// So many words are hashed without CRC.
    const SHORT: usize = 900 / 8;
    if words.len() > SHORT {
        let [_, _, first, second] = hash256(words);
        return [first, second];
    }
    let (seed, rest) = words.split_at(2);
    let seed = [get(seed, 0) ^ K3, get(seed, 1)];
    if rest.len() < 16 {
        murmur(rest, seed)
    } else {
        long128(rest, seed)
    }
}

fn get(words: &[Word], index: usize) -> u64 {
    u64::from_le_bytes(words[index])
}

const fn fold(value: u64) -> u64 {
    value ^ (value >> 47)
}

const fn times(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}

const fn plus(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// One word of two.
const fn pair(first: u64, second: u64) -> u64 {
    let a = fold(times(first ^ second, PAIR));
    let b = fold(times(second ^ a, PAIR));
    times(b, PAIR)
}

/// Two words of four and two seeds.
fn weak(words: &[Word], mut a: u64, mut b: u64) -> [u64; 2] {
    let last = get(words, 3);
    a = plus(a, get(words, 0));
    b = plus(plus(b, a), last).rotate_right(21);
    let first = a;
    a = plus(plus(a, get(words, 1)), get(words, 2));
    b = plus(b, a.rotate_right(44));
    [plus(a, last), plus(b, first)]
}

/// 128 bits of two words or more, fewer than sixteen and an even number.
fn murmur(words: &[Word], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let bytes = 8 * words.len() as u64;
    let (mut c, mut d);
    if let [first, last] = *words {
        let (first, last) = (u64::from_le_bytes(first), u64::from_le_bytes(last));
        a = times(fold(times(a, K1)), K1);
        let both = pair(first, plus(last, bytes).rotate_right(16)) ^ last;
        c = plus(times(b, K1), both);
        d = fold(plus(a, first));
    } else {
        c = pair(plus(get(words, words.len() - 1), K1), a);
        d = pair(plus(b, bytes), plus(c, get(words, words.len() - 2)));
        a = plus(a, d);
        for two in words[..words.len() - 2].chunks_exact(2) {
            a = times(a ^ times(fold(times(get(two, 0), K1)), K1), K1);
            b ^= a;
            c = times(c ^ times(fold(times(get(two, 1), K1)), K1), K1);
            d ^= c;
        }
    }
    a = pair(a, c);
    b = pair(d, b);
    [a ^ b, pair(b, a)]
}

/// 128 bits of sixteen words or more.
fn long128(words: &[Word], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let mut z = times(8 * words.len() as u64, K1);
    let v0 = plus(times((y ^ K1).rotate_right(49), K1), get(words, 0));
    let mut v = [v0, plus(times(v0.rotate_right(42), K1), get(words, 1))];
    let mut w = [
        plus(times(plus(y, z).rotate_right(35), K1), x),
        times(plus(x, get(words, 11)).rotate_right(53), K1),
    ];
    let done = words.len() / 16 * 16;
    for eight in words[..done].chunks_exact(8) {
        let sum = plus(plus(x, y), plus(v[0], get(eight, 1)));
        x = times(sum.rotate_right(37), K1) ^ w[1];
        y = times(plus(y, plus(v[1], get(eight, 6))).rotate_right(42), K1);
        y = plus(y, plus(v[0], get(eight, 5)));
        z = times(plus(z, w[0]).rotate_right(33), K1);
        v = weak(eight, times(v[1], K1), plus(x, w[0]));
        w = weak(&eight[4..], plus(z, w[1]), plus(y, get(eight, 2)));
        std::mem::swap(&mut x, &mut z);
    }
    x = plus(x, times(plus(v[0], z).rotate_right(49), K0));
    z = plus(z, times(w[0].rotate_right(37), K0));
    // What is left, from its end, four words at a time; the last may reach back into what is done.
    for four in 1..=(words.len() - done).div_ceil(4) {
        let four = &words[words.len() - 4 * four..];
        y = plus(times(plus(x, y).rotate_right(42), K0), v[1]);
        w[0] = plus(w[0], get(four, 2));
        x = plus(times(x, K0), w[0]);
        z = plus(z, plus(w[1], get(four, 0)));
        w[1] = plus(w[1], v[0]);
        v = weak(four, plus(v[0], z), v[1]);
    }
    x = pair(x, v[0]);
    y = pair(plus(y, z), w[0]);
    [
        plus(pair(plus(x, v[1]), w[1]), y),
        pair(plus(x, w[1]), plus(y, v[1])),
    ]
}

/// What a sum of 256 bits holds between groups.
struct State {
    /// Five words that groups are mixed into, and the one that waits.
    mixed: [u64; 6],
    /// A CRC for each of the five.
    sums: [u64; 5],
}

impl State {
    fn take(&mut self, group: &[Word], factor: u64, shift: u32) {
        let [a, b, c, d, e, t] = self.mixed;
        let mix = |from: u64, by: u32, index: usize| {
            plus(
                times(from.rotate_right(by ^ shift), factor),
                get(group, index),
            )
        };
        let five = [
            mix(b, 41, 0),
            mix(c, 27, 1),
            mix(d, 41, 2),
            mix(e, 33, 3),
            mix(t, 25, 4),
        ];
        for (sum, word) in self.sums.iter_mut().zip(five) {
            *sum = crc(*sum, word);
        }
        self.mixed[..5].copy_from_slice(&five);
        self.mixed[5] = a;
    }
}

/// 256 bits of a round or more.
fn long256(words: &[Word], seed: u32) -> [u64; 4] {
    let (seed, bytes) = (u64::from(seed), 8 * words.len() as u64);
    let b = plus(get(words, 12), K0);
    let first = pair(b, bytes);
    let second = plus(times(get(words, 15), K0), bytes);
    let mut state = State {
        mixed: [
            plus(get(words, 7), K0),
            b,
            first,
            second,
            plus(get(words, 23), seed),
            plus(first, second),
        ],
        sums: [seed, 0, 0, 0, 0],
    };
    let rounds = words.chunks_exact(ROUND);
    let left = rounds.remainder();
    for round in rounds {
        for two in round.chunks_exact(2 * GROUP) {
            state.take(two, 1, 1);
            state.take(&two[GROUP..], K0, 0);
        }
    }
    for group in left.chunks_exact(GROUP) {
        state.take(group, K0, 0);
    }
    if !left.len().is_multiple_of(GROUP) {
        state.take(&words[words.len() - GROUP..], K0, 0);
    }
    finish(&state, first, second)
}

/// The last mixing: `first` and `second` are the seeds that hold the length.
fn finish(state: &State, first: u64, second: u64) -> [u64; 4] {
    let [mut a, mut b, mut c, mut d, mut e, t] = state.mixed;
    let [mut f, mut g, mut h, mut i, mut j] = state.sums;
    j = plus(j, i << 32);
    a = pair(a, j);
    h = plus(h, g << 32);
    b = plus(b, h);
    c = plus(pair(c, f), i);
    d = pair(d, plus(e, first));
    j = plus(j, e);
    i = plus(i, pair(h, t));
    e = plus(pair(a, d), j);
    f = plus(pair(b, c), a);
    g = plus(pair(j, i), c);
    let one = plus(plus(e, f), plus(g, h));
    a = plus(times(fold(times(plus(a, g), K0)), K0), b);
    let two = plus(second, plus(a, one));
    a = plus(times(fold(times(a, K0)), K0), c);
    let three = plus(a, two);
    a = times(fold(times(plus(a, e), K0)), K0);
    [one, two, three, plus(a, three)]
}

/// The next CRC-32C after eight bytes, as processors compute it: nothing is inverted.
fn crc(sum: u64, word: u64) -> u64 {
    let bytes = (word ^ u64::from(sum as u32)).to_le_bytes();
    let mut next = 0;
    for (table, byte) in CRC.iter().rev().zip(bytes) {
        next ^= table[usize::from(byte)];
    }
    u64::from(next)
}

/// `CRC[n][byte]`: what a byte is worth that `n` more follow.
static CRC: [[u32; 256]; 8] = {
    /// The polynomial of Castagnoli, lowest power in the highest bit.
    const POLYNOMIAL: u32 = 0x82f6_3b78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut step = 0;
        while step < 64 {
            sum = (sum >> 1) ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 };
            step += 1;
            if step % 8 == 0 {
                tables[step / 8 - 1][byte] = sum;
            }
        }
        byte += 1;
    }
    tables
};
