"""One game with pawns alone, its first moves worked on side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import peasant
from peasant._options import PawngameOptions
from peasant.options import known

from . import pieces
from .cluster import ClientLike
from .many import each
from .run import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

WORST_FIRST = ("loss", "draw", "win")

SEARCH = frozenset({"threads", "memory", "time", "method"})
"""Options that say how a proof is searched for; all others are rules."""


def solve(
    position: str | None = None,
    client: ClientLike = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    plies: int = 1,
    progress: Progress | None = None,
    storage_options: Mapping[str, Any] | None = None,
    **options: Unpack[PawngameOptions],
) -> dict[str, Any]:
    """Proves a position (None: the start) of a game with pawns alone: the object of `peasant pawngame solve --json`.

    Each position after so many `plies` is a piece, proved alone with a table of its own; equal ones once. That is
    more work than one proof would be: no piece knows what another has found, and none is left out because another
    move wins. `stats` has the sum of it (of `bytes` and `peak_memory_mib` the greatest), `stats.pieces` how many
    pieces there were. Of two moves with the same result it may name the other first. All else is as in `solve_many`.
    """
    asked = pieces.options_of(known("solve", options, PawngameOptions))
    rules = {key: value for key, value in asked.items() if key not in SEARCH}
    root = grow(position, plies, rules)
    leaves = list(dict.fromkeys(leaf.position for leaf in root.leaves()))
    answers: dict[str, dict[str, Any]] = {}
    for place, answer in each("pawngame", leaves, 1, asked, client, folder, progress, storage_options):
        answers[leaves[place]] = answer
    return root.answer(answers)


@dataclass
class Node:
    """A position, and its moves with what they lead to; a leaf has none."""

    about: dict[str, Any]
    moves: list[tuple[dict[str, Any], Node]] = field(default_factory=list)

    @property
    def position(self) -> str:
        return str(self.about["position"])

    def leaves(self) -> Iterator[Node]:
        if not self.moves:
            yield self
        for _, child in self.moves:
            yield from child.leaves()

    def answer(self, answers: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        """The object for this position, from those of the leaves."""
        if not self.moves:
            return answers[self.position]
        told = [(move, child.answer(answers)) for move, child in self.moves]
        judged = [judge(move, answer) for move, answer in told]
        order = sorted(range(len(told)), key=lambda place: rank(judged[place]["result"]), reverse=True)
        best, after = told[order[0]]
        bounds = [(rank(one["result"])) for one in judged]
        lower, upper = max(low for low, _ in bounds), max(high for _, high in bounds)
        exact = lower == upper
        head = {key: self.about[key] for key in ("schema", "rules", "position", "side_to_move", "ending")}
        return {
            **head,
            "result": {"lower": WORST_FIRST[lower], "upper": WORST_FIRST[upper]},
            "exact": exact,
            "moves": [judged[place] for place in order],
            "line": [best["move"], *after.get("line", [])] if exact else [],
            "line_moves": [best, *after.get("line_moves", [])] if exact else [],
            "promising": None,
            "stopped": None if exact else next((a["stopped"] for _, a in told if a.get("stopped")), None),
            "stats": spent([answer for _, answer in told]),
            **troubles([answer for _, answer in told]),
        }


def grow(position: str | None, plies: int, rules: Mapping[str, Any]) -> Node:
    """The game so far down."""
    about = peasant.pawngame.moves(position, **rules)
    node = Node(about)
    if plies > 0:
        node.moves = [(one, grow(one["position"], plies - 1, rules)) for one in about["moves"]]
    return node


def rank(result: Mapping[str, str]) -> tuple[int, int]:
    return WORST_FIRST.index(result["lower"]), WORST_FIRST.index(result["upper"])


def judge(move: dict[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """A move, by what is proved of the position behind it."""
    lower, upper = rank(answer.get("result", {"lower": "loss", "upper": "win"}))
    result = {"lower": WORST_FIRST[2 - upper], "upper": WORST_FIRST[2 - lower]}
    return {**move, "result": result, "exact": lower == upper}


def spent(answers: list[dict[str, Any]]) -> dict[str, Any]:
    """What all proofs took together."""
    stats = [answer["stats"] for answer in answers if "stats" in answer]
    sums = {key: sum(one[key] for one in stats) for key in ("nodes", "positions", "seconds")}
    most = {key: max((one[key] for one in stats), default=0) for key in ("bytes", "peak_memory_mib")}
    return {**sums, **most, "pieces": sum(answer.get("stats", {}).get("pieces", 1) for answer in answers)}


def troubles(answers: list[dict[str, Any]]) -> dict[str, Any]:
    """The errors in place of proofs, if there are any."""
    errors = [answer["error"] for answer in answers if "error" in answer]
    errors += [error for answer in answers for error in answer.get("errors", [])]
    return {"errors": errors} if errors else {}
