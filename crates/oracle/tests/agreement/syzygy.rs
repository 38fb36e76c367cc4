//! Results are those of the Syzygy tables, for every legal position with at most three men, and with four men for every one
//! in `scripts/check-thoroughly`, for one in 59 otherwise; but always for those with an en passant capture, a promotion or
//! no move at all. A win that the 50-move rule would spoil is a win, and a loss that it would save a loss.
//!
//! What "every" means: every placement of the men that makes a legal position, both sides to move, with and without each
//! possible en passant capture. The side with the stronger men is White; of eight positions one is also compared with
//! colours exchanged. With four men one position stands for its images in the board's symmetries: left and right, or all
//! eight if there is no pawn. With three men, and for two pawns of one side, every image is compared itself; and for every
//! material in the test that is left out unless it is asked for.
//!
//! Pawnless endings are solved for a base first and read through it.
//!
//! The tables are outside the repository; without them the tests say so and pass.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use oracle::{random_en_passant, random_position};
use peasant::board::{Color, Move, Position, Role, Setup, Square};
use peasant::notation::fen;
use peasant::rules::Rules;
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;
use peasant::{Limits, Material, Prover, Store};
use specification::Dice;

use crate::reader::Tables;
use crate::tables;

/// Our side of the comparison; every thread has one.
struct Ours(Prover);

impl Ours {
    /// Small endings are read from a store, others are proved without.
    fn new(store: Option<&Arc<Store>>) -> Ours {
        let builder = Prover::builder().rules(Rules::Chess);
        let builder = match store {
            Some(store) => builder.store(Arc::clone(store)),
            None => builder,
        };
        Ours(builder.build())
    }

    /// The result for the side to move.
    fn result(&mut self, position: &Position) -> Option<Wdl> {
        let bounds = self.0.bounds(position);
        bounds.expect("nothing comes from outside").exact()
    }
}

/// How many threads compare.
const THREADS: usize = 2;

/// One position of so many is also compared with colours exchanged.
const EXCHANGED: u64 = 8;

/// With four men one position of so many is compared where not all are; the squares do not come round with this number.
const SAMPLED: u64 = 59;

/// So many disagreements are shown.
const SHOWN: usize = 10;

/// The men of a material such as `KQvKR`: pawns first, the kings last.
fn men(material: &str) -> Vec<(Color, Role)> {
    let (white, black) = material.split_once('v').expect("two sides");
    let of = |color, letters: &str| -> Vec<(Color, Role)> {
        let role = |letter| Role::from_letter(letter).expect("a piece's letter");
        letters
            .chars()
            .map(|letter| (color, role(letter)))
            .collect()
    };
    let mut men = [of(Color::White, white), of(Color::Black, black)].concat();
    men.sort_by_key(|&(color, role)| (role, color));
    men
}

/// All placements of some men, one unit of work for each placement of the pawns; without pawns, of the first man.
struct Placements {
    men: Vec<(Color, Role)>,
    /// How many men a unit places.
    head: usize,
    /// Are the symmetries of the board used?
    symmetric: bool,
}

impl Placements {
    fn new(men: Vec<(Color, Role)>, symmetric: bool) -> Placements {
        let pawns = men.iter().filter(|(_, role)| *role == Role::Pawn).count();
        Placements {
            head: pawns.max(1),
            symmetric,
            men,
        }
    }

    /// The placements that a test of a material goes through. For two pawns of one side the mirror saves nothing.
    fn of(material: &str) -> Placements {
        let men = men(material);
        let like_pawns = men[0].1 == Role::Pawn && men[0] == men[1];
        let symmetric = men.len() > 3 && !like_pawns;
        Placements::new(men, symmetric)
    }

    /// The placements of the first men.
    fn units(&self) -> Vec<Vec<Square>> {
        let mut units = Vec::new();
        self.extend(&mut Vec::new(), self.head, &mut |squares| {
            units.push(squares.to_vec());
        });
        units
    }

    /// Every placement in a unit.
    fn each(&self, unit: &[Square], visit: &mut dyn FnMut(&[Square])) {
        self.extend(&mut unit.to_vec(), self.men.len(), visit);
    }

