//! King and pawn against king, every position by itself: what the definitions say, played out move by move. Results come from the
//! specification; moves from the board.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use peasant::board::{Color, Move, Pawns, Position, Role, Setup, Square};
use peasant::mine::{Finding, Kind, What};
use peasant::notation::fen;
use peasant::value::Wdl;
use specification::kpk::PerPosition;

use crate::support::{all, family, mined};

static RESULTS: LazyLock<PerPosition> = LazyLock::new(PerPosition::generate);

/// Does White win? A new rook or queen wins unless it is taken or stalemates; a minor piece wins nothing.
fn won(position: &Position) -> bool {
    let men = |role| position.pieces(Color::White, role).first();
    if let Some(pawn) = men(Role::Pawn) {
        let [white, black] = Color::BOTH.map(|color| position.king(color).index());
        let turn = usize::from(position.turn() == Color::Black);
        return RESULTS
            .won(turn, white, black, pawn.index())
            .expect("legal");
    }
    let heavy = men(Role::Queen).or(men(Role::Rook));
    heavy.is_some_and(|piece| {
        let moves = position.legal_moves();
        position.is_checkmate() || !moves.is_empty() && moves.iter().all(|m| m.to != piece)
    })
}

/// All legal positions with the pawn on the files a to d.
fn positions() -> impl Iterator<Item = Position> {
    let squares = || Square::all();
    let pawns = squares().filter(|square| (1..7).contains(&square.rank()) && square.file() < 4);
    pawns.flat_map(move |pawn| {
        let pawns = Pawns {
            white: pawn.set(),
            ..Pawns::NONE
        };
        squares().flat_map(move |white| {
            squares().flat_map(move |black| {
                let turns = Color::BOTH.into_iter();
                turns.filter_map(move |turn| {
                    Setup::pawn_ending(white, black, pawns, turn)
                        .validate()
                        .ok()
                })
            })
        })
    })
}

/// Findings by their positions, left and right as above.
fn found(kind: Kind) -> BTreeMap<String, Finding> {
    let all = mined(&family("1v0", "", ""), &all(&[kind]));
    let count = all.len();
    let named = all.into_iter().map(|finding| {
        let pawn = finding.position.pawns().white.first().expect("a pawn");
        assert!(pawn.file() < 4, "the least image is on the left");
        (fen::format(&finding.position), finding)
    });
    let found: BTreeMap<_, _> = named.collect();
    assert_eq!(found.len(), count, "each once");
    found
}

/// The 160 of the books count left and right.
#[test]
fn there_are_160_mutual_zugzwangs() {
    let found = found(Kind::Zugzwang);
    assert_eq!(2 * found.len(), 160);
    let expected = positions().filter(|position| position.turn() == Color::Black && won(position));
    let expected = expected.filter_map(|position| {
        let [white, black] = Color::BOTH.map(|color| position.king(color));
        let turned = Setup::pawn_ending(white, black, position.pawns(), Color::White);
        let turned = turned.validate().ok()?;
        (!won(&turned)).then(|| fen::format(&position))
    });
    assert_eq!(
        found.keys().cloned().collect::<BTreeSet<_>>(),
        expected.collect()
    );
    for finding in found.values() {
        let what = What::Zugzwang {
            white_to_move: Wdl::Draw,
            black_to_move: Wdl::Loss,
        };
        assert_eq!((&finding.what, finding.result), (&what, Wdl::Loss));
    }
    assert!(self::found(Kind::FullPoint).is_empty());
}

