"""Many positions, many games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

import peasant
from peasant import _native
from peasant._options import AnnotateOptions, SolveOptions
from peasant.answers import ErrorAnswer, Solve
from peasant.options import known
from peasant.positions import fen
from peasant.record import made

from . import pieces
from .cluster import ClientLike, connected
from .pieces import Piece
from .run import Progress, Run
from .store import Store
from .work import error_record

if TYPE_CHECKING:
    from typing_extensions import Literal, Unpack


@overload
def solve_many(
    positions: Iterable[object],
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    as_completed: Literal[False] = False,
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[SolveOptions],
) -> list[Solve | ErrorAnswer]: ...


@overload
def solve_many(
    positions: Iterable[object],
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    as_completed: Literal[True],
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[SolveOptions],
) -> Iterator[tuple[int, Solve | ErrorAnswer]]: ...


def solve_many(
    positions: Iterable[object],
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    as_completed: bool = False,
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[SolveOptions],
) -> list[Solve | ErrorAnswer] | Iterator[tuple[int, Solve | ErrorAnswer]]:
    """Proves many positions, FENs or boards of python-chess: a list of the objects of `peasant solve --json`, in order.

    `client` is None (threads of this process), the address of a scheduler, or a `distributed.Client`. With a `folder`
    (a directory, or an address that `fsspec` knows) every piece is kept there when it is done, and a run that was
    killed goes on: the same call asks only for what is not there. A piece has `piece` positions; unless it is said so
    many that it takes a minute at most. `progress` is called with the number of positions done. `options` are those
    of the program (`time=10`, `rules="newborn"`, `memory=2048`, …); `threads` is 1 unless it is said, and `memory`,
    in MiB, a thread's share of 60 % of the worker's limit. Where something is no position (a text that cannot be read,
    None, NaN), or kills its workers, a `peasant.answers.ErrorAnswer` stands in its place,
    `{"schema": 1, "error": {…}}`.

    With `as_completed` it is an iterator of (index, object), in the order in which they are done. Closing it stops the
    run.

    Raises TypeError for options that do not exist and for one string in place of many, `StoreError` (an OSError) if
    the folder cannot be used, `ClusterLost` if the scheduler is gone, `VersionError` if workers have another version of
    the program, ImportError without Dask.
    """
    if isinstance(positions, (str, bytes)):
        raise TypeError("positions is one string: give a list of them")
    checked = known("solve_many", options, SolveOptions)
    given, places, bad = [], [], []
    for place, one in enumerate(positions):
        try:
            given.append(str(fen(one)))  # type: ignore[arg-type]
            places.append(place)
        except (TypeError, ValueError) as error:
            bad.append((place, error_record(error, one)))
    done = progress and (lambda count: progress(count + len(bad)))
    found = each("solve", given, piece, checked, client, folder, done, storage_options)
    all_found = chain(bad, ((places[number], record) for number, record in found))
    told = ((place, typed(record)) for place, record in all_found)
    return told if as_completed else listed(told, len(given) + len(bad))


def typed(record: dict[str, Any]) -> Solve | ErrorAnswer:
    """The object of an answer, or of an error in its place."""
    return (ErrorAnswer if "error" in record else Solve)(made(record))


@overload
def annotate_many(
    games: str | Iterable[str],
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    as_completed: Literal[False] = False,
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[AnnotateOptions],
) -> list[dict[str, Any]]: ...


@overload
def annotate_many(
    games: str | Iterable[str],
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    as_completed: Literal[True],
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[AnnotateOptions],
) -> Iterator[tuple[int, dict[str, Any]]]: ...


def annotate_many(
    games: str | Iterable[str],
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    as_completed: bool = False,
    piece: int | None = None,
    progress: Progress | None = None,
    storage_options: Mapping[str, object] | None = None,
    **options: Unpack[AnnotateOptions],
) -> list[dict[str, Any]] | Iterator[tuple[int, dict[str, Any]]]:
    """Judges the pawn endings of many games: a list of dicts, in order, one for each text.

    `games` is one text of PGN, which is cut into its games, or texts. A dict has `pgn` (the text with what is proved
    of it), `games` (the objects of `peasant annotate --json`, their numbers and lines counted from the beginning of
    the text) and `summary`. Everything else is as in `solve_many`.
    """
    checked = known("annotate_many", options, AnnotateOptions)
    texts = _native.games(games) if isinstance(games, str) else list(games)
    found = each("annotate", texts, piece, checked, client, folder, progress, storage_options)
    return found if as_completed else listed(found, len(texts))


def each(
    verb: str, inputs: Iterable[Any], many: int | None, options: Mapping[str, Any], *where: Any
) -> Iterator[tuple[int, Any]]:
    """Every input with its place, as they are done; `where` is what `run` is told."""
    for piece, records in run(cut(verb, inputs, many, options), *where):
        yield from enumerate(records, piece.first)


def cut(verb: str, inputs: Iterable[Any], many: int | None, options: Mapping[str, Any]) -> Iterator[Piece]:
    """Inputs in pieces, of this version of the program."""
    options = pieces.options_of(options)
    many = pieces.size(verb, options) if many is None else many
    return pieces.cut(verb, peasant.__version__, options, inputs, many)


def run(
    asked: Iterable[Piece],
    client: ClientLike,
    folder: str | os.PathLike[str] | None,
    progress: Progress | None,
    storage_options: Mapping[str, Any] | None,
) -> Iterator[tuple[Piece, list[Any]]]:
    """Pieces with their records, as they are done."""
    store = None if folder is None else Store(folder, storage_options)
    with connected(client) as connection:
        yield from Run(connection, store, progress).completed(asked)


def listed(found: Iterator[tuple[int, Any]], length: int) -> list[Any]:
    """All of them in order."""
    records: list[Any] = [None] * length
    for place, record in found:
        records[place] = record
    return records
