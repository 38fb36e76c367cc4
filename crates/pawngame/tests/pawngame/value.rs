//! Values of islands against published ones, and against a stupid specification that knows nothing of games or bits.

use std::collections::{BTreeSet, HashMap};

use pawngame::value::{Evaluation, Outcome, Strength, Value, evaluate};
use pawngame::{NoMove, Preset, RuleSet, Rules, parse};
use peasant::board::Color;
use peasant::limits::{Limits, Stop};
use peasant::value::Wdl;
use specification::records;

const LIMIT: u64 = 1_000_000;

fn rules(change: impl Fn(&mut RuleSet)) -> Rules {
    let mut set = RuleSet::of(Preset::PawnGame);
    change(&mut set);
    set.validate().expect("rules that make sense")
}

fn evaluated(text: &str, rules: Rules) -> Evaluation {
    let position = parse(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"));
    let evaluation = evaluate(&position, &within(LIMIT), &());
    assert_eq!(evaluation.stopped, None, "{text}");
    evaluation
}

fn within(structures: u64) -> Limits {
    Limits::NONE.structures(structures)
}

fn name(value: &Option<Value>) -> String {
    value.as_ref().expect("no limit was met").to_string()
}

#[test]
fn known_values() {
    let known = records("pawn-game-values.txt");
    assert!(known.len() > 10);
    for record in known {
        let [text, value] = &record[..] else {
            panic!("two fields: {record:?}");
        };
        let plain = evaluated(text, rules(|set| set.en_passant = false));
        assert_eq!(name(&plain.value), *value, "{text}");
        assert_eq!(plain.without_en_passant, None, "{text}");
        // The pawn game has en passant, and says what the value is without.
        let full = evaluated(text, rules(|_| ()));
        assert_eq!(
            name(&full.without_en_passant.or(full.value)),
            *value,
            "{text}"
        );
    }
}

#[test]
fn en_passant_changes_values() {
    // After b4 Black takes on b3, after a3 he waits for b4.
    let evaluation = evaluated("a2 b2/a4 b6", rules(|_| ()));
    assert_eq!(evaluation.en_passant, Some(true));
    assert_eq!(name(&evaluation.value), "double up");
    // Here every right is worthless, or there is none.
    let worthless = evaluated("a2 b4/a5 b7", rules(|_| ()));
    assert_eq!(worthless.en_passant, Some(false));
}

#[test]
fn unstoppable_pawns() {
    let evaluation = evaluated("a6/", rules(|_| ()));
    assert_eq!(name(&evaluation.value), "oo in 2");
    assert_eq!(evaluation.outcome, Some(Outcome::White));
    assert_eq!(evaluation.strength, Some(Strength::Strong(Color::White)));
    // Of two pawns that run, the nearer one arrives, or the one that moves first.
    let race = evaluated("a6/c4", rules(|_| ()));
    assert_eq!(race.outcome, Some(Outcome::White));
    let race = evaluated("a6/c3", rules(|_| ()));
    assert_eq!(race.outcome, Some(Outcome::First));
}

#[test]
fn an_island_by_itself() {
    let evaluation = evaluated("a2 b2/a7 b7", rules(|_| ()));
    assert_eq!(evaluation.strength, Some(Strength::MutualZugzwang));
    let evaluation = evaluated("a2 b2 h3/a6 b7 h7", rules(|_| ()));
    let strengths: Vec<Strength> = evaluation
        .islands
        .iter()
        .filter_map(|i| i.strength)
        .collect();
    assert_eq!(strengths, [Strength::Weak(Color::White), Strength::None]);
    let empty = evaluated("a2/", rules(|_| ())).islands[0].position;
    let stopped = evaluate(&empty, &within(3), &());
    assert_eq!(stopped.stopped, Some(Stop::Structures));
    assert_eq!(stopped.value, None);
}

/// A square: file and rank, both from 1.
type At = (i32, i32);

/// A position as a beginner writes it down.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    white: BTreeSet<At>,
    black: BTreeSet<At>,
    passed: Option<At>,
}

/// A game that is played by the book, and what is known about it.
struct Play {
    ranks: i32,
    no_move: NoMove,
    normal: HashMap<(Naive, Color), bool>,
    passing: HashMap<(Naive, Color, Color), bool>,
    results: HashMap<(Naive, Color), i32>,
}

