"""What is proved of a position."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional

from . import answers, positions
from .record import Record, plain, read

if TYPE_CHECKING:
    import chess
    from typing_extensions import Literal, TypeAlias

    from .positions import Move

    #: The name of a result.
    Outcome: TypeAlias = Literal["win", "draw", "loss"]


class Bounds:
    """What is proved of a result: it is no worse than ``lower`` and no better than ``upper``, for the side that moves."""

    __slots__ = ("lower", "upper")

    def __init__(self, record: answers.Result | dict[str, Any]):
        #: ``"win"``, ``"draw"`` or ``"loss"``.
        self.lower: Outcome = record["lower"]  # type: ignore[assignment]
        self.upper: Outcome = record["upper"]  # type: ignore[assignment]

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


RESULTS = ("loss", "draw", "win")

#: Bounds by their numbers: three times the lower and the upper one. Not all of these are any.
BOUNDS = [Bounds({"lower": lower, "upper": upper}) for lower in RESULTS for upper in RESULTS]


class Progress(NamedTuple):
    """How far a proof has come."""

    #: Since it began.
    seconds: float
    #: Structures solved or expanded.
    structures: int
    #: In use for what is remembered.
    bytes: int
    #: What is proved of the result by now.
    result: Bounds


#: Is told how far a proof has come, twenty times a second and at its end.
OnProgress = Optional[Callable[[Progress], object]]


class _Told:
    """An object of ``--json``. Two are equal if they say the same; what it took to find does not count."""

    def __init__(self, record: Record):
        self._record = record

    def _said(self) -> dict[str, Any]:
        return {name: value for name, value in self._record.items() if name != "stats"}

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._record.get("fen"), self._record.get("uci"), str(self._record.get("result"))))

    def to_dict(self) -> dict[str, Any]:
        """The object of ``--json``."""
        told: dict[str, Any] = plain(self._record)
        return told


class MoveAnalysis(_Told):
    """What is proved of a move, for the side that makes it."""

    def __init__(self, record: answers.Move):
        super().__init__(record)
        self.move: Move = positions.move(record["uci"])
        self.uci: str = record["uci"]
        self.san: str = record["san"]
        self.result = Bounds(record["result"])
        self.exact: bool = record["exact"]
        #: Plies to the next pawn move, capture, promotion or mate; None where no such number is proved.
        self.distance: int | None = record["distance"]
        #: How far the end of the matter is (``moves``, ``exact``, ``kind``), if that is known.
        self.end: answers.End | None = record["end"]
        #: Plies to mate, where they were counted.
        self.dtm: int | None = record["dtm"]
        #: How likely each result is (``win``, ``draw``, ``loss``), of an open move of an open position.
        self.likelihood: answers.Likelihood | None = record.likelihood

    def __repr__(self) -> str:
        return f"<MoveAnalysis {self.san}: {self.result}>"


class Opinion(_Told):
    """What somebody thinks of a position that stays open, and would play there. It proves nothing."""

    def __init__(self, record: answers.Opinion):
        super().__init__(record)
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


class Line(_Told):
    """One line of several (``lines=``), proved."""

    def __init__(self, record: answers.Line):
        super().__init__(record)
        #: Its result for the side to move.
        self.result: str = record["result"]
        self.line: list[Move] = positions.moves(record["line"])
        self.line_san: list[str] = record["line_san"]
        #: Why it ends there.
        self.line_end: str = record["line_end"]

    def __repr__(self) -> str:
        return f"<Line, {self.result}: {' '.join(self.line_san)}>"


class Analysis(_Told):
    """What ``peasant.solve`` answers. ``to_dict`` has everything, with the names of ``--json`` (docs/json.md)."""

    def __init__(self, record: answers.Solve):
        super().__init__(record)
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
        self.best: list[Move] = positions.moves(record["best"])
        #: A line of best play, proved; empty while the result is open.
        self.line: list[Move] = positions.moves(record["line"])
        self.line_san: list[str] = record["line_san"]
        self.line_end: str | None = record["line_end"]
        #: The line, and after it those that begin with the next best moves (``lines=``).
        self.lines = [Line(one) for one in record["lines"]]
        #: How far the end of the matter is, and plies to mate, where they are known.
        self.end: answers.End | None = record["end"]
        self.dtm: int | None = record["dtm"]
        #: Always None: the conditional verdict is gone, and this name goes with the next release.
        self.conditional: None = None
        opinion = record.opinion
        #: What somebody thinks of it, where it is open.
        self.opinion = Opinion(opinion) if opinion else None
        #: How likely each result is for the side to move: ``{"win": 0.83, "draw": 0.15, "loss": 0.02}``, 1 for what is proved; None
        #: where it is open and nobody has an opinion.
        self.likelihood: answers.Likelihood | None = record.likelihood
        #: What ended the proof early: ``"time"``, ``"memory"``, ``"structures"``, ``"cancelled"``; None if nothing did.
        self.stopped: str | None = record["stopped"]
        #: Endings that kept a bound open: ``fen``, ``men``, ``syzygy`` (are there tables that would settle it?).
        self.reasons: list[answers.Reason] = record["reasons"]
        #: Were tables used that nobody has checked?
        self.trusted: bool = bool(record.trusted)
        #: What the proof took.
        self.stats: answers.Stats = record["stats"]
        #: What became of ``certificate=``.
        self.certificate: answers.Certificate | None = record.certificate

    @classmethod
    def from_json(cls, line: str | bytes) -> Analysis:
        """The analysis of a line that ``peasant solve --json`` has printed."""
        return cls(read(line, answers.Solve))

    @property
    def board(self) -> chess.Board:
        """The position as a board of python-chess."""
        return positions.board(self.fen)

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        side = self.side_to_move.capitalize()
        best = [one.san for one in self.moves if one.uci in self._record["best"]]
        only = f": only {best[0]}" if len(best) == 1 and len(self.moves) > 1 else ""
        if self.exact:
            does = {"win": "wins", "draw": "draws", "loss": "loses"}[self.result.lower]
            return f"{side} to move {does}{only}."
        stopped = f" Stopped: {self.stopped}." if self.stopped else ""
        return f"{side} to move: {self.result}, not settled.{stopped}"

    def __getitem__(self, move: Move | str) -> MoveAnalysis:
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
        """The board with the best move."""
        from .pictures import diagram

        return diagram(self.fen, arrows=[str(one) for one in self._record["best"][:1]]).svg

    def _repr_html_(self) -> str:
        """The board, and beside it the verdict with every move's result, for a notebook."""
        said = [f"<b>{escape(self.verdict)}</b>"]
        if self.opinion:
            said.append(escape(f"Move: {self.opinion.san} (no proof; {self.opinion.score / 100:+.2f})"))
        if self.line_san:
            said.append(escape(f"Line: {' '.join(self.line_san[:12])}{' …' if len(self.line_san) > 12 else ''}"))
        rows = "".join(f"<tr><td>{escape(one.san)}</td><td>{one.result}</td></tr>" for one in self.moves)
        told = "".join(f"<p>{sentence}</p>" for sentence in said)
        return (
            '<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">'
            f"<div>{self._repr_svg_()}</div><div>{told}<table>{rows}</table></div></div>"
        )
