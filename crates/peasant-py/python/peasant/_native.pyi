from collections.abc import Callable, Iterable
from os import PathLike
from typing import Optional, Protocol, Union

from ._typing import Cancel
from .positions import Position

__version__: str

_Source = Union[str, bytes, PathLike[str], Iterable[Union[str, bytes]], None]
_Bytes = bytes
_Told = Optional[Callable[[float, int, int, int, int], object]]

def kpk(position: Position) -> str:
    """The answer of ``peasant kpk --json``."""

def count(words: list[str]) -> int:
    """How many structures a family of ``mine`` has."""

def pawn_moves(words: list[str]) -> str:
    """The legal moves of a game with pawns alone."""

def is_record(line: str) -> bool:
    """Does a line hold a position, with or without operations of EPD?"""

def records(file: bytes) -> list[tuple[int, str, str]]:
    """The positions of an EPD file: the line's number, its name, and the position, or the line where that is none."""

def games(text: str) -> list[str]:
    """The games of a PGN text."""

def check(path: str, memory: int) -> dict[str, object]:
    """Check a certificate."""

class SliceSolver:
    """Solves slices for other processes; ``kept`` bytes of what it reads stay in memory."""

    def __init__(self, kept: int) -> None: ...
    def solve(self, task: bytes, read: Callable[[str], bytes]) -> tuple[str, bytes]:
        """The name of a slice's planes, and these. ``read`` gives the planes that have a name."""

class Elsewhere(Protocol):
    """Who has slices solved by other processes."""

    @property
    def side_by_side(self) -> int: ...
    def put(self, name: str, planes: bytes) -> None: ...
    def solve(self, asked: list[tuple[bytes, Answer]]) -> None: ...

class Answer:
    """Takes the answer to a task, from any thread. If it is forgotten the task is solved here."""

    def give(self, name: str, planes: bytes) -> None: ...
    def give_up(self) -> None: ...

def rows(path: str) -> list[str]:
    """The rows of a table of endings in a file, each as JSON."""

def table(rows: bytes) -> bytes:
    """Rows of a table of endings, JSON lines, as Parquet."""

class Endings:
    """The games of a file that ``annotate`` would judge, or cannot read: their numbers, lines and texts."""

    #: Bytes of the file, if somebody knows.
    bytes: Optional[int]
    #: Bytes of it that have been read.
    read: int
    #: Games that have been read.
    games: int
    #: Those that the filters left out.
    left_out: int
    def __init__(self, words: list[str]) -> None: ...
    def __iter__(self) -> Endings: ...
    def __next__(self) -> tuple[int, int, _Bytes]: ...

class Lines:
    """The lines that a verb writes, as they come."""

    #: The exit status, once all has come.
    status: Optional[int]
    def __init__(
        self,
        words: list[str],
        source: _Source = None,
        *,
        moves: bool = True,
        distances: bool = True,
        line: bool = True,
        progress: _Told = None,
        cancel: Optional[Cancel] = None,
    ) -> None: ...
    def __iter__(self) -> Lines: ...
    def __next__(self) -> str: ...
    def stop(self) -> None:
        """Stop the work: what is proved by then still comes."""

class Question:
    """A question that goes on."""

    def __init__(self, words: list[str]) -> None: ...
    def work(self, seconds: Optional[float]) -> list[str]: ...
    def is_over(self) -> bool: ...
    def analysis(self) -> str: ...

class Session:
    """A prover that remembers what it has proved."""

    def __init__(self, words: list[str], elsewhere: Optional[Elsewhere] = None) -> None: ...
    def known(self, position: Position) -> int: ...
    def bounds(
        self, position: Position, words: Optional[list[str]], progress: _Told, cancel: Optional[Cancel]
    ) -> int: ...
    def results(
        self,
        positions: list[Position],
        words: Optional[list[str]],
        is_worked_on: bool,
        progress: _Told,
        cancel: Optional[Cancel],
    ) -> bytearray: ...
    def solve(
        self,
        position: Position,
        words: Optional[list[str]],
        *,
        moves: bool,
        distances: bool,
        line: bool,
        progress: _Told,
        cancel: Optional[Cancel],
    ) -> str: ...
    def explain(
        self, position: Position, words: Optional[list[str]], progress: _Told, cancel: Optional[Cancel]
    ) -> str: ...
    def certify(
        self,
        position: Position,
        words: Optional[list[str]],
        file: str,
        progress: _Told,
        cancel: Optional[Cancel],
    ) -> tuple[str, str]: ...
    def cancel(self) -> None: ...
    def forget(self) -> None: ...
