"""One hard ending on many machines: its slices with two promoted pieces, solved by workers.

The proof itself runs where it is asked for. Slices of one level do not need each other: they go to workers, some at a time. What a
slice reads and what comes of it lies in the folder, each under the SHA-256 of its bytes, so that nothing travels twice, and what a
worker has solved another run finds. A worker that is killed costs the slices in its hands.
"""

from __future__ import annotations

import hashlib
import math
import os
import time
import uuid
import warnings
from collections.abc import Iterator, Mapping
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
    from typing_extensions import Unpack

    from peasant._typing import Cancel
    from peasant.analysis import OnProgress
    from peasant.positions import Position

AT_A_TIME = 4
"""So many slices a worker gets at a time, if there are as many: each takes some tens of milliseconds."""

ROUNDS = 4
"""So many tasks of each worker are solved side by side at most, so that nobody waits for the slowest."""

LOOK = 5.0
"""Seconds between looks at how many workers there are."""

KEPT = 256
"""So many bounds a worker keeps in memory, half a MiB each."""


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
        self.there: set[str] = set()
        self.is_lost = False
        self.id = uuid.uuid4().hex
        self.tasks = 0
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
        many = self.workers * AT_A_TIME * ROUNDS
        return 1 if self.is_lost else many

    def wants(self, name: str) -> bool:
        return not self.is_lost and name not in self.there

    def put(self, name: str, planes: bytes) -> None:
        try:
            if self.folder.planes(name) is None:
                self.folder.write(name, planes)
            self.there.add(name)
        except OSError as error:
            self.give_up(error)

    def solve(self, tasks: list[bytes]) -> list[tuple[str, bytes] | None]:
        """The names of their planes and these, in order; None for what the proof has to solve by itself."""
        asked = list(parts(tasks, self.workers))
        if self.is_lost:
            return [None] * len(tasks)
        try:
            futures = [self.client.submit(work, part, self.folder, key=self.key(), pure=False) for part in asked]
            names = [name for future, part in zip(futures, asked) for name in self.names(future, part)]
            return [None if name is None else self.planes(name) for name in names]
        except Exception as error:  # Dask has many for a scheduler that is gone.
            self.give_up(error)
            return [None] * len(tasks)

    def give_up(self, error: Exception) -> None:
        if not self.is_lost:
            warnings.warn(f"the cluster is lost, and the proof goes on by itself: {error!r}", stacklevel=2)
        self.is_lost = True

    def key(self) -> str:
        self.tasks += 1
        return f"peasant-slices-{self.id}-{self.tasks}"

    def names(self, future: Any, part: list[bytes]) -> list[str | None]:
        """The names of solved slices. What kills worker after worker is solved here."""
        try:
            return list(future.result())
        except need("distributed").KilledWorker:
            return [None] * len(part)

    def planes(self, name: str) -> tuple[str, bytes] | None:
        planes = self.folder.planes(name)
        if planes is None:
            return None
        self.there.add(name)
        return name, planes


def parts(tasks: list[bytes], workers: int) -> Iterator[list[bytes]]:
    """Tasks in parts, some for each worker."""
    size = max(1, min(AT_A_TIME, -(-len(tasks) // workers)))
    for first in range(0, len(tasks), size):
        yield tasks[first : first + size]


def work(tasks: list[bytes], folder: Folder) -> list[str]:
    """What a worker does: it solves slices, and puts their planes into the folder. Their names."""
    return [solved(task, folder) for task in tasks]


def solved(task: bytes, folder: Folder) -> str:
    before = folder.solved(task)
    if before is not None and folder.planes(before) is not None:
        return before
    name, planes = _native.solve_slice(task, lambda name: kept(folder, name))
    folder.keep(task, name, planes)
    return name


CACHE: dict[str, bytes] = {}
"""Planes that this worker has read last."""


def kept(folder: Folder, name: str) -> bytes:
    planes = CACHE.pop(name, None)
    if planes is None:
        planes = folder.read(name)
        while len(CACHE) >= KEPT:
            CACHE.pop(next(iter(CACHE)), None)
    CACHE[name] = planes
    return planes
