"""What the tests share."""

import os
from pathlib import Path

import pytest

#: Where tables were said to be when the tests began: none leans on tables that it does not name.
TABLES = os.environ.pop("PEASANT_SYZYGY", None)

#: Is everything to be tested, as by `scripts/check-thoroughly`, or a part of what takes long?
THOROUGH = "PEASANT_THOROUGH" in os.environ

ROOT = Path(__file__).resolve().parents[3]

FINE = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
RETI = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"
#: Far from settled in the time of a test.
HARD = "8/p7/2pk4/5p1p/2PK1P1P/8/P7/8 b - - 0 1"


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch, tmp_path):
    """No test leans on what another run has left on disk."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))


@pytest.fixture
def syzygy():
    """The directory of Syzygy tables of up to four men."""
    folder = Path(TABLES) if TABLES else ROOT.parent / "shared" / "syzygy"
    if not (folder / "KPvK.rtbw").exists():
        skipped = os.environ.get("PEASANT_SKIPPED")
        if skipped:
            with open(skipped, "a", encoding="utf-8") as file:
                file.write("the Python module against Syzygy tables: there are none\n")
        pytest.skip("there are no Syzygy tables")
    return folder


@pytest.fixture
def program():
    """The program, as it was built with the module."""
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    path = target / "debug" / ("peasant.exe" if os.name == "nt" else "peasant")
    if not path.exists():
        pytest.skip("the program is not built")
    return path
