"""Files of games cut into games, to be judged apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

EVENT = '[Event "'

LINE = re.compile(r"[^\n]*\n|[^\n]+")

NUMBER = re.compile(r"^game (\d+)")
"""How the program names a game that it cannot read."""

NAMED = ("players", "motives")
"""Counts of the summary that go by name."""


def games_of(text: str) -> Iterator[str]:
    """The games of a PGN text: together they are the text, character by character.

    Cut is only where the program cuts too, at `[Event "` that begins a line. Games without that tag stay with the one
    before.
    """
    game: list[str] = []
    begun = False
    for line in LINE.findall(text):
        if begun and line.startswith(EVENT):
            yield "".join(game)
            game = []
        game.append(line)
        begun = begun or line.startswith(EVENT) or not (line.isspace() or line.startswith(("[", "%", "\ufeff[")))
        begun = begun or line.startswith("\ufeff" + EVENT)
    if game:
        yield "".join(game)


def placed(record: dict, games: int, lines: int) -> list[dict]:
    """The objects of one text as they are in a file with so many games and lines before it."""
    told = []
    for one in record.get("games", [record]):
        one = dict(one)
        if "game" in one:
            one["game"] += games
        if "line_number" in one:
            one["line_number"] += lines
        if "error" in one:
            message = NUMBER.sub(lambda number: f"game {int(number[1]) + games}", one["error"]["message"])
            one["error"] = {**one["error"], "message": message}
        told.append(one)
    return told


def total(summaries: Iterable[dict], most: int = 10) -> dict:
    """Many summaries as one: counts added up, of names the `most` frequent, of equal ones the first in the alphabet."""
    sums: dict = {}
    for summary in summaries:
        named = {key: {one["name"]: one["count"] for one in summary[key]} for key in NAMED}
        add_up(sums, {**summary, **named})
    for key in NAMED:
        counts = sums.get(key, {})
        names = sorted(counts, key=lambda name: (-counts[name], name))[:most]
        sums[key] = [{"name": name, "count": counts[name]} for name in names]
    return sums


def add_up(sums: dict, more: dict) -> None:
    """Adds the numbers of one object to those of another, at all depths."""
    for key, value in more.items():
        if isinstance(value, dict):
            add_up(sums.setdefault(key, {}), value)
        else:
            sums[key] = sums.get(key, 0) + value
