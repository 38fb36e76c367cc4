"""King and pawn against king."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _native
from .answers import Kpk, KpkRules, KpkTotals
from .program import answer
from .record import DECODE, read

if TYPE_CHECKING:
    from .positions import Position


def probe(position: Position) -> Kpk:
    """The exact result of two kings and a pawn, and which rules of the books apply (docs/json.md)."""
    return Kpk(DECODE(_native.kpk(position)))


def overview() -> KpkTotals:
    """How many positions there are, how many of them are won, how many are mutual zugzwangs."""
    return read(answer(["kpk", "--json"], {}), KpkTotals)


def rules() -> KpkRules:
    """How far each rule of the books can be trusted, over all positions."""
    return read(answer(["kpk-rules", "--json"], {}), KpkRules)