impl Naive {
    /// Pawns of a colour, pawns of the other, and its direction.
    fn sides(&self, color: Color) -> (&BTreeSet<At>, &BTreeSet<At>, i32) {
        match color {
            Color::White => (&self.white, &self.black, 1),
            Color::Black => (&self.black, &self.white, -1),
        }
    }

    fn text(&self) -> String {
        let list = |pawns: &BTreeSet<At>| -> Vec<String> {
            let file = |file: i32| char::from(b'`' + file as u8);
            pawns
                .iter()
                .map(|&(f, r)| format!("{}{r}", file(f)))
                .collect()
        };
        list(&self.white).join(" ") + "/" + &list(&self.black).join(" ")
    }

    fn without_right(&self) -> Naive {
        Naive {
            passed: None,
            ..self.clone()
        }
    }
}

impl Play {
    fn new(ranks: i32, no_move: NoMove) -> Play {
        Play {
            ranks,
            no_move,
            normal: HashMap::new(),
            passing: HashMap::new(),
            results: HashMap::new(),
        }
    }

    /// What a player can move to, and whether a pawn arrives.
    fn moves(&self, position: &Naive, color: Color) -> Vec<(Naive, bool)> {
        let (own, enemy, up) = position.sides(color);
        let (home, goal) = match color {
            Color::White => (2, self.ranks),
            Color::Black => (self.ranks - 1, 1),
        };
        let free = |at: At| !own.contains(&at) && !enemy.contains(&at);
        let mut moves = Vec::new();
        for &from in own {
            let (file, rank) = from;
            let mut play = |to: At, taken: At, passed: Option<At>| {
                let (mut own, mut enemy) = (own.clone(), enemy.clone());
                own.remove(&from);
                own.insert(to);
                enemy.remove(&taken);
                let (white, black) = match color {
                    Color::White => (own, enemy),
                    Color::Black => (enemy, own),
                };
                let after = Naive {
                    white,
                    black,
                    passed,
                };
                moves.push((after, to.1 == goal));
            };
            let (one, two) = ((file, rank + up), (file, rank + 2 * up));
            if free(one) {
                play(one, one, None);
                if rank == home && free(two) {
                    play(two, two, Some(one));
                }
            }
            for to in [(file - 1, rank + up), (file + 1, rank + up)] {
                if enemy.contains(&to) {
                    play(to, to, None);
                } else if position.passed == Some(to) && enemy.contains(&(to.0, rank)) {
                    play(to, (to.0, rank), None);
                }
            }
        }
        moves
    }

    /// Does the player to move win if whoever cannot move loses, and a pawn that arrives wins?
    fn wins_normal_play(&mut self, position: &Naive, color: Color) -> bool {
        let key = (position.clone(), color);
        if let Some(&known) = self.normal.get(&key) {
            return known;
        }
        let moves = self.moves(position, color);
        let wins = moves
            .iter()
            .any(|(after, arrived)| *arrived || !self.wins_normal_play(after, !color));
        self.normal.insert(key, wins);
        wins
    }

    /// 1, 0 or -1 for the player to move, by the rules.
    fn result(&mut self, position: &Naive, color: Color) -> i32 {
        let (own, enemy, _) = position.sides(color);
        if own.is_empty() || enemy.is_empty() {
            return if own.is_empty() { -1 } else { 1 };
        }
        let key = (position.clone(), color);
        if let Some(&known) = self.results.get(&key) {
            return known;
        }
        let moves = self.moves(position, color);
        let values = moves.iter().map(|(after, arrived)| match arrived {
            true => 1,
            false => -self.result(after, !color),
        });
        let best = values.max();
        let is_blocked = || self.moves(position, !color).is_empty();
        let result = best.unwrap_or_else(|| match self.no_move {
            NoMove::Draw => 0,
            NoMove::Alburt if is_blocked() => 0,
            NoMove::Alburt | NoMove::Loss => -1,
        });
        self.results.insert(key, result);
        result
    }

