"""One hard ending on many machines: its slices with two promoted pieces, solved by workers.

The proof itself runs where it is asked for. A slice goes to a worker as soon as what it reads is known. What it reads and what comes of
it lies in the folder, each under the SHA-256 of its bytes, so that nothing travels twice, and what a
worker has solved another run finds. A worker that is killed costs the slices in its hands.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import os
import threading
import time
import warnings
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peasant import _native
from peasant._options import SolveOptions
from peasant.analysis import Analysis
from peasant.options import known, words
from peasant.positions import fen
from peasant.solving import checked, heard

from .cluster import ClientLike, connected
from .store import Store, StoreError

if TYPE_CHECKING:
    from typing_extensions import TypeAlias, Unpack

    from peasant._typing import Cancel
    from peasant.analysis import OnProgress
    from peasant.positions import Position

    Asked: TypeAlias = "list[tuple[bytes, _native.Answer]]"

AT_A_TIME = 4
"""So many slices a thread of a worker gets at a time, if there are as many: each takes some tens of milliseconds."""

AHEAD = 2
"""So many parts each worker has at a time, so that it need not wait for the next."""

GOALS = 64
"""So many goals are in work for each thread at most. Most of them wait for others, or are solved by the proof."""

LOOK = 5.0
"""Seconds between looks at which workers there are."""

KEPT = 256 << 20
"""So many bytes of planes a worker keeps in memory: some 500 bounds of slices with two pieces."""

TRIES = 3
"""So many workers may be lost with a part in their hands before the proof solves it."""


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
        others = Slices(connection, files)
        session = _native.Session(words(["solve"], checked_options, fen(position)), others)
        told, event = heard(progress), checked(cancel)
        distances = moves or line if distances is None else distances
        try:
            asked = session.solve(
                fen(position), None, moves=moves, distances=distances, line=line, progress=told, cancel=event
            )
        finally:
            others.close()
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


class Solver:
    """What each worker has: it solves slices in so many threads, and puts their planes into the folder."""

    def __init__(self, folder: Folder, threads: int, version: str) -> None:
        if version != _native.__version__:
            raise ValueError(f"it has peasant {_native.__version__}, and the proof {version}")
        self.folder = folder
        self.native = _native.SliceSolver(KEPT)
        self.threads = ThreadPoolExecutor(threads)

    def solve(self, tasks: list[bytes]) -> list[str]:
        """The names of their planes."""
        return list(self.threads.map(self.solved, tasks))

    def solved(self, task: bytes) -> str:
        before = self.folder.solved(task)
        if before is not None and self.folder.planes(before) is not None:
            return before
        name, planes = self.native.solve(task, self.read)
        self.folder.keep(task, name, planes)
        return name

    def read(self, name: str) -> bytes:
        try:
            return self.folder.read(name)
        except FileNotFoundError as error:
            raise StoreError(f"there is no {self.folder.path(name)}: all machines must share the folder") from error


class Part:
    """Slices that a worker gets together."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.tries = 0

    def give(self, names: list[str], folder: Folder) -> None:
        """Gives the answers. What is not there any more is solved by the proof."""
        for (_, answer), name in zip(self.asked, names):
            planes = folder.planes(name)
            if planes is not None:
                answer.give(name, planes)
        self.give_up()

    def give_up(self) -> None:
        """What has no answer yet gets none."""
        for _, answer in self.asked:
            answer.give_up()


