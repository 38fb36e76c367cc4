"""King and pawn against king."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import positions
from .program import answer
from .record import Record, read

if TYPE_CHECKING:
    from .positions import Position


def probe(position: "Position") -> Record:
    """The exact result of two kings and a pawn, and which rules of the books apply (docs/json/kpk.md)."""
    return read(answer(["kpk", "--json"], {}, positions.fen(position)))


def overview() -> Record:
    """How many positions there are, how many of them are won, how many are mutual zugzwangs."""
    return read(answer(["kpk", "--json"], {}))


def rules() -> Record:
    """How far each rule of the books can be trusted, over all positions."""
    return read(answer(["kpk-rules", "--json"], {}))
