"""Pieces of work: what is done and kept as one, with a name that says what is asked.

A piece is a verb, its options and some inputs. Its name is the SHA-256 of these and of the program's
version, so that the same question has the same name on every machine, and another question never has.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

FORMAT = 1
"""Part of every name: another number where a piece is written in another way."""

UNNAMED = frozenset({"scratch", "store", "store_size"})
"""Options that say where something is and not what is asked; they are no part of a name."""

SECONDS_A_PIECE = 60
"""A piece should take no longer, if every input takes all the time that it may: so much a killed worker costs."""

TIME = {"solve": 60.0, "annotate": 1.0, "endings": 1.0, "mine": 10.0, "pawngame": None}
"""Seconds that each of the program's verbs gives an input (a position, a structure) unless `time` says otherwise."""

MOST = {"solve": 64, "annotate": 16, "endings": 64, "mine": 256, "pawngame": 1}
"""No piece has more inputs unless the caller says so."""

POSITIONS_A_GAME = 20
"""For a guess at how long a game takes."""

EASY = 16
"""Most structures of a family are done in a small part of their time."""

PART = 10
"""A piece of a file of games takes so many times as long: each is a file of the table."""


@dataclass(frozen=True)
class Piece:
    """Some inputs of one verb. `first` is the place of its first input in the run, and no part of its name."""

    verb: str
    program: str
    options: Mapping[str, Any]
    inputs: tuple[Any, ...]
    first: int = 0

    @cached_property
    def name(self) -> str:
        """64 hexadecimal digits."""
        named = {key: value for key, value in self.options.items() if key not in UNNAMED}
        asked = {**self._head(named), "inputs": self.inputs}
        return hashlib.sha256(json.dumps(asked, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    @property
    def length(self) -> int:
        """How many places of the run it fills: inputs, or structures of a family."""
        if self.verb == "mine":
            return sum(end - start for start, end in self.inputs)
        return len(self.inputs)

    @property
    def head(self) -> dict[str, Any]:
        """What its file says of it, for people."""
        return self._head(dict(self.options))

    def split(self) -> list[Piece]:
        """The same work in pieces of one input each, to find out which of them is the trouble."""
        inputs = self.inputs
        if self.verb == "mine":
            inputs = tuple((n, n + 1) for start, end in inputs for n in range(start, end))
        return [replace(self, inputs=(one,), first=self.first + place) for place, one in enumerate(inputs)]

    def _head(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"format": FORMAT, "program": self.program, "verb": self.verb, "options": options}


def options_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON has them: paths as text, tuples as lists, what is None left out. One thread unless it is said.

    Raises TypeError for what cannot be written down.
    """
    options = {"threads": 1}
    for name, value in given.items():
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if value is not None:
            options[name] = json.loads(json.dumps(value))
    return options


def size(verb: str, options: Mapping[str, Any]) -> int:
    """How many inputs a piece has unless the caller says so. It depends on nothing but verb and options, so that
    a run that goes on elsewhere, with more workers or fewer, asks for the same pieces."""
    try:
        seconds = float(options.get("time", TIME[verb]))
    except (TypeError, ValueError):
        return 1
    seconds *= {"annotate": POSITIONS_A_GAME, "endings": POSITIONS_A_GAME / PART, "mine": 1 / EASY}.get(verb, 1)
    return max(1, min(MOST[verb], int(SECONDS_A_PIECE / seconds))) if seconds > 0 else 1


def cut(verb: str, program: str, options: Mapping[str, Any], inputs: Iterable[Any], many: int) -> Iterator[Piece]:
    """Inputs in pieces of so many, in order."""
    many = checked(many)
    inputs, first = iter(inputs), 0
    while some := tuple(islice(inputs, many)):
        yield Piece(verb, program, options, some, first)
        first += len(some)


def cut_range(program: str, options: Mapping[str, Any], start: int, end: int, many: int) -> Iterator[Piece]:
    """The numbers of a family in pieces. They begin at multiples of `many`, so that ranges share pieces."""
    many = checked(many)
    while start < end:
        stop = min(end, start - start % many + many)
        yield Piece("mine", program, options, ((start, stop),), start)
        start = stop


def checked(many: int) -> int:
    """The length of a piece. Raises ValueError if it is none."""
    if many < 1:
        raise ValueError(f"a piece of {many}: give a number from 1")
    return many
