//! A proof in Newborn's game that a game which counts pawns leads, as checkers was solved (Schaeffer et al., 2007): first who has won or
//! lost pawns counts as the winner, or as none; then what one strategy leans on there is looked at, a little and more and more; what
//! is refuted is played on.

use super::claim::Claim;
use super::corrections::{Play, once_each};
use super::failures::Failures;
use super::leaf::Leaf;
use super::relaxed_games::{counting, repair};
use super::support::{Search, Support};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::game::Counting;
use crate::prove::graph::interval::LeafDepths;
use crate::prove::policy::{COUNTED_LEAVES, FIRST_LOOK};
use crate::prove::solve::goal_prover::GoalProver;
use crate::slice::Point;
use crate::structure::{Goal, Structure, Symmetry};

/// The game that counts pawns beside a proof.
pub(super) struct Count {
    rules: Counting,
    pub game: GoalProver,
    /// What has come of its counts in Newborn's game.
    looks: Failures,
}

/// Newborn's game, and the one that leads it.
pub(super) struct Led<'a> {
    pub newborn: &'a mut GoalProver,
    pub count: &'a mut Count,
    pub leaves: &'a mut LeafDepths,
}

impl Count {
    /// Beside another proof, under one limit with it.
    pub fn new(rules: Counting, beside: &GoalProver) -> Count {
        let mut game = counting(rules);
        game.share(beside);
        game.begin(beside.watch.clone());
        Count {
            rules,
            game,
            looks: Failures::new(FIRST_LOOK),
        }
    }

    /// Is it played by these rules?
    pub fn is_by(&self, rules: Counting) -> bool {
        self.rules == rules
    }

    pub fn bytes(&self) -> u64 {
        self.game.bytes() + self.looks.bytes()
    }
}

