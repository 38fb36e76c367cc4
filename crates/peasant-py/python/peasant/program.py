"""The program's verbs, called."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from . import _native
from .options import words
from .record import Kind, Record, read


def answer(verb: list[str], options: Mapping[str, Any], argument: str | None = None, source: Any = None) -> str:
    """What the program prints for a verb with these options."""
    return "".join(_native.Lines(words(verb, options, argument), source))


def answers(
    verb: list[str], options: Mapping[str, Any], argument: str | None = None, source: Any = None
) -> Generator[Record, None, None]:
    """The objects that a verb prints, as they come. Options are read at once, the rest begins with the first."""
    lines = _native.Lines(words(verb, options, argument), source)
    return (read(line, Record) for line in lines)


def written(
    verb: list[str],
    options: Mapping[str, Any],
    files: Mapping[str, str],
    argument: str | None,
    source: Any = None,
    *,
    kind: type[Kind],
) -> tuple[list[Kind], list[bytes]]:
    """The objects that it prints, and what it writes to files: an option for each, with the name of one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {option: os.path.join(folder, name) for option, name in files.items()}
        lines = _native.Lines(words(verb, {**options, **paths}, argument), source)
        records = [read(line, kind) for line in lines]
        return records, [Path(path).read_bytes() for path in paths.values()]
