"""The old name of ``peasant.store``, which goes with the next release."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from . import answers, store

if TYPE_CHECKING:
    from ._options import Path


def build(*materials: str, everything: bool = False, threads: int | None = None, store: Path | None = None) -> str:
    """``peasant.store.build``."""
    return _renamed().build(*materials, everything=everything, threads=threads, store=store)


def listed(store: Path | None = None) -> answers.StoreList:
    """``peasant.store.listed``."""
    return _renamed().listed(store)


def _renamed():
    warnings.warn("peasant.base is peasant.store now", DeprecationWarning, stacklevel=3)
    return store
