"""What is told of games that were judged apart, put together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

NUMBER = re.compile(r"^game (\d+)")
"""How the program names a game that it cannot read."""

NAMED = ("players", "motives")
"""Counts of the summary that go by name."""

MOST_NAMES = 100_000
"""So many names are kept apart, as the program does it, so that a file of any size fits."""


def placed(record: dict[str, Any], games: int, lines: int) -> list[dict[str, Any]]:
    """The objects of one text as they are in a file with so many games and lines before it."""
    told = []

    def numbered(sentence: str) -> str:
        return NUMBER.sub(lambda number: f"game {int(number[1]) + games}", sentence)

    for one in record.get("games", [record]):
        one = dict(one)
        if "game" in one:
            one["game"] += games
        if "line_number" in one:
            one["line_number"] += lines
        if unread := one.get("unread"):
            line, sentence = unread["line_number"] + lines, numbered(unread["sentence"])
            one["unread"] = {"line_number": line, "sentence": sentence}
        if "error" in one:
            one["error"] = {**one["error"], "message": numbered(one["error"]["message"])}
        told.append(one)
    return told


def total(summaries: Iterable[dict[str, Any]], most: int = 10) -> dict[str, Any]:
    """Many summaries as one: counts added up, of names the `most` frequent, of equal ones the first in the alphabet."""
    sums: dict[str, Any] = {}
    for summary in summaries:
        named = {key: counted(summary[key], sums.get(key, {})) for key in NAMED}
        add_up(sums, {**summary, **named})
    for key in NAMED:
        counts = sorted(sums.get(key, {}).items(), key=lambda one: (-one[1], one[0]))
        sums[key] = [{"name": name, "count": count} for name, count in counts[:most]]
    return sums


def counted(told: Iterable[dict[str, Any]], known: dict[str, Any]) -> dict[str, int]:
    """Names with their counts: new ones as long as there is room beside those that are known."""
    is_full = len(known) >= MOST_NAMES
    return {one["name"]: one["count"] for one in told if not is_full or one["name"] in known}


def add_up(sums: dict[str, Any], more: dict[str, Any]) -> None:
    """Adds the numbers of one object to those of another, at all depths."""
    for key, value in more.items():
        if isinstance(value, dict):
            add_up(sums.setdefault(key, {}), value)
        else:
            sums[key] = sums.get(key, 0) + value
