"""One position: its result, every move's result, and why."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING, Any

from . import _native, positions
from .analysis import Analysis
from ._typing import EngineOptions, ProverOptions, SolveOptions
from .options import DEFAULT, known, words
from .program import answer, written
from .record import Record, read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._typing import Path
    from .positions import Position


def solve(position: "Position", **options: "Unpack[SolveOptions]") -> Analysis:
    """Prove a position: its result, every move's result, a line.

    Options are those of ``peasant solve``: ``time`` (60 seconds, ``None`` for no limit), ``memory`` (MiB), ``structures``,
    ``rules``, ``threads``, ``lines``, ``syzygy``, ``cache``, ``no_cache``, ``engine``, ``resume``, ``certificate``, ...
    Python's other threads run meanwhile; Ctrl-C ends the proof.

    Raises ``InputError`` for what is no position or option, ``ContradictionError`` where tables contradict the proof.
    """
    return Analysis.from_json(
        answer(["solve", "--json"], known("solve", options, SolveOptions), positions.fen(position))
    )


class Explanation:
    """What ``peasant.explain`` answers. ``to_dict`` has everything, with the names of ``--json``."""

    def __init__(self, record: Record, svg: "str | None" = None, html: "str | None" = None):
        self._record = record
        self.fen: str = record["fen"]
        #: The point of the position in a sentence.
        self.idea: str = record["idea"]
        #: All that is told.
        self.text: str = record["text"]
        #: The board with what the text names, and a page with verdict, board, text and line; None from a ``Prover``.
        self.svg, self.html = svg, html

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._record, name)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Explanation of {self.fen!r}: {self.idea}>"

    def _repr_html_(self) -> str:
        return f"{self.svg or ''}<pre>{escape(self.text)}</pre>"

    def to_dict(self) -> dict:
        """The object of ``peasant explain --json``."""
        return self._record.to_dict()


def explain(position: "Position", **options: "Unpack[EngineOptions]") -> Explanation:
    """Say why a position ends as it does: key squares, zugzwangs, corresponding squares, the course of play, tries.

    Options are those of ``peasant explain``.
    """
    asked = known("explain", options, EngineOptions)
    files = {"svg": "board.svg", "html": "page.html"}
    [record], [svg, html] = written(["explain", "--json"], asked, files, positions.fen(position))
    return Explanation(record, svg.decode(), html.decode())


class Question:
    """A position that is worked on while you iterate: each step gives an event, as ``peasant solve --events`` prints them.

    ``event`` is ``"bounds"``, ``"move"``, ``"opinion"`` or ``"line"``. Leave the loop whenever you like, by Ctrl-C
    too, and go on later: the proof waits where it was, and time in between does not count. ``analysis`` is the best answer so far.
    """

    def __init__(self, position: "Position", **options: "Unpack[SolveOptions]"):
        asked = known("ask", options, SolveOptions)
        for name in ("certificate", "resume", "engine"):
            if name in asked:
                raise TypeError(f"{name!r} is said to solve, not with a question that goes on")
        self._question = _native.Question(words(["solve"], asked, positions.fen(position)))
        self._events: list[Record] = []

    def __iter__(self) -> "Question":
        return self

    def __next__(self) -> Record:
        while not self._events:
            if self._question.is_over():
                raise StopIteration
            self.work(None)
        return self._events.pop(0)

    def work(self, seconds: "float | None" = None) -> None:
        """Work until something is new, or for so many seconds; events are kept for the loop."""
        self._events.extend(read(line) for line in self._question.work(seconds))

    @property
    def done(self) -> bool:
        """Nothing more will come."""
        return self._question.is_over() and not self._events

    @property
    def analysis(self) -> Analysis:
        """What is known by now; the whole answer once it is done."""
        return Analysis.from_json(self._question.analysis())


def ask(position: "Position", **options: "Unpack[SolveOptions]") -> Question:
    """Ask about a position, and hear what becomes known as soon as it does. Options are those of ``peasant.solve``.

    >>> for event in peasant.ask("7K/8/k1P5/7p/8/8/8/8 w - -"):
    ...     print(event["event"])
    """
    return Question(position, **options)


class Prover:
    """A prover that remembers what it has proved: neighbours of a position that is settled take no time.

    Its options are those of ``peasant solve``; ``time``, ``memory``, ``structures`` and ``lines`` may be given for each question.
    One question is worked on at a time; others wait.
    """

    #: What a question may say for itself.
    QUESTION = ("time", "memory", "structures", "lines")

    def __init__(self, **options: "Unpack[ProverOptions]"):
        self._options = known("Prover", options, ProverOptions)
        # Options are read as those of a question about any position.
        self._session = _native.Session(words(["solve"], self._options, "8/8/8/8/8/8/8/K1k5 w - -"))

    def _words(self, position: "Position", options: dict[str, Any]) -> list[str]:
        for name in options:
            if name not in self.QUESTION:
                raise TypeError(
                    f"{name!r} is said to the Prover, not with a question; here: {', '.join(self.QUESTION)}"
                )
        own = {name: self._options.get(name, DEFAULT) for name in self.QUESTION}
        return words(["solve"], {**own, **options}, positions.fen(position))

    def solve(self, position: "Position", **options: Any) -> Analysis:
        """As ``peasant.solve``, with what is known."""
        return Analysis.from_json(self._session.solve(self._words(position, options)))

    def explain(self, position: "Position", **options: Any) -> Explanation:
        """As ``peasant.explain``, with what is known; without pictures."""
        return Explanation(read(self._session.explain(self._words(position, options))))

    def certify(self, position: "Position", path: "Path", **options: Any) -> Analysis:
        """As ``peasant.solve`` with ``certificate=path``; ``.certificate`` says what became of it."""
        line, certificate = self._session.certify(self._words(position, options), os.fspath(path))
        record = read(line)
        record["certificate"] = read(certificate)
        record["certificate"].pop("schema", None)
        return Analysis(record)

    def forget(self) -> None:
        """Forget all that was proved, and give the memory back."""
        self._session.forget()


def check_certificate(path: "Path", memory: int = 1024) -> Record:
    """Check a certificate as ``peasant-check`` does, by code that shares nothing with the prover.

    ``verdict`` is ``"right"``, ``"conditional"`` (right if the ``trusted`` results are), ``"wrong"`` (at ``position``, for
    ``reason``) or ``"unreadable"``; ``fen``, ``lower`` and ``upper`` are what it claims, ``positions`` and ``moves`` what was
    looked at. What would take more ``memory`` (MiB) is unreadable. Raises ``OSError`` where there is no file.
    """
    return Record(_native.check(os.fspath(path), memory))


def perft(position: "Position", depth: int) -> int:
    """How many legal lines of play of this length there are."""
    return read(answer(["perft", "--json"], {"depth": depth}, positions.fen(position)))["nodes"]
