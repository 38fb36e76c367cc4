"""Types of what functions take besides the options of the program, and parts of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable, Literal, Optional, Protocol, TypedDict

from ._options import Path


class Cancel(Protocol):
    """What cancels a proof once it is set, such as a ``threading.Event``."""

    def is_set(self) -> bool: ...


#: Is told how many of many positions are done.
OnDone = Optional[Callable[[int], object]]


class QuestionOptions(TypedDict, total=False):
    """What a question to a session may say for itself."""

    time: float | None
    memory: int
    structures: int
    lines: int


class ProverOptions(QuestionOptions, total=False):
    """What a session takes."""

    rules: Literal["chess", "newborn"]
    threads: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    scratch: Path


class FamilyOptions(TypedDict, total=False):
    """Which structures."""

    pawns: str
    files: str
    pattern: str


class GameOptions(TypedDict, total=False):
    """The rules of a game with pawns alone."""

    preset: str
    files: int
    ranks: int
    rows: int
    no_double_step: bool
    no_en_passant: bool
    no_move: str
