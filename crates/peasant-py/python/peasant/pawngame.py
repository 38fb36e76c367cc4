"""Games with pawns alone: Peasants' Chess, hexapawn and relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native
from ._options import PawngameOptions, ValueOptions
from ._typing import GameOptions
from .answers import PawnGame, PawnGamePerft, PawnGameValue
from .options import known, words
from .program import answer
from .record import read

if TYPE_CHECKING:
    from typing_extensions import Unpack


def solve(position: str | None = None, **options: Unpack[PawngameOptions]) -> PawnGame:
    """Prove a position, or the beginning of the game: ``result``, ``exact``, every move's ``result`` and the ``position`` behind
    it, a ``line``. The rules are options (``preset``, ``files``, ``ranks``, ``rows``, ``no_move``, ...), as of ``peasant pawngame
    solve``. There is no limit on time unless ``time`` sets one."""
    asked = limits(known("solve", options, PawngameOptions))
    return read(answer(["pawngame", "solve", "--json"], asked, position), PawnGame)


def moves(position: str | None = None, **rules: Unpack[GameOptions]) -> PawnGame:
    """The legal moves of a position, or of the beginning, and what they lead to: ``moves``, each with ``move`` and ``position``;
    none where the game is over."""
    line = words(["pawngame", "solve"], known("moves", rules, GameOptions), position)
    return read(_native.pawn_moves(line), PawnGame)


def value(position: str, **options: Unpack[ValueOptions]) -> PawnGameValue:
    """The combinatorial value of a position and of its islands, as ``peasant pawngame value``."""
    asked = limits(known("value", options, ValueOptions))
    return read(answer(["pawngame", "value", "--json"], asked, position), PawnGameValue)


def perft(depth: int, position: str | None = None, **options: Unpack[GameOptions]) -> int:
    """How many lines of play of this length there are."""
    asked: dict[str, Any] = {**known("perft", options, GameOptions), "depth": depth}
    return read(answer(["pawngame", "perft", "--json"], asked, position), PawnGamePerft).nodes


def limits(options: dict[str, Any]) -> dict[str, Any]:
    """Here no limit is the default, and has no name."""
    return {name: value for name, value in options.items() if (name, value) != ("time", None)}
