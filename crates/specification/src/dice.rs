//! Dice that fall the same way every time: those of all tests.

/// Numbers that look random and are the same every time (Steele, Lea and Flood's SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    /// The next 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `faces` - 1.
    pub fn roll(&mut self, faces: usize) -> usize {
        (self.number() % faces as u64) as usize
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.roll(choices.len())]
    }
}