#[test]
fn under_promotions_are_needed_where_a_queen_stalemates() {
    let found = found(Kind::Underpromotion);
    let mut expected = BTreeMap::new();
    for position in positions().filter(|position| position.turn() == Color::White) {
        let result = won(&position);
        let moves = position.legal_moves().into_iter();
        // Every move holds a draw here.
        let keep: Vec<Move> = moves
            .filter(|&m| !result || won(&position.play(m)))
            .collect();
        let is_under = |m: &Move| m.promotion.is_some_and(|role| role != Role::Queen);
        if !keep.is_empty() && keep.iter().all(is_under) {
            expected.insert(fen::format(&position), keep);
        }
    }
    let found = found.into_iter().map(|(fen, finding)| match finding.what {
        What::Underpromotion { moves } => (fen, moves),
        other => panic!("{other:?}"),
    });
    assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
    assert!(expected.len() > 1);
}

/// Plies to the next pawn move in all won positions, from the shortest on.
fn distances() -> HashMap<Position, u16> {
    let mut open: Vec<Position> = positions().filter(won).collect();
    let mut known: HashMap<Position, u16> = HashMap::new();
    for plies in 1.. {
        let before = open.len();
        let mut now = Vec::new();
        open.retain(|position| {
            let pawns = position.pawns();
            let decided = |m: &Move| {
                let next = position.play(*m);
                next.pawns() != pawns && won(&next) || known.contains_key(&next)
            };
            let moves = position.legal_moves();
            let is_decided = match position.turn() {
                Color::White => moves.iter().any(decided),
                Color::Black => moves.iter().all(decided),
            };
            if is_decided {
                now.push(*position);
            }
            !is_decided
        });
        known.extend(now.into_iter().map(|position| (position, plies)));
        if open.len() == before {
            break;
        }
    }
    known
}

#[test]
fn every_win_is_as_long_as_it_is() {
    let found = found(Kind::Longest);
    let expected = distances().into_iter();
    let expected = expected.filter(|(position, _)| position.turn() == Color::White);
    let expected: BTreeMap<String, u16> = expected
        .map(|(position, plies)| (fen::format(&position), plies))
        .collect();
    let found = found.into_iter().map(|(fen, finding)| {
        let plies = finding.rank().expect("a length");
        (fen, plies)
    });
    assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
}

/// The chain as it is defined.
fn chain(position: &Position, known: &mut HashMap<Position, u16>) -> u16 {
    if let Some(&length) = known.get(position) {
        return length;
    }
    let moves = position.legal_moves().into_iter();
    let wins: Vec<Move> = moves.filter(|&m| won(&position.play(m))).collect();
    let length = match wins[..] {
        [only] => {
            let next = position.play(only);
            let replies = next.legal_moves().into_iter();
            let replies = replies.filter(|_| next.is_pawn_ending());
            let rest = replies.map(|reply| chain(&next.play(reply), known)).max();
            1 + rest.unwrap_or(0)
        }
        _ => 0,
    };
    known.insert(*position, length);
    length
}

#[test]
fn chains_of_only_moves_are_as_long_as_they_are() {
    let found = found(Kind::OnlyMoves);
    let mut known = HashMap::new();
    let won = positions().filter(|position| position.turn() == Color::White && won(position));
    let expected = won.filter_map(|position| {
        let length = chain(&position, &mut known);
        (length > 1).then(|| (fen::format(&position), length))
    });
    let expected: BTreeMap<String, u16> = expected.collect();
    let mut lengths = BTreeMap::new();
    for (fen, finding) in &found {
        let What::OnlyMoves { length, line } = &finding.what else {
            panic!("{finding:?}");
        };
        lengths.insert(fen.clone(), *length);
        // The line is legal, and White's every move in it the only one.
        let mut position = finding.position;
        for (ply, &m) in line.iter().enumerate() {
            if ply % 2 == 0 {
                let moves = position.legal_moves().into_iter();
                let wins = moves.filter(|&m| self::won(&position.play(m)));
                assert_eq!(wins.collect::<Vec<_>>(), [m], "{fen}");
            }
            position = position.play(m);
        }
        assert_eq!(usize::from(*length), line.len().div_ceil(2), "{fen}");
    }
    assert_eq!(lengths, expected);
}
