//! The loop: a relaxed proof, its support, its leaves proved; what is refuted corrects the game.

use std::collections::{HashMap, HashSet};

use super::claim::Claim;
use super::relaxed_games::grudging;
use super::support::{Doubts, Leaf, Promotion, Search, Support};
use crate::board::{Color, Pawns, Role, Square};
use crate::limits::{Stop, Watch};
use crate::prove::effort::Effort;
use crate::prove::on_demand::exit_values::ExitValues;
use crate::prove::on_demand::facts::{ExitFact, GoalFact};
use crate::prove::on_demand::goal_prover::GoalProver;
use crate::prove::on_demand::interval::{Bound, Depth, Slot};
use crate::prove::policy::{
    ASSUMPTION_ROUNDS, ASSUMPTIONS, FAILED_LEAVES, FEW_LEAVES, FIRST_DESCENT, FIRST_LEAF,
    GRUDGING_SHARE, LARGE_LIMIT, LEAF_AGAIN, PATIENCE, SECOND_CHANCE, STRATEGY, WEIGHT, WORK_ROOM,
};
use crate::slice::{Point, Relation, Wins};
use crate::structure::{Goal, Pieces, Reference, Structure, Symmetry};

/// The relaxed games beside a proof by the rules of chess, and what has been tried.
pub(in crate::prove::on_demand) struct Refinement {
    grudging: GoalProver,
    /// What has come of the leaves in the grudging game, and in Newborn's.
    failures: [Failures; 2],
    /// Newborn's game with corrections; the adviser of the proof plays it without.
    newborn: Option<Box<GoalProver>>,
    prepared: bool,
}

/// Leaves that could not be proved.
struct Failures {
    /// What a leaf may cost now.
    budget: Effort,
    /// Those that failed with this budget: they count as refuted for the time being.
    doubts: Doubts,
    /// Those that failed at any time: they count as dear.
    dear: Doubts,
    /// What each was worth in vain.
    tried: HashMap<(Goal, Point), Effort>,
}

/// A question by the rules of chess, and the game whose proof is followed.
struct Question<'a> {
    chess: &'a mut GoalProver,
    game: &'a mut GoalProver,
    failures: &'a mut Failures,
    goal: Goal,
    point: Point,
    seen: Symmetry,
    claim: Claim,
    /// What strategies have taken.
    strategies: Effort,
}

/// How a round ends.
enum Round {
    /// The question is answered.
    Answered,
    /// Leaves were refuted or doubted, and the game has been corrected.
    Corrected,
    /// Nothing came of it.
    Vain,
    /// There was not enough effort left for all leaves.
    Spent,
}

impl Failures {
    fn new() -> Failures {
        Failures {
            budget: FIRST_LEAF,
            doubts: Doubts::new(),
            dear: Doubts::new(),
            tried: HashMap::new(),
        }
    }

    /// A leaf has failed.
    fn add(&mut self, leaf: &Leaf) {
        self.tried.insert((leaf.goal, leaf.point), self.budget);
        for doubts in [&mut self.doubts, &mut self.dear] {
            let relation = doubts.entry(leaf.promotion).or_insert(Relation::EMPTY);
            relation.0[leaf.point.attacker.index()] |= leaf.point.defender.set().0;
        }
    }

    /// Is a leaf known to fail with the budget?
    fn contains(&self, leaf: &Leaf) -> bool {
        let tried = self.tried.get(&(leaf.goal, leaf.point));
        tried.is_some_and(|&tried| tried >= self.budget)
    }

    fn bytes(&self) -> u64 {
        let doubts = [&self.doubts, &self.dear];
        let doubts: usize = doubts.iter().map(|doubts| doubts.capacity()).sum();
        let tried = self.tried.capacity() * size_of::<((Goal, Point), Effort)>();
        (doubts * size_of::<(Promotion, Relation)>() + tried) as u64
    }
}

impl Refinement {
    /// The games are under one limit with the proof.
    pub fn new(chess: &GoalProver) -> Refinement {
        let mut grudging = grudging();
        grudging.share_memory(chess);
        Refinement {
            grudging,
            failures: [Failures::new(), Failures::new()],
            newborn: None,
            prepared: false,
        }
    }

    /// A new request begins.
    pub fn begin(&mut self, watch: &Watch) {
        self.grudging.begin(watch.clone().silent());
        if let Some(newborn) = &mut self.newborn {
            newborn.begin(watch.clone().silent());
        }
    }

