"""One position: its result, every move's result, and why."""

from __future__ import annotations

import os
from html import escape
from typing import TYPE_CHECKING, Callable

from . import _native, answers, positions
from ._options import ExplainOptions, SolveOptions
from ._typing import ProverOptions, QuestionOptions
from .analysis import BOUNDS, Analysis, Bounds, Progress
from .errors import in_python
from .options import DEFAULT, known, words
from .program import answer, written
from .record import Record, read

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from ._options import Path
    from ._typing import Cancel, OnDone
    from .analysis import OnProgress
    from .positions import Position


def solve(
    position: Position,
    *,
    moves: bool = True,
    distances: bool | None = None,
    line: bool = True,
    progress: OnProgress = None,
    cancel: Cancel | None = None,
    **options: Unpack[SolveOptions],
) -> Analysis:
    """Prove a position: its result, every move's result, a line.

    Options are those of ``peasant solve``: ``time`` (60 seconds, ``None`` for no limit), ``memory`` (MiB), ``structures``,
    ``rules``, ``threads``, ``lines``, ``syzygy``, ``store``, ``no_store``, ``store_size``, ``scratch`` (a directory for what memory has no room
    for), ``engine``, ``resume``, ``certificate``, ...
    ``moves=False``, ``distances=False`` and ``line=False`` ask for less: without moves and line distances are left out too, unless
    you ask for them. ``progress`` is called with a ``Progress``, twenty times
    a second and at the end. ``cancel`` is a ``threading.Event``: once it is set the answer is what is known, ``stopped`` by
    ``"cancelled"``. Python's other threads run meanwhile; Ctrl-C ends the proof.

    Raises ``InputError`` for what is no position or option, ``FileError`` (an ``OSError``) for a file that cannot be read or
    written, ``ContradictionError`` where tables contradict the proof, and whatever ``progress`` raises, which ends the proof.
    """
    line_of_words = words(["solve", "--json"], known("solve", options, SolveOptions), positions.fen(position))
    told, event = heard(progress), checked(cancel)
    distances = moves or line if distances is None else distances
    asked = _native.Lines(
        line_of_words, None, moves=moves, distances=distances, line=line, progress=told, cancel=event
    )
    return Analysis.from_json("".join(asked))