class Slices:
    """What a proof calls: it hands slices to workers. Each has a solver, an actor of Dask, and threads here that feed it."""

    def __init__(self, client: Any, folder: Folder) -> None:
        self.client, self.folder = client, folder
        self.workers: dict[str, int] = {}
        self.unfit: set[str] = set()
        self.looked = -math.inf
        self.backlog: Asked = []
        self.returned: list[Part] = []
        self.out: set[Part] = set()
        self.is_lost = self.is_done = False
        self.changed, self.looking = threading.Condition(), threading.Lock()

    @property
    def side_by_side(self) -> int:
        """How many goals may be in work at a time."""
        self.look()
        with self.changed:
            return GOALS * max(1, sum(self.workers.values()))

    def put(self, name: str, planes: bytes) -> None:
        try:
            if not self.is_lost and self.folder.planes(name) is None:
                self.folder.write(name, planes)
        except OSError as error:
            self.lose(error)

    def solve(self, asked: Asked) -> None:
        """Takes tasks. Their answers are given when they are there; the proof solves what has none."""
        self.look()
        with self.changed:
            self.backlog.extend(asked)
            self.changed.notify_all()
        if not self.workers:
            self.forget()

    def close(self) -> None:
        """Nothing more will be asked."""
        with self.changed:
            self.is_done = True
            self.changed.notify_all()

    def look(self) -> None:
        """Looks every few seconds which workers there are, and has new ones fed."""
        with self.looking:
            if self.is_lost or time.monotonic() < self.looked + LOOK:
                return
            try:
                threads = self.client.nthreads().items()
            except Exception as error:  # Dask has many for a scheduler that is gone.
                self.lose(error)
                return
            before, self.looked = self.workers, time.monotonic()
            self.workers = {address: count for address, count in threads if address not in self.unfit}
            if not self.workers:
                self.forget()
            for address in self.workers.keys() - before.keys():
                threading.Thread(target=self.employ, args=(address, self.workers[address]), daemon=True).start()

    def employ(self, address: str, threads: int) -> None:
        """Gives a worker its solver, and feeds it until it or the proof has ended."""
        try:
            place = {"workers": [address], "allow_other_workers": False}
            made = self.client.submit(Solver, self.folder, threads, _native.__version__, actor=True, pure=False, **place)
            with self.client.as_current():
                solver = self.awaited(made, address)
        except Exception as error:  # Another version, no module: whatever it is.
            if not (self.is_lost or self.is_done):
                warnings.warn(f"the worker {address} gets no slices: {error!r}", stacklevel=2)
            self.unfit.add(address)
            self.dismiss(address)
            return
        feeders = [threading.Thread(target=self.feed, args=(solver, address), daemon=True) for _ in range(AHEAD)]
        for feeder in feeders:
            feeder.start()
        for feeder in feeders:
            feeder.join()

    def feed(self, solver: Any, address: str) -> None:
        """Hands part after part to a worker, and gives the answers."""
        while part := self.next_part(address):
            try:
                with self.client.as_current():
                    names = self.awaited(solver.solve([task for task, _ in part.asked]), address)
                part.give(names, self.folder)
            except StoreError as error:
                self.lose(error)
            except (OSError, RuntimeError):
                self.dismiss(address)
                self.hand_back(part)
                return
            except Exception as error:
                self.lose(error)
            with self.changed:
                self.out.discard(part)

    def next_part(self, address: str) -> Part | None:
        """The next slices for a worker, more of them where many wait: a part costs as much as a tenth of a slice."""
        with self.changed:
            while not (self.backlog or self.returned or self.is_done) and address in self.workers:
                self.changed.wait()
            if self.is_done or address not in self.workers:
                return None
            if self.returned:
                part = self.returned.pop()
            else:
                share = len(self.backlog) / (AHEAD * sum(self.workers.values()))
                size = self.workers[address] * min(AT_A_TIME, math.ceil(share))
                part, self.backlog = Part(self.backlog[:size]), self.backlog[size:]
            self.out.add(part)
            return part

    def awaited(self, future: Any, address: str) -> Any:
        """What a worker answers. OSError: it is gone."""
        while True:
            try:
                return future.result(timeout=LOOK)
            except (TimeoutError, asyncio.TimeoutError):
                if future.done():
                    return future.result()
                if address not in self.workers:
                    raise OSError(f"{address} is gone") from None

    def dismiss(self, address: str) -> None:
        """A worker is gone, or of no use."""
        with self.changed:
            self.workers.pop(address, None)
            self.changed.notify_all()

    def hand_back(self, part: Part) -> None:
        """Another worker gets the slices of one that is gone. What loses worker after worker is solved by the proof."""
        part.tries += 1
        with self.changed:
            self.out.discard(part)
            if part.tries < TRIES and not self.is_lost:
                self.returned.append(part)
                self.changed.notify()
                return
        part.give_up()

    def lose(self, error: Exception) -> None:
        if not (self.is_lost or self.is_done):
            warnings.warn(f"the cluster is lost, and the proof goes on by itself: {error!r}", stacklevel=2)
        self.is_lost = True
        self.forget()

    def forget(self) -> None:
        """There are no others any more."""
        with self.changed:
            left = [Part(self.backlog), *self.returned, *self.out]
            self.backlog, self.returned, self.out, self.workers = [], [], set(), {}
            self.changed.notify_all()
        for part in left:
            part.give_up()
