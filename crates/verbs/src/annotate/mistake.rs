//! A move that is probably a mistake: it is likely that it gave away a result, but not proved.

use peasant::board::Move;
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Likelihood};

use super::event::Change;

/// From this likelihood on a move is called so.
const PROBABLY: f64 = 0.5;

/// How likely it is that a move gave something away.
pub struct Mistake {
    pub share: f64,
    /// What it gave away: a win, or at least a draw.
    pub result: Wdl,
    /// How likely each result is before and behind the move, for the side that makes it.
    pub before: Likelihood,
    pub after: Likelihood,
}

impl Mistake {
    /// What is thought of a move, `next` being what is known of the position behind it; `None` where it is probably no mistake: nobody was
    /// asked, or who was asked would play it.
    pub fn of(
        analysis: &Analysis,
        m: Move,
        change: &Change,
        next: Option<&Analysis>,
    ) -> Option<Mistake> {
        let opinion = analysis.opinion.as_ref();
        if opinion.is_some_and(|opinion| opinion.line.first() == Some(&m)) {
            return None;
        }
        let next = next.and_then(|next| next.likelihood);
        let before = within(analysis.likelihood, change.before)?;
        let after = within(next.map(Likelihood::reversed), change.after)?;
        let mistakes = [Wdl::Win, Wdl::Draw].map(|result| Mistake {
            share: at_least(before, result) - at_least(after, result),
            result,
            before,
            after,
        });
        let greatest = mistakes
            .into_iter()
            .max_by(|one, other| one.share.total_cmp(&other.share));
        greatest.filter(|mistake| mistake.share >= PROBABLY)
    }

    /// How likely that result is before and behind the move.
    pub fn shares(&self) -> (f64, f64) {
        let share = |of| at_least(of, self.result);
        (share(self.before), share(self.after))
    }

    /// In thousandths; only what is proved has all of them.
    pub fn rounded(&self) -> f64 {
        (self.share * 1000.0).round().min(999.0) / 1000.0
    }
}

/// What is thought, as far as nothing is proved.
fn within(thought: Option<Likelihood>, bounds: Bounds) -> Option<Likelihood> {
    match bounds.exact() {
        Some(result) => Some(Likelihood::certain(result)),
        None => Some(thought?.within(bounds)),
    }
}

fn at_least(likelihood: Likelihood, result: Wdl) -> f64 {
    match result {
        Wdl::Win => likelihood.win,
        Wdl::Draw => likelihood.win + likelihood.draw,
        Wdl::Loss => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use peasant::notation::fen;
    use peasant::{Opinion, Rules};

    use super::*;

    fn likely(win: f64, draw: f64) -> Option<Likelihood> {
        let loss = 1.0 - win - draw;
        Some(Likelihood { win, draw, loss })
    }

    /// White to move has two moves; what is thought of it, and of the position behind the second, for Black.
    fn played(
        thought: [Option<Likelihood>; 2],
        before: Bounds,
        after: Bounds,
        chosen: usize,
    ) -> Option<Mistake> {
        let position = fen::parse("8/8/8/8/8/k1p5/2P5/1K6 w - -").expect("a legal position");
        let mut analysis = Analysis::open(position, Rules::Chess);
        let [first, m] = [0, chosen].map(|number| analysis.moves[number].r#move);
        analysis.opinion = Some(Opinion {
            source: "Fish".to_owned(),
            score: 120,
            depth: 9,
            line: vec![first],
        });
        let mut next = Analysis::open(position.play(m), Rules::Chess);
        [analysis.likelihood, next.likelihood] = thought;
        Mistake::of(&analysis, m, &Change { before, after }, Some(&next))
    }

    #[test]
    fn the_result_that_is_given_away_counts() {
        let open = Bounds::UNKNOWN;
        let of = |before, after| played([before, after], open, open, 1);
        let won = of(likely(0.83, 0.16), likely(0.1, 0.71)).expect("a mistake");
        assert_eq!((won.result, won.rounded()), (Wdl::Win, 0.64));
        let held = of(likely(0.1, 0.8), likely(0.7, 0.3)).expect("a mistake");
        assert_eq!((held.result, held.rounded()), (Wdl::Draw, 0.6));
        assert!(of(likely(0.6, 0.3), likely(0.2, 0.4)).is_none());
        assert!(of(None, likely(0.9, 0.1)).is_none());
        assert!(of(likely(0.9, 0.1), None).is_none());
    }

    #[test]
    fn what_is_proved_is_certain() {
        let (open, win, drawn) = (
            Bounds::UNKNOWN,
            Bounds::exactly(Wdl::Win),
            Bounds::at_most(Wdl::Draw),
        );
        let proved = played([None, likely(0.0, 0.9)], win, open, 1).expect("a mistake");
        assert_eq!((proved.result, proved.rounded()), (Wdl::Win, 0.9));
        let refuted = played([likely(0.9996, 0.0), likely(0.0, 0.0)], open, drawn, 1);
        assert_eq!(refuted.expect("a mistake").rounded(), 0.999);
    }

    #[test]
    fn who_is_asked_finds_nothing_wrong_with_the_own_move() {
        let thought = [likely(0.9, 0.1), likely(0.5, 0.5)];
        let open = Bounds::UNKNOWN;
        assert!(played(thought, open, open, 1).is_some());
        assert!(played(thought, open, open, 0).is_none());
    }
}
