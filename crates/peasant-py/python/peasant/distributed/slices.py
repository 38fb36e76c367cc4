"""One hard ending on many machines: its slices with two promoted pieces, solved by workers.

The proof itself runs where it is asked for. A slice goes to a worker as soon as what it reads is known. What it reads and what comes of
it lies in the folder, each under the SHA-256 of its bytes, so that nothing travels twice, and what a
worker has solved another run finds. A worker that is killed costs the slices in its hands.
"""

from __future__ import annotations

import hashlib
import math
import os
import threading
import time
import uuid
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peasant import _native
from peasant._options import SolveOptions
from peasant.analysis import Analysis
from peasant.options import known, words
from peasant.positions import fen
from peasant.solving import checked, heard

from .cluster import ClientLike, connected
from .extras import need
from .store import Store, StoreError

if TYPE_CHECKING:
    from typing_extensions import TypeAlias, Unpack

    from peasant._typing import Cancel
    from peasant.analysis import OnProgress
    from peasant.positions import Position

    Part: TypeAlias = "list[tuple[bytes, _native.Answer]]"

AT_A_TIME = 4
"""So many slices a worker gets at a time, if there are as many: each takes some tens of milliseconds."""

AHEAD = 2
"""So many parts each worker has at most, so that it need not wait for the next. What comes later waits until one is done."""

GOALS = 64
"""So many goals are in work for each worker at most. Most of them wait for others, or are solved by the proof."""

LOOK = 5.0
"""Seconds between looks at how many workers there are."""

KEPT = 256 << 20
"""So many bytes of planes a worker keeps in memory: some 500 bounds of slices with two pieces."""


def solve(
    position: Position,
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    moves: bool = True,
    distances: bool | None = None,
    line: bool = True,
    progress: OnProgress = None,
    cancel: Cancel | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[SolveOptions],
) -> Analysis:
    """Proves one position with the help of workers: the answer of `peasant.solve`.

    `client` is as in `solve_many`. All workers share the `folder`, a directory or an address that `fsspec` knows; what they have solved
    stays there, and the same call finds it again. Options are those of `peasant.solve`; `threads` is 1 unless you say otherwise.

    Raises ValueError without a folder, StoreError if it cannot be named, and what `peasant.solve` raises. Where the cluster or the folder is lost the
    proof goes on by itself, with a warning.
    """
    if folder is None:
        raise ValueError("name a folder that all machines share")
    checked_options = {"threads": 1, **known("solve", options, SolveOptions)}
    files = Folder(Store(folder, storage_options))
    with connected(client) as connection:
        session = _native.Session(words(["solve"], checked_options, fen(position)), Slices(connection, files))
        told, event = heard(progress), checked(cancel)
        distances = moves or line if distances is None else distances
        asked = session.solve(
            fen(position), None, moves=moves, distances=distances, line=line, progress=told, cancel=event
        )
    return Analysis.from_json(asked)


