"""A run: pieces handed to workers, a window at a time, and what comes of them."""

from __future__ import annotations

import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import peasant

from .extras import need
from .pieces import Piece
from .store import Store, StoreError
from .work import VersionError, error_record, work

WINDOW = 2000
"""So many pieces the scheduler knows of at a time; the others wait here. It knows at once what is free."""

PATIENCE = 1.0
"""Seconds: those that were cut by then go out, so that nobody waits for what is read slowly."""

FATAL = (TypeError, ImportError, StoreError, VersionError)
"""What is no trouble of one piece but of all: it ends the run."""

Progress = Callable[[int], None]
"""Is told how many inputs are done, whenever that changes."""


class ClusterLost(RuntimeError):
    """The scheduler is gone. What was done stands in the folder: the same call goes on from there."""


class Run:
    """Pieces on a cluster. `store` is None if nothing is kept."""

    def __init__(self, client: Any, store: Store | None, progress: Progress | None = None) -> None:
        self.client = client
        self.store = store
        self.progress = progress or (lambda done: None)
        self.id = uuid.uuid4().hex
        self.done = 0
        self._known = store.names() if store else set()
        self._waiting: dict[str, tuple[Any, list[Piece]]] = {}
        self._next: deque[Piece] = deque()
        self._suspects: deque[Piece] = deque()
        self._alone: str | None = None
        self._ready = need("distributed").as_completed(loop=client.loop, raise_errors=False)

    def completed(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, list[Any]]]:
        """Every piece with its records, as they are done; those of the folder first. A piece that failed comes in
        parts.

        Raises what is in FATAL, and ClusterLost. If it is left early (an exception, Ctrl-C, `close`), what waits is
        cancelled, and workers leave a piece in work at the end of the input that they are at.
        """
        pieces = iter(pieces)
        try:
            while True:
                has_more = yield from self._hand_out(pieces)
                if not self._waiting and not has_more:
                    if not self._suspects:
                        return
                    self._try_alone(self._suspects.popleft())
                yield from self._take_in(self._ready.next_batch(block=not has_more))
        finally:
            self._cancel()

    def _hand_out(self, pieces: Iterator[Piece]) -> Generator[tuple[Piece, list[Any]], None, bool]:
        """Fills the window, when half of it is empty: one message with many pieces costs the scheduler little more
        than with one. True if it gave up before that, as the pieces come slowly."""
        if len(self._waiting) > WINDOW // 2 and not self._next:
            return False
        asked: dict[str, list[Piece]] = {}
        due, has_more = time.monotonic() + PATIENCE, False
        while len(self._waiting) + len(asked) < WINDOW:
            has_more = time.monotonic() > due
            if has_more:
                break
            piece = self._next.popleft() if self._next else next(pieces, None)
            if piece is None:
                break
            records = self.store.read(piece) if self.store and piece.name in self._known else None
            if records is not None:
                yield self._finished(piece, records)
            elif piece.name in self._waiting:
                self._waiting[piece.name][1].append(piece)
            else:
                asked.setdefault(piece.name, []).append(piece)
        self._submit(asked)
        return has_more

    def _submit(self, asked: dict[str, list[Piece]]) -> None:
        if not asked:
            return
        first = [same[0] for same in asked.values()]
        # Dask shows what is before the digits as the name of the task.
        keys = [f"peasant-{piece.verb}-{piece.name}-{self.id}" for piece in first]
        futures = self.client.map(work, first, key=keys, store=self.store, stop=f"peasant-stop-{self.id}")
        for future, (name, same) in zip(futures, asked.items()):
            self._waiting[name] = future, same
            self._ready.add(future)

    def _take_in(self, futures: list[Any]) -> Iterator[tuple[Piece, list[Any]]]:
        """Those that are done by now: what one message brings costs little more than what one piece does."""
        became = {future: future.status for future in futures}
        finished = [future for future in futures if became[future] == "finished"]
        records = {} if self.store else dict(zip(finished, self.client.gather(finished)))
        for future in futures:
            _, asked = self._waiting.pop(future.key.split("-")[2])
            for piece in asked:
                if became[future] == "finished":
                    yield self._finished(piece, self._kept(piece) if self.store else records[future])
                elif became[future] == "error":
                    yield from self._failed(piece, future.exception())
                else:
                    raise ClusterLost("the scheduler is gone; with a folder, the same call goes on from what is done")

    def _kept(self, piece: Piece) -> list[Any]:
        """What a worker has put into the folder."""
        records = self.store.read(piece) if self.store else None
        if records is None:
            where = self.store.folder if self.store else ""
            raise StoreError(
                f"workers put pieces into {where}, but they are not there: name a folder that all machines share"
            )
        return records

    def _failed(self, piece: Piece, error: BaseException) -> Iterator[tuple[Piece, list[Any]]]:
        """Its inputs are tried one by one; one that fails has an error in its place, which is not kept. Where workers
        were killed it is not known by which of the pieces that they had: the inputs are tried again when all else is
        done, one at a time.
        """
        if isinstance(error, FATAL):
            raise error
        was_killed, parts = isinstance(error, need("distributed").KilledWorker), piece.split()
        if was_killed and piece.name != self._alone:
            self._suspects.extend(parts)
        elif len(parts) > 1:
            self._next.extendleft(reversed(parts))
        else:
            yield self._finished(piece, [failure(piece, error)])

    def _try_alone(self, piece: Piece) -> None:
        self._alone = piece.name
        self._submit({piece.name: [piece]})

    def _finished(self, piece: Piece, records: list[Any]) -> tuple[Piece, list[Any]]:
        self.done += piece.length
        self.progress(self.done)
        return piece, records

    def _cancel(self) -> None:
        if not self._waiting:
            return
        futures = [future for future, _ in self._waiting.values()]
        self._waiting.clear()
        try:
            need("distributed").Event(f"peasant-stop-{self.id}", client=self.client).set()
            self.client.cancel(futures)
        except Exception:  # The scheduler is gone, and everything with it.
            pass


def failure(piece: Piece, error: BaseException) -> dict[str, Any]:
    """The record of an input that cannot be answered."""
    message, cure = f"{type(error).__name__}: {error}", None
    if isinstance(error, need("distributed").KilledWorker):
        message = f"{error.allowed_failures + 1} workers were killed while they worked on it"
        cure = "give the workers more memory, or less to it: memory=, time=, structures="
    return error_record(peasant.PeasantError(message, text=str(piece.inputs[0])[:60], cure=cure))


def in_order(done: Iterable[tuple[Piece, list[Any]]], due: int = 0) -> Iterator[tuple[Piece, list[Any]]]:
    """Pieces in the order of the run, which begins at `due`. What comes too soon is held: to the end, if pieces before
    it are missing."""
    held: dict[int, tuple[Piece, list[Any]]] = {}
    for one in done:
        held[one[0].first] = one
        while due in held:
            piece, records = held.pop(due)
            due += piece.length
            yield piece, records
    for first in sorted(held):
        yield held[first]
