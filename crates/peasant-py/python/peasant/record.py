"""Answers: the objects of ``--json``, with their fields as attributes too."""

from __future__ import annotations

import copy
import json
from typing import Any


class Record(dict):
    """An object of ``--json``: ``answer["result"]["lower"]`` is ``answer.result.lower``. docs/json.md names the fields."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no field {name!r}: there are {', '.join(self)}") from None

    def __dir__(self):
        return [*super().__dir__(), *(name for name in self if name.isidentifier())]

    def to_dict(self) -> dict:
        """The same as plain dictionaries and lists."""
        return plain(self)


def plain(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {name: plain(value) for name, value in thing.items()}
    return [plain(one) for one in thing] if isinstance(thing, list) else copy.copy(thing)


def read(line: str | bytes) -> Record:
    """One line of ``--json``."""
    return json.loads(line, object_hook=Record)
