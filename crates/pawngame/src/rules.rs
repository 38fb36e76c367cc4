//! The rules of a game with pawns alone, as data.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Fates of a player who is to move and has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The game is drawn.
    Draw,
    /// The player has lost.
    Loss,
    /// The player has lost, unless the opponent would have no move either: then the game is drawn.
    Alburt,
}

/// A game that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Peasants' Chess: two rows of pawns on 8x8, no move is a draw.
    Peasants,
    /// The pawn game of beginners' classes: one row of pawns on 8x8, no move is a draw.
    PawnGame,
    /// The pawn game in which a player without a move loses unless the opponent is blocked too.
    Alburt,
    /// Hexapawn: pawns on the first and the last rank of 3x3, single steps only, no move is a loss.
    Hexapawn,
}

/// Rules as somebody wants them; [`RuleSet::validate`] makes them [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// Files of the board, 1 to 8.
    pub files: u32,
    /// Ranks of the board: 4 to 8, or 3 to 8 if the pawns start on the first rank.
    pub ranks: u32,
    /// Rows of pawns that each side starts with, 1 or 2.
    pub rows: u32,
    /// The rank of the hindmost row at the start: 2 as in chess, or 1 as in hexapawn.
    pub home_rank: u32,
    /// True if a pawn may go two squares from the hindmost row.
    pub double_step: bool,
    /// True if a pawn that has gone two squares may be taken as if it had gone one, at once.
    pub en_passant: bool,
    /// The fate of a player without a move.
    pub no_move: NoMove,
}

/// Rules that make sense. A player without pawns has lost, and so has one whose opponent reaches the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules(RuleSet);

/// Reasons why a set of rules makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// There cannot be so many files.
    Files(u32),
    /// There cannot be so many ranks; the least and the most are given.
    Ranks(u32, u32, u32),
    /// There cannot be so many rows of pawns.
    Rows(u32),
    /// The hindmost row stands on the first rank or the second.
    HomeRank(u32),
    /// Two rows on each side need so many ranks at least.
    Crowded(u32),
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 4] = [
        Preset::Peasants,
        Preset::PawnGame,
        Preset::Alburt,
        Preset::Hexapawn,
    ];

    /// The name that the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Peasants => "peasants",
            Preset::PawnGame => "pawn-game",
            Preset::Alburt => "alburt",
            Preset::Hexapawn => "hexapawn",
        }
    }
}

impl NoMove {
    /// All of them.
    pub const ALL: [NoMove; 3] = [NoMove::Draw, NoMove::Loss, NoMove::Alburt];

    /// The name that the command line uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            NoMove::Draw => "draw",
            NoMove::Loss => "loss",
            NoMove::Alburt => "alburt",
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(text: &str) -> Result<Preset, String> {
        let known = Preset::ALL.into_iter().find(|preset| preset.name() == text);
        known.ok_or_else(|| {
            format!("no game is called `{text}`: choose peasants, pawn-game, alburt or hexapawn")
        })
    }
}

impl FromStr for NoMove {
    type Err = String;

    fn from_str(text: &str) -> Result<NoMove, String> {
        NoMove::ALL
            .into_iter()
            .find(|rule| rule.name() == text)
            .ok_or_else(|| format!("`{text}` is none of draw, loss and alburt"))
    }
}

impl RuleSet {
    /// The rules of a game that has a name, at its usual size.
    #[must_use]
    pub const fn of(preset: Preset) -> RuleSet {
        let pawn_game = RuleSet {
            files: 8,
            ranks: 8,
            rows: 1,
            home_rank: 2,
            double_step: true,
            en_passant: true,
            no_move: NoMove::Draw,
        };
        match preset {
            Preset::Peasants => RuleSet {
                rows: 2,
                ..pawn_game
            },
            Preset::PawnGame => pawn_game,
            Preset::Alburt => RuleSet {
                no_move: NoMove::Alburt,
                ..pawn_game
            },
            Preset::Hexapawn => RuleSet {
                files: 3,
                ranks: 3,
                home_rank: 1,
                double_step: false,
                en_passant: false,
                no_move: NoMove::Loss,
                ..pawn_game
            },
        }
    }

    /// The game whose rules these are, on a board of whatever size.
    #[must_use]
    pub fn preset(self) -> Option<Preset> {
        let (files, ranks) = (self.files, self.ranks);
        let is_this = |preset: &Preset| {
            self == RuleSet {
                files,
                ranks,
                ..RuleSet::of(*preset)
            }
        };
        Preset::ALL.into_iter().find(is_this)
    }

    /// These rules, if they make sense. Without double steps there is no en passant.
    ///
    /// # Errors
    /// The first part that makes no sense.
    pub fn validate(self) -> Result<Rules, RulesError> {
        if !(1..=8).contains(&self.files) {
            return Err(RulesError::Files(self.files));
        }
        if !(1..=2).contains(&self.rows) {
            return Err(RulesError::Rows(self.rows));
        }
        let (least, most) = match self.home_rank {
            1 => (3, 8),
            2 => (4, 8),
            other => return Err(RulesError::HomeRank(other)),
        };
        if !(least..=most).contains(&self.ranks) {
            return Err(RulesError::Ranks(self.ranks, least, most));
        }
        let needed = 2 * (self.rows + self.home_rank - 1);
        if self.ranks < needed {
            return Err(RulesError::Crowded(needed));
        }
        Ok(Rules(RuleSet {
            en_passant: self.en_passant && self.double_step,
            ..self
        }))
    }
}

impl Rules {
    /// The rules as data.
    #[must_use]
    pub const fn get(self) -> RuleSet {
        self.0
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RulesError::Files(files) => write!(f, "{files} files: there may be 1 to 8"),
            RulesError::Ranks(ranks, least, most) => {
                write!(
                    f,
                    "{ranks} ranks: there may be {least} to {most} in this game"
                )
            }
            RulesError::Rows(rows) => write!(f, "{rows} rows of pawns: there may be 1 or 2"),
            RulesError::HomeRank(rank) => {
                write!(f, "pawns cannot start on rank {rank}: choose 1 or 2")
            }
            RulesError::Crowded(needed) => {
                write!(f, "two rows of pawns a side need at least {needed} ranks")
            }
        }
    }
}

impl Error for RulesError {}
