"""Families of structures, looked through in ranges."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import peasant

from . import pieces
from .cluster import ClientLike
from .games import add_up
from .many import run
from .pieces import Piece
from .run import Progress, in_order

FAMILY = ("pawns", "files", "pattern")
"""The options that say which structures there are."""

KEEP = 10
"""So many of the longest wins and chains are told, unless `keep` says otherwise."""

RANKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "longest": lambda finding: finding["distance"]["plies"],
    "only-moves": lambda finding: finding["chain"]["moves"],
}
"""Kinds of which only the best of the whole family are told, and what makes one better."""


def mine(
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    range: tuple[int, int] | None = None,
    as_completed: bool = False,
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Searches a family of structures: a list of the objects of `peasant mine --json`, findings first, the summary
    last.

    `options` say the family (`pawns="1v1"`, `files=`, `pattern=`) and everything else, as for the program (`find=`,
    `keep=`, `time=`, …). A piece has `piece` numbers of the family. A structure that kills its workers has an object
    with `structure` and `error`, is counted in `summary.failed`, and `summary.complete` is false then. With
    `as_completed` it is an iterator of (number of the structure, object): what is best in the whole family comes at
    the end, and then the summary, with None. All else is as in `solve_many`.

    Raises `peasant.InputError` for a family that does not exist, and what `solve_many` raises.
    """
    options = pieces.options_of(options)
    many = pieces.size("mine", options) if piece is None else piece
    numbers = length(options)
    deque(peasant.mine(range=(0, 0), **options), 0)  # Options that are wrong show at once.
    start, end = (0, numbers) if range is None else range
    asked = pieces.cut_range(peasant.__version__, options, start, min(end, numbers), many)
    done = run(asked, client, folder, progress, storage_options)
    found = Findings(int(options.get("keep", KEEP)), numbers)
    if as_completed:
        return found.all(done)
    return [finding for _, finding in found.all(in_order(done, start))]


def length(options: Mapping[str, Any]) -> int:
    """How many structures the family of these options has."""
    return peasant.mine_length(**{key: options[key] for key in FAMILY if key in options})


class Findings:
    """What all pieces together have found."""

    def __init__(self, keep: int, length: int) -> None:
        self.keep = keep
        self.best: dict[str, list[dict[str, Any]]] = {kind: [] for kind in RANKS}
        self.sums: dict[str, Any] = {"family": None, "numbers": length, "complete": True}
        self.failed = 0

    def all(self, done: Iterable[tuple[Piece, list[Any]]]) -> Iterator[tuple[int | None, dict[str, Any]]]:
        """Every object with the number of its structure, as the pieces come, and the summary at the end."""
        for piece, records in done:
            for record in records:
                yield from self._add(piece, record)
        for kind, found in self.best.items():
            for finding in found:
                self._count(kind)
                yield finding["structure"], finding
        failed = {"failed": self.failed} if self.failed else {}
        yield None, {"schema": 1, "summary": {**self.sums, **failed}}

    def _add(self, piece: Piece, record: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
        """One piece: what is best so far is held, all else told."""
        if "error" in record:
            self.failed += 1
            self.sums["complete"] = False
            yield piece.first, {**record, "structure": piece.first}
            return
        self._sum_up(record["summary"])
        for finding in record["found"]:
            kind = finding["kind"]
            if kind in self.best:
                self.best[kind].append(finding)
            else:
                self._count(kind)
                yield finding["structure"], finding
        for kind, rank in RANKS.items():
            self.best[kind].sort(key=lambda one: (-rank(one), one["structure"]))
            del self.best[kind][self.keep :]

    def _count(self, kind: str) -> None:
        self.sums["findings"][kind] += 1

    def _sum_up(self, summary: dict[str, Any]) -> None:
        """A piece's summary, without its counts of findings, of which not all are told."""
        counts = {key: value for key, value in summary.items() if key not in ("family", "numbers", "complete")}
        add_up(self.sums, {**counts, "findings": dict.fromkeys(summary["findings"], 0)})
        self.sums["family"] = summary["family"]
        self.sums["complete"] = self.sums["complete"] and summary["complete"]
