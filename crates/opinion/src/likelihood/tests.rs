use std::time::Duration;

use peasant::notation::fen;
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Likelihood, Opinion, Position, Rules};
use specification::{Case, cases};

use super::{Evidence, Judge, likelihood};
use crate::Score;

const RESULTS: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

/// Numbers without end, the same each time.
struct Dice(u64);

impl Dice {
    /// One of so many.
    fn roll(&mut self, many: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % many
    }

    /// Of all sizes.
    fn score(&mut self) -> i32 {
        let most = [10, 100, 1_000, 20_000, 100_000][self.roll(5) as usize];
        self.roll(2 * most + 1) as i32 - most as i32
    }

    fn bounds(&mut self) -> Bounds {
        let [a, b] = [(); 2].map(|()| RESULTS[self.roll(3) as usize]);
        Bounds::new(a.min(b), a.max(b)).expect("in this order")
    }

    fn evidence(&mut self) -> Evidence {
        Evidence {
            judge: [Judge::Ours, Judge::Engine][self.roll(2) as usize],
            score: Score(self.score()),
            depth: self.roll(60) as u32,
            bounds: self.bounds(),
            pawns: [(); 2].map(|()| self.roll(9) as u32),
            time: Duration::from_millis(self.roll(20_000)),
        }
    }
}

fn evidences() -> impl Iterator<Item = Evidence> {
    let mut dice = Dice(60);
    (0..20_000).map(move |_| dice.evidence())
}

fn shares(likelihood: &Likelihood) -> [f64; 3] {
    RESULTS.map(|result| likelihood.share(result))
}

#[test]
fn shares_add_up_and_keep_within_what_is_proved() {
    for evidence in evidences() {
        let likelihood = evidence.likelihood();
        let shares = shares(&likelihood);
        assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        assert!(
            (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12,
            "{evidence:?}"
        );
        for (result, share) in RESULTS.iter().zip(shares) {
            let Evidence { bounds, .. } = evidence;
            let can_be = bounds.lower() <= *result && *result <= bounds.upper();
            assert!(can_be || share == 0.0, "{evidence:?}");
        }
        if let Some(result) = evidence.bounds.exact() {
            assert_eq!(likelihood, Likelihood::certain(result));
        }
    }
}

#[test]
fn a_better_score_promises_no_less() {
    let mut dice = Dice(61);
    for evidence in evidences() {
        let other = Evidence {
            score: Score(dice.score()),
            ..evidence
        };
        let (low, high) = match evidence.score <= other.score {
            true => (evidence, other),
            false => (other, evidence),
        };
        let (low, high) = (low.likelihood(), high.likelihood());
        let is_no_less = |a: f64, b: f64| a <= b + 1e-12;
        assert!(is_no_less(low.win, high.win), "{evidence:?}, {other:?}");
        assert!(is_no_less(high.loss, low.loss), "{evidence:?}, {other:?}");
        assert!(is_no_less(low.expected(), high.expected()));
    }
}

#[test]
fn what_is_excluded_has_no_share() {
    let even = Likelihood {
        win: 0.375,
        draw: 0.125,
        loss: 0.5,
    };
    let held = even.within(Bounds::at_least(Wdl::Draw));
    assert_eq!((held.win, held.draw, held.loss), (0.75, 0.25, 0.0));
    assert_eq!(even.within(Bounds::UNKNOWN), even);
    assert_eq!(even.reversed().reversed(), even);
    assert_eq!(even.likeliest(), (Wdl::Loss, 0.5));
    assert_eq!(even.reversed().likeliest(), (Wdl::Win, 0.5));
    // Even of what seemed sure.
    let won = Likelihood::certain(Wdl::Win);
    let drawn = won.within(Bounds::at_most(Wdl::Draw));
    assert_eq!(drawn, Likelihood::certain(Wdl::Draw));
    let lost = Likelihood::certain(Wdl::Loss);
    let drawn = lost.within(Bounds::at_least(Wdl::Draw));
    assert_eq!(drawn, Likelihood::certain(Wdl::Draw));
}

/// Nothing is proved of a position, and this is thought of it.
fn open(position: Position, source: &str, score: i32) -> Analysis {
    let mut analysis = Analysis::open(position, Rules::Chess);
    analysis.statistics.time = Duration::from_secs(1);
    analysis.opinion = Some(Opinion {
        source: source.to_owned(),
        score,
        depth: 20,
        line: Vec::new(),
    });
    analysis
}

#[test]
fn an_answer_tells_of_both_colours_alike() {
    let text = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";
    let position = fen::parse(text).expect("a position");
    for source in [Judge::OURS, "another"] {
        for score in [-2_000, -75, 0, 75, 2_000] {
            let of = |position| likelihood(&open(position, source, score));
            assert!(of(position).is_some());
            assert_eq!(of(position), of(position.flip()));
            assert_eq!(of(position), of(position.mirror()));
        }
    }
    let ours = Evidence::of(&open(position, Judge::OURS, 75)).expect("an opinion");
    assert_eq!((ours.judge, ours.pawns), (Judge::Ours, [4, 3]));
    let theirs = Evidence::of(&open(position, "another", 75)).expect("an opinion");
    assert_eq!(theirs.judge, Judge::Engine);
    let mut answer = open(position, Judge::OURS, 75);
    answer.bounds = Bounds::exactly(Wdl::Win);
    assert_eq!(likelihood(&answer), Some(Likelihood::certain(Wdl::Win)));
    answer.bounds = Bounds::UNKNOWN;
    answer.opinion = None;
    assert_eq!(likelihood(&answer), None);
}

#[test]
fn what_the_fit_says() {
    cases("what_the_fit_says", |case: &Case| {
        let position = fen::parse(&case.text).expect("a position");
        let [lower, upper] = ["lower", "upper"].map(|name| case.read::<Wdl>(name));
        let evidence = Evidence {
            judge: match case.find("judge") {
                Some("OURS") => Judge::Ours,
                _ => Judge::Engine,
            },
            score: Score(case.read("score")),
            depth: case.read("depth"),
            bounds: Bounds::new(lower, upper).expect("in this order"),
            pawns: [position.turn(), !position.turn()].map(|us| position.pawns().of(us).count()),
            time: Duration::from_secs_f64(case.read("time")),
        };
        let likelihood = evidence.likelihood();
        for (name, share) in ["loss", "draw", "win"].iter().zip(shares(&likelihood)) {
            let wanted: f64 = case.read(name);
            assert!((wanted - share).abs() < 2e-6, "{name}: {likelihood:?}");
        }
    });
}
