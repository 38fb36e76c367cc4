//! Families against all structures, one by one.

use std::collections::{BTreeMap, BTreeSet};

use peasant::board::{Bitboard, Pawns};
use peasant::mine::{Family, Files, Materials, Pattern};

use crate::support::family;

/// The least of the images, exchange of colours among them if it is allowed.
fn least(pawns: Pawns, flips: bool) -> Pawns {
    let flip = pawns.flip();
    let mut images = vec![pawns, pawns.mirror()];
    if flips {
        images.extend([flip, flip.mirror()]);
    }
    images.into_iter().min().expect("there are two")
}

/// All sets of so many of these squares.
fn sets(count: u32, room: Bitboard) -> Vec<Bitboard> {
    if count == 0 {
        return vec![Bitboard::EMPTY];
    }
    let smaller = sets(count - 1, room);
    let larger = smaller.iter().flat_map(|&set| {
        let last = (set & room).last();
        let more = room.filter(move |&square| last.is_none_or(|last| square > last));
        more.map(move |square| set.with(square))
    });
    larger.collect()
}

fn structures(white: u32, black: u32, room: Bitboard) -> Vec<Pawns> {
    let whites = sets(white, room).into_iter();
    let all = whites.flat_map(|white| {
        let blacks = sets(black, room - white).into_iter();
        blacks.map(move |black| Pawns { white, black })
    });
    all.collect()
}

/// Every structure has just one member among its images, and every member is one of the structures.
fn is_complete(family: &Family, all: &[Pawns], image: impl Fn(Pawns) -> Pawns) {
    let members: Vec<_> = family.structures(0..family.len()).collect();
    let mut of: BTreeMap<Pawns, u32> = BTreeMap::new();
    for member in &members {
        *of.entry(image(member.pawns)).or_default() += 1;
        assert_eq!(family.structure(member.number), Some(*member));
    }
    assert!(of.values().all(|&count| count == 1), "{family}");
    let images: BTreeSet<Pawns> = all.iter().map(|&pawns| image(pawns)).collect();
    assert_eq!(of.into_keys().collect::<BTreeSet<_>>(), images, "{family}");
    assert_eq!(family.len(), all.len() as u64, "{family}");
    let numbers: Vec<u64> = members.iter().map(|member| member.number).collect();
    assert!(numbers.is_sorted());
    let third = family.len() / 3;
    let pieces = [0..third, third..2 * third, 2 * third..u64::MAX];
    let pieces = pieces
        .into_iter()
        .flat_map(|range| family.structures(range));
    assert_eq!(pieces.collect::<Vec<_>>(), members);
}

#[test]
fn each_structure_is_taken_once_up_to_symmetry() {
    let room = |files: &str| {
        let files: Files = files.parse().expect("files");
        files.squares() - (Bitboard::rank(0) | Bitboard::rank(7))
    };
    for (white, black, files, mirrors, flips) in [
        (1, 0, "a-h", true, false),
        (1, 1, "a-h", true, true),
        (2, 1, "c-f", true, false),
        (2, 2, "ah", true, true),
        (1, 1, "a-c", false, true),
        (0, 2, "b", false, false),
    ] {
        let family = family(&format!("{white}v{black}"), files, "");
        let all = structures(white, black, room(files));
        is_complete(&family, &all, |pawns| match (mirrors, flips) {
            (true, _) => least(pawns, flips),
            (false, true) => pawns.min(pawns.flip()),
            (false, false) => pawns,
        });
    }
}

#[test]
fn ranges_of_pawns_are_exchanged_too() {
    let family = family("1-2v1-2", "d", "");
    let room = Bitboard::file(3) - (Bitboard::rank(0) | Bitboard::rank(7));
    let all = [(1, 1), (1, 2), (2, 1), (2, 2)].into_iter();
    let all: Vec<Pawns> = all.flat_map(|(w, b)| structures(w, b, room)).collect();
    is_complete(&family, &all, |pawns| pawns.min(pawns.flip()));
}

#[test]
fn patterns_fix_pawns_and_kings() {
    let count = |family: &Family| family.structures(0..family.len()).count();
    let blocked = "8/8/8/3p4/3P4/8/8/8";
    assert_eq!(count(&family("", "", blocked)), 1);
    // 46 squares for one more; the image through the centre exchanges colours, and a white pawn with a black one.
    assert_eq!(count(&family("2v1", "", blocked)), 46);
    assert_eq!(
        count(&family("1-2v1-2", "", blocked)),
        1 + 46 + 46 * 45 / 2 + 23
    );
    // Only where there is a question mark.
    assert_eq!(count(&family("2v1", "", "8/8/8/3p4/3P4/8/?6?/8")), 2);
    assert_eq!(count(&family("2v1", "a", "8/8/8/3p4/3P4/8/?6?/8")), 1);
    assert_eq!(count(&family("2v1", "a", blocked)), 6);
    // No pawn stands on a king's square; and a king on e4 has no image left and right.
    let kings = family("1v0", "", "8/8/8/8/4K3/8/8/8");
    assert_eq!((kings.len(), count(&kings)), (47, 47));
}

#[test]
fn what_describes_no_family_is_refused_with_a_cure() {
    let pattern = |text: &str| text.parse::<Pattern>();
    for (message, cure) in [
        (
            pattern("8/8/8/8").map(drop).expect_err("4 ranks"),
            "board of a FEN",
        ),
        (
            pattern("8/8/8/8/8/8/8/P7").map(drop).expect_err("a1"),
            "second to the seventh",
        ),
        (
            pattern("8/8/8/8/8/8/7/8").map(drop).expect_err("7"),
            "board of a FEN",
        ),
        (
            pattern("8/8/8/8/8/8/Q7/8").map(drop).expect_err("Q"),
            "board of a FEN",
        ),
        (
            pattern("8/8/8/8/8/8/KK6/8").map(drop).expect_err("two"),
            "one of a colour",
        ),
        (
            "9v1".parse::<Materials>().map(drop).expect_err("9"),
            "0 to 8 each",
        ),
        (
            "2-1v1".parse::<Materials>().map(drop).expect_err("2-1"),
            "0 to 8 each",
        ),
        (
            "d-a".parse::<Files>().map(drop).expect_err("d-a"),
            "from a to h",
        ),
        (
            "".parse::<Files>().map(drop).expect_err("none"),
            "from a to h",
        ),
    ] {
        assert!(message.to_string().contains(cure), "{message}");
    }
    let two = || Some("8/8/8/8/8/8/PP6/8".parse().expect("a pattern"));
    let open = || Some("8/8/8/8/8/8/PP?5/8".parse().expect("a pattern"));
    assert!(Family::new(None, None, None).is_err());
    assert!(Family::new(None, None, open()).is_err());
    assert!(Family::new(Some(Materials::exactly(1, 0)), None, two()).is_err());
    // More pawns than squares: a family without members.
    let full = Family::new(Some(Materials::exactly(4, 0)), None, open()).expect("a family");
    assert!(full.is_empty() && full.structure(0).is_none());
    // No number is too large, and none is missing.
    let vast = Family::new(Some(Materials::exactly(8, 8)), None, None).expect("a family");
    assert!(vast.structures(vast.len() - 1000..u64::MAX).count() < 1000);
}