    /// Newborn's game with corrections, which begins with what the adviser knows.
    pub fn newborn(&mut self, chess: &GoalProver) -> Option<&mut GoalProver> {
        if self.newborn.is_none() {
            let adviser = chess.adviser.as_ref()?;
            self.newborn = Some(Box::new(adviser.0.snapshot()));
        }
        self.newborn.as_deref_mut()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let failures = self.failures.iter().map(Failures::bytes);
        let newborn = self.newborn.as_ref().map_or(0, |newborn| newborn.bytes());
        self.grudging.bytes() + newborn + failures.sum::<u64>()
    }

    /// Works on a question by the rules of chess, until it is answered or so much has been spent.
    pub fn work(
        &mut self,
        chess: &mut GoalProver,
        view: Structure,
        point: Point,
        seen: Symmetry,
        effort: Effort,
    ) -> Result<(), Stop> {
        let name = chess.name(view);
        let mirror = name.symmetry().mirror_part();
        let (goal, at) = chess.goal(view, point);
        let Some(newborn) = self.newborn(chess) else {
            return Ok(());
        };
        let before = newborn.spent();
        let Some(won) = newborn.suppose(view, point, effort)? else {
            return Ok(());
        };
        if won && effort < PATIENCE {
            return Ok(());
        }
        let spent = newborn.spent() - before;
        if !self.prepared && effort >= WEIGHT[2] {
            self.prepared = true;
            chess.solve_queens()?;
        }
        let before = self.grudging.spent();
        // What a question is worth doubles from call to call.
        let patient = effort.magnitude() % 2 == 1;
        let share = effort / GRUDGING_SHARE[usize::from(patient)];
        let lost = match won {
            true => Some(true),
            false => self.grudging.suppose(view, point, share)?,
        };
        if lost.is_none() && patient && effort < PATIENCE {
            return Ok(());
        }
        let held = lost == Some(false);
        let left = effort - spent - (self.grudging.spent() - before);
        let [of_grudging, of_newborn] = &mut self.failures;
        let (game, failures) = match self.newborn.as_deref_mut() {
            Some(newborn) if !held => (newborn, of_newborn),
            _ => (&mut self.grudging, of_grudging),
        };
        let mut question = Question {
            chess,
            game,
            failures,
            goal,
            point: at,
            seen: seen.compose(mirror),
            claim: Claim::of(won),
            strategies: Effort::NONE,
        };
        question.rounds(left)
    }
}

impl Refinement {
    /// What failed counts as the games say again, so that they may suppose it.
    pub fn begin_supposing(&mut self, chess: &mut GoalProver, watch: &Watch) {
        self.newborn(chess);
        if let Some(newborn) = &mut self.newborn {
            newborn.begin(watch.clone().silent());
        }
        self.in_both_games(chess, |question| question.withdraw_doubts());
    }

    /// The leaves on which it leans that the attacker wins a point, or does not, beyond what is proved, and
    /// whether these are all. `None`: no game says so.
    pub fn leaves(
        &mut self,
        chess: &mut GoalProver,
        view: Structure,
        point: Point,
        seen: Symmetry,
        won: bool,
    ) -> Option<(Vec<Leaf>, bool)> {
        let mut adviser = chess.adviser.take()?;
        let name = chess.name(view);
        let seen = seen.compose(name.symmetry().mirror_part());
        let (goal, at) = chess.goal(view, point);
        let [of_grudging, of_newborn] = &mut self.failures;
        let mut of_adviser = Failures::new();
        let newborn = self.newborn.as_deref_mut();
        let games = [
            Some((&mut self.grudging, of_grudging)),
            newborn.map(|newborn| (newborn, of_newborn)),
            Some((&mut adviser.0, &mut of_adviser)),
        ];
        let leaves = games.into_iter().flatten().find_map(|(game, failures)| {
            // Who wins in the grudging game may owe it to queens against queens.
            let claims = (!won || game.known.nodes.rules.first_bounds(view).is_some())
                && game.known(view, point) == Some(won);
            let mut question = Question {
                chess,
                game,
                failures,
                goal,
                point: at,
                seen,
                claim: Claim::of(won),
                strategies: Effort::NONE,
            };
            claims.then(|| question.leaves()).flatten()
        });
        chess.adviser = Some(adviser);
        leaves
    }

    /// Leaves that are not believed count as refuted in both games.
    pub fn reject(&mut self, chess: &mut GoalProver, leaves: &[Leaf]) {
        self.in_both_games(chess, |question| question.reject(leaves));
    }

