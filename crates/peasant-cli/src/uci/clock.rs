//! How long to think: what `go` says of it, in one limit.

use std::time::Duration;

use super::command::Go;

/// So many more moves are expected to need as much time; proofs need most of theirs at the first.
const MOVES: u32 = 30;

/// A position that is open may take this part of the clock, as long as something becomes known of it.
const OPEN: u32 = 5;

/// Or so long, and half of the clock at most: what is proved at the first move is known at the next.
const PROOF: Duration = Duration::from_secs(2);

/// A time for one move is meant to be used; a move takes this part of it, at most, on its way.
const ON_ITS_WAY: u32 = 20;

/// The least time for a move.
const LEAST: Duration = Duration::from_millis(5);

/// The largest exponent of a depth: more structures than that nobody can solve.
const DEEPEST: u32 = 40;

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// At most.
    pub longest: Duration,
    /// Of that, what only a position may take of which more and more becomes known.
    pub spare: Duration,
}

/// How long a move may take, if the clock or the user limits it. `side`: 0 for White, 1 for Black.
pub fn time(go: &Go, side: usize, overhead: Duration) -> Option<Time> {
    if let Some(time) = go.move_time {
        return Some(Time {
            longest: time
                .saturating_sub(overhead.min(time / ON_ITS_WAY))
                .max(LEAST),
            spare: Duration::ZERO,
        });
    }
    let increment = go.increments.get(side).copied().unwrap_or_default();
    let clock = clock(go, side, increment)?;
    let moves = go.moves_to_go.unwrap_or(MOVES).clamp(1, MOVES);
    // Every move that is still to come takes a little on its way to the clock.
    let clock = clock.saturating_sub(overhead * (moves + 1)).max(clock / 4);
    // Never more than half of what is left, whatever is added after the move.
    let share = |parts| {
        (clock / parts + increment * 3 / 4)
            .min(clock / 2)
            .max(LEAST)
    };
    let longest = share(moves.min(OPEN)).max(PROOF.min(clock / 2));
    Some(Time {
        longest,
        spare: longest - share(moves),
    })
}

/// What our clock shows: as much as the other side's where that alone is told, and what each move adds where no clock is.
fn clock(go: &Go, side: usize, increment: Duration) -> Option<Duration> {
    let own = go.clocks.get(side).copied().flatten();
    let any = || go.clocks.iter().flatten().next().copied();
    own.or_else(any)
        .or((!increment.is_zero()).then_some(increment))
}

/// How many structures may be solved, if `nodes` or `depth` limit that: a proof has no depth, so each ply doubles the work.
pub fn structures(go: &Go) -> Option<u64> {
    let depth = go.depth.map(|depth| 1 << depth.min(DEEPEST));
    match (go.nodes, depth) {
        (Some(nodes), Some(depth)) => Some(nodes.min(depth)),
        (nodes, depth) => nodes.or(depth),
    }
}

/// The depth that so many structures are.
pub fn depth(structures: u64) -> u32 {
    structures.max(1).ilog2().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn clocks_are_never_overdrawn() {
        for clock in [0, 1, 30, 50, 1_000, 60_000] {
            for increment in [0, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let go = Go {
                        clocks: [None, Some(ms(clock))],
                        increments: [ms(0), ms(increment)],
                        moves_to_go,
                        ..Go::default()
                    };
                    let Time { longest, spare } = time(&go, 1, ms(30)).expect("there is a clock");
                    assert!(
                        spare < longest && longest <= ms(clock / 2).max(LEAST),
                        "{go:?}"
                    );
                }
            }
        }
        assert_eq!(time(&Go::default(), 0, ms(30)), None);
        let go = Go {
            move_time: Some(ms(100)),
            ..Go::default()
        };
        let [longest, spare] = [ms(95), ms(0)];
        assert_eq!(time(&go, 0, ms(30)), Some(Time { longest, spare }));
        let go = Go {
            clocks: [Some(ms(6_030)), None],
            ..Go::default()
        };
        let [longest, spare] = [ms(2_000), ms(1_830)];
        assert_eq!(time(&go, 0, ms(30)), Some(Time { longest, spare }));
        // The other side's clock is better than none.
        assert_eq!(time(&go, 1, ms(30)), Some(Time { longest, spare }));
        let go = Go {
            increments: [ms(0), ms(100)],
            ..Go::default()
        };
        let longest = time(&go, 1, ms(30)).map(|time| time.longest);
        assert!(
            longest.is_some_and(|longest| longest <= ms(100)),
            "{longest:?}"
        );
        assert_eq!(time(&go, 0, ms(30)), None);
    }

    #[test]
    fn a_depth_is_an_amount_of_work() {
        let go = |nodes, depth| Go {
            nodes,
            depth,
            ..Go::default()
        };
        assert_eq!(structures(&go(None, None)), None);
        assert_eq!(structures(&go(Some(7), None)), Some(7));
        assert_eq!(structures(&go(Some(7), Some(2))), Some(4));
        assert_eq!(structures(&go(None, Some(u32::MAX))), Some(1 << DEEPEST));
        assert_eq!(depth(1 << 20), 20);
        assert_eq!(depth(0), 1);
    }
}
