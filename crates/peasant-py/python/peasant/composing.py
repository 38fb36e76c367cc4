"""For composers: is a study sound, and where is material for new ones?"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from . import _native, positions
from ._options import MineOptions, StudyOptions
from ._typing import FamilyOptions
from .answers import BadLine, Finding, MineSummary, StudyReport, StudySummary
from .games import is_game, opened, typed
from .options import known, words
from .program import answer, answers
from .record import read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .games import Source
    from .positions import Position


def study(position: Position, **options: Unpack[StudyOptions]) -> StudyReport:
    """Is a composed study sound? ``moves`` is its solution, ``win=True`` or ``draw=True`` the stipulation. Other options, and the
    fields of the answer, are those of ``peasant study``."""
    asked = known("study", options, StudyOptions)
    return read(answer(["study", "--json"], asked, positions.fen(position)), StudyReport)


def studies(
    games: Source, **options: Unpack[StudyOptions]
) -> Generator[StudyReport | BadLine | StudySummary, None, None]:
    """The same for a file of studies (PGN: a path, text or lines): an object for each, and the summary at the end."""
    name, source = opened(games, is_game)
    rows = answers(["study", "--json"], known("studies", options, StudyOptions), name, source)
    return typed(rows, StudyReport, StudySummary)


def mine(**options: Unpack[MineOptions]) -> Generator[Finding | BadLine | MineSummary, None, None]:
    """Search a family of structures (``pawns="1v1"``, ``files``, ``pattern``) for mutual zugzwangs, long wins, under-promotions
    and chains of only-moves. The findings come as they are made, the summary last. ``range`` is a piece of the work. Options are
    those of ``peasant mine``."""
    return typed(answers(["mine", "--json"], known("mine", options, MineOptions)), Finding, MineSummary)


def mine_length(**family: Unpack[FamilyOptions]) -> int:
    """How many structures a family has: pieces of ``mine`` are ranges of their numbers."""
    return _native.count(words(["mine"], known("mine_length", family, FamilyOptions)))
