from collections.abc import Iterable
from typing import Optional, Union

__version__: str

_Source = Union[str, bytes, Iterable[Union[str, bytes]], None]

def count(words: list[str]) -> int:
    """How many structures a family of ``mine`` has."""

def pawn_moves(words: list[str]) -> str:
    """The legal moves of a game with pawns alone."""

def records(file: bytes) -> list[tuple[int, str, str]]:
    """The positions of an EPD file: the line's number, its name, and the position, or the line where that is none."""

def games(text: str) -> list[str]:
    """The games of a PGN text."""

def check(path: str, memory: int) -> dict[str, object]:
    """Check a certificate."""

class Lines:
    """The lines that a verb writes, as they come."""

    #: The exit status, once all has come.
    status: Optional[int]
    def __init__(self, words: list[str], source: _Source = None) -> None: ...
    def __iter__(self) -> "Lines": ...
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

    def __init__(self, words: list[str]) -> None: ...
    def solve(self, words: list[str]) -> str: ...
    def explain(self, words: list[str]) -> str: ...
    def certify(self, words: list[str], file: str) -> tuple[str, str]: ...
    def forget(self) -> None: ...
