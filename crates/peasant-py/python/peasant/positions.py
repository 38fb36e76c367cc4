"""Positions and moves in and out: strings, and those of python-chess where it is installed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Union

from .errors import InputError

if TYPE_CHECKING:
    import chess

    Position = Union[str, chess.Board]
    #: Where python-chess is not installed moves are UCI strings. Whoever needs these has them as ``uci``.
    Move = chess.Move


def fen(position: "Position") -> str:
    """The FEN of a board; a string is taken as it is, and may be whatever the program takes."""
    if isinstance(position, str):
        if position.strip() == "-":
            raise InputError("`-` is no position: give a FEN or a chess.Board", "`-` is no position", "-", kind="fen")
        return position
    make = getattr(position, "fen", None)
    if make is None:
        raise TypeError(f"a position is a FEN or a chess.Board, not {type(position).__name__}")
    # A right to take en passant counts here only if somebody can.
    return str(make(en_passant="legal"))


def board(text: str) -> "chess.Board":
    """The board of python-chess for a FEN."""
    try:
        import chess
    except ImportError as error:
        raise ImportError("boards need python-chess: pip install chess") from error
    return chess.Board(text)


def move(uci: str) -> "Move":
    """A move of python-chess, or its UCI string where that is not installed."""
    try:
        import chess
    except ImportError:
        return uci  # type: ignore[return-value]
    return chess.Move.from_uci(uci)


def moves(ucis: Iterable[str]) -> "list[Move]":
    return [move(uci) for uci in ucis]
