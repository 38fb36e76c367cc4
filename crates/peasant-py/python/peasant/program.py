"""The program's verbs, called."""

from __future__ import annotations

from typing import Any

from . import _native
from .options import words


def answer(verb: list[str], options: dict[str, Any], argument: str | None = None, source: Any = None) -> bytes:
    """What the program prints for a verb with these options."""
    return _native.run(words(verb, options, argument), source)[1]
