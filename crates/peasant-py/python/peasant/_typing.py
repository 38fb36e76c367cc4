"""Which options there are. ``peasant VERB --help`` says what they mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Callable, Literal, Optional, Protocol, TypedDict, Union


class Cancel(Protocol):
    """What cancels a proof once it is set, such as a ``threading.Event``."""

    def is_set(self) -> bool: ...


#: Is told how many of many positions are done.
OnDone = Optional[Callable[[int], object]]

Path = Union[str, "os.PathLike[str]"]


class HelperOptions(TypedDict, total=False):
    """What helps every proof."""

    #: Directories of Syzygy tables.
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    #: Where what is proved is kept, and how many MiB of it at most.
    store: Path
    no_store: bool
    store_size: int
    #: Where what memory has no room for goes; ``"none"`` for nowhere.
    scratch: Path


class ProofOptions(HelperOptions, total=False):
    """What every proof takes."""

    #: Seconds for each position; None sets no limit.
    time: float | None
    #: MiB, of all proofs together.
    memory: int
    structures: int
    rules: Literal["chess", "newborn"]
    threads: int


class EngineOptions(ProofOptions, total=False):
    """The same with an engine, which proves nothing."""

    engine: Path


class AnnotateOptions(EngineOptions, total=False):
    likely: bool


class SolveOptions(EngineOptions, total=False):
    lines: int
    resume: Path
    certificate: Path


class ProverOptions(ProofOptions, total=False):
    """What a session takes."""

    lines: int


class QuestionOptions(TypedDict, total=False):
    """What a question to a session may say for itself."""

    time: float | None
    memory: int
    structures: int
    lines: int


class EpdOptions(ProofOptions, total=False):
    resume: Path
    only_open: bool


class DiagramOptions(HelperOptions, total=False):
    flip: bool
    dark: bool
    size: int
    key_squares: bool
    corresponding: bool
    heat: bool
    time: float | None
    memory: int
    rules: Literal["chess", "newborn"]
    threads: int


class StudyOptions(ProofOptions, total=False):
    moves: str
    win: bool
    draw: bool
    solver: Literal["white", "black"]
    tries: bool


class FamilyOptions(TypedDict, total=False):
    """Which structures."""

    pawns: str
    files: str
    pattern: str


class MineOptions(FamilyOptions, ProofOptions, total=False):
    find: str | Sequence[str]
    measure: Literal["conversion", "end", "mate"]
    keep: int
    #: The first and, excluded, the last number.
    range: range | tuple[int, int]
    resume: Path


class GameOptions(TypedDict, total=False):
    """The rules of a game with pawns alone."""

    preset: str
    files: int
    ranks: int
    rows: int
    no_double_step: bool
    no_en_passant: bool
    no_move: str


class ValueOptions(GameOptions, total=False):
    """What the value of a position takes."""

    time: float | None
    memory: int
    limit: int


class ClassicOptions(TypedDict, total=False):
    depth: int
    church: bool
    without: int | Sequence[int]
    no_pruning: bool
    no_killers: bool
    time: float
    memory: int


class PawnkingOptions(TypedDict, total=False):
    reuse: Literal["never", "careful", "sensitive"]
    selective: bool
    time: float
    memory: int


class CompareOptions(ProofOptions, total=False):
    programs: str | Sequence[str]
    program_time: float


class PawngameOptions(GameOptions, total=False):
    time: float | None
    memory: int
    threads: int
    method: str
    checkpoint: Path
