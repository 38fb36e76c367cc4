"""Programs of the past."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Union

from . import positions
from ._options import ClassicOptions, CompareOptions, PawnkingOptions
from .answers import BadLine, Classic, CompareRow, CompareSummary, Pawnking
from .games import is_record, opened, typed
from .options import known
from .program import answer, answers
from .record import read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .games import Source
    from .positions import Position


def classic(position: Position, **options: Unpack[ClassicOptions]) -> Classic:
    """Newborn's PEASANT of 1977: its move, its score, its terminal nodes. Options are those of ``peasant classic``."""
    asked = known("classic", options, ClassicOptions)
    return read(answer(["classic", "--json"], asked, positions.fen(position)), Classic)


def pawnking(position: Position, **options: Unpack[PawnkingOptions]) -> Pawnking:
    """Horacek's PAWNKING: the patterns it finds, the plan behind each move. Options are those of ``peasant pawnking``."""
    asked = known("pawnking", options, PawnkingOptions)
    return read(answer(["pawnking", "--json"], asked, positions.fen(position)), Pawnking)


def compare(
    records: Source, **options: Unpack[CompareOptions]
) -> Generator[Union[CompareRow, BadLine, CompareSummary], None, None]:
    """The historic programs on EPD, right or wrong against the prover. Options are those of ``peasant compare``."""
    name, source = opened(records, is_record)
    rows = answers(["compare", "--json"], known("compare", options, CompareOptions), name, source)
    return typed(rows, CompareRow, CompareSummary)
