"""Packages that only this part of `peasant` needs, asked for when they are used."""

from __future__ import annotations

import importlib
from types import ModuleType


def need(name: str) -> ModuleType:
    """The module of that name.

    Raises ImportError, which names the cure, if it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        cure = "pip install distributed fsspec"
        raise ImportError(f"peasant.distributed needs the package {name}: {cure}", name=name) from error