    /// Places the men up to `end` in every way. Like men stand in the order of their squares, unless either may be
    /// the one that the symmetries bring to the first man's squares.
    fn extend(&self, squares: &mut Vec<Square>, end: usize, visit: &mut dyn FnMut(&[Square])) {
        let next = squares.len();
        if next == end {
            return visit(squares);
        }
        let like_the_last = next > 0 && self.men[next] == self.men[next - 1];
        for square in Square::all().filter(|&square| next > 0 || self.is_first(square)) {
            let ordered = !like_the_last || self.symmetric || square > squares[next - 1];
            let pawn_on_edge = self.men[next].1 == Role::Pawn && matches!(square.rank(), 0 | 7);
            if ordered && !pawn_on_edge && !squares.contains(&square) {
                squares.push(square);
                self.extend(squares, end, visit);
                squares.pop();
            }
        }
    }

    /// Does the first man stand here in one of the positions that stand for all?
    fn is_first(&self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        match (self.symmetric, self.men[0].1) {
            (false, _) => true,
            (true, Role::Pawn) => file < 4,
            (true, _) => file < 4 && rank <= file,
        }
    }

    fn setup(&self, squares: &[Square], turn: Color) -> Setup {
        let mut setup = Setup::empty(turn);
        for (&(color, role), &square) in self.men.iter().zip(squares) {
            setup.put(color, role, square);
        }
        setup
    }
}

/// Is the position of a kind that is easily wrong? An en passant capture, a promotion, or no move at all.
fn is_special(position: &Position) -> bool {
    let seventh = match position.turn() {
        Color::White => 6,
        Color::Black => 1,
    };
    let mut pawns = position.pieces(position.turn(), Role::Pawn);
    position.en_passant().is_some()
        || pawns.any(|pawn| pawn.rank() == seventh)
        || position.legal_moves().is_empty()
}

/// The legal positions of a set-up: as it is, and with each en passant capture that there may be.
fn positions(setup: &Setup) -> impl Iterator<Item = Position> {
    let mut setup = *setup;
    let plain = setup.validate().ok();
    let (landing, passed) = match setup.turn {
        Color::White => (4, 5),
        Color::Black => (3, 2),
    };
    let pawns = setup.pieces(!setup.turn, Role::Pawn);
    let may_have_run = pawns.filter(move |pawn| pawn.rank() == landing);
    let after_double_step = may_have_run.filter_map(move |pawn| {
        setup.en_passant = Some(Square::at(pawn.file(), passed));
        let position = setup.validate().ok()?;
        position.en_passant().is_some().then_some(position)
    });
    plain.into_iter().chain(after_double_step)
}

/// What was compared.
#[derive(Default)]
struct Count {
    /// Positions of the tables, by the side to move and the result (loss, draw, win).
    results: [[u64; 3]; 2],
    en_passant: u64,
    /// All positions, those that are left out too.
    visited: u64,
    /// Comparisons, with those after the exchange of colours.
    compared: u64,
    disagreements: Vec<String>,
}

impl Count {
    fn legal(&self, turn: Color) -> u64 {
        self.results[turn as usize].iter().sum()
    }

    fn of(&self, turn: Color, result: Wdl) -> u64 {
        self.results[turn as usize][result as usize]
    }

    /// Is the next position left out?
    fn leaves_out(&mut self, position: &Position, sampled: u64) -> bool {
        self.visited += 1;
        !self.visited.is_multiple_of(sampled) && !is_special(position)
    }

    fn compare(&mut self, ours: &mut Ours, tables: &Tables, position: &Position) {
        let theirs = tables.probe(position);
        let result = theirs.unwrap_or_else(|| panic!("{:?}", tables.warnings()));
        let seen = &mut self.results[position.turn() as usize][result as usize];
        *seen += 1;
        let exchanged = seen.is_multiple_of(EXCHANGED).then(|| position.flip());
        self.en_passant += u64::from(position.en_passant().is_some());
        for position in [Some(*position), exchanged].into_iter().flatten() {
            self.compared += 1;
            let ours = ours.result(&position);
            if ours != theirs && self.disagreements.len() < SHOWN {
                let text = fen::format(&position);
                self.disagreements
                    .push(format!("{text}: ours {ours:?}, Syzygy {result}"));
            }
        }
    }

