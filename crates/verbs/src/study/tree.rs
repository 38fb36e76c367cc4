//! A study as it is given: a position, the main line, and variations beside its moves.

use peasant::board::Position;
use peasant::notation::lenient;
use peasant::study::{Branch, Step};

use crate::annotate::judge;
use crate::host::fault::Fault;
use crate::host::plain::excerpt;
use crate::pgn::game::{Game, Line as Text, Ply, unescaped};
use crate::pgn::read::{Found, number, read};
use crate::pgn::result;

/// The whole.
pub struct Tree {
    pub root: Position,
    /// So many plies are counted before the first move.
    pub first_ply: usize,
    /// How it ends, as its moves say, else as its tag does: `1-0`.
    pub result: Option<&'static str>,
    pub main: Branch,
    /// Variations that cannot be read, and why.
    pub unread: Vec<String>,
}

impl Tree {
    /// A position alone.
    pub fn bare(root: Position) -> Tree {
        let first_ply = usize::from(root.turn() == peasant::Color::Black);
        Tree {
            root,
            first_ply,
            result: None,
            main: Branch::default(),
            unread: Vec::new(),
        }
    }

    /// Moves as somebody types them, from a position: with or without numbers, marks, comments and variations.
    ///
    /// # Errors
    /// What cannot be read, and where.
    pub fn typed(root: &Position, moves: &str) -> Result<Tree, Fault> {
        let fen = peasant::notation::fen::format(root);
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n");
        let refused = |ply: Option<&str>, what: &str| {
            let at = ply.map_or(String::new(), |ply| format!(" {ply}:"));
            let fault = Fault::new(&format!("--moves:{at} {what}"));
            let cure = "write the solution as in \"1.Kg7 h4 2.Kf6\"";
            fault.and_cure("; ", cure).about(ply.unwrap_or(moves))
        };
        match read(text.as_bytes()) {
            Found::Game(game) => match &game.unread {
                Some(broken) => Err(refused(broken.ply.as_deref(), &broken.what)),
                None => Tree::of(&game).map_err(|what| refused(None, &what)),
            },
            Found::Broken(broken) => Err(refused(broken.ply.as_deref(), &broken.what)),
            Found::Nothing => Ok(Tree::bare(*root)),
        }
    }

    /// What a game holds.
    ///
    /// # Errors
    /// Why it is no study.
    pub fn of(game: &Game) -> Result<Tree, String> {
        use shakmaty::Position;
        let start = game.played.first().map_or(&game.end, |first| &first.before);
        if game.tag("FEN").is_none() {
            return Err(
                "there is no [FEN], and the first position of a game is no study".to_owned(),
            );
        }
        if start.castles().any() {
            return Err("somebody may castle, and castling is not known here".to_owned());
        }
        let pieces = judge::pieces(start);
        let root = judge::position(start).ok_or("its position is not taken")?;
        if pieces > peasant::Prover::MAX_PIECES + 1 {
            return Err(format!(
                "it begins with {pieces} pieces beside kings and pawns"
            ));
        }
        let mut reader = Reader {
            first_ply: game.first_ply,
            unread: Vec::new(),
        };
        let main = reader.main(game, root);
        Ok(Tree {
            root,
            first_ply: game.first_ply,
            result: result(game),
            main,
            unread: reader.unread,
        })
    }
}

/// How a game ends: as its moves say, else as its tag does.
fn result(game: &Game) -> Option<&'static str> {
    let tagged = game.tag("Result").as_deref().and_then(result::of);
    let told = [game.result, tagged].into_iter().flatten();
    told.into_iter().find(|&result| result != "*")
}

struct Reader {
    first_ply: usize,
    unread: Vec<String>,
}

impl Reader {
    fn main(&mut self, game: &Game, root: Position) -> Branch {
        let (mut here, mut steps) = (root, Vec::new());
        for (plies, (played, ply)) in game.played.iter().zip(&game.line.plies).enumerate() {
            let Some(r#move) = played.r#move.and_then(|m| judge::mv(m, &here)) else {
                break;
            };
            let instead = self.variations(ply, &here, plies);
            steps.push(Step { r#move, instead });
            here = here.play(r#move);
        }
        Branch { steps }
    }

    /// The variations in place of a move, before which so many have been made. One that cannot be read is left out.
    fn variations(&mut self, ply: &Ply, here: &Position, plies: usize) -> Vec<Branch> {
        let lines = ply.variations();
        lines
            .filter_map(|line| self.line(line, here, plies))
            .collect()
    }

    fn line(&mut self, line: &Text, start: &Position, plies: usize) -> Option<Branch> {
        let (mut here, mut steps) = (*start, Vec::new());
        for (i, ply) in line.plies.iter().enumerate() {
            let text = unescaped(&ply.text);
            let found = lenient::find_move(&text, &here);
            let Ok(r#move) = found else {
                let number = number(self.first_ply + plies + i);
                self.unread.push(format!("{number}{}", excerpt(&text)));
                return None;
            };
            let instead = self.variations(ply, &here, plies + i);
            steps.push(Step { r#move, instead });
            here = here.play(r#move);
        }
        (!steps.is_empty()).then_some(Branch { steps })
    }
}
