"""Positions as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import positions
from ._options import DiagramOptions
from .options import known
from .program import answer, written
from .record import Record

if TYPE_CHECKING:
    import chess
    from typing_extensions import Unpack

    from ._options import Path
    from .positions import Position


class Diagram:
    """A picture. A notebook shows it by itself."""

    def __init__(self, options: dict[str, Any], fen: str):
        self._options, self._fen = options, fen
        #: The picture as SVG.
        self.svg: str = answer(["diagram"], options, fen)

    @property
    def png(self) -> bytes:
        """The picture as PNG."""
        return written(["diagram"], self._options, {"output": "board.png"}, self._fen, kind=Record)[1][0]

    def save(self, path: Path) -> None:
        """Write it to a file: PNG if the name ends in .png, SVG if in .svg."""
        answer(["diagram"], {**self._options, "output": path}, self._fen)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Diagram of {self._fen!r}>"


def diagram(
    position: Position,
    *,
    arrows: str | Sequence[str | chess.Move] = (),
    circles: str | Sequence[str | int] = (),
    **options: Unpack[DiagramOptions],
) -> Diagram:
    """Draw a position. ``arrows`` are moves and ``circles`` squares, by name or those of python-chess; a question mark behind
    one makes it dashed. ``key_squares``, ``corresponding`` and ``heat`` draw what is proved. Other options are those of
    ``peasant diagram``.
    """
    named = {"arrows": pointers(arrows), "circles": pointers(circles)}
    named = {name: value for name, value in named.items() if value}
    return Diagram({**named, **known("diagram", options, DiagramOptions)}, positions.fen(position))


def pointers(things: str | Sequence[str | int | chess.Move]) -> str:
    if isinstance(things, str):
        return things
    return ",".join(square(one) if isinstance(one, int) else str(one) for one in things)


def square(number: int) -> str:
    return "abcdefgh"[number % 8] + str(number // 8 + 1)
