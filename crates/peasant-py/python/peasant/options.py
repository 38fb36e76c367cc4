"""Keyword arguments as the words of the command line: ``time=5`` is ``--time=5``, ``no_store=True`` is ``--no-store``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any
from warnings import warn

#: Options that hold several directories, which the system's separator parts.
PATHS = ("syzygy",)

#: Options that may be there several times.
REPEATED = ("find",)


#: Options of the conditional verdict. For one release they are accepted and do nothing; the engine is gone from ``epd`` alone.
GONE = ("assumptions", "engine_nodes")


class _Default:
    """What an option is that nobody has set."""

    def __repr__(self) -> str:
        return "DEFAULT"


#: The program's own default: ``time=None`` is no limit, ``time=DEFAULT`` is what ``--help`` says.
DEFAULT: Any = _Default()


def known(verb: str, options: Any, kind: Any) -> dict[str, Any]:
    """These options, if all of them are there (``kind`` is their TypedDict). Raises TypeError, as for any function."""
    gone = [name for name in options if name in GONE or (verb, name) == ("epd", "engine")]
    for name in gone:
        why = "it belonged to the conditional verdict, which was wrong too often"
        warn(f"{name!r} is gone and does nothing: {why}", DeprecationWarning, stacklevel=3)
    left: dict[str, Any] = {name: value for name, value in options.items() if name not in gone}
    for name in left:
        if name not in kind.__annotations__:
            close = get_close_matches(name, kind.__annotations__, 1)
            cure = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(kind.__annotations__)}"
            raise TypeError(f"{verb}() got an unexpected keyword argument {name!r}: {cure}")
    return left


def words(verb: Iterable[str], options: Mapping[str, Any], argument: str | None = None) -> list[str]:
    """The command line that says this; ``argument`` is what has no name, a FEN or a file."""
    line = list(verb)
    for name, value in options.items():
        line.extend(option(name, value))
    return line if argument is None else [*line, "--", argument]


def option(name: str, value: Any) -> list[str]:
    """One option. False and None are not said, but for a limit: ``time=None`` sets none."""
    flag = "--" + name.replace("_", "-")
    if value is DEFAULT or value is False or value is None and name != "time":
        return []
    if value is True:
        return [flag]
    if value is None:
        return [f"{flag}=none"]
    if name in REPEATED and not isinstance(value, str):
        return [f"{flag}={one}" for one in value]
    return [f"{flag}={text(name, value)}"]


def text(name: str, value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, range):
        return f"{value.start}..{value.stop}"
    if isinstance(value, (list, tuple)):
        if name == "range":
            return f"{value[0]}..{value[1]}"
        return (os.pathsep if name in PATHS else ",").join(str(one) for one in value)
    if isinstance(value, float):
        return repr(value) if value != float("inf") else "none"
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    return str(value)
