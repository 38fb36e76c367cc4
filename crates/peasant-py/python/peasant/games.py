"""Games, and files of positions."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from . import _native
from ._options import AnnotateOptions, EpdOptions
from .answers import AnnotatedGame, AnnotateSummary, BadLine, EndingRow, EpdRow, EpdSummary
from .errors import of_file
from .options import known
from .program import answers, written
from .record import Record

if TYPE_CHECKING:
    import chess.pgn
    from typing_extensions import Unpack


#: What holds games or positions: a file by its path, text, or what brings one line after the other.
Source = Union[str, bytes, "os.PathLike[str]", Iterable[Union[str, bytes]]]

Row = TypeVar("Row", bound=Record)
Summary = TypeVar("Summary", bound=Record)


def opened(source: Source, is_text: Callable[[str], bool]) -> tuple[str, Source | None]:
    """The file's name on the command line, and what stands behind `-`. A string of several lines is text; one line is the path of
    a file, unless there is none and it reads as text.
    """
    if isinstance(source, str) and not re.search(r"[\r\n]", source) and source.strip():
        if os.path.exists(source) or not is_text(source):
            source = Path(source)
    if isinstance(source, os.PathLike):
        name = os.fspath(source)
        if not os.path.exists(name):
            message = f"cannot read `{name}`: there is no such file"
            raise of_file(errno.ENOENT, name, (message, message, name[:60], None, "path"))
        # A name that looks like an option, or like standard input, is none.
        return (os.path.join(os.curdir, name) if name.startswith("-") else name), None
    return "-", source


def is_record(line: str) -> bool:
    """Is it a position, or a record of EPD?"""
    return _native.is_record(line)


def is_game(line: str) -> bool:
    """Is it the beginning of PGN?"""
    return bool(re.match(r"\s*(\[|\{|\d+\s*\.)", line))


def typed(rows: Generator[Record, None, None], row: type[Row], summary: type[Summary]) -> Generator[Row | BadLine | Summary, None, None]:
    """Rows as objects of their classes: those of a file, its bad lines, what they come to."""
    kinds: dict[str, type[Record]] = {"summary": summary, "error": BadLine}
    for one in rows:
        kind = next((kind for name, kind in kinds.items() if name in one), row)
        yield kind(one)  # type: ignore[misc]


class Annotated:
    """Games with comments on their pawn endings."""

    def __init__(self, pgn: str, lines: list[Record], rows: list[EndingRow]):
        #: The games, with what is proved beside the moves.
        self.pgn = pgn
        #: What was found in each game (docs/json.md); of one that cannot be read it is an ``answers.BadLine``.
        self.games: list[AnnotatedGame | BadLine] = [
            BadLine(line) if "error" in line else AnnotatedGame(line) for line in lines[:-1]
        ]
        #: The positions that were judged, as in a table of endings: ``pandas.DataFrame(judged.rows)``.
        self.rows = rows
        #: What it comes to.
        self.summary = AnnotateSummary(lines[-1])

    def to_dicts(self) -> list[dict[str, Any]]:
        """The objects of ``peasant annotate --json``: one a game, and the summary."""
        return [line.to_dict() for line in [*self.games, self.summary]]

    def __str__(self) -> str:
        return self.pgn

    def __repr__(self) -> str:
        return f"<Annotated: {len(self.games)} games>"


def annotate(games: Source | chess.pgn.GameNode, **options: Unpack[AnnotateOptions]) -> Annotated:
    """Judge the pawn endings of games. ``games`` is PGN as text, a path, an iterator of lines, or a game of python-chess. Options are those of ``peasant annotate``; ``time`` is for each position (1 s)."""
    told: Any = str(games) + "\n\n" if hasattr(games, "accept") and hasattr(games, "headers") else games
    files = {"output": "judged.pgn", "table": "rows.jsonl"}
    records, [pgn, table] = judged(told, known("annotate", options, AnnotateOptions), files)
    rows = [EndingRow(json.loads(row)) for row in table.splitlines()]
    return Annotated(pgn.decode(errors="replace"), records, rows)


def judged(games: Source, options: Mapping[str, Any], files: Mapping[str, str]) -> tuple[list[Record], list[bytes]]:
    """What is told of games, the summary last, and the files that come of them: an option for each, with the name of one."""
    name, source = opened(games, is_game)
    return written(["annotate", "--json"], options, files, name, source, kind=Record)


def epd(positions: Source, **options: Unpack[EpdOptions]) -> Generator[EpdRow | BadLine | EpdSummary, None, None]:
    """Prove the positions of EPD one after the other, and compare with what each record says.

    ``positions`` is a path, text, or an iterator of lines, of which some are read ahead. A string of one line is the path of a file,
    or a record. The rows come in order, as soon as they are there, as ``answers.EpdRow``; a line that cannot be read is an
    ``answers.BadLine`` with ``error``; the last object is the summary, an ``answers.EpdSummary``. Options are those of
    ``peasant epd``; ``threads`` positions are proved side by side, one unless you say otherwise. Close the generator, or drop it,
    to stop the work.
    """
    name, source = opened(positions, is_record)
    rows = answers(["epd", "--json"], known("epd", options, EpdOptions), name, source)
    return typed(rows, EpdRow, EpdSummary)
