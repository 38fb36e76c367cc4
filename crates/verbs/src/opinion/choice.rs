//! Which move to play: what is proved to be best, by the way that comes nearer to the end; an opinion chooses where that is open.
//!
//! A move is left out only where another one is proved to be at least as good as everything that it can still be.

use std::cmp::Reverse;
use std::collections::HashMap;

use peasant::board::{Move, Position};
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, MoveAnalysis, Opinion, Rules};

/// From so many plies without a capture or a pawn move on, a win goes for the next one.
const HURRY: u32 = 40;

/// For a move that may lose a proved draw is given up if it is worth so much, in hundredths of a pawn.
const CLEARLY: i32 = 100;

/// What of the game bears on the choice.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Positions since the last capture or pawn move.
    pub earlier: Vec<Position>,
    /// Plies since then.
    pub halfmoves: u32,
}

/// The moves that are asked for, all if none is named: the one to play first, and then the best first.
pub fn ranked<'a>(
    analysis: &'a Analysis,
    asked: &[Move],
    past: &Past,
    opinions: &[Opinion],
) -> Vec<&'a MoveAnalysis> {
    let may = |m: &&MoveAnalysis| asked.is_empty() || asked.contains(&m.r#move);
    let mut moves: Vec<&MoveAnalysis> = analysis.moves.iter().filter(may).collect();
    match moves.first().map(|m| m.bounds.lower()) {
        Some(Wdl::Win) => moves.sort_by_key(|m| winning(analysis, m, past)),
        _ => moves.sort_by_key(|m| holding(analysis, m)),
    }
    let place = |m: &MoveAnalysis| {
        opinions
            .iter()
            .position(|o| o.line.first() == Some(&m.r#move))
    };
    moves.sort_by_key(|m| place(m).unwrap_or(opinions.len()));
    moves
}

/// The moves among which an opinion is to choose; none where what is proved says which to play, and none by other rules than those of
/// chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// Those that may be better than everything that is proved, or keep that.
    pub moves: Vec<Move>,
    /// Those that keep what is proved. The others may give it up.
    pub safe: Vec<Move>,
    /// What is proved of the position.
    pub bounds: Bounds,
    /// What is proved of the position and of those that its moves lead to, where it is open who wins: among wins what is proved tells
    /// nothing apart.
    pub known: HashMap<Position, Bounds>,
}

impl Candidates {
    /// Of the moves that are asked for; all if none is named.
    pub fn new(analysis: &Analysis, asked: &[Move], past: &Past) -> Candidates {
        let mut ranked = ranked(analysis, asked, past, &[]);
        let is_settled =
            |m: &&MoveAnalysis| m.bounds.exact().is_some_and(|result| result < Wdl::Win);
        let is_known = analysis.bounds.exact().is_some() && ranked.first().is_some_and(is_settled);
        if is_known || analysis.rules != Rules::Chess {
            ranked.clear();
        }
        let of = |keeps: &dyn Fn(&MoveAnalysis) -> bool| -> Vec<Move> {
            let kept = ranked.iter().filter(|m| keeps(m));
            kept.map(|m| m.r#move).collect()
        };
        let best = ranked.iter().map(|m| m.bounds.lower()).max();
        let best = best.unwrap_or(Wdl::Loss);
        let safe = match best {
            Wdl::Win => won(analysis, &ranked, past),
            Wdl::Draw => of(&|m| m.bounds.lower() == best),
            Wdl::Loss => of(&|m| m.bounds.upper() > best),
        };
        let moves = match best {
            Wdl::Win => safe.clone(),
            _ => of(&|m| m.bounds.upper() > best || m.bounds.lower() == best && best > Wdl::Loss),
        };
        Candidates {
            moves,
            safe,
            bounds: analysis.bounds,
            known: match best {
                Wdl::Win => HashMap::new(),
                _ => known(analysis),
            },
        }
    }

    /// May this be played? What may lose must look clearly better than a proved draw.
    pub fn allow(&self, opinion: &Opinion) -> bool {
        let first = opinion.line.first();
        let is_among = |moves: &[Move]| first.is_some_and(|m| moves.contains(m));
        is_among(&self.safe) || is_among(&self.moves) && opinion.score >= CLEARLY
    }

    /// Which of two opinions has looked further: the later one, unless the earlier has and its move may still be played.
    pub fn further(&self, before: Option<Opinion>, now: Option<Opinion>) -> Option<Opinion> {
        let depth = now.as_ref().map_or(0, |now| now.depth);
        let before = before.filter(|before| before.depth > depth && self.allow(before));
        before.map(|before| self.within_bounds(before)).or(now)
    }

    /// An opinion, its score no better and no worse than what is proved.
    pub fn within_bounds(&self, mut opinion: Opinion) -> Opinion {
        if self.bounds.lower() >= Wdl::Draw {
            opinion.score = opinion.score.max(0);
        }
        if self.bounds.upper() <= Wdl::Draw {
            opinion.score = opinion.score.min(0);
        }
        opinion
    }

    /// Looks for another one than this.
    pub fn leave_out(&mut self, opinion: &Opinion) {
        let is_other = |m: &Move| opinion.line.first() != Some(m);
        self.moves.retain(is_other);
        self.safe.retain(is_other);
    }
}

/// Do all ways to win that are known lead to where the game has been?
pub fn is_circle(analysis: &Analysis, past: &Past) -> bool {
    let mut wins = analysis.moves.iter();
    let is_new = |m: &MoveAnalysis| m.bounds.lower() == Wdl::Win && !repeats(analysis, m, past);
    !wins.any(is_new)
}

/// Is a move known that keeps a proved draw, or one that brings a proved win nearer to its end?
pub fn leads_on(analysis: &Analysis, past: &Past) -> bool {
    let keeps = |m: &MoveAnalysis| m.bounds.exact() == analysis.bounds.exact();
    match analysis.bounds.exact() {
        Some(Wdl::Win) => {
            let mut wins = analysis.moves.iter();
            wins.any(|m| keeps(m) && leads(analysis, m) && !repeats(analysis, m, past))
        }
        Some(Wdl::Draw) => analysis.moves.iter().any(keeps),
        Some(Wdl::Loss) | None => false,
    }
}

/// Does the line begin with it?
fn leads(analysis: &Analysis, m: &MoveAnalysis) -> bool {
    analysis.line.first() == Some(&m.r#move)
}

fn known(analysis: &Analysis) -> HashMap<Position, Bounds> {
    let position = &analysis.position;
    let moves = analysis.moves.iter();
    let after = moves.map(|m| (position.play(m.r#move), -m.bounds));
    let all = after.chain([(*position, analysis.bounds)]);
    all.filter(|(_, bounds)| *bounds != Bounds::UNKNOWN)
        .collect()
}

/// The moves that win, of those that do not go in a circle if there are such; none if it is known how far the end is.
fn won(analysis: &Analysis, ranked: &[&MoveAnalysis], past: &Past) -> Vec<Move> {
    let wins = ranked.iter().copied();
    let wins = wins.filter(|m| m.bounds.lower() == Wdl::Win);
    let (old, new): (Vec<_>, Vec<_>) = wins.partition(|m| repeats(analysis, m, past));
    let is_measured = new
        .first()
        .is_some_and(|m| leads(analysis, m) || is_measured(&analysis.position, m));
    let wins = if new.is_empty() { old } else { new };
    let wins = wins.iter().filter(|_| !is_measured);
    wins.map(|m| m.r#move).collect()
}

/// Is it known how far the end is? Against a bare king only a mate is one.
fn is_measured(position: &Position, m: &MoveAnalysis) -> bool {
    match position.men(!position.turn()).count() {
        1 => m.mate_in.is_some(),
        _ => m.end.is_some() || m.distance.is_some(),
    }
}

fn repeats(analysis: &Analysis, m: &MoveAnalysis, past: &Past) -> bool {
    past.earlier.contains(&analysis.position.play(m.r#move))
}

/// Orders moves where the best one wins: those that win, by a way that does not go in a circle. The sort is stable: what is
/// equal stays in the order of the analysis, the shortest way to the end first, but for the move of the line.
fn winning(analysis: &Analysis, m: &MoveAnalysis, past: &Past) -> (Reverse<Wdl>, bool, u16, bool) {
    let hurried = past.halfmoves >= HURRY && m.mate_in.is_none();
    let plies = m.distance.map_or(u16::MAX, |distance| distance.plies());
    let plies = if hurried { plies } else { 0 };
    let repeats = repeats(analysis, m, past);
    (
        Reverse(m.bounds.lower()),
        repeats,
        plies,
        !leads(analysis, m),
    )
}

/// Orders the others: first what is proved not to lose, and of that the move of the line, then what may still win.
fn holding(analysis: &Analysis, m: &MoveAnalysis) -> (Reverse<Wdl>, bool, Reverse<Wdl>) {
    (
        Reverse(m.bounds.lower()),
        !leads(analysis, m),
        Reverse(m.bounds.upper()),
    )
}

#[cfg(test)]
mod tests {
    use peasant::notation::fen;

    use super::*;

    /// Nothing is known of White's moves but what is said: their lower and upper bounds.
    fn analysis(text: &str, known: &[(&str, Wdl, Wdl)]) -> Analysis {
        let position = fen::parse(text).expect("a legal position");
        let mut analysis = Analysis::open(position, Rules::Chess);
        for &(name, lower, upper) in known {
            let is_named = |m: &&mut MoveAnalysis| m.r#move.to_string() == name;
            let mut moves = analysis.moves.iter_mut();
            let m = moves.find(is_named).expect("a legal move");
            let bounds = Bounds::at_least(lower).narrow(Bounds::at_most(upper));
            m.bounds = bounds.expect("no contradiction");
        }
        analysis
    }

    fn opinion(name: &str, score: i32) -> Opinion {
        Opinion {
            source: "somebody".to_owned(),
            score,
            depth: 9,
            line: vec![name.parse().expect("a move")],
        }
    }

    const PAWNS: &str = "8/8/4k3/1p6/8/1P2K3/8/8 w - -";

    #[test]
    fn what_is_proved_worse_is_no_candidate() {
        let known = [
            ("e3d4", Wdl::Draw, Wdl::Win),
            ("e3f4", Wdl::Loss, Wdl::Loss),
        ];
        let candidates = Candidates::new(&analysis(PAWNS, &known), &[], &Past::default());
        assert!(candidates.allow(&opinion("e3d4", -50)));
        assert!(!candidates.allow(&opinion("e3f4", 900)));
        // What may give up a draw must look clearly better than that.
        assert!(!candidates.allow(&opinion("e3e4", CLEARLY - 1)));
        assert!(candidates.allow(&opinion("e3e4", CLEARLY)));
    }

    /// All that can be proved within milliseconds of queen against king: to give up the queen is a draw.
    #[test]
    fn a_proved_draw_leaves_out_nothing_that_may_win() {
        let text = "8/8/8/8/2K5/8/1k6/3Q4 w - -";
        let known = [
            ("d1a1", Wdl::Draw, Wdl::Draw),
            ("d1b1", Wdl::Draw, Wdl::Draw),
        ];
        let analysis = analysis(text, &known);
        let candidates = Candidates::new(&analysis, &[], &Past::default());
        assert_eq!(candidates.moves.len(), analysis.moves.len());
        assert!(candidates.allow(&opinion("d1d2", 900)));
    }

    #[test]
    fn what_is_settled_needs_no_opinion() {
        let known = [("e3d4", Wdl::Draw, Wdl::Draw)];
        let mut drawn = analysis(PAWNS, &known);
        drawn.bounds = Bounds::exactly(Wdl::Draw);
        let candidates = Candidates::new(&drawn, &[], &Past::default());
        assert_eq!((candidates.moves, candidates.safe), (vec![], vec![]));
        let mut newborn = analysis(PAWNS, &[]);
        newborn.rules = Rules::Newborn;
        let candidates = Candidates::new(&newborn, &[], &Past::default());
        assert!(candidates.moves.is_empty());
    }

    #[test]
    fn among_wins_what_goes_in_a_circle_comes_last() {
        let won = [("e3d4", Wdl::Win, Wdl::Win), ("e3e4", Wdl::Win, Wdl::Win)];
        let mut won = analysis(PAWNS, &won);
        won.bounds = Bounds::exactly(Wdl::Win);
        let after = won.position.play("e3d4".parse().expect("a move"));
        let past = Past {
            earlier: vec![after],
            halfmoves: 2,
        };
        let candidates = Candidates::new(&won, &[], &past);
        assert_eq!(candidates.moves, ["e3e4".parse().expect("a move")]);
        assert!(!is_circle(&won, &past));
        let asked = ["e3d4".parse().expect("a move")];
        assert_eq!(Candidates::new(&won, &asked, &past).moves, asked);
    }

    #[test]
    fn a_win_leads_on_by_its_line() {
        let mut won = analysis(PAWNS, &[("e3d4", Wdl::Win, Wdl::Win)]);
        won.bounds = Bounds::exactly(Wdl::Win);
        let mut past = Past::default();
        assert!(!leads_on(&won, &past));
        won.line = vec!["e3d4".parse().expect("a move")];
        assert!(leads_on(&won, &past));
        assert!(Candidates::new(&won, &[], &past).moves.is_empty());
        past.earlier = vec![won.position.play(won.line[0])];
        assert!(!leads_on(&won, &past));
    }

    #[test]
    fn who_has_looked_further_is_believed() {
        let mut held = analysis(PAWNS, &[("e3d4", Wdl::Draw, Wdl::Win)]);
        held.bounds = Bounds::at_least(Wdl::Draw);
        let candidates = Candidates::new(&held, &[], &Past::default());
        let of = |name, score, depth| Opinion {
            depth,
            ..opinion(name, score)
        };
        let further = |before, now| candidates.further(before, now).map(|one| one.score);
        let hasty = || Some(of("e3d4", 10, 4));
        assert_eq!(further(Some(of("e3d4", 80, 9)), hasty()), Some(80));
        assert_eq!(further(Some(of("e3d4", -80, 9)), hasty()), Some(0));
        assert_eq!(further(Some(of("e3d4", 80, 9)), None), Some(80));
        assert_eq!(further(Some(of("e3d4", 80, 4)), hasty()), Some(10));
        // It may give up the draw that is proved since.
        assert_eq!(further(Some(of("e3f4", 80, 9)), hasty()), Some(10));
    }

    #[test]
    fn a_score_keeps_within_what_is_proved() {
        let mut held = analysis(PAWNS, &[]);
        held.bounds = Bounds::at_least(Wdl::Draw);
        let candidates = Candidates::new(&held, &[], &Past::default());
        let score = |score| candidates.within_bounds(opinion("e3d4", score)).score;
        assert_eq!([score(-80), score(80)], [0, 80]);
    }
}
