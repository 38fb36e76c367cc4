//! Short games and their canonical forms, with a win that ends everything.
//!
//! A game is what Left and Right can move to: `{ left | right }`. To the games of Conway two are added, [`Game::WON`] and
//! [`Game::LOST`]: whoever moves there ends not only this game but the whole sum, as a promotion does (Larsson, Nowakowski and
//! Santos call such games *affine*). Nobody moves to his own defeat. `G >= H` means here that
//!
//! * to every move of Right in G there is an answer: a move of Right's in H that is no better for Right, or a move of Left's in
//!   G again that is at least H; and
//! * to every move of Left in H there is one: as good a move of Left's in G, or a reply of Right's in H that is at most G.
//!
//! By induction over H + X, Left then does as well with G as with H in every sum. For games of Conway's it is the usual order.
//! It follows word by word as for those (Siegel, *Combinatorial Game Theory*, II.2) that options that are dominated or reversible
//! may go, and that what is left is unique for this order. A threat need not be answered where the game ends first elsewhere, so
//! `{WON | }` is less than `WON`, and `G - G` need not be zero.

use std::collections::HashMap;
use std::rc::Rc;

use super::meter::Meter;
use peasant::limits::Stop;

/// Bytes that an entry of a table takes, about, with the room that tables leave: a sum, a comparison.
const ENTRY_BYTES: u64 = 32;
/// Bytes of a game without its options: the form twice, where it is looked up and where it stands.
const GAME_BYTES: u64 = 256;
/// Bytes of an option.
const OPTION_BYTES: u64 = 4;

/// A game in canonical form. Two games of the same [`Games`] are each at least the other only if they are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game(u32);

/// What the two players can move to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    pub left: Rc<[Game]>,
    pub right: Rc<[Game]>,
}

/// All games that have been met.
pub struct Games<'m> {
    forms: Vec<Form>,
    negatives: Vec<Game>,
    known: HashMap<Form, Game>,
    compared: HashMap<(Game, Game), bool>,
    sums: HashMap<(Game, Game), Game>,
    meter: &'m Meter<'m>,
}

impl Game {
    /// Nobody can move.
    pub const ZERO: Game = Game(0);
    /// Left has won, whatever else is on the board.
    pub const WON: Game = Game(1);
    /// Right has.
    pub const LOST: Game = Game(2);
}

impl Form {
    pub fn new(left: impl Into<Rc<[Game]>>, right: impl Into<Rc<[Game]>>) -> Form {
        Form {
            left: left.into(),
            right: right.into(),
        }
    }
}

