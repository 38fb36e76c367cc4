"""What is proved of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import positions
from .record import Record, plain, read

if TYPE_CHECKING:
    import chess

    from .positions import Move


class Bounds:
    """What is proved of a result: it is no worse than ``lower`` and no better than ``upper``, for the side that moves."""

    __slots__ = ("lower", "upper")

    def __init__(self, record: dict):
        #: ``"win"``, ``"draw"`` or ``"loss"``.
        self.lower: str = record["lower"]
        self.upper: str = record["upper"]

    @property
    def exact(self) -> bool:
        """Is nothing open?"""
        return self.lower == self.upper

    def __str__(self) -> str:
        return self.lower if self.exact else f"{self.lower}..{self.upper}"

    def __repr__(self) -> str:
        return f"<Bounds {self}>"

    def __eq__(self, other: object) -> bool:
        """Bounds are equal to bounds, and exact ones to the name of their result."""
        if isinstance(other, str):
            return self.exact and self.lower == other
        return isinstance(other, Bounds) and (self.lower, self.upper) == (other.lower, other.upper)

    def __hash__(self) -> int:
        return hash(self.lower if self.exact else (self.lower, self.upper))


class MoveAnalysis:
    """What is proved of a move, for the side that makes it."""

    def __init__(self, record: Record):
        self._record = record
        self.move: Move = positions.move(record["uci"])
        self.uci: str = record["uci"]
        self.san: str = record["san"]
        self.result = Bounds(record["result"])
        self.exact: bool = record["exact"]
        #: Plies to the next pawn move, capture, promotion or mate; None where no such number is proved.
        self.distance: int | None = record["distance"]
        #: How far the end of the matter is (``moves``, ``exact``, ``kind``), if that is known.
        self.end: Record | None = record["end"]
        #: Plies to mate, where they were counted.
        self.dtm: int | None = record["dtm"]
        #: How likely each result is (``win``, ``draw``, ``loss``), of an open move of an open position.
        self.likelihood: Record | None = record.get("likelihood")

    def __repr__(self) -> str:
        return f"<MoveAnalysis {self.san}: {self.result}>"

    def to_dict(self) -> dict:
        """The object of ``--json``."""
        return plain(self._record)


class Opinion:
    """What somebody thinks of a position that stays open, and would play there. It proves nothing."""

    def __init__(self, record: Record):
        self._record = record
        #: The engine's name, or ``"peasant"``, whose own search it is.
        self.source: str = record["source"]
        self.move: Move = positions.move(record["uci"])
        self.uci: str = record["uci"]
        self.san: str = record["san"]
        #: Hundredths of a pawn for the side to move; a mate in n is 100,000 - n, being mated its negative.
        self.score: int = record["score"]
        #: In plies.
        self.depth: int = record["depth"]
        self.line_san: list[str] = record["line_san"]

    def __repr__(self) -> str:
        return f"<Opinion of {self.source}: {self.san}, {self.score / 100:+.2f}>"

    def to_dict(self) -> dict:
        return plain(self._record)


class Analysis:
    """What ``peasant.solve`` answers. ``to_dict`` has everything, with the names of ``--json`` (docs/json.md)."""

    def __init__(self, record: Record):
        self._record = record
        #: The position.
        self.fen: str = record["fen"]
        #: ``"white"`` or ``"black"``.
        self.side_to_move: str = record["side_to_move"]
        #: What is proved of the result, for the side to move.
        self.result = Bounds(record["result"])
        #: Do the bounds meet?
        self.exact: bool = record["exact"]
        #: Every legal move, best first.
        self.moves = [MoveAnalysis(one) for one in record["moves"]]
        #: The moves that are proved to keep the result; none while it is open.
        self.best: list[Move] = [positions.move(uci) for uci in record["best"]]
        #: A line of best play, proved; empty while the result is open.
        self.line: list[Move] = [positions.move(uci) for uci in record["line"]]
        self.line_san: list[str] = record["line_san"]
        self.line_end: str | None = record["line_end"]
        #: How far the end of the matter is, and plies to mate, where they are known.
        self.end: Record | None = record["end"]
        self.dtm: int | None = record["dtm"]
        #: Always None: the conditional verdict is gone, and this name goes with the next release.
        self.conditional: None = None
        opinion = record.get("opinion")
        #: What somebody thinks of it, where it is open.
        self.opinion = Opinion(opinion) if opinion else None
        #: How likely each result is for the side to move: ``{"win": 0.83, "draw": 0.15, "loss": 0.02}``, 1 for what is proved; None
        #: where it is open and nobody has an opinion.
        self.likelihood: Record | None = record.get("likelihood")
        #: What ended the proof early: ``"time"``, ``"memory"``, ``"structures"``; None if nothing did.
        self.stopped: str | None = record["stopped"]
        #: What the proof took.
        self.stats: Record = record["stats"]
        #: What became of ``certificate=``.
        self.certificate: Record | None = record.get("certificate")

    @classmethod
    def from_json(cls, line: str | bytes) -> "Analysis":
        """The analysis of a line that ``peasant solve --json`` has printed."""
        return cls(read(line))

    @property
    def board(self) -> "chess.Board":
        """The position as a board of python-chess."""
        return positions.board(self.fen)

    def to_dict(self) -> dict:
        """The object of ``peasant solve --json``."""
        return plain(self._record)

    def __getitem__(self, move: Any) -> MoveAnalysis:
        """What is proved of a move: a ``chess.Move``, UCI or SAN."""
        name = str(move)
        for one in self.moves:
            if name in (one.uci, one.san):
                return one
        raise KeyError(f"there is no move {name!r}: there are {', '.join(one.san for one in self.moves)}")

    def __repr__(self) -> str:
        best = self.moves[0].san if self.moves and self.best else "-"
        stopped = f", stopped by {self.stopped}" if self.stopped else ""
        return f"<Analysis of {self.fen!r}: {self.result}, best {best}{stopped}>"

    def _repr_svg_(self) -> str:
        """The board with the best move, for a notebook."""
        from .pictures import diagram

        return diagram(self.fen, arrows=[str(one) for one in self._record["best"][:1]]).svg