    /// Does `hero` win, who must move, if the other player may pass?
    fn wins_against_passes(&mut self, position: &Naive, color: Color, hero: Color) -> bool {
        let (own, enemy, _) = position.sides(hero);
        if own.is_empty() || enemy.is_empty() {
            return enemy.is_empty();
        }
        let key = (position.clone(), color, hero);
        if let Some(&known) = self.passing.get(&key) {
            return known;
        }
        let mut moves = self.moves(position, color);
        let wins = if color == hero {
            moves
                .iter()
                .any(|(after, arrived)| *arrived || self.wins_against_passes(after, !color, hero))
        } else {
            moves.push((position.without_right(), false));
            moves
                .iter()
                .all(|(after, arrived)| !arrived && self.wins_against_passes(after, !color, hero))
        };
        self.passing.insert(key, wins);
        wins
    }

    fn strength(&mut self, position: &Naive) -> Strength {
        for hero in Color::BOTH {
            let mut wins = |color| self.wins_against_passes(position, color, hero);
            if wins(Color::White) && wins(Color::Black) {
                return Strength::Strong(hero);
            }
        }
        let first = self.result(position, Color::White);
        let second = -self.result(position, Color::Black);
        match (first, second) {
            (1, 1) => Strength::Weak(Color::White),
            (-1, -1) => Strength::Weak(Color::Black),
            _ if first < second => Strength::MutualZugzwang,
            _ => Strength::None,
        }
    }

    /// Compares an evaluation with the book.
    fn check(&mut self, position: &Naive, rules: Rules) {
        let text = position.text();
        let found = evaluated(&text, rules);
        let wins = Color::BOTH.map(|color| self.wins_normal_play(position, color));
        let outcome = match wins {
            [true, true] => Outcome::First,
            [true, false] => Outcome::White,
            [false, true] => Outcome::Black,
            [false, false] => Outcome::Second,
        };
        assert_eq!(found.outcome, Some(outcome), "{text}");
        let number = |result| match result {
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            Wdl::Win => 1,
        };
        let [white, black] = Color::BOTH.map(|color| self.result(position, color));
        assert_eq!(found.white_to_move.map(number), Some(white), "{text}");
        assert_eq!(found.black_to_move.map(number), Some(black), "{text}");
        assert_eq!(found.strength, Some(self.strength(position)), "{text}");
    }
}

/// Digits in base 3 put nothing, a white pawn or a black pawn on each square of ranks 2 to `ranks - 1`.
fn placed(mut digits: u64, files: i32, ranks: i32) -> Naive {
    let (mut white, mut black) = (BTreeSet::new(), BTreeSet::new());
    for file in 1..=files {
        for rank in 2..ranks {
            match digits % 3 {
                1 => white.insert((file, rank)),
                2 => black.insert((file, rank)),
                _ => false,
            };
            digits /= 3;
        }
    }
    Naive {
        white,
        black,
        passed: None,
    }
}

#[test]
fn all_positions_on_one_file() {
    for no_move in [NoMove::Draw, NoMove::Loss, NoMove::Alburt] {
        let rules = rules(|set| set.no_move = no_move);
        let mut play = Play::new(8, no_move);
        for digits in 1..3_u64.pow(6) {
            play.check(&placed(digits, 1, 8), rules);
        }
    }
}

#[test]
fn random_positions_on_two_and_three_files() {
    let mut chance = 1_u64;
    let mut play = [NoMove::Draw, NoMove::Loss, NoMove::Alburt].map(|rule| Play::new(8, rule));
    let mut tried = 0;
    while tried < 600 {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let files = 2 + (tried % 3 == 0) as i32;
        let position = placed((chance >> 20) % 3_u64.pow(6 * files as u32), files, 8);
        // Six pawns are enough, and one of each colour needed for a struggle.
        let counts = [position.white.len(), position.black.len()];
        if counts.contains(&0) || counts[0] + counts[1] > 6 {
            continue;
        }
        let play = &mut play[tried % 3];
        let no_move = play.no_move;
        play.check(&position, rules(|set| set.no_move = no_move));
        tried += 1;
    }
}

#[test]
fn small_boards_from_the_start() {
    for (files, ranks) in [(1, 6), (2, 6), (2, 8), (3, 5), (3, 6), (3, 8)] {
        let rules = rules(|set| (set.files, set.ranks) = (files, ranks));
        let row = |rank| -> BTreeSet<At> { (1..=files as i32).map(|file| (file, rank)).collect() };
        let start = Naive {
            white: row(2),
            black: row(ranks as i32 - 1),
            passed: None,
        };
        Play::new(ranks as i32, NoMove::Draw).check(&start, rules);
    }
}
