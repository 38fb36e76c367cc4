"""What a worker does: one piece, and puts it into the folder."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import peasant
from peasant.games import judged

from .extras import need
from .games import placed
from .pieces import Piece
from .store import Store

SHARE = 0.6
"""So much of a worker's memory limit its proofs may take: Dask pauses a worker at 80 % and ends it at 95 %."""

FREE_SHARE = 1 / 3
"""Without a limit, so much of what the machine has free, as the program itself does it."""

LEAST_MEMORY = 64
"""MiB: with less hardly anything can be proved."""

LOOK = 1.0
"""Seconds between looks at whether the run was stopped."""


class Stopped(Exception):
    """The run was stopped between two inputs of a piece."""


class VersionError(RuntimeError):
    """A worker has another version of the program than the client, so that its answers would bear a wrong name."""


def work(piece: Piece, store: Store | None, stop: str | None = None) -> list[Any] | None:
    """Does a piece, unless another has put it into the folder meanwhile. The records; None if they are in the folder.

    `stop` names the event that ends the run. Raises VersionError; Stopped; StoreError; and what the program raises
    for options that do not exist (TypeError).
    """
    if piece.program != peasant.__version__:
        raise VersionError(
            f"a worker has peasant {peasant.__version__}, the client {piece.program}: install one everywhere"
        )
    if store is None:
        return answer_all(piece, stopped(stop))
    if store.read(piece) is None:
        store.write(piece, answer_all(piece, stopped(stop)))
    return None


def answer_all(piece: Piece, is_stopped: Callable[[], bool]) -> list[Any]:
    """A record for every input, in order. Bad input has one too, with `error` in it."""
    ask, options = VERBS[piece.verb], {**limits(piece.options), **piece.options}
    records = []
    for one in piece.inputs:
        if is_stopped():
            raise Stopped(piece.name)
        try:
            records.append(ask(one, options))
        except peasant.InputError as error:
            records.append(error_record(error))
    return records


def error_record(error: BaseException, about: object = None) -> dict[str, Any]:
    """What stands in the place of an answer, as `--json` has it."""
    text = None if about is None else repr(about)[:60]
    told = error if isinstance(error, peasant.PeasantError) else peasant.PeasantError(str(error), text=text)
    return {"schema": 1, "error": told.to_dict()}


def solve(position: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return peasant.solve(position, **options).to_dict()


def annotate(text: str, options: Mapping[str, Any]) -> dict[str, Any]:
    judged = peasant.annotate(text, **options)
    *games, last = judged.to_dicts()
    return {"schema": 1, "pgn": judged.pgn, "games": games, "summary": last["summary"]}


def endings(game: tuple[int, int, str], options: Mapping[str, Any]) -> dict[str, Any]:
    """A game with its number in a file and its line there: its rows of the table, its summary, and what cannot be read."""
    number, line, text = game
    try:
        records, [table] = judged(text.encode(errors="surrogateescape"), options, {"table": "rows.jsonl"})
    except peasant.InputError as error:  # The options do not fit this machine: it is no answer, and is not kept.
        raise RuntimeError(str(error)) from error
    *told, last = (record.to_dict() for record in records)
    rows = [{**json.loads(row), "game": number, "line_number": line} for row in table.splitlines()]
    unread = [sentence for one in placed({"games": told}, number - 1, line - 1) for sentence in unread_of(one)]
    return {"rows": rows, "unread": unread, "summary": last["summary"]}


def unread_of(game: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What of a game cannot be read."""
    if "error" in game:
        yield {"line_number": game["line_number"], "message": game["error"]["message"]}
    elif "unread" in game:
        yield {"line_number": game["unread"]["line_number"], "message": game["unread"]["sentence"]}


def mine(numbers: tuple[int, int], options: Mapping[str, Any]) -> dict[str, Any]:
    first, end = numbers
    *found, last = peasant.mine(range=(first, end), **options)
    return {"found": found, "summary": last["summary"]}


def pawngame(position: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return peasant.pawngame.solve(position, **options)


VERBS: dict[str, Callable[[Any, Mapping[str, Any]], dict[str, Any]]] = {
    "solve": solve,
    "annotate": annotate,
    "endings": endings,
    "mine": mine,
    "pawngame": pawngame,
}


def limits(options: Mapping[str, Any]) -> dict[str, Any]:
    """The memory, in MiB, that proofs on this worker may take unless the caller says so: its limit, shared among its
    threads.

    It is no part of a piece's name, as workers differ.
    """
    if "memory" in options:
        return {}
    total, threads = worker_memory()
    share = total * SHARE if total else need("psutil").virtual_memory().available * FREE_SHARE
    return {"memory": max(LEAST_MEMORY, int(share / threads) >> 20)}


def worker_memory() -> tuple[int, int]:
    """The limit of this worker in bytes, 0 if there is none, and how many pieces it works on at a time."""
    try:
        worker = need("distributed").get_worker()
        return int(worker.memory_manager.memory_limit or 0), max(1, worker.state.nthreads)
    except (ValueError, AttributeError):
        return 0, 1


def stopped(name: str | None) -> Callable[[], bool]:
    """Says whether the run was stopped; it asks the scheduler once a second at most, and never in the first."""
    if name is None:
        return lambda: False
    event = need("distributed").Event(name)
    due = time.monotonic() + LOOK

    def look() -> bool:
        nonlocal due
        if time.monotonic() < due:
            return False
        due = time.monotonic() + LOOK
        return bool(event.is_set())

    return look
