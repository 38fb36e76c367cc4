//! Small endings by name.

use std::fmt;
use std::str::FromStr;

use crate::board::{Color, Pawns, Role, Square};
use crate::structure::{Pieces, Structure};

/// A kind of small ending: promoted pieces, three and fewer without pawns, two and fewer with one. The attacker, who is
/// asked to win, stands before the `v`: `KQPvKQ`. `KQvKQP` is the other player's question about the same positions.
///
/// ```
/// use peasant::Material;
///
/// let material: Material = "KPQvKQ".parse()?;
/// assert_eq!(material.to_string(), "KQPvKQ");
/// assert!("KQQvKQQ".parse::<Material>().is_err());
/// # Ok::<(), peasant::MaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    pub(crate) pieces: Pieces,
    pub(crate) pawn: Option<Color>,
}

/// A name that is none of a material, or of one that cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialError {
    /// Not two sides of a king and letters of pieces.
    NoName,
    /// More men than can be built.
    TooLarge,
    /// The attacker has a bare king, so that there is nothing to know.
    BareKing,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MaterialError::NoName => "that is no material: write it as KQPvKQ, the side that is to win first",
            MaterialError::TooLarge => {
                "small endings have at most three pieces, or two and a pawn: such as KQQvKQ and KQPvKQ"
            }
            MaterialError::BareKing => "a bare king wins nowhere: write the side that is to win first",
        })
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// Every material that can be built, those first that others need.
    #[must_use]
    pub fn all() -> Vec<Material> {
        let pawnless = (1..=Pieces::MAX).flat_map(armed);
        let with_pawn = Color::BOTH.into_iter().flat_map(|owner| {
            let lists = lists(2).into_iter();
            lists.filter_map(move |pieces| Material::new(pieces, Some(owner)))
        });
        pawnless.chain(with_pawn).collect()
    }

    /// Lists what pawn endings ask for most: one piece and two; queen and another against a queen, and two queens against one
    /// piece, either side to win; and a pawn beside queen against queen.
    #[must_use]
    pub fn usual() -> Vec<Material> {
        let is_usual = |&Material { pieces, pawn }: &Material| {
            let queens = Color::BOTH.map(|color| {
                let own = pieces.iter().filter(|&man| man == (color, Role::Queen));
                own.count()
            });
            let both_armed = Color::BOTH.into_iter().all(|color| pieces.any_of(color));
            match (pieces.len(), pawn) {
                (3, _) => both_armed && (queens[0] * queens[1] > 0 || queens.contains(&2)),
                (_, Some(_)) => queens == [1, 1],
                (_, None) => true,
            }
        };
        Material::all().into_iter().filter(is_usual).collect()
    }

    fn new(pieces: Pieces, pawn: Option<Color>) -> Option<Material> {
        let armed = pieces.any_of(Color::White) || pawn == Some(Color::White);
        armed.then_some(Material { pieces, pawn })
    }

    /// Some materials and what these need, each once, those first that others need.
    #[must_use]
    pub fn with_needs(materials: &[Material]) -> Vec<Material> {
        let needs = |material: &Material| [material.pawnless_needs(), vec![*material]].concat();
        let wanted: Vec<Material> = materials.iter().flat_map(needs).collect();
        let all = Material::all().into_iter();
        all.filter(|material| wanted.contains(material)).collect()
    }

    /// The number of promoted pieces.
    #[must_use]
    pub fn size(self) -> usize {
        self.pieces.len()
    }

    /// True if there is a pawn beside them.
    #[must_use]
    pub fn has_pawn(self) -> bool {
        self.pawn.is_some()
    }

    /// Its pieces and those that its pawn may become, with three pieces: they are solved first.
    pub(super) fn three_pieces(self) -> Vec<Pieces> {
        let alone = Material { pawn: None, ..self };
        let needed = [vec![alone], self.pawnless_needs()].concat();
        let needed = needed
            .into_iter()
            .filter(|material| material.size() == Pieces::MAX);
        needed.map(|material| material.pieces).collect()
    }

    /// The materials without pawns that its pawn may become.
    fn pawnless_needs(self) -> Vec<Material> {
        let Some(owner) = self.pawn else {
            return Vec::new();
        };
        let promoted = Role::PROMOTIONS.map(|role| self.pieces.with(owner, role));
        let promoted = promoted.into_iter().flatten();
        promoted
            .filter_map(|(pieces, _)| Material::new(pieces, None))
            .collect()
    }

    /// Its structures as the attacker sees them: one without a pawn, else one for each square of the pawn up to the mirror image, those
    /// first that others need.
    pub(super) fn structures(self) -> Vec<Structure> {
        let Some(owner) = self.pawn else {
            return vec![Structure::new(Pawns::NONE, self.pieces)];
        };
        let squares = (8..56).map(Square::new).filter(|square| square.file() < 4);
        let mut structures: Vec<Structure> = squares
            .map(|square| {
                let mut pawns = Pawns::NONE;
                *match owner {
                    Color::White => &mut pawns.white,
                    Color::Black => &mut pawns.black,
                } = square.set();
                Structure::new(pawns, self.pieces)
            })
            .collect();
        if owner == Color::White {
            structures.reverse();
        }
        structures
    }
}

