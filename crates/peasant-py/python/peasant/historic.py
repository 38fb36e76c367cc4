"""Programs of the past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import positions
from .games import opened
from .program import answer, answers
from .record import Record, read

if TYPE_CHECKING:
    from .games import Source
    from .positions import Position


def classic(position: "Position", **options: Any) -> Record:
    """Newborn's PEASANT of 1977: its move, its score, its terminal nodes. Options are those of ``peasant classic``."""
    return read(answer(["classic", "--json"], options, positions.fen(position)))


def pawnking(position: "Position", **options: Any) -> Record:
    """Horacek's PAWNKING: the patterns it finds, the plan behind each move. Options are those of ``peasant pawnking``."""
    return read(answer(["pawnking", "--json"], options, positions.fen(position)))


def compare(records: "Source", **options: Any) -> Iterator[Record]:
    """The historic programs on EPD, right or wrong against the prover. Options are those of ``peasant compare``."""
    name, source = opened(records)
    return answers(["compare", "--json"], options, name, source)
