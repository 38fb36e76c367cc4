use super::game::Form;
use super::*;
use crate::{Preset, RuleSet, parse};
use specification::Dice;

/// A meter without limits, for as long as the tests run.
fn ample() -> &'static Meter<'static> {
    let watch: Watch<&dyn Observer> = Watch::new(Limits::default(), &());
    Box::leak(Box::new(Meter::new(Box::leak(Box::new(watch)))))
}

/// A few of these games.
fn some(dice: &mut Dice, pool: &[Game]) -> Vec<Game> {
    (0..dice.roll(4)).map(|_| dice.pick(pool)).collect()
}

/// Random games with the forms from which they were made. With `wins`, some end in a win at once.
fn random_games(games: &mut Games, wins: bool, seed: u64) -> Vec<(Form, Game)> {
    let mut dice = Dice(seed);
    let mut made = Vec::new();
    let mut pool = vec![Game::ZERO];
    for _ in 0..40 {
        let (mut left, mut right) = (some(&mut dice, &pool), some(&mut dice, &pool));
        if wins && dice.roll(4) == 0 {
            left.push(Game::WON);
        }
        if wins && dice.roll(4) == 0 {
            right.push(Game::LOST);
        }
        let form = Form::new(left, right);
        let game = games.canonical(&form).unwrap();
        made.push((form, game));
        pool = made.iter().rev().take(12).map(|&(_, game)| game).collect();
    }
    made
}

/// Does the player to move (Left or not) win a sum of two, which is given by its options? Nothing is simplified.
fn wins_first(games: &Games, one: &Form, other: &Form, left: bool) -> bool {
    let form_of = |game| Form::new(games.left(game), games.right(game));
    let wins = |moved: &Form, rest: &Form| {
        let options = if left { &moved.left } else { &moved.right };
        options.iter().any(|&option| {
            matches!(option, Game::WON | Game::LOST)
                || !wins_first(games, &form_of(option), rest, !left)
        })
    };
    wins(one, other) || wins(other, one)
}

#[test]
fn canonical_forms_play_like_what_they_stand_for() {
    for seed in 0..4 {
        let mut games = Games::new(ample());
        let made = random_games(&mut games, true, seed);
        let form_of = |game| Form::new(games.left(game), games.right(game));
        for (form, game) in &made {
            for (context, _) in made.iter().take(12) {
                for left in [true, false] {
                    let expected = wins_first(&games, form, context, left);
                    let found = wins_first(&games, &form_of(*game), context, left);
                    assert_eq!(found, expected, "{form:?} in {context:?}");
                }
            }
        }
    }
}

#[test]
fn equal_games_are_the_same_and_order_respects_sums() {
    for seed in 0..4 {
        let mut games = Games::new(ample());
        let made: Vec<Game> = (random_games(&mut games, seed % 2 == 0, seed).iter())
            .map(|&(_, game)| game)
            .collect();
        for (index, &g) in made.iter().enumerate() {
            let again = Form::new(games.left(g), games.right(g));
            assert_eq!(games.canonical(&again).unwrap(), g);
            for &h in &made {
                let at_least = games.at_least(g, h).unwrap();
                let at_most = games.at_least(h, g).unwrap();
                assert_eq!(at_least && at_most, g == h);
                let third = made[index / 2];
                let sums = [g, h].map(|game| games.sum(game, third).unwrap());
                assert!(!at_least || games.at_least(sums[0], sums[1]).unwrap());
            }
        }
    }
}

#[test]
fn games_without_wins_are_a_group() {
    let mut games = Games::new(ample());
    let made = random_games(&mut games, false, 7);
    for window in made.windows(3) {
        let [g, h, k] = [window[0].1, window[1].1, window[2].1];
        let negative = games.negative(g);
        assert_eq!(games.sum(g, negative).unwrap(), Game::ZERO);
        let gh = games.sum(g, h).unwrap();
        assert_eq!(games.sum(h, g).unwrap(), gh);
        let hk = games.sum(h, k).unwrap();
        assert_eq!(games.sum(gh, k).unwrap(), games.sum(g, hk).unwrap());
        let minus_h = games.negative(h);
        let difference = games.sum(g, minus_h).unwrap();
        let at_least = games.at_least(g, h).unwrap();
        assert_eq!(games.at_least(difference, Game::ZERO).unwrap(), at_least);
    }
}

#[test]
fn sums_with_wins_are_associative() {
    let mut games = Games::new(ample());
    let made = random_games(&mut games, true, 3);
    for window in made.windows(3).take(20) {
        let [g, h, k] = [window[0].1, window[1].1, window[2].1];
        let (gh, hk) = (games.sum(g, h).unwrap(), games.sum(h, k).unwrap());
        assert_eq!(games.sum(gh, k).unwrap(), games.sum(g, hk).unwrap());
    }
}

/// The game with these options.
fn made(games: &mut Games, left: &[Game], right: &[Game]) -> Game {
    games.canonical(&Form::new(left, right)).unwrap()
}