def heard(progress: OnProgress) -> Callable[[float, int, int, int, int], object] | None:
    """What the native half calls."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress is called: give a function, not {type(progress).__name__}")
    tell = progress
    return lambda seconds, structures, used, result, _: tell(Progress(seconds, structures, used, BOUNDS[result]))


def checked(cancel: Cancel | None) -> Cancel | None:
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise TypeError(f"cancel is a threading.Event, not {type(cancel).__name__}")
    return cancel


class Explanation(answers.Explain):
    """What ``peasant.explain`` answers: ``fen``, ``idea`` (the point of the position in a sentence), ``text`` (all that is told),
    and the fields of ``--json`` (docs/json.md)."""

    def __init__(self, record: answers.Explain, svg: str | None = None, html: str | None = None):
        super().__init__(record)
        #: The board with what the text names, and a page with verdict, board, text and line; None from a ``Prover``.
        self.svg, self.html = svg, html

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Explanation of {self.fen!r}: {self.idea}>"

    def _repr_html_(self) -> str:
        return f"{self.svg or ''}<pre>{escape(self.text)}</pre>"


def explain(position: Position, **options: Unpack[ExplainOptions]) -> Explanation:
    """Say why a position ends as it does: key squares, zugzwangs, corresponding squares, the course of play, tries.

    Options are those of ``peasant explain``.
    """
    asked = known("explain", options, ExplainOptions)
    files = {"svg": "board.svg", "html": "page.html"}
    verb = ["explain", "--json"]
    [record], [svg, html] = written(verb, asked, files, positions.fen(position), kind=answers.Explain)
    return Explanation(record, svg.decode(), in_python(html.decode()))


class Question:
    """A position that is worked on while you iterate: each step gives an event, as ``peasant solve --events`` prints them.

    ``event`` is ``"bounds"``, ``"move"``, ``"opinion"`` or ``"line"``. Leave the loop whenever you like, by Ctrl-C
    too, and go on later: the proof waits where it was, and time in between does not count. ``analysis`` is the best answer so far.
    """

    def __init__(self, position: Position, **options: Unpack[SolveOptions]):
        asked = known("ask", options, SolveOptions)
        for name in ("certificate", "resume", "engine"):
            if name in asked:
                raise TypeError(f"{name!r} is said to solve, not with a question that goes on")
        self._question = _native.Question(words(["solve"], asked, positions.fen(position)))
        self._events: list[answers.Event] = []

    def __iter__(self) -> Question:
        return self

    def __next__(self) -> answers.Event:
        while not self._events:
            if self._question.is_over():
                raise StopIteration
            self.work(None)
        return self._events.pop(0)

    def work(self, seconds: float | None = None) -> None:
        """Work until something is new, or for so many seconds; events are kept for the loop."""
        self._events.extend(read(line, answers.Event) for line in self._question.work(seconds))

    @property
    def done(self) -> bool:
        """Nothing more will come."""
        return self._question.is_over() and not self._events

    @property
    def analysis(self) -> Analysis:
        """What is known by now; the whole answer once it is done."""
        return Analysis.from_json(self._question.analysis())


def ask(position: Position, **options: Unpack[SolveOptions]) -> Question:
    """Ask about a position, and hear what becomes known as soon as it does. Options are those of ``peasant.solve``.

    >>> for event in peasant.ask("7K/8/k1P5/7p/8/8/8/8 w - -"):
    ...     print(event.event)
    """
    return Question(position, **options)


class Prover:
    """A prover that remembers what it has proved: neighbours of a position that is settled take no time.

    Its options are those of ``peasant solve``; ``time``, ``memory``, ``structures`` and ``lines`` may be given for each question.
    Threads may ask at a time; each question has its own limits, ``memory`` too. ``progress`` and ``cancel`` are those of
    ``peasant.solve``.
    """

    #: What a question may say for itself.
    QUESTION = ("time", "memory", "structures", "lines")

    def __init__(self, **options: Unpack[ProverOptions]):
        self._options = known("Prover", options, ProverOptions)
        # Options are read as those of a question about any position.
        self._session = _native.Session(words(["solve"], self._options, ANY))

    def _words(self, options: QuestionOptions) -> list[str] | None:
        """The options of a question, with the session's; None if it has none of its own."""
        for name in options:
            if name not in self.QUESTION:
                raise TypeError(
                    f"{name!r} is said to the Prover, not with a question; here: {', '.join(self.QUESTION)}"
                )
        if not options:
            return None
        own: dict[str, Any] = {name: self._options.get(name, DEFAULT) for name in self.QUESTION}
        return words(["solve"], {**own, **options}, ANY)

    def known(self, position: Position) -> Bounds:
        """What is proved of a position already, without any work; ``loss..win`` if that is nothing."""
        return BOUNDS[self._session.known(position)]

    def bounds(
        self,
        position: Position,
        *,
        progress: OnProgress = None,
        cancel: Cancel | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Bounds:
        """Work on the result alone. What is proved already takes a microsecond or two."""
        return BOUNDS[self._session.bounds(position, self._words(options), heard(progress), checked(cancel))]

    def results(
        self,
        positions: Iterable[Position],
        *,
        work: bool = True,
        progress: OnDone = None,
        cancel: Cancel | None = None,
        **options: Unpack[QuestionOptions],
    ) -> NDArray[numpy.int8]:
        """The results of many positions as an array of numpy: a row for each, its lower and its upper bound, 1 for a win, 0 for a
        draw, -1 for a loss, for the side to move. Where both are the same the result is proved.

        ``time`` and the other limits are those of each position; with ``work=False`` only what is known already is told.
        ``progress`` is called with the number of those that are done. Once ``cancel`` is set the others have what is known.
        One that is no position raises ``InputError``.
        """
        array = arrays().frombuffer
        if isinstance(positions, (str, bytes)):
            raise TypeError("positions is one string: give a list of them")
        tell = None if progress is None else (lambda *told, count=progress: count(told[-1]))
        asked = list(positions)
        found = self._session.results(asked, self._words(options), work, tell, checked(cancel))
        rows: NDArray[numpy.int8] = array(found, dtype="int8").reshape(-1, 2)
        return rows

    def solve(
        self,
        position: Position,
        *,
        moves: bool = True,
        distances: bool | None = None,
        line: bool = True,
        progress: OnProgress = None,
        cancel: Cancel | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Analysis:
        """As ``peasant.solve``, with what is known."""
        told, event = heard(progress), checked(cancel)
        distances = moves or line if distances is None else distances
        wanted = {"moves": moves, "distances": distances, "line": line}
        return Analysis.from_json(
            self._session.solve(position, self._words(options), **wanted, progress=told, cancel=event)
        )

    def explain(
        self,
        position: Position,
        *,
        progress: OnProgress = None,
        cancel: Cancel | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Explanation:
        """As ``peasant.explain``, with what is known; without pictures."""
        line = self._session.explain(position, self._words(options), heard(progress), checked(cancel))
        return Explanation(read(line, answers.Explain))

    def certify(
        self,
        position: Position,
        path: Path,
        *,
        progress: OnProgress = None,
        cancel: Cancel | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Analysis:
        """As ``peasant.solve`` with ``certificate=path``; ``.certificate`` says what became of it."""
        asked, file = self._words(options), os.fspath(path)
        line, certificate = self._session.certify(position, asked, file, heard(progress), checked(cancel))
        record = read(line, answers.Solve)
        record["certificate"] = read(certificate, Record)
        record["certificate"].pop("schema", None)
        return Analysis(record)

    def cancel(self) -> None:
        """End what it works on, from another thread: that question answers with what is known. Nothing happens if there is none."""
        self._session.cancel()

    def forget(self) -> None:
        """Forget all that was proved, and give the memory back."""
        self._session.forget()


#: Options are read with a position behind them.
ANY = "8/8/8/8/8/8/8/K1k5 w - -"


def arrays() -> Any:
    """numpy, if it is installed."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays need numpy: pip install numpy") from error
    return numpy


def results(
    positions: Iterable[Position],
    *,
    progress: OnDone = None,
    cancel: Cancel | None = None,
    **options: Unpack[ProverOptions],
) -> NDArray[numpy.int8]:
    """The results of many positions as an array of numpy, by a ``Prover`` with these options: see ``Prover.results``."""
    return Prover(**options).results(positions, progress=progress, cancel=cancel)


class CheckedCertificate(Record):
    """What ``check_certificate`` says."""

    verdict: str
    seconds: float
    fen: str | None
    lower: str | None
    upper: str | None
    program: str | None
    sha256: str | None
    trusted: int | None
    positions: int | None
    moves: int | None
    position: str | None
    reason: str | None

    def __getattr__(self, name: str) -> object:
        return self.get(name) if name in CheckedCertificate.__annotations__ else super().__getattr__(name)


def check_certificate(path: Path, memory: int = 1024) -> CheckedCertificate:
    """Check a certificate as ``peasant-check`` does, by code that shares nothing with the prover.

    ``verdict`` is ``"right"``, ``"conditional"`` (right if the ``trusted`` results are), ``"wrong"`` (at ``position``, for
    ``reason``) or ``"unreadable"``; ``fen``, ``lower`` and ``upper`` are what it claims, ``positions`` and ``moves`` what was
    looked at. What would take more ``memory`` (MiB) is unreadable. Raises ``FileError``, an ``OSError``, where there is no file.
    """
    return CheckedCertificate(_native.check(os.fspath(path), memory))


def perft(position: Position, depth: int) -> int:
    """How many legal lines of play of this length there are."""
    return read(answer(["perft", "--json"], {"depth": depth}, positions.fen(position)), answers.Perft).nodes