/// Materials of so many pieces without pawns, the attacker not bare.
fn armed(pieces: usize) -> impl Iterator<Item = Material> {
    lists(pieces)
        .into_iter()
        .filter_map(|pieces| Material::new(pieces, None))
}

/// Every list of so many pieces, once.
fn lists(pieces: usize) -> Vec<Pieces> {
    let mut lists = vec![Pieces::NONE];
    for _ in 0..pieces {
        let longer = lists.iter().flat_map(|list| {
            let men = Color::BOTH
                .into_iter()
                .flat_map(|color| Role::PROMOTIONS.map(|role| (color, role)));
            men.filter_map(|(color, role)| Some(list.with(color, role)?.0))
        });
        let mut longer: Vec<Pieces> = longer.collect();
        longer.sort();
        longer.dedup();
        lists = longer;
    }
    lists
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let own = self.pieces.iter().filter(move |(owner, _)| *owner == color);
            let letters = own.map(|(_, role)| role.letter().to_ascii_uppercase());
            let pawn = (self.pawn == Some(color)).then_some('P');
            letters.chain(pawn).collect::<String>()
        };
        f.pad(&format!("K{}vK{}", side(Color::White), side(Color::Black)))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let sides = text.split_once('v').ok_or(MaterialError::NoName)?;
        let (mut pieces, mut pawn) = (Pieces::NONE, None);
        for (color, side) in Color::BOTH.into_iter().zip([sides.0, sides.1]) {
            let men = side.strip_prefix('K').ok_or(MaterialError::NoName)?;
            for letter in men.chars() {
                match (letter, Role::from_letter(letter)) {
                    ('P', _) if pawn.is_some() => return Err(MaterialError::TooLarge),
                    ('P', _) => pawn = Some(color),
                    ('Q' | 'R' | 'B' | 'N', Some(role)) => {
                        let more = pieces.with(color, role).ok_or(MaterialError::TooLarge)?;
                        pieces = more.0;
                    }
                    _ => return Err(MaterialError::NoName),
                }
            }
        }
        let most = if pawn.is_some() { 2 } else { 3 };
        if pieces.len() > most || pawn.is_some() && pieces.len() < 2 {
            return Err(MaterialError::TooLarge);
        }
        Material::new(pieces, pawn).ok_or(MaterialError::BareKing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_material_has_a_name_of_its_own() {
        let all = Material::all();
        let names: std::collections::BTreeSet<String> =
            all.iter().map(Material::to_string).collect();
        assert_eq!(names.len(), all.len());
        for name in &names {
            assert_eq!(
                name.parse::<Material>()
                    .map(|material| material.to_string()),
                Ok(name.clone())
            );
        }
        // One piece 4, two 10 + 16, three 20 + 40 + 40; with a pawn of the attacker's 36, of the defender's 26.
        assert_eq!(all.len(), 4 + 26 + 100 + 36 + 26);
        // Of three pieces Q and another v Q, QQ v another, and both the other way; Q v Q with a pawn.
        assert_eq!(Material::usual().len(), 30 + 14 + 2);
        assert!(
            Material::usual()
                .iter()
                .all(|material| all.contains(material))
        );
    }

    #[test]
    fn names_that_are_none() {
        for (name, error) in [
            ("", MaterialError::NoName),
            ("KQ", MaterialError::NoName),
            ("KQvQ", MaterialError::NoName),
            ("KQvKX", MaterialError::NoName),
            ("kqvk", MaterialError::NoName),
            ("KQQvKQQ", MaterialError::TooLarge),
            ("KQPPvK", MaterialError::TooLarge),
            ("KQPvK", MaterialError::TooLarge),
            ("KQQQPvK", MaterialError::TooLarge),
            ("KvKQ", MaterialError::BareKing),
            ("KvKQQP", MaterialError::BareKing),
        ] {
            assert_eq!(name.parse::<Material>(), Err(error), "{name}");
        }
    }
}
