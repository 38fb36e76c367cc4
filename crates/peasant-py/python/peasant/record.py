"""Answers: the objects of ``--json``, with their fields as attributes too."""

from __future__ import annotations

import copy
import json
import re
from typing import Any, Dict, TypeVar

from ._fields import OPTIONAL
from .errors import keyword

#: Options that sentences of answers name.
NAMED = re.compile(r"--(time|memory|structures|threads|rules|syzygy|engine|win|draw|moves|tries|lines|certificate)\b")

Kind = TypeVar("Kind", bound="Record")

class Record(Dict[str, Any]):
    """An object of ``--json``: ``answer["result"]["lower"]`` is ``answer.result.lower``. docs/json.md names the fields, and
    ``peasant.answers`` their types. A field that is left out where it says nothing is None as an attribute."""

    def __getattr__(self, name: str) -> object:
        try:
            return self[name]
        except KeyError:
            pass
        if name in OPTIONAL:
            return None
        raise AttributeError(f"there is no field {name!r}: there are {', '.join(self)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in self if name.isidentifier())]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain dictionaries and lists."""
        plainly: dict[str, Any] = plain(self)
        return plainly


#: Made once, as that takes longer than to read a short line.
DECODE = json.JSONDecoder(object_hook=Record).decode


def plain(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {name: plain(value) for name, value in thing.items()}
    return [plain(one) for one in thing] if isinstance(thing, list) else copy.copy(thing)


def made(thing: Any) -> Any:
    """Records of plain dictionaries."""
    if isinstance(thing, dict):
        return Record((name, made(value)) for name, value in thing.items())
    return [made(one) for one in thing] if isinstance(thing, list) else thing


def read(line: str | bytes, kind: type[Kind]) -> Kind:
    """One line of ``--json``, which holds this."""
    if isinstance(line, str) and "--" in line:
        line = NAMED.sub(lambda found: keyword(found[1]), line)
    return kind(DECODE(line if isinstance(line, str) else line.decode()))