impl<'m> Games<'m> {
    pub fn new(meter: &'m Meter<'m>) -> Games<'m> {
        let nothing = Form::new([], []);
        Games {
            forms: vec![nothing.clone(); 3],
            negatives: vec![Game::ZERO, Game::LOST, Game::WON],
            known: HashMap::from([(nothing, Game::ZERO)]),
            compared: HashMap::new(),
            sums: HashMap::new(),
            meter,
        }
    }

    /// How many games there are.
    pub fn count(&self) -> u64 {
        self.forms.len() as u64
    }

    /// What Left can move to.
    pub fn left(&self, game: Game) -> Rc<[Game]> {
        Rc::clone(&self.forms[game.0 as usize].left)
    }

    /// What Right can move to.
    pub fn right(&self, game: Game) -> Rc<[Game]> {
        Rc::clone(&self.forms[game.0 as usize].right)
    }

    /// The game with the players exchanged.
    pub fn negative(&self, game: Game) -> Game {
        self.negatives[game.0 as usize]
    }

    fn negatives(&self, games: &[Game]) -> Vec<Game> {
        games.iter().map(|&game| self.negative(game)).collect()
    }

    fn negative_form(&self, form: &Form) -> Form {
        Form::new(self.negatives(&form.right), self.negatives(&form.left))
    }

    /// Both games side by side: a player moves in one of them. Two games that are over for different players have no sum.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Stop> {
        for (one, other) in [(g, h), (h, g)] {
            if other == Game::ZERO || matches!(one, Game::WON | Game::LOST) {
                return Ok(one);
            }
        }
        let key = (g.min(h), g.max(h));
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (moved, rest) in [(g, h), (h, g)] {
            for &option in self.left(moved).iter() {
                left.push(self.sum(option, rest)?);
            }
            for &option in self.right(moved).iter() {
                right.push(self.sum(option, rest)?);
            }
        }
        let sum = self.canonical(&Form::new(left, right))?;
        self.meter.keep(ENTRY_BYTES)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// Is `g >= h`?
    pub fn at_least(&mut self, g: Game, h: Game) -> Result<bool, Stop> {
        if g == h || g == Game::WON || h == Game::LOST {
            return Ok(true);
        }
        if g == Game::LOST || h == Game::WON {
            return Ok(false);
        }
        let mirror = (self.negative(h), self.negative(g));
        let key = mirror.min((g, h));
        if let Some(&answer) = self.compared.get(&key) {
            return Ok(answer);
        }
        let answer = self.holds(g, h)? && self.holds(mirror.0, mirror.1)?;
        self.meter.keep(ENTRY_BYTES)?;
        self.compared.insert(key, answer);
        Ok(answer)
    }

    /// The first half of `g >= h`: is every move of Right in g answered?
    fn holds(&mut self, g: Game, h: Game) -> Result<bool, Stop> {
        for &moved in self.right(g).iter() {
            if !self.is_answered(moved, h)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Right has moved to `moved`, in a game that shall be at least h: can Left move back there, or is there as good a move in h?
    fn is_answered(&mut self, moved: Game, h: Game) -> Result<bool, Stop> {
        for &other in self.right(h).iter() {
            if self.at_least(moved, other)? {
                return Ok(true);
            }
        }
        for &answer in self.left(moved).iter() {
            if self.at_least(answer, h)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The game with these options.
    pub fn canonical(&mut self, form: &Form) -> Result<Game, Stop> {
        let left = self.kept(form)?;
        let mirrored = self.kept(&self.negative_form(form))?;
        let right = self.negatives(&mirrored);
        self.entered(left, right)
    }

    /// Left's options that are neither dominated nor reversible; a reversible one is replaced by what it leads to.
    fn kept(&mut self, form: &Form) -> Result<Vec<Game>, Stop> {
        let mut seen = Vec::new();
        let mut kept = Vec::new();
        let mut waiting = self.undominated(form.left.to_vec())?;
        let mut known = HashMap::new();
        while let Some(option) = waiting.pop() {
            if seen.contains(&option) {
                continue;
            }
            seen.push(option);
            let mut reply = None;
            for &candidate in self.right(option).iter() {
                if reply.is_none() && self.form_at_least(form, candidate, &mut known)? {
                    reply = Some(candidate);
                }
            }
            match reply {
                None => kept.push(option),
                Some(reply) => waiting.extend(self.left(reply).iter()),
            }
        }
        self.undominated(kept)
    }

    /// The options of Left's that no other one is as good as.
    fn undominated(&mut self, mut options: Vec<Game>) -> Result<Vec<Game>, Stop> {
        options.sort_unstable();
        options.dedup();
        let mut best: Vec<Game> = Vec::new();
        'options: for option in options {
            let mut kept = Vec::new();
            for &other in &best {
                if self.at_least(other, option)? {
                    continue 'options;
                }
                if !self.at_least(option, other)? {
                    kept.push(other);
                }
            }
            kept.push(option);
            best = kept;
        }
        best.sort_unstable();
        Ok(best)
    }

    /// Is a form that has not been entered at least h?
    fn form_at_least(
        &mut self,
        form: &Form,
        h: Game,
        known: &mut HashMap<Game, bool>,
    ) -> Result<bool, Stop> {
        if matches!(h, Game::WON | Game::LOST) {
            return Ok(h == Game::LOST);
        }
        if let Some(&answer) = known.get(&h) {
            return Ok(answer);
        }
        let mut answer = true;
        for &moved in form.right.iter() {
            answer = answer && self.is_answered(moved, h)?;
        }
        for &moved in self.left(h).iter() {
            answer = answer && self.is_matched(form, moved, known)?;
        }
        known.insert(h, answer);
        Ok(answer)
    }

    /// Left has moved to `moved`, in a game that shall be at most the form: has the form as good a move, or Right a reply?
    fn is_matched(
        &mut self,
        form: &Form,
        moved: Game,
        known: &mut HashMap<Game, bool>,
    ) -> Result<bool, Stop> {
        for &option in form.left.iter() {
            if self.at_least(option, moved)? {
                return Ok(true);
            }
        }
        for &reply in self.right(moved).iter() {
            if self.form_at_least(form, reply, known)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The game of a canonical form, entered together with its negative.
    fn entered(&mut self, left: Vec<Game>, mut right: Vec<Game>) -> Result<Game, Stop> {
        right.sort_unstable();
        let form = Form::new(left, right);
        if let Some(&game) = self.known.get(&form) {
            return Ok(game);
        }
        let mut mirrored = self.negative_form(&form);
        for side in [&mut mirrored.left, &mut mirrored.right] {
            let mut sorted = side.to_vec();
            sorted.sort_unstable();
            *side = sorted.into();
        }
        let game = self.push(form.clone())?;
        let negative = if mirrored == form {
            game
        } else {
            self.push(mirrored)?
        };
        self.negatives[game.0 as usize] = negative;
        self.negatives[negative.0 as usize] = game;
        Ok(game)
    }

    fn push(&mut self, form: Form) -> Result<Game, Stop> {
        let options = (form.left.len() + form.right.len()) as u64;
        self.meter.keep(GAME_BYTES + OPTION_BYTES * options)?;
        let game = Game(self.forms.len() as u32);
        self.forms.push(form.clone());
        self.negatives.push(game);
        self.known.insert(form, game);
        Ok(game)
    }
}
