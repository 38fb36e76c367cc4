"""Small endings on disk, which later proofs look up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _native
from .options import words
from .program import answer
from .record import Record, read

if TYPE_CHECKING:
    from ._typing import Path


def build(*materials: str, everything: bool = False, threads: "int | None" = None, cache: "Path | None" = None) -> str:
    """Solve endings ahead of proofs: those that are named, or the usual ones, or everything. What was done is returned in
    words."""
    line = words(["base", "build"], {"all": everything, "threads": threads, "cache": cache})
    return "".join(_native.Lines([*line, "--", *materials] if materials else line))


def listed(cache: "Path | None" = None) -> Record:
    """What is there: ``materials``, each with ``name``, ``bytes``, ``seconds`` and ``built``."""
    return read(answer(["base", "list", "--json"], {"cache": cache}))