    fn in_both_games(&mut self, chess: &mut GoalProver, mut work: impl FnMut(&mut Question)) {
        let nobody = Goal {
            node: 0,
            attacker: Color::White,
        };
        let anywhere = Wins::NONE.complement().points().next();
        let [of_grudging, of_newborn] = &mut self.failures;
        let newborn = self.newborn.as_deref_mut();
        let newborn = newborn.map(|newborn| (newborn, of_newborn));
        for (game, failures) in newborn
            .into_iter()
            .chain([(&mut self.grudging, of_grudging)])
        {
            let Some(point) = anywhere else {
                break;
            };
            work(&mut Question {
                chess,
                game,
                failures,
                goal: nobody,
                point,
                seen: Symmetry::IDENTITY,
                claim: Claim::Win,
                strategies: Effort::NONE,
            });
        }
    }
}

impl Question<'_> {
    /// Round after round, until so much has been spent.
    fn rounds(&mut self, effort: Effort) -> Result<(), Stop> {
        let before = self.spent();
        while self.spent() - before < effort {
            let left = effort - (self.spent() - before);
            match self.round(left)? {
                Round::Answered | Round::Spent => return Ok(()),
                Round::Corrected if self.is_claimed(left)? => {}
                Round::Corrected if self.failures.doubts.is_empty() => return Ok(()),
                Round::Corrected | Round::Vain => {
                    self.raise_budget();
                    if !self.is_claimed(left)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// What has been spent by both, and on strategies.
    fn spent(&self) -> Effort {
        self.chess.spent() + self.game.spent() + self.strategies
    }

    /// Does the game claim the answer still?
    fn is_claimed(&mut self, effort: Effort) -> Result<bool, Stop> {
        let point = self.point;
        let view = self.chess.known.nodes.view(self.goal);
        Ok(self.game.suppose(view, point, effort)? == Some(self.claim.is_win()))
    }

    /// One strategy, its leaves, and what follows from those that are proved.
    fn round(&mut self, left: Effort) -> Result<Round, Stop> {
        let Failures { doubts, dear, .. } = &*self.failures;
        let search = Search::new(self.claim, self.chess, self.game, doubts, dear);
        let support = search.support(self.goal, self.point, self.seen)?;
        self.strategies += STRATEGY * support.goals.len() as u64;
        let (unproved, done) = self.prove_leaves(&support, left)?;
        self.solve_support(&support)?;
        if self.chess.known.answer(self.goal, self.point).is_some() {
            return Ok(Round::Answered);
        }
        let news = self.correct(&support, &unproved);
        Ok(match (news, done) {
            (true, _) => Round::Corrected,
            (false, true) => Round::Vain,
            (false, false) => Round::Spent,
        })
    }

    /// Proves the leaves, the cheapest kinds first, until too many have failed. Returns those that are refuted or left open, and
    /// whether there was effort enough.
    fn prove_leaves(&mut self, support: &Support, left: Effort) -> Result<(Vec<Leaf>, bool), Stop> {
        let before = self.chess.spent();
        let mut leaves = support.leaves.clone();
        leaves.sort_by_key(|leaf| (self.chess.known.nodes.pieces(leaf.goal), leaf.goal.node));
        let mut unproved = Vec::new();
        let mut failed = HashSet::new();
        for leaf in leaves {
            if self.chess.spent() - before >= left {
                return Ok((unproved, false));
            }
            if failed.len() >= FAILED_LEAVES {
                break;
            }
            let again = failed.contains(&leaf.goal);
            if !self.failures.contains(&leaf) && !self.try_leaf(&leaf, again)? {
                continue;
            }
            let answer = self.chess.known.answer(leaf.goal, leaf.point);
            if answer != Some(self.claim.is_win()) {
                unproved.push(leaf);
                failed.insert(leaf.goal);
            }
        }
        if failed.len() <= FEW_LEAVES {
            self.try_again(&mut unproved)?;
        }
        Ok((unproved, true))
    }

    /// When few leaves have failed they are worth more work before another strategy is.
    fn try_again(&mut self, unproved: &mut Vec<Leaf>) -> Result<(), Stop> {
        let budget = self.failures.budget.max(SECOND_CHANCE);
        let mut failed = HashSet::new();
        for leaf in unproved.iter() {
            let Leaf {
                goal, point, seen, ..
            } = *leaf;
            if self.chess.known.answer(goal, point).is_some() || failed.contains(&goal) {
                continue;
            }
            self.chess.resolve(goal, point, seen, budget)?;
            if self.chess.known.answer(goal, point) != Some(self.claim.is_win()) {
                failed.insert(goal);
            }
        }
        unproved.retain(|leaf| {
            self.chess.known.answer(leaf.goal, leaf.point) != Some(self.claim.is_win())
        });
        Ok(())
    }

    /// Works on a leaf. Of a structure in which others have failed already only what costs nothing more: if that is not enough it
    /// has not been tried.
    fn try_leaf(&mut self, leaf: &Leaf, again: bool) -> Result<bool, Stop> {
        let Leaf {
            goal, point, seen, ..
        } = *leaf;
        let budget = self.failures.budget;
        let open = |chess: &GoalProver| chess.known.answer(goal, point).is_none();
        if open(self.chess) {
            self.chess.try_slices(goal, point, budget)?;
        }
        let first = budget == FIRST_LEAF;
        if !open(self.chess) || first && self.chess.known.nodes.is_unarmed(goal) {
            return Ok(true);
        }
        if again {
            return Ok(false);
        }
        self.chess.known.spares_large = first;
        let budget = if first { FIRST_DESCENT } else { budget };
        let spent = self.chess.resolve(goal, point, seen, budget);
        self.chess.known.spares_large = false;
        spent?;
        Ok(true)
    }

    /// Solves the structures of a support from what is proved, the lowest first.
    fn solve_support(&mut self, support: &Support) -> Result<(), Stop> {
        for &goal in support.goals.iter().rev() {
            self.chess.count(0)?;
            let values = ExitValues::new(&self.chess.known, goal);
            self.chess.solve(goal, &values);
        }
        Ok(())
    }

    /// Corrects the game where the strategy failed. Was anything new?
    fn correct(&mut self, support: &Support, unproved: &[Leaf]) -> bool {
        for leaf in unproved {
            if self.chess.known.answer(leaf.goal, leaf.point).is_none() {
                self.failures.add(leaf);
            }
        }
        let places = unproved.iter().map(|leaf| leaf.promotion.goal);
        let places = once_each(places.chain(support.gaps.iter().copied()));
        let mut corrected = Vec::new();
        for goal in places {
            let same = self.counterpart(goal);
            if self.inform(goal, same, &mut corrected) || support.gaps.contains(&goal) {
                corrected.push(same);
            }
        }
        let news = !corrected.is_empty();
        self.game.repair(corrected);
        news
    }

    fn counterpart(&mut self, goal: Goal) -> Goal {
        let view = self.chess.known.nodes.view(goal);
        self.game.counterpart(view)
    }

    /// Corrects the game by leaves that are not believed.
    fn reject(&mut self, leaves: &[Leaf]) {
        let mut corrected = Vec::new();
        for leaf in leaves {
            self.claim = leaf.claim;
            self.failures.add(leaf);
            let goal = leaf.promotion.goal;
            let same = self.counterpart(goal);
            if self.inform(goal, same, &mut corrected) {
                corrected.push(same);
            }
        }
        self.game.repair(corrected);
    }

    /// Leaves may cost more from now on.
    fn raise_budget(&mut self) {
        self.failures.budget = self.failures.budget * LEAF_AGAIN;
        self.withdraw_doubts();
    }

    /// The leaves of a strategy, if there is one, and whether these are all.
    fn leaves(&mut self) -> Option<(Vec<Leaf>, bool)> {
        for _ in 0..ASSUMPTION_ROUNDS {
            let Failures { doubts, dear, .. } = &*self.failures;
            let search = Search::new(self.claim, self.chess, self.game, doubts, dear);
            let search = search.no_more_than(ASSUMPTIONS);
            let mut support = search.support(self.goal, self.point, self.seen).ok()?;
            let complete = support.leaves.len() <= ASSUMPTIONS;
            if support.gaps.is_empty() || !complete {
                support.leaves.truncate(ASSUMPTIONS);
                return Some((support.leaves, complete));
            }
            self.correct(&support, &[]);
            let view = self.chess.known.nodes.view(self.goal);
            if self.game.known(view, self.point) != Some(self.claim.is_win()) {
                return None;
            }
        }
        None
    }

    /// What has failed counts as the game says again.
    fn withdraw_doubts(&mut self) {
        let doubts = self.failures.doubts.drain();
        let places = once_each(doubts.map(|(promotion, _)| promotion.goal));
        let mut corrected = Vec::new();
        for goal in places {
            let same = self.counterpart(goal);
            if self.inform(goal, same, &mut corrected) {
                corrected.push(same);
            }
        }
        self.game.repair(corrected);
    }

    /// Tells the game what the rules of chess have shown of the structures that follow a goal. Is there news of promotions?
    fn inform(&mut self, goal: Goal, same: Goal, corrected: &mut Vec<Goal>) -> bool {
        let values = ExitValues::new(&self.chess.known, goal);
        let mut news = false;
        for (mover, from) in promotions(&values) {
            let mut fact = promotion_fact(&values, mover, from);
            for becomes in Role::PROMOTIONS {
                let promotion = Promotion {
                    goal,
                    mover,
                    from,
                    becomes,
                };
                let Some(doubts) = self.failures.doubts.get(&promotion) else {
                    continue;
                };
                if mover == self.claim.strategist() {
                    fact.good.remove(doubts);
                    fact.bad.add(doubts);
                } else {
                    fact.bad.remove(doubts);
                    fact.good.add(doubts);
                }
            }
            news |= self.game.known.facts.set_exit(same, mover, from, fact);
        }
        let children = self.chess.known.nodes.children(goal);
        for child in once_each(children.map(Reference::goal)) {
            self.inform_of_goal(child, corrected);
        }
        news
    }

    /// Tells the game what is proved of a structure without promoted pieces.
    fn inform_of_goal(&mut self, goal: Goal, corrected: &mut Vec<Goal>) {
        let interval = self.chess.known.interval(goal);
        let nothing = interval.lower == Slot::NONE && interval.upper == Slot::ALL;
        if nothing || self.chess.known.nodes.has_pieces(goal) {
            return;
        }
        let [won, possible] = self.chess.known.bounds_of_pawns(goal);
        let same = self.counterpart(goal);
        if self
            .game
            .known
            .facts
            .set_goal(same, GoalFact { won, possible })
        {
            corrected.push(same);
        }
    }
}

/// Every goal once, in an order that is always the same.
fn once_each(goals: impl Iterator<Item = Goal>) -> Vec<Goal> {
    let mut goals: Vec<Goal> = goals.collect();
    goals.sort_unstable_by_key(|goal| (goal.node, goal.attacker as usize));
    goals.dedup();
    goals
}

/// Who can promote which pawn.
fn promotions(values: &ExitValues) -> Vec<(Color, Square)> {
    let queens = values
        .exits()
        .filter(|exit| exit.becomes.is_some() && !exit.is_underpromotion());
    queens.map(|exit| (exit.mover, exit.from)).collect()
}

/// What is proved of the promotions of a pawn together. Lesser pieces count where they are proved to be good.
fn promotion_fact(values: &ExitValues, mover: Color, from: Square) -> ExitFact {
    let (sure, possible) = match mover {
        Color::White => (Bound::Lower, Bound::Upper),
        Color::Black => (Bound::Upper, Bound::Lower),
    };
    let (mut good, mut bad) = (Relation::EMPTY, Relation::EMPTY);
    for (index, exit) in values.exits().enumerate() {
        if exit.becomes.is_none() || (exit.mover, exit.from) != (mover, from) {
            continue;
        }
        good.add(&values.worth(index, sure)[0]);
        if !exit.is_underpromotion() {
            let possible = &values.worth(index, possible)[0];
            bad = Relation(std::array::from_fn(|w| !possible.0[w]));
        }
    }
    bad.remove(&good);
    ExitFact { good, bad }
}

impl GoalProver {
    /// Works on a leaf as far as slices with as many pieces go, for all its points at once: first the win of the side
    /// that has promoted, then, if it need only hold, everything that is below with its piece. Done once for a structure and
    /// so much effort.
    fn try_slices(&mut self, goal: Goal, point: Point, max: Effort) -> Result<(), Stop> {
        if self.known.nodes.pieces(goal) != 1 {
            return Ok(());
        }
        let armed = if self.known.nodes.is_unarmed(goal) {
            goal.opponent()
        } else {
            goal
        };
        self.known.seed(armed);
        self.freeze_pawns(armed)?;
        let tried = self.known.interval(goal).leaf;
        if self.known.answer(goal, point).is_some() || tried >= max || armed == goal {
            return Ok(());
        }
        self.known.interval_mut(goal).leaf = max;
        self.solve_subtree(goal, Depth::Armed, max)?;
        Ok(())
    }

    /// Solves queen against queen without pawns, in which leaves end more than in anything else.
    fn solve_queens(&mut self) -> Result<(), Stop> {
        let queens = Color::BOTH.iter().try_fold(Pieces::NONE, |pieces, &color| {
            Some(pieces.with(color, Role::Queen)?.0)
        });
        let Some(pieces) = queens else {
            return Ok(());
        };
        let pawns = Pawns::NONE;
        let goal = self.name(Structure { pawns, pieces }).goal();
        for goal in [goal, goal.opponent()] {
            if !self.known.interval(goal).is_exact() && self.make_room(WORK_ROOM[2]) {
                self.solve_subtree(goal, Depth::Full, LARGE_LIMIT)?;
            }
        }
        Ok(())
    }
}
