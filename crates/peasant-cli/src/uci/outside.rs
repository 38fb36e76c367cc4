//! A move by looks, where nothing is proved or no proof says how far the end is: legal, and not quite foolish. No engine is
//! built here, for that there is `Engine`; but a bare king is driven to the edge and mated.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

/// What a man is worth, in hundredths of a pawn.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// A mate in sight.
const MATE: i32 = 100_000;

/// So many plies are looked at; the last one is the side's own, so that what hangs is seen.
const PLIES: u32 = 3;

/// For each step of a bare king from the middle, and of the other king towards it.
const TO_THE_EDGE: i32 = 10;
const TOGETHER: i32 = 4;

/// For each step of a pawn.
const ADVANCED: i32 = 3;

/// No score by looks is higher: it proves nothing.
const HIGHEST: i32 = 4_000;

/// How the protocol writes that there is no move.
const NONE: &str = "(none)";

/// A move by looks.
pub struct Look {
    /// As the protocol writes it; `(none)` if there is none.
    pub best: String,
    /// In hundredths of a pawn, for the side to move.
    pub score: i32,
}

/// Any move, without a look at it.
pub fn first(position: &Chess, asked: &[String]) -> String {
    let first = moves(position, asked).first().copied();
    first.map_or(NONE.to_owned(), |m| name(position, m))
}

/// The move that looks best.
pub fn look(position: &Chess, asked: &[String]) -> Look {
    let scored = moves(position, asked).into_iter().map(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        (-score(&after, PLIES - 1, -2 * MATE, 2 * MATE), m)
    });
    match scored.max_by_key(|(score, _)| *score) {
        Some((score, m)) => Look {
            best: name(position, m),
            score: score.clamp(-HIGHEST, HIGHEST),
        },
        None => Look {
            best: NONE.to_owned(),
            score: 0,
        },
    }
}

fn name(position: &Chess, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}

/// The moves that are asked for, or all if none of these is legal.
fn moves(position: &Chess, asked: &[String]) -> Vec<Move> {
    let legal = position.legal_moves();
    let is_asked = |m: &Move| asked.contains(&name(position, *m));
    let chosen: Vec<Move> = legal.iter().copied().filter(is_asked).collect();
    match chosen.is_empty() {
        true => legal.to_vec(),
        false => chosen,
    }
}

/// The move alone.
pub fn choose(position: &Chess, asked: &[String]) -> String {
    look(position, asked).best
}

/// Has the side to move a queen or a rook against a king alone? Then the rest is in every book.
pub fn is_plainly_won(position: &Chess) -> bool {
    let board = position.board();
    let heavy = board.queens() | board.rooks();
    let is_bare = board.by_color(!position.turn()).count() == 1;
    is_bare && (board.by_color(position.turn()) & heavy).any()
}

/// What a position looks like after a few plies, for the side to move.
fn score(position: &Chess, plies: u32, mut lower: i32, upper: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return match position.is_check() {
            true => -MATE - plies as i32,
            false => 0,
        };
    }
    if plies == 0 {
        return looks(position, position.turn()) - looks(position, !position.turn());
    }
    for m in moves {
        let mut after = position.clone();
        after.play_unchecked(m);
        lower = lower.max(-score(&after, plies - 1, -upper, -lower));
        if lower >= upper {
            break;
        }
    }
    lower
}

/// A side's men, how far its pawns are, and how near it has the other's king to the edge if that is all the other has.
fn looks(position: &Chess, color: Color) -> i32 {
    let board = position.board();
    let of = |role| (board.by_color(color) & board.by_role(role)).count() as i32 * worth(role);
    let mut men: i32 = Role::ALL.into_iter().map(of).sum();
    for pawn in board.by_color(color) & board.pawns() {
        let rank = u32::from(pawn.rank()) as i32;
        men += ADVANCED * color.fold_wb(rank - 1, 6 - rank);
    }
    let kings = board.king_of(color).zip(board.king_of(!color));
    match kings.filter(|_| men > 0 && board.by_color(!color).count() == 1) {
        Some((king, bare)) => {
            men + TO_THE_EDGE * from_the_middle(bare) - TOGETHER * king.distance(bare) as i32
        }
        None => men,
    }
}

/// Steps of a king from the four squares in the middle, ranks and files together.
fn from_the_middle(square: Square) -> i32 {
    let from = |line: u32| (2 * line as i32 - 7).abs() / 2;
    from(u32::from(square.file())) + from(u32::from(square.rank()))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn chosen(fen: &str) -> String {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
        choose(
            &fen.into_position(CastlingMode::Standard).expect("legal"),
            &[],
        )
    }

    #[test]
    fn mates_and_gifts_are_taken() {
        assert_eq!(chosen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "a1a8");
        assert_eq!(chosen("6k1/8/8/3q4/8/4N3/8/R3R1K1 w - - 0 1"), "e3d5");
        assert_eq!(chosen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "(none)");
    }

    /// The bare king goes where it can stay longest in the middle.
    fn flee(position: &Chess) -> Move {
        let key = |m: &Move| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            (
                after.board().by_color(!position.turn()).count(),
                -from_the_middle(m.to()),
                m.to(),
            )
        };
        position
            .legal_moves()
            .into_iter()
            .min_by_key(|m| {
                let (men, middle, to) = key(m);
                (men, -middle, to)
            })
            .expect("it is neither mate nor stalemate")
    }

    #[test]
    fn a_bare_king_is_mated() {
        for start in [
            "8/8/8/4k3/8/8/8/1Q5K w - - 0 1",
            "8/8/8/5k2/8/8/QQ6/7K w - - 0 1",
            "8/8/3k4/8/8/8/P1Q5/Q6K w - - 0 1",
            "8/8/8/5k2/P6P/8/PQ6/7K w - - 0 1",
            "4k3/8/8/8/8/8/RR6/7K w - - 0 1",
        ] {
            let fen = Fen::from_ascii(start.as_bytes()).expect("a FEN");
            let mut position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            for _ in 0..60 {
                if position.is_game_over() {
                    break;
                }
                let m = match position.turn() {
                    Color::White => {
                        let name: shakmaty::uci::UciMove =
                            choose(&position, &[]).parse().expect("a move");
                        name.to_move(&position).expect("it is legal")
                    }
                    Color::Black => flee(&position),
                };
                position.play_unchecked(m);
            }
            assert!(position.is_checkmate(), "{start}: {:?}", position.board());
        }
    }
}
