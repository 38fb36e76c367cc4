"""The options of commands. ``peasant VERB --help`` says what they mean. Made of docs/json by scripts/python-answers: change neither by hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, TypedDict, Union

Path = Union[str, "os.PathLike[str]"]


class SolveOptions(TypedDict, total=False):
    """Those of ``peasant solve``."""

    rules: Literal["chess", "newborn"]
    memory: int
    scratch: Path
    structures: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    engine: Path
    threads: int
    resume: Path
    certificate: Path
    lines: int
    time: float | None


class ExplainOptions(TypedDict, total=False):
    """Those of ``peasant explain``."""

    rules: Literal["chess", "newborn"]
    memory: int
    scratch: Path
    structures: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    engine: Path
    threads: int
    time: float | None


class AnnotateOptions(TypedDict, total=False):
    """Those of ``peasant annotate``."""

    rating: str
    date: str
    pawns: str
    time_control: str | Sequence[str]
    sample: float
    likely: bool
    rules: Literal["chess", "newborn"]
    memory: int
    scratch: Path
    structures: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    engine: Path
    threads: int
    time: float | None


class EpdOptions(TypedDict, total=False):
    """Those of ``peasant epd``."""

    rules: Literal["chess", "newborn"]
    time: float | None
    memory: int
    scratch: Path
    structures: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    threads: int
    resume: Path
    only_open: bool


class DiagramOptions(TypedDict, total=False):
    """Those of ``peasant diagram``."""

    flip: bool
    dark: bool
    size: int
    key_squares: bool
    corresponding: bool
    heat: bool
    rules: Literal["chess", "newborn"]
    time: float
    memory: int
    structures: int
    threads: int
    scratch: Path
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int


class StudyOptions(TypedDict, total=False):
    """Those of ``peasant study``."""

    moves: str
    win: bool
    draw: bool
    solver: Literal["white", "black"]
    tries: bool
    rules: Literal["chess", "newborn"]
    memory: int
    scratch: Path
    structures: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    threads: int
    time: float | None


class MineOptions(TypedDict, total=False):
    """Those of ``peasant mine``."""

    pawns: str
    files: str
    pattern: str
    find: str | Sequence[str]
    measure: Literal["conversion", "end", "mate"]
    keep: int
    range: range | tuple[int, int]
    rules: Literal["chess", "newborn"]
    memory: int
    scratch: Path
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    threads: int
    resume: Path
    time: float | None
    structures: int


class ClassicOptions(TypedDict, total=False):
    """Those of ``peasant classic``."""

    depth: int
    church: bool
    without: int | Sequence[int]
    no_pruning: bool
    no_killers: bool
    time: float
    memory: int


class PawnkingOptions(TypedDict, total=False):
    """Those of ``peasant pawnking``."""

    reuse: Literal["never", "careful", "sensitive"]
    selective: bool
    time: float
    memory: int


class CompareOptions(TypedDict, total=False):
    """Those of ``peasant compare``."""

    programs: str | Sequence[str]
    program_time: float
    rules: Literal["chess", "newborn"]
    memory: int
    scratch: Path
    structures: int
    syzygy: Path | Sequence[Path]
    trust_syzygy: bool
    store: Path
    no_store: bool
    store_size: int
    threads: int
    time: float | None


class PawngameOptions(TypedDict, total=False):
    """Those of ``peasant pawngame solve``."""

    preset: Literal["peasants", "pawn-game", "alburt", "hexapawn"]
    files: int
    ranks: int
    rows: int
    no_double_step: bool
    no_en_passant: bool
    no_move: Literal["draw", "loss", "alburt"]
    method: Literal["alpha-beta", "proof-number"]
    threads: int
    memory: int
    time: float | None
    checkpoint: Path


class ValueOptions(TypedDict, total=False):
    """Those of ``peasant pawngame value``."""

    preset: Literal["peasants", "pawn-game", "alburt", "hexapawn"]
    files: int
    ranks: int
    rows: int
    no_double_step: bool
    no_en_passant: bool
    no_move: Literal["draw", "loss", "alburt"]
    time: float | None
    memory: int
    limit: int
