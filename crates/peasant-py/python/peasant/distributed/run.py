"""A run: pieces handed to workers, a window at a time, and what comes of them."""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .extras import need
from .pieces import Piece
from .store import Store, StoreError
from .work import Done, VersionError, error_record, work

WINDOW = 2000
"""So many pieces the scheduler knows of at a time; the others wait here. It knows at once what is free."""

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
        self._ready = need("distributed").as_completed(loop=client.loop, raise_errors=False)

    def completed(self, pieces: Iterable[Piece]) -> Iterator[tuple[Piece, list[Any]]]:
        """Every piece with its records, as they are done; those of the folder first. A piece that failed comes in parts.

        Raises what is in FATAL, and ClusterLost. If it is left early (an exception, Ctrl-C, `close`), what waits is cancelled,
        and workers leave a piece in work at the end of the input that they are at.
        """
        pieces = iter(pieces)
        try:
            while True:
                yield from self._hand_out(pieces)
                if not self._waiting:
                    return
                yield from self._take_in(next(self._ready))
        finally:
            self._cancel()

    def _hand_out(self, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, list[Any]]]:
        while len(self._waiting) < WINDOW:
            piece = self._next.popleft() if self._next else next(pieces, None)
            if piece is None:
                return
            records = self.store.read(piece) if self.store and piece.name in self._known else None
            if records is None:
                self._submit(piece)
            else:
                yield self._finished(piece, records)

    def _submit(self, piece: Piece) -> None:
        if piece.name in self._waiting:
            self._waiting[piece.name][1].append(piece)
            return
        # Dask shows what is between the hyphens before the digits as the name of the task.
        key = f"peasant-{piece.verb}-{piece.name}-{self.id}"
        future = self.client.submit(work, piece, self.store, f"peasant-stop-{self.id}", key=key)
        self._waiting[piece.name] = future, [piece]
        self._ready.add(future)

    def _take_in(self, future: Any) -> Iterator[tuple[Piece, list[Any]]]:
        name = future.key.split("-")[2]
        _, asked = self._waiting.pop(name)
        if future.status == "finished":
            done = future.result()
            for piece in asked:
                yield self._finished(piece, self._records(piece, done))
        elif future.status == "error":
            error = future.exception()
            if isinstance(error, FATAL):
                raise error
            for piece in asked:
                yield from self._failed(piece, error)
        else:
            raise ClusterLost("the scheduler is gone; with a folder, the same call goes on from what is done")

    def _records(self, piece: Piece, done: Done) -> list[Any]:
        if done.records is not None:
            return done.records
        records = self.store.read(piece) if self.store else None
        if records is None:
            where = self.store.folder if self.store else ""
            raise StoreError(f"workers put pieces into {where}, but they are not there: name a folder that all machines share")
        return records

    def _failed(self, piece: Piece, error: BaseException) -> Iterator[tuple[Piece, list[Any]]]:
        """Its inputs are tried one by one; one that fails alone has an error in its place, which is not kept."""
        parts = piece.split()
        if len(parts) > 1:
            self._next.extendleft(reversed(parts))
            return
        yield self._finished(piece, [failure(piece, error)])

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
    text = str(piece.inputs[0])[:60]
    if isinstance(error, need("distributed").KilledWorker):
        message = f"{error.allowed_failures + 1} workers were killed while they worked on it"
        return error_record(message, text, "give the workers more memory, or less to it: memory=, time=, structures=")
    return error_record(f"{type(error).__name__}: {error}", text)


class Order:
    """Puts pieces into the order of the run, which begins at `start`; what comes too soon is held."""

    def __init__(self, start: int = 0) -> None:
        self.due = start
        self.held: dict[int, tuple[Piece, list[Any]]] = {}

    def add(self, done: tuple[Piece, list[Any]]) -> Iterator[tuple[Piece, list[Any]]]:
        """Takes one, and gives those whose turn it is."""
        self.held[done[0].first] = done
        while self.due in self.held:
            piece, records = self.held.pop(self.due)
            self.due += piece.length
            yield piece, records

    def rest(self) -> Iterator[tuple[Piece, list[Any]]]:
        """Those that are held, in order: pieces before them are missing."""
        for first in sorted(self.held):
            yield self.held.pop(first)
