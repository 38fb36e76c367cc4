"""King and pawn against king."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from . import _native
from .answers import Kpk, KpkRules, KpkTotals
from .program import answer
from .record import Record, read

if TYPE_CHECKING:
    from .positions import Position


def probe(position: Position) -> Kpk:
    """The exact result of two kings and a pawn, and which rules of the books apply (docs/json/kpk.md)."""
    told = Kpk(json.loads(_native.kpk(position)))
    # By hand, which takes a fifth of the time of a look at every object.
    for name in ("result", "other_side_to_move", "opposition", "stats"):
        part = dict.get(told, name)
        if part is not None:
            dict.__setitem__(told, name, Record(part))
    dict.__setitem__(told, "rules", [Record(one) for one in dict.__getitem__(told, "rules")])
    return told


def overview() -> KpkTotals:
    """How many positions there are, how many of them are won, how many are mutual zugzwangs."""
    return read(answer(["kpk", "--json"], {}), KpkTotals)


def rules() -> KpkRules:
    """How far each rule of the books can be trusted, over all positions."""
    return read(answer(["kpk-rules", "--json"], {}), KpkRules)
