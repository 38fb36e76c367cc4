"""What is raised where there is no answer."""

from __future__ import annotations

import errno
import os
import re
from typing import Any


class PeasantError(Exception):
    """A question that is not answered. ``str`` of it says what is wrong, and the cure."""

    def __init__(
        self,
        words: str,
        message: str | None = None,
        text: str | None = None,
        cure: str | None = None,
        kind: str = "input",
    ):
        super().__init__(in_python(words))
        #: What is wrong, without the cure.
        self.message: str = in_python(words if message is None else message)
        #: The text that is at fault, cut if it is long.
        self.text: str | None = text
        #: What to do about it.
        self.cure: str | None = None if cure is None else in_python(cure)
        #: What kind of fault it is: of a position ``"fen"``, ``"men"``, ``"pieces"``, ``"castling"``, ``"game"``, ``"file"``, ...
        #: ``"option"``, ``"path"``, ``"contradiction"``; ``"input"`` is all else (docs/json.md).
        self.kind: str = kind

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._reasons()

    def _reasons(self) -> tuple[Any, ...]:
        return str(self), self.message, self.text, self.cure, self.kind

    def to_dict(self) -> dict[str, str | None]:
        """The object ``error`` of ``--json``."""
        return {"message": self.message, "text": self.text, "cure": self.cure, "kind": self.kind}


class InputError(PeasantError, ValueError):
    """The input is at fault: a position that is none, an option that makes no sense."""


class ContradictionError(PeasantError):
    """Outside tables or the store contradict what is proved: they are damaged."""


class FileError(InputError, OSError):
    """A file that cannot be read or written: an ``OSError`` with ``errno`` and ``filename``. Where Python has a class for the
    reason, such as ``FileNotFoundError``, it is one of these too."""

    def __reduce__(self) -> tuple[Any, ...]:
        return of_file, (self.errno, self.filename, self._reasons())


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file, or no such directory."""


class ForbiddenFileError(FileError, PermissionError):
    """It may not be read or written."""


class DirectoryError(FileError, IsADirectoryError):
    """It is a directory, and no file."""


class NoDirectoryError(FileError, NotADirectoryError):
    """It is a file, and no directory."""


KINDS: dict[int, type[FileError]] = {
    errno.ENOENT: MissingFileError,
    errno.EACCES: ForbiddenFileError,
    errno.EPERM: ForbiddenFileError,
    errno.EISDIR: DirectoryError,
    errno.ENOTDIR: NoDirectoryError,
}


def of_file(number: int, name: str, reasons: tuple[Any, ...]) -> FileError:
    """The error for a file, by the system's number for it."""
    if os.name == "nt":
        number = OSError(0, "", None, number).errno or number
    error = KINDS.get(number, FileError)(*reasons)
    error.errno, error.strerror, error.filename = number, os.strerror(number), name
    return error


def in_python(sentence: str) -> str:
    """A sentence of the program's, with options as keywords and verbs as functions."""
    if "`peasant " in sentence:
        sentence = re.sub(r"`peasant ([a-z]+)( -)?`", r"`peasant.\1`", sentence)
    if "--" not in sentence:
        return sentence
    sentence = sentence.replace("try '--help'", "see help(peasant.solve)")
    return re.sub(r"'?(?<![\w-])--([a-z][a-z-]*)( <[^>]*>)?'?", lambda found: keyword(found[1]), sentence)


def keyword(option: str) -> str:
    return option.replace("-", "_") + "="