class Folder:
    """Planes in a folder, each by its name, and the names of slices that have been solved."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def path(self, name: str) -> str:
        return f"{self.store.root.rstrip('/')}/slices/{name[:2]}/{name}"

    def read(self, name: str) -> bytes:
        try:
            if "file" in self.store.protocols:
                return Path(self.path(name)).read_bytes()
            return bytes(self.store.files.cat_file(self.path(name)))
        except FileNotFoundError:
            raise
        except OSError as error:
            raise StoreError(f"cannot read {self.path(name)}: {error}") from error

    def write(self, name: str, data: bytes) -> None:
        self.store.put(self.path(name), data, is_synced=False)

    def planes(self, name: str) -> bytes | None:
        """Planes, if they are there and whole."""
        try:
            data = self.read(name)
        except FileNotFoundError:
            return None
        return data if hashlib.sha256(data).hexdigest() == name else None

    def solved(self, task: bytes) -> str | None:
        """The name of the planes of a slice that was solved before."""
        try:
            return self.read(task_name(task)).decode()
        except (FileNotFoundError, UnicodeDecodeError):
            return None

    def keep(self, task: bytes, name: str, planes: bytes) -> None:
        self.write(name, planes)
        self.write(task_name(task), name.encode())


def task_name(task: bytes) -> str:
    """Another version of the program solves it anew."""
    return f"{hashlib.sha256(_native.__version__.encode() + task).hexdigest()}.slice"


class Slices:
    """What a proof calls: it hands slices to workers."""

    def __init__(self, client: Any, folder: Folder) -> None:
        self.client, self.folder = client, folder
        self.is_lost = False
        self.id = uuid.uuid4().hex
        self.tasks = 0
        self.backlog: Part = []
        self.waiting: dict[str, tuple[Any, Part]] = {}
        self.lock = threading.RLock()
        self.count, self.asked = 1, -math.inf

    @property
    def workers(self) -> int:
        """How many work now, as it was known some seconds ago: to ask takes as long as a slice."""
        if not self.is_lost and time.monotonic() > self.asked + LOOK:
            try:
                self.count = max(1, sum(self.client.nthreads().values()))
            except Exception as error:
                self.give_up(error)
            self.asked = time.monotonic()
        return self.count

    @property
    def side_by_side(self) -> int:
        goals = self.workers * GOALS
        if self.is_lost:
            self.forget()
        return 1 if self.is_lost else goals

    def put(self, name: str, planes: bytes) -> None:
        try:
            if not self.is_lost and self.folder.planes(name) is None:
                self.folder.write(name, planes)
        except OSError as error:
            self.give_up(error)

    def solve(self, asked: Part) -> None:
        """Takes tasks. Their answers are given when they are there; the proof solves what has none."""
        with self.lock:
            self.backlog.extend(asked)
        self.feed()

    def feed(self) -> None:
        """Hands tasks over, in larger parts if there are many: a part costs as much as half a slice."""
        with self.lock:
            room = AHEAD * self.count - len(self.waiting)
            size = min(AT_A_TIME, -(-len(self.backlog) // (AHEAD * self.count)))
            while self.backlog and not self.is_lost and room > 0:
                part, self.backlog = self.backlog[:size], self.backlog[size:]
                self.submit(part)
                room -= 1
        if self.is_lost:
            self.forget()

    def submit(self, part: Part) -> None:
        self.tasks += 1
        key = f"peasant-slices-{self.id}-{self.tasks}"
        try:
            tasks = [task for task, _ in part]
            future = self.client.submit(work, tasks, self.folder, key=key, pure=False)
            self.waiting[key] = future, part
            future.add_done_callback(self.answer)
        except Exception as error:  # Dask has many for a scheduler that is gone.
            self.give_up(error)
            none_for(part)

    def answer(self, future: Any) -> None:
        """Gives the answers of a part that is done. What kills worker after worker is solved by the proof."""
        with self.lock:
            _, part = self.waiting.pop(future.key, (None, []))
        self.feed()
        try:
            for (_, answer), name in zip(part, future.result()):
                planes = self.folder.planes(name)
                if planes is not None:
                    answer.give(name, planes)
        except need("distributed").KilledWorker:
            pass
        except Exception as error:
            self.give_up(error)
        none_for(part)

    def give_up(self, error: Exception) -> None:
        if not self.is_lost:
            warnings.warn(f"the cluster is lost, and the proof goes on by itself: {error!r}", stacklevel=2)
        self.is_lost = True

    def forget(self) -> None:
        """There are no others any more."""
        with self.lock:
            left = [self.backlog, *(part for _, part in self.waiting.values())]
            self.backlog, self.waiting = [], {}
        for part in left:
            none_for(part)


def none_for(part: Part) -> None:
    """Who has no answer yet gets none."""
    for _, answer in part:
        answer.give_up()


def work(tasks: list[bytes], folder: Folder) -> list[str]:
    """What a worker does: it solves slices, and puts their planes into the folder. Their names."""
    return [solved(task, folder) for task in tasks]


def solved(task: bytes, folder: Folder) -> str:
    before = folder.solved(task)
    if before is not None and folder.planes(before) is not None:
        return before
    name, planes = SOLVER.solve(task, folder.read)
    folder.keep(task, name, planes)
    return name


SOLVER = _native.SliceSolver(KEPT)
"""Keeps the planes that this worker has read last."""