#[test]
fn names_of_numbers_nimbers_and_ups() {
    let mut games = Games::new(ample());
    let zero = Game::ZERO;
    let star = made(&mut games, &[zero], &[zero]);
    let up = made(&mut games, &[zero], &[star]);
    let two_stars = made(&mut games, &[zero, star], &[zero, star]);
    let one = made(&mut games, &[zero], &[]);
    let half = made(&mut games, &[zero], &[one]);
    let down = games.negative(up);
    let minus_half = games.negative(half);
    let mut named = |parts: &[Game]| {
        let sum = sum(&mut games, parts).unwrap();
        Namer::new(&games, ample()).name(sum).unwrap()
    };
    assert_eq!(named(&[up, star]), "up + *");
    assert_eq!(named(&[up, two_stars]), "up + *2");
    assert_eq!(named(&[down, two_stars, star]), "down + *3");
    assert_eq!(named(&[up, up, two_stars]), "double up + *2");
    assert_eq!(named(&[down, down, down, star]), "triple down + *");
    assert_eq!(named(&[up, up, up, up]), "4.up");
    assert_eq!(named(&[half, up, star]), "1/2 + up + *");
    assert_eq!(named(&[one, half, two_stars]), "3/2 + *2");
    assert_eq!(named(&[minus_half, down, down]), "-1/2 + double down");
    assert_eq!(named(&[minus_half, minus_half]), "-1");
}

#[test]
fn names_of_switches_tinies_and_wins() {
    let mut games = Games::new(ample());
    let zero = Game::ZERO;
    let one = made(&mut games, &[zero], &[]);
    let two = made(&mut games, &[one], &[]);
    let minus = games.negative(two);
    let threat = made(&mut games, &[zero], &[minus]);
    let tiny = made(&mut games, &[zero], &[threat]);
    let soon = made(&mut games, &[Game::WON], &[]);
    let later = made(&mut games, &[soon], &[]);
    let switch = made(&mut games, &[later, two], &[threat]);
    let names = [
        (threat, "{0|-2}"),
        (tiny, "tiny(2)"),
        (games.negative(tiny), "miny(2)"),
        (games.negative(later), "-oo in 2"),
        (switch, "{oo in 2|{0|-2}}"),
    ];
    for (game, name) in names {
        assert_eq!(Namer::new(&games, ample()).name(game).unwrap(), name);
    }
    assert_eq!(games.sum(later, minus).unwrap(), later);
}

/// Random pawns on two pairs of files that do not touch, on a board with six ranks.
fn random_pair_of_islands(dice: &mut Dice) -> String {
    let mut lists = [String::new(), String::new()];
    for file in ["a", "b", "d", "e"] {
        for color in [0, 1] {
            if dice.roll(4) > 0 {
                let rank = 2 + color + dice.roll(3);
                lists[color] += &format!("{file}{rank} ");
            }
        }
    }
    lists.join("/")
}

#[test]
fn a_position_is_the_sum_of_its_islands() {
    let mut dice = Dice(1);
    let mut tried = 0;
    for en_passant in [false, true].repeat(60) {
        let rules = RuleSet {
            files: 5,
            ranks: 6,
            en_passant,
            ..RuleSet::of(Preset::PawnGame)
        };
        let rules = rules.validate().unwrap();
        let Ok(position) = parse(&random_pair_of_islands(&mut dice), rules) else {
            continue;
        };
        let mut valuer = Valuer::new(rules, ample());
        let whole = valuer.position(&position).unwrap();
        if valuer.en_passant {
            continue;
        }
        let islands = island::islands(&position);
        let parts = islands.iter().map(|island| valuer.position(island));
        let parts: Vec<Game> = parts.collect::<Result<_, _>>().unwrap();
        assert_eq!(sum(&mut valuer.games, &parts).unwrap(), whole, "{position}");
        tried += 1;
    }
    assert!(tried > 30, "only {tried} positions");
}

#[test]
fn limits_are_kept_and_what_is_found_stays() {
    let rules = RuleSet::of(Preset::PawnGame).validate().unwrap();
    let start = Position::start(rules);
    let unlimited = Limits::default();
    let cases = [
        (unlimited.structures(1000), Stop::Structures),
        (unlimited.memory(100_000), Stop::Memory),
        (unlimited.time(Duration::ZERO), Stop::Time),
    ];
    for (limits, stop) in cases {
        let evaluation = evaluate(&start, &limits, &());
        assert_eq!(evaluation.stopped, Some(stop));
        assert_eq!(evaluation.value, None);
        assert_eq!(evaluation.white_to_move, None);
    }
    let cancelled = std::sync::atomic::AtomicBool::new(true);
    let evaluation = evaluate(&start, &unlimited, &cancelled);
    assert_eq!(evaluation.stopped, Some(Stop::Cancelled));
    // The first island is small enough.
    let position = parse("a2 c2 d2 e2 f2 g2 h2/a3 c7 d7 e7 f7 g7 h7", rules).unwrap();
    let limits = unlimited.structures(1000);
    let evaluation = evaluate(&position, &limits, &());
    assert_eq!(evaluation.stopped, Some(Stop::Structures));
    assert_eq!(evaluation.islands[0].value, Some(Value("0".to_owned())));
    assert_eq!(evaluation.islands[1].value, None);
}
