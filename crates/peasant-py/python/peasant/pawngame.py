"""Games with pawns alone: Peasants' Chess, hexapawn and relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native
from ._typing import GameOptions, PawngameOptions
from .options import known, words
from .program import answer
from .record import Record, read

if TYPE_CHECKING:
    from typing_extensions import Unpack


def solve(position: "str | None" = None, **options: "Unpack[PawngameOptions]") -> Record:
    """Prove a position, or the beginning of the game: ``result``, ``exact``, every move's ``result`` and the ``position`` behind
    it, a ``line``. The rules are options (``preset``, ``files``, ``ranks``, ``rows``, ``no_move``, ...), as of ``peasant pawngame
    solve``. There is no limit on time unless ``time`` sets one."""
    return read(answer(["pawngame", "solve", "--json"], limits(known("solve", options, PawngameOptions)), position))


def moves(position: "str | None" = None, **rules: "Unpack[GameOptions]") -> Record:
    """The legal moves of a position, or of the beginning, and what they lead to: ``moves``, each with ``move`` and ``position``;
    none where the game is over."""
    return read(_native.pawn_moves(words(["pawngame", "solve"], known("moves", rules, GameOptions), position)))


def value(position: str, **options: Any) -> Record:
    """The combinatorial value of a position and of its islands, as ``peasant pawngame value``."""
    return read(answer(["pawngame", "value", "--json"], limits(options), position))


def perft(depth: int, position: "str | None" = None, **options: "Unpack[GameOptions]") -> int:
    """How many lines of play of this length there are."""
    asked: dict[str, Any] = {**known("perft", options, GameOptions), "depth": depth}
    return read(answer(["pawngame", "perft", "--json"], asked, position))["nodes"]


def limits(options: Any) -> dict[str, Any]:
    """Here no limit is the default, and has no name."""
    return {name: value for name, value in options.items() if (name, value) != ("time", None)}
