"""Games, and files of positions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Union

from ._typing import AnnotateOptions, EpdOptions
from .options import known
from .program import answers, written
from .record import Record

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: What holds games or positions: a file by its path, text, or what brings one line after the other.
Source = Union[str, bytes, "os.PathLike[str]", Iterable[Union[str, bytes]]]


def opened(source: Any) -> tuple[str, Any]:
    """The file's name on the command line, and what stands behind `-`. Text has a newline or is longer than any name."""
    if isinstance(source, os.PathLike):
        return os.fspath(source), None
    return "-", source


class Annotated:
    """Games with comments on their pawn endings."""

    def __init__(self, pgn: str, lines: list[Record]):
        #: The games, with what is proved beside the moves.
        self.pgn = pgn
        #: What was found in each game (docs/json/annotate.md).
        self.games: list[Record] = lines[:-1]
        #: What it comes to.
        self.summary: Record = lines[-1]

    def to_dicts(self) -> list[dict]:
        """The objects of ``peasant annotate --json``: one a game, and the summary."""
        return [line.to_dict() for line in [*self.games, self.summary]]

    def __str__(self) -> str:
        return self.pgn

    def __repr__(self) -> str:
        return f"<Annotated: {len(self.games)} games>"


def annotate(games: "Source | Any", **options: "Unpack[AnnotateOptions]") -> Annotated:
    """Judge the pawn endings of games. ``games`` is PGN as text, a path (``pathlib.Path``), an iterator of lines, or a game of
    python-chess. Options are those of ``peasant annotate``; ``time`` is for each position (1 s)."""
    if hasattr(games, "accept") and hasattr(games, "headers"):
        games = str(games) + "\n\n"
    name, source = opened(games)
    asked = known("annotate", options, AnnotateOptions)
    records, [pgn] = written(["annotate", "--json"], asked, {"output": "judged.pgn"}, name, source)
    return Annotated(pgn.decode(errors="replace"), records)


def epd(positions: "Source", **options: "Unpack[EpdOptions]") -> Iterator[Record]:
    """Prove the positions of EPD one after the other, and compare with what each record says.

    ``positions`` is a path (``pathlib.Path``), text, or an iterator of lines, which is asked for no more than are worked on. The
    rows come in order, as soon as they are there; a line that cannot be read is a row with ``error``; the last object is the
    summary. Options are those of ``peasant epd``; ``threads`` positions are proved side by side. Who stops to take rows stops
    the work.
    """
    name, source = opened(positions)
    return answers(["epd", "--json"], known("epd", options, EpdOptions), name, source)