impl Led<'_> {
    /// Works on a question in Newborn's game until it is answered or so much has been spent.
    pub fn settle(
        &mut self,
        view: Structure,
        point: Point,
        effort: Effort,
    ) -> Result<Option<bool>, Stop> {
        self.newborn.account.allow(effort);
        match self.rounds(view, point) {
            Ok(()) | Err(Stop::Structures) => Ok(self.newborn.known.result(view, point)),
            Err(stop) => Err(stop),
        }
    }

    /// Round after round: a strategy, what it leans on, what is wrong with it.
    fn rounds(&mut self, view: Structure, point: Point) -> Result<(), Stop> {
        let account = self.newborn.account.clone();
        let (goal, at) = self.newborn.known.goal(view, point);
        while self.newborn.known.answer(goal, at).is_none() && account.left() > Effort::NONE {
            let claimed = self.count.game.suppose(view, point, account.left())?;
            let Some(won) = claimed else {
                return Ok(());
            };
            let (claim, mut play) = (Claim::of(won), self.play());
            let search = Search::counting(claim, &mut play, COUNTED_LEAVES);
            let support = search.support(goal, at, Symmetry::IDENTITY)?;
            if !self.goes_on(claim, &support)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Newborn's game as what is to be proved, with the other one beside it.
    fn play(&mut self) -> Play<'_> {
        Play {
            chess: self.newborn,
            game: &mut self.count.game,
            failures: &mut self.count.looks,
            leaves: self.leaves,
        }
    }

    /// Works on what a strategy leans on. Is there more to be done?
    fn goes_on(&mut self, claim: Claim, support: &Support) -> Result<bool, Stop> {
        if !support.gaps.is_empty() {
            return Ok(self.play().correct(claim, &support.gaps));
        }
        if support.leaves.is_empty() {
            let mut lowest_first = support.goals.iter().rev();
            lowest_first.try_for_each(|&goal| self.newborn.narrow(goal))?;
            return Ok(false);
        }
        let (mut refuted, mut looked) = (Vec::new(), false);
        for leaf in &support.leaves {
            if self.count.looks.has_given_up(leaf.goal) {
                continue;
            }
            if self.newborn.account.left() == Effort::NONE {
                return Ok(false);
            }
            looked = true;
            match self.look_at(leaf)? {
                Some(won) if won == claim.is_win() => {}
                Some(_) => refuted.push(leaf.goal),
                None => self.count.looks.give_up(leaf.goal),
            }
        }
        if !refuted.is_empty() {
            self.play_on(refuted.into_iter());
            return Ok(true);
        }
        let left = self.newborn.account.left();
        Ok(looked || self.count.looks.raise_budget(left))
    }

    /// Does the attacker win there? After as much work as a leaf may cost now.
    fn look_at(&mut self, leaf: &Leaf) -> Result<Option<bool>, Stop> {
        let effort = self.count.looks.budget.min(self.newborn.account.left());
        self.newborn
            .resolve(leaf.goal, leaf.point, leaf.seen, effort)?;
        Ok(self.newborn.known.answer(leaf.goal, leaf.point))
    }

    /// Structures whose pawns are not to be counted any more: what Newborn's game knows of them is true there.
    fn play_on(&mut self, goals: impl Iterator<Item = Goal>) {
        let mut play = self.play();
        let mut corrected = Vec::new();
        for goal in once_each(goals) {
            play.inform_of_goal(goal, &mut corrected);
            corrected.push(play.counterpart(goal));
        }
        repair(&mut play.game.known, corrected);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position, Square};
    use crate::notation::fen;
    use crate::prove::question::place;
    use crate::prove::refine::relaxed_games::newborn;
    use crate::slice::Frame;
    use specification::Dice;

    /// Newborn's game, and what leads it.
    struct Alone {
        newborn: GoalProver,
        count: Count,
        leaves: LeafDepths,
    }

    impl Alone {
        fn new(view: Structure) -> Alone {
            let newborn = newborn();
            let count = Count::new(Counting::from(view.pawns), &newborn);
            Alone {
                newborn,
                count,
                leaves: LeafDepths::new(),
            }
        }

        fn settle(&mut self, view: Structure, point: Point, effort: Effort) -> Option<bool> {
            let mut led = Led {
                newborn: &mut self.newborn,
                count: &mut self.count,
                leaves: &mut self.leaves,
            };
            let answer = led.settle(view, point, effort);
            answer.expect("there are no limits")
        }
    }

    fn position(text: &str) -> Position {
        fen::parse(text).expect("a legal position")
    }

    /// Endings in which pawns fall, promote at the same time, could take in passing, or leave a side without a move.
    const ENDINGS: [&str; 8] = [
        "8/5p2/1p6/p1p4k/2P1K3/PP6/8/8 w - - 0 1",
        "8/p7/1p6/5kp1/1P4p1/6K1/P6P/8 b - - 0 1",
        "8/6p1/8/3k3p/2p1P2P/2K2P2/8/8 b - - 0 1",
        "8/pkp5/1p6/8/1P6/P2P4/8/6K1 w - - 0 1",
        "8/1p4k1/8/P1P5/8/6K1/5pp1/8 w - - 0 1",
        "8/8/p7/Pp1k4/1P6/K7/5p1p/8 w - - 0 1",
        "k7/p1p5/P1p5/2P5/8/5p2/5P1K/8 w - - 0 1",
        "8/p1p5/8/1P6/8/k1p5/2P5/K7 b - - 0 1",
    ];

    #[test]
    fn what_is_settled_so_is_so_in_newborns_game() {
        let mut dice = Dice(39);
        let (mut settled, mut led) = (0, 0);
        for text in ENDINGS {
            for player in Color::BOTH {
                let (view, point) = place(&position(text), player).expect("two kings");
                let mut alone = Alone::new(view);
                let answer = alone.settle(view, point, Effort(1 << 12));
                led += usize::from(alone.count.game.work_done() > 0);
                let mut whole = newborn();
                for _ in 0..24 {
                    let square = |dice: &mut Dice| Square::new(dice.roll(64) as u32);
                    let other = Point {
                        attacker: square(&mut dice),
                        defender: square(&mut dice),
                        ..point
                    };
                    let legal = Frame::new(view).is_legal(other);
                    let Some(said) = alone.newborn.known.result(view, other).filter(|_| legal)
                    else {
                        continue;
                    };
                    let so = whole.ask(view, other, Symmetry::IDENTITY, Effort::ALL);
                    assert_eq!(so.ok().flatten(), Some(said), "{text} {player:?} {other:?}");
                }
                if answer.is_some() {
                    let so = whole.ask(view, point, Symmetry::IDENTITY, Effort::ALL);
                    assert_eq!(so.ok().flatten(), answer, "{text} {player:?}");
                    settled += 1;
                }
            }
        }
        assert!(settled >= 10 && led >= 10, "{settled} settled, {led} led");
    }

    /// Two pawns are given for a queen: who is behind by then has no passed pawn at first.
    #[test]
    fn a_count_that_is_refuted_is_played_on() {
        let text = "8/ppp4p/8/PPP5/8/8/8/k6K w - - 0 1";
        let (view, point) = place(&position(text), Color::White).expect("two kings");
        let mut alone = Alone::new(view);
        let counted = alone.count.game.suppose(view, point, Effort(1 << 12));
        assert_eq!(counted.ok().flatten(), Some(false), "by the count alone");
        let answer = alone.settle(view, point, Effort(1 << 16));
        assert_eq!(answer, Some(true));
        let so = newborn().ask(view, point, Symmetry::IDENTITY, Effort::ALL);
        assert_eq!(so.ok().flatten(), Some(true));
    }
}