    fn add(&mut self, other: Count) {
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            for (sum, more) in sum.iter_mut().zip(more) {
                *sum += more;
            }
        }
        self.en_passant += other.en_passant;
        self.visited += other.visited;
        self.compared += other.compared;
        self.disagreements.extend(other.disagreements);
    }
}

/// Compares every position of a unit.
fn compare_unit(
    count: &mut Count,
    ours: &mut Ours,
    tables: &Tables,
    placements: &Placements,
    unit: &[Square],
) {
    let few_men = placements.men.len() < 4;
    let sampled = if few_men || specification::is_thorough() {
        1
    } else {
        SAMPLED
    };
    placements.each(unit, &mut |squares| {
        for turn in Color::BOTH {
            for position in positions(&placements.setup(squares, turn)) {
                if !count.leaves_out(&position, sampled) {
                    count.compare(ours, tables, &position);
                }
            }
        }
    });
}

/// A store with both players' endings of a material, if they can be built ahead, and the directory that it is in.
fn store_of(material: &str) -> Option<(Arc<Store>, PathBuf)> {
    let name = format!("store-{material}-{}", std::process::id());
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let store = Arc::new(Store::new(&directory, 2 << 30));
    let (white, black) = material.split_once('v')?;
    for name in [material.to_owned(), format!("{black}v{white}")] {
        // A bare king wins nowhere, and of an ending with one pawn and one piece there is nothing to keep.
        let Ok(material) = name.parse::<Material>() else {
            continue;
        };
        let built = store.build(material, Limits::NONE, Arc::new(()));
        assert!(
            built.expect("nothing stops it").built,
            "{:?}",
            store.warnings()
        );
    }
    directory.exists().then_some((store, directory))
}

/// Compares every position of a material. The units are shared out among threads.
fn compare_all(tables: &Tables, placements: &Placements, store: Option<&Arc<Store>>) -> Count {
    let units = placements.units();
    let (next, total) = (AtomicUsize::new(0), Mutex::new(Count::default()));
    let work = || {
        let mut ours = Ours::new(store);
        while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut count = Count::default();
            compare_unit(&mut count, &mut ours, tables, placements, unit);
            total.lock().expect("no thread panicked").add(count);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(work);
        }
    });
    total.into_inner().expect("no thread panicked")
}

/// The test of one material.
fn assert_agrees(material: &str, placements: &Placements) -> Option<Count> {
    let tables = tables(material)?;
    let start = Instant::now();
    let store = store_of(material);
    let count = compare_all(&tables, placements, store.as_ref().map(|(store, _)| store));
    if let Some((store, directory)) = store {
        assert_eq!(store.warnings(), Vec::<String>::new());
        std::fs::remove_dir_all(directory).expect("it is ours");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{material}: {} comparisons, {} positions with White and {} with Black to move, {} with en passant; \
         {seconds:.1} s, {:.2} million a second",
        count.compared,
        count.legal(Color::White),
        count.legal(Color::Black),
        count.en_passant,
        count.compared as f64 / seconds / 1e6
    );
    let shown: Vec<&str> = count
        .disagreements
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect();
    let shown = shown.join("\n");
    assert!(shown.is_empty(), "{material}:\n{shown}");
    Some(count)
}

