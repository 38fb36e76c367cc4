"""The store of what is proved: small endings solved ahead, what is there, damage, an empty store."""

from __future__ import annotations

import errno
import os
import tempfile
from typing import TYPE_CHECKING

from . import _native, answers
from .errors import of_file
from .options import words
from .program import answer
from .record import read

if TYPE_CHECKING:
    from ._options import Path

#: The program's exit status where not everything could be kept.
NOT_KEPT = 3


def build(
    *materials: str,
    everything: bool = False,
    threads: int | None = None,
    store: Path | None = None,
    store_size: int | None = None,
) -> str:
    """Solve endings ahead of proofs: those that are named, or the usual ones, or everything. What was done is returned in
    words. Raises ``FileError``, an ``OSError``, where the endings cannot be kept in the directory."""
    line = words(["store", "build"], {"all": everything, "threads": threads, "store": store, "store_size": store_size})
    lines = _native.Lines([*line, "--", *materials] if materials else line)
    told = "".join(lines)
    if lines.status == NOT_KEPT:
        raise unkept(store)
    return told


def unkept(store: Path | None) -> OSError:
    """Why the directory takes no endings."""
    name = "the cache directory" if store is None else os.fspath(store)
    number = errno.EIO
    if store is not None:
        try:
            os.makedirs(store, exist_ok=True)
            tempfile.TemporaryFile(dir=store).close()
        except OSError as error:
            number = error.errno or number
    message, cure = f"endings cannot be kept in {name}", "name a directory that may be written to"
    return of_file(number, name, (f"{message}: {cure}", message, name, cure, "path"))


def listed(store: Path | None = None) -> answers.StoreList:
    """What is there: ``file``, ``bytes``, ``facts`` and ``materials``, each with ``name``, ``bytes``, ``seconds`` and ``built``."""
    return read(answer(["store", "list", "--json"], {"store": store}), answers.StoreList)


def check(store: Path | None = None) -> answers.StoreCheck:
    """Read everything, and remove what is damaged: ``sound`` and ``damaged`` facts of ``file``."""
    return read(answer(["store", "check", "--json"], {"store": store}), answers.StoreCheck)


def clear(store: Path | None = None) -> None:
    """Forget everything. Raises ``FileError``, an ``OSError``, where the store cannot be written."""
    lines = _native.Lines(words(["store", "clear"], {"store": store}))
    list(lines)
    if lines.status == NOT_KEPT:
        raise unkept(store)
