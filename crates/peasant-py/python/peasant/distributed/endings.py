"""A file of games, packed or not, and the table of its pawn endings.

One process reads the file, and looks which games have a pawn ending; these alone go to the workers. A worker writes the
rows of a piece as `parts/00000012-NAME.parquet`: the place of its first game among those with endings, and the name of
the piece.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import peasant
from peasant import _native
from peasant._options import AnnotateOptions
from peasant.games import is_game, judged, opened
from peasant.options import known, words

from . import pieces
from .cluster import ClientLike, connected
from .games import total
from .pieces import Piece
from .run import Run
from .store import Store, StoreError

if TYPE_CHECKING:
    from typing_extensions import Unpack

CHOICE = frozenset({"rating", "date", "time_control", "sample"})
"""Options that choose games. They are for the reader alone: pieces hold what it has chosen."""

MOST_UNREAD = 1000
"""So many games that cannot be read are named; all are counted."""


class Reading(NamedTuple):
    """How far a run is."""

    #: Games that are judged.
    done: int
    #: Games that are to be judged, as far as the file has been read.
    found: int
    #: All games so far.
    games: int
    #: Bytes of the file so far.
    read: int
    #: Bytes of the file, packed as it is; None if nobody knows.
    bytes: Optional[int]


def annotate_file(
    path: str | os.PathLike[str],
    client: ClientLike,
    folder: str | os.PathLike[str],
    *,
    piece: int | None = None,
    progress: Callable[[Reading], object] | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[AnnotateOptions],
) -> dict[str, Any]:
    """Judges the pawn endings of a file of games (`.pgn`, `.pgn.zst`, `.gz`, `.bz2`): a table with a row for each
    position, as `peasant annotate --table` writes it, in Parquet parts below `folder/parts`, which are read as one
    (`pandas.read_parquet("run/parts")`).

    This process reads the file, so that it need not be where the workers are; the folder must be one that all share.
    The same call goes on from the pieces that are there. A folder is for one file with the same options: for another
    a `StoreError` is raised. A piece has `piece` games with endings, and is a part; unless it is said so many that it
    takes ten minutes at most. `progress` is called with a `Reading`.

    It returns `{"schema": 1, "summary": …, "parts": […], "unread": […]}`: the summary is that of `annotate --json`,
    with the number of `rows`, and of games that `failed` on the workers, which the same call tries again; the parts in
    order; and a `line_number` and a `message` for each game that cannot be read or has failed, a thousand at most.

    Raises `peasant.InputError` for a file that cannot be read, behind a part that can be read when this is judged, and
    what `solve_many` raises.
    """
    checked = known("annotate_file", options, AnnotateOptions)
    name, _ = opened(Path(path), is_game)
    reader = Reader(_native.Endings(words(["annotate"], checked, name)))
    asked = pieces.options_of({key: value for key, value in checked.items() if key not in CHOICE})
    many = pieces.size("endings", asked) if piece is None else piece
    store = Parts(folder, storage_options)
    store.claim(many, pieces.options_of(checked), reader.games.bytes)
    found = Found(store)

    def told(done: int) -> None:
        if progress:
            progress(reader.far(done))

    with connected(client) as connection:
        run = Run(connection, store, told)
        summary = total(found.summaries(run.completed(pieces.cut("endings", peasant.__version__, asked, reader, many))))
    if reader.error:
        raise reader.error
    store.keep_only(found.parts)
    counts = {"games": reader.games.games, "left_out": reader.games.left_out}
    summary = {**summary, **counts, "rows": found.rows, "failed": found.failed, "complete": True}
    parts = [store.address(part) for part in sorted(found.parts)]
    return {"schema": 1, "summary": summary, "parts": parts, "unread": found.told()}


class Reader:
    """The games of a file that are to be judged, with their numbers and lines. Damage of the file ends them."""

    def __init__(self, games: _native.Endings) -> None:
        self.games = games
        self.found = 0
        self.error: peasant.InputError | None = None

    def __iter__(self) -> Iterator[tuple[int, int, str]]:
        try:
            for number, line, text in self.games:
                self.found += 1
                yield number, line, text.decode(errors="surrogateescape")
        except peasant.InputError as error:
            self.error = error

    def far(self, done: int) -> Reading:
        return Reading(done, self.found, self.games.games, self.games.read, self.games.bytes)


class Found:
    """What all pieces together have found."""

    def __init__(self, store: Parts) -> None:
        self.store = store
        self.parts: set[str] = set()
        self.rows = 0
        self.failed = 0
        self.unread: list[dict[str, Any]] = []

    def summaries(self, done: Iterable[tuple[Piece, list[Any]]]) -> Iterator[dict[str, Any]]:
        """The summary of each game, behind one that counts nothing."""
        [nothing], _ = judged(b"", {"no_store": True}, {})
        yield nothing["summary"]
        for piece, records in done:
            for (number, line, _), record in zip(piece.inputs, records):
                if "error" in record:
                    self.failed += 1
                    self._tell([{"line_number": line, "message": f"game {number}: {record['error']['message']}"}])
                    continue
                self.parts.add(self.store.part(piece))
                self.rows += record["rows"]
                self._tell(record["unread"])
                yield record["summary"]

    def told(self) -> list[dict[str, Any]]:
        """What cannot be read, in the order of the file."""
        return sorted(self.unread, key=lambda one: int(one["line_number"]))

    def _tell(self, unread: list[dict[str, Any]]) -> None:
        self.unread += unread[: MOST_UNREAD - len(self.unread)]


class Parts(Store):
    """A folder of finished pieces whose rows stand in Parquet parts; what is kept of them beside is the rest."""

    @property
    def _folder(self) -> str:
        return f"{self.root.rstrip('/')}/parts"

    def part(self, piece: Piece) -> str:
        return f"{self._folder}/{piece.first:08}-{piece.name}.parquet"

    def address(self, path: str) -> str:
        """What others open it by."""
        return path if "file" in self.protocols else str(self.files.unstrip_protocol(path))

    def claim(self, piece: int, options: Mapping[str, Any], size: int | None) -> None:
        """Notes what the folder is for. Raises StoreError if that is something else."""
        named = {key: value for key, value in options.items() if key not in pieces.UNNAMED}
        run = {"program": peasant.__version__, "options": named, "piece": piece, "bytes": size}
        path, data = f"{self.root.rstrip('/')}/run.json", json.dumps(run, sort_keys=True).encode()
        there = self._first(path)
        if there is None:
            self.put(path, data)
        elif there != data:
            raise StoreError(
                f"the folder {self.folder} holds another table (other options, another file or program): name another"
            )

    def read(self, piece: Piece) -> list[Any] | None:
        return super().read(piece) if self._first(self.part(piece), 4) else None

    def write(self, piece: Piece, records: list[Any]) -> None:
        """Writes the part, and then keeps the rest: a piece that is kept has its part."""
        rows = (json.dumps(row) for record in records for row in record["rows"])
        self.put(self.part(piece), _native.table("\n".join(rows).encode()))
        super().write(piece, [{**record, "rows": len(record["rows"])} for record in records])

    def keep_only(self, parts: set[str]) -> None:
        """Removes other parts: games of which a piece failed once stand in parts of their own."""
        names = {os.path.basename(part) for part in parts}
        try:
            self.files.invalidate_cache()
            for path in self.files.find(self._folder):
                if path.endswith(".parquet") and os.path.basename(path) not in names:
                    self.files.rm_file(path)
        except OSError as error:
            raise StoreError(f"cannot tidy the folder {self.folder}: {error}") from error

    def _first(self, path: str, length: int | None = None) -> bytes | None:
        """The first bytes of a file, or all; None if it is not there."""
        try:
            return bytes(self.files.cat_file(path, start=0, end=length))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"cannot read {path}: {error}") from error