/// One test a material, and the list of them.
macro_rules! materials {
    ($($(#[$attribute:meta])* $test:ident $material:literal)*) => {
        const MATERIALS: &[&str] = &[$($material),*];
        $(#[test] $(#[$attribute])* fn $test() {
            assert_agrees($material, &Placements::of($material));
        })*
    };
}

materials! {
    kpvk "KPvK"
    knvk "KNvK"
    kbvk "KBvK"
    krvk "KRvK"
    kqvk "KQvK"
    kppvk "KPPvK"
    kpvkp "KPvKP"
    knpvk "KNPvK"
    kbpvk "KBPvK"
    krpvk "KRPvK"
    kqpvk "KQPvK"
    knvkp "KNvKP"
    kbvkp "KBvKP"
    krvkp "KRvKP"
    kqvkp "KQvKP"
    knnvk "KNNvK"
    kbnvk "KBNvK"
    kbbvk "KBBvK"
    krnvk "KRNvK"
    krbvk "KRBvK"
    krrvk "KRRvK"
    kqnvk "KQNvK"
    kqbvk "KQBvK"
    kqrvk "KQRvK"
    kqqvk "KQQvK"
    knvkn "KNvKN"
    kbvkn "KBvKN"
    kbvkb "KBvKB"
    krvkn "KRvKN"
    krvkb "KRvKB"
    krvkr "KRvKR"
    kqvkn "KQvKN"
    kqvkb "KQvKB"
    kqvkr "KQvKR"
    kqvkq "KQvKQ"
}

/// The same without symmetries: nothing is left to an argument.
#[test]
#[ignore = "takes long: more than half a billion positions"]
fn every_material_without_symmetries() {
    for material in MATERIALS {
        assert_agrees(material, &Placements::new(men(material), false));
    }
}

/// The images of a square in the eight symmetries of the board.
fn images(square: Square) -> [Square; 8] {
    let turned = Square::at(square.rank(), square.file());
    let four = |s: Square| [s, s.mirror(), s.flip(), s.mirror().flip()];
    let (a, b) = (four(square), four(turned));
    [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]
}

#[test]
fn placements_with_symmetries_stand_for_all() {
    for material in ["QQvK", "QvKQ", "KNvK"] {
        let canonical = |symmetric| {
            let placements = Placements::new(men(material), symmetric);
            let mut found = BTreeSet::new();
            for unit in placements.units() {
                placements.each(&unit, &mut |squares| {
                    found.insert(least_image(&placements.men, squares));
                });
            }
            found
        };
        assert_eq!(canonical(true), canonical(false), "{material}");
    }
}

fn least_image(men: &[(Color, Role)], squares: &[Square]) -> Vec<(Color, Role, Square)> {
    let image = |n: usize| {
        let placed = men.iter().zip(squares);
        let mut placed: Vec<_> = placed.map(|(&(c, r), &s)| (c, r, images(s)[n])).collect();
        placed.sort();
        placed
    };
    (0..8).map(image).min().expect("eight images")
}

#[test]
fn no_table_is_forgotten() {
    let Some(directory) = specification::syzygy_directory() else {
        return specification::skip("no table is forgotten: there are no Syzygy tables");
    };
    let files = directory.read_dir().expect("a directory");
    let tables = files
        .map(|file| file.expect("an entry").path())
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "rtbw")
        });
    let names: BTreeSet<String> = tables
        .filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()))
        .filter(|material| material.len() <= "KQvKQ".len())
        .collect();
    let tested = MATERIALS.iter().map(ToString::to_string).collect();
    assert_eq!(names, tested);
}

/// Edwards 1996, as used by kervinck/pfkpk.
#[test]
fn kpvk_has_the_published_totals() {
    let Some(count) = assert_agrees("KPvK", &Placements::of("KPvK")) else {
        return;
    };
    assert_eq!(count.legal(Color::White), 163_328);
    assert_eq!(count.of(Color::White, Wdl::Win), 124_960);
    assert_eq!(count.legal(Color::Black), 168_024);
    assert_eq!(count.of(Color::Black, Wdl::Loss), 97_604);
}

/// The best that a side can reach by one of our moves, by the tables.
fn one_move_deep(tables: &Tables, position: &Position) -> Option<Wdl> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(if position.in_check() {
            Wdl::Loss
        } else {
            Wdl::Draw
        });
    }
    let worth = |r#move: &Move| Some(-tables.probe(&position.play(*r#move))?);
    let worths: Option<Vec<Wdl>> = moves.iter().map(worth).collect();
    worths?.into_iter().max()
}

/// The reader of the tables and our moves fit together: positions, en passant and promotions mean the same to both.
#[test]
fn tables_agree_with_themselves_one_move_deep() {
    let Some(tables) = tables("the tables against themselves") else {
        return;
    };
    let mut random = Dice(11);
    for n in 0..specification::rounds(100_000, 300_000) {
        let men = 1 + n % 2;
        let pawns = n / 2 % (men + 1);
        let position = match n % 5 {
            0 => random_en_passant(&mut random, 0, 0),
            _ => random_position(&mut random, pawns, men - pawns),
        };
        let result = tables.probe(&position);
        assert!(result.is_some(), "{:?}", tables.warnings());
        assert_eq!(result, one_move_deep(&tables, &position), "{position:?}");
    }
}
