"""The folder: finished pieces, each in a file of its own, found by their names.

A folder is a directory or whatever `fsspec` knows (`s3://bucket/run`, `gs://…`, `sftp://…`). The piece NAME
is the file `NA/NAME.jsonl.gz`: lines of JSON, of which the first says what was asked and the last has the number of
records and the SHA-256 of all before it. A file is whole or not there. There is no list of files and no lock: what
two workers write under one name answers the same question, and the last to come stays.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
import uuid
import warnings
from collections.abc import Mapping
from typing import Any

from .extras import need
from .pieces import Piece

SUFFIX = ".jsonl.gz"
UNFINISHED = ".part"

ABANDONED = 24 * 60 * 60
"""An unfinished file so old, in seconds, was left by a process that was killed."""

WHOLE_AT_ONCE = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oss", "r2", "memory"})
"""Where a file cannot be seen before all of it is there: no other name is needed while it is written."""


class StoreError(OSError):
    """The folder cannot be read or written. The program's exit status for it is 3."""


class Damaged(ValueError):
    """A file that is no whole piece, or another one than its name says."""


class Store:
    """A folder of finished pieces.

    `options` are for the file system, as `fsspec` takes them (credentials, endpoints). Files carry checksums, which
    find damage; they are no seal: whoever can write there can make others believe what is false.
    """

    def __init__(self, folder: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> None:
        self.folder = os.fspath(folder)
        try:
            self.files, self.root = need("fsspec").core.url_to_fs(self.folder, **(options or {}))
        except (ValueError, OSError) as error:
            raise StoreError(f"cannot use the folder {self.folder}: {error}") from error
        protocols = self.files.protocol
        self.protocols = {protocols} if isinstance(protocols, str) else set(protocols)

    def path(self, name: str) -> str:
        return f"{self.root.rstrip('/')}/{name[:2]}/{name}{SUFFIX}"

    def names(self) -> set[str]:
        """The names of all pieces that are there, whole or not. What killed processes left is removed."""
        try:
            self.files.invalidate_cache()
            found = self.files.find(self.root)
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise StoreError(f"cannot read the folder {self.folder}: {error}") from error
        self._sweep([path for path in found if path.endswith(UNFINISHED)])
        names = (path.rsplit("/", 1)[-1] for path in found if path.endswith(SUFFIX))
        return {name[: -len(SUFFIX)] for name in names}

    def read(self, piece: Piece) -> list[Any] | None:
        """The records of a piece; None if it is not there, or is damaged, which is a warning: it is worked out again
        and replaced."""
        path = self.path(piece.name)
        try:
            return decode(self.files.cat_file(path), piece)
        except FileNotFoundError:
            return None
        except Damaged as error:
            warnings.warn(f"{path} {error}: it is worked out again and replaced", stacklevel=2)
            return None
        except OSError as error:
            raise StoreError(f"cannot read {path}: {error}") from error

    def write(self, piece: Piece, records: list[Any]) -> None:
        """Keeps the records of a piece, in place of what stands there."""
        self.put(self.path(piece.name), encode(piece, records))

    def put(self, path: str, data: bytes, is_synced: bool = True) -> None:
        """Writes a file, whole or not at all. What a checksum guards need not be on the disk at once."""
        try:
            if "file" in self.protocols:
                replace_file(path, data, is_synced)
            elif self.protocols & WHOLE_AT_ONCE:
                self.files.pipe_file(path, data)
            else:
                self._move_in(path, data)
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error}") from error

    def _move_in(self, path: str, data: bytes) -> None:
        unfinished = beside(path)
        self.files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
        self.files.pipe_file(unfinished, data)
        self.files.mv(unfinished, path)

    def _sweep(self, unfinished: list[str]) -> None:
        for path in unfinished:
            try:
                if time.time() - self.files.modified(path).timestamp() > ABANDONED:
                    self.files.rm_file(path)
            except (OSError, NotImplementedError):
                pass


def beside(path: str) -> str:
    """The name of a file while it is written. Who reads a table of many parts passes over names with a point before them."""
    folder, name = os.path.split(path)
    return f"{folder}/.{name}.{uuid.uuid4().hex}{UNFINISHED}"


def replace_file(path: str, data: bytes, is_synced: bool = True) -> None:
    """Writes a file of this machine under another name beside it, and then renames it."""
    unfinished = beside(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(unfinished, "xb") as file:
            file.write(data)
            file.flush()
            if is_synced:
                os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        if os.path.exists(unfinished):
            os.remove(unfinished)
        raise


def encode(piece: Piece, records: list[Any]) -> bytes:
    """The file of a piece. The same records give the same bytes."""
    lines = [json.dumps({"piece": piece.name, **piece.head})]
    lines += [json.dumps(record) for record in records]
    body = "".join(line + "\n" for line in lines).encode()
    end = json.dumps({"records": len(records), "sha256": hashlib.sha256(body).hexdigest()})
    return gzip.compress(body + end.encode() + b"\n", mtime=0)


def decode(data: bytes, piece: Piece) -> list[Any]:
    """The records of a file.

    Raises Damaged if it is torn, changed, or not the file of this piece.
    """
    try:
        body, end, _ = gzip.decompress(data).rsplit(b"\n", 2)
        body, seal = body + b"\n", json.loads(end)
        head, *records = (json.loads(line) for line in body.splitlines())
        whole = seal == {"records": len(records), "sha256": hashlib.sha256(body).hexdigest()}
        name = head["piece"]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise Damaged(f"is torn or no piece ({error})") from error
    except Exception as error:  # zlib has an error of its own
        raise Damaged(f"is damaged ({error})") from error
    if not whole:
        raise Damaged("is damaged")
    if name != piece.name:
        raise Damaged("holds another piece than its name says")
    return records
