//! Games to try.

use std::ops::RangeInclusive;

use pawngame::{NoMove, Preset, RuleSet, Rules};

/// With and without double steps and en passant, each with every rule for a player without a move.
pub fn variants(of: RuleSet) -> Vec<Rules> {
    let steps = [(false, false), (true, false), (true, true)];
    let mut all = Vec::new();
    for no_move in [NoMove::Draw, NoMove::Loss, NoMove::Alburt] {
        for (double_step, en_passant) in steps {
            let set = RuleSet {
                double_step,
                en_passant,
                no_move,
                ..of
            };
            all.push(set.validate().expect("the variants have the same size"));
        }
    }
    all
}

/// Every game of these sizes whose pawns begin on that rank, in every variant.
pub fn games(
    files: RangeInclusive<u32>,
    ranks: RangeInclusive<u32>,
    rows: RangeInclusive<u32>,
    home_rank: u32,
) -> Vec<Rules> {
    let mut all = Vec::new();
    for files in files {
        for ranks in ranks.clone() {
            for rows in rows.clone() {
                let set = RuleSet {
                    files,
                    ranks,
                    rows,
                    home_rank,
                    ..RuleSet::of(Preset::PawnGame)
                };
                if set.validate().is_ok() {
                    all.extend(variants(set));
                }
            }
        }
    }
    all
}
