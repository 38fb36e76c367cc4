"""What is known costs little; what runs can be watched, cancelled and interrupted; arrays of numpy."""

import signal
import subprocess
import sys
import threading
import time
import timeit

import chess
import peasant
import pytest

from conftest import FINE, RETI, ROOT

#: Open for hours, result and all.
OPEN = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
KPK = "4k3/8/4K3/4P3/8/8/8/8 w - -"


def test_what_is_known_is_looked_up():
    prover = peasant.Prover(no_store=True, threads=1)
    assert str(prover.known(FINE)) == "loss..win"
    assert prover.bounds(FINE) == "win" == prover.known(FINE) == prover.known(chess.Board(FINE))
    assert prover.bounds(RETI, time=10) == "draw"
    # A thousandth of what a whole answer takes; a busy machine has a hundred times of that.
    for ask in (prover.known, prover.bounds):
        assert min(timeit.repeat(lambda: ask(FINE), number=10, repeat=20)) < 10 * 200e-6
    with pytest.raises(TypeError, match="a FEN or a chess.Board"):
        prover.known(42)
    with pytest.raises(peasant.InputError) as raised:
        prover.known(chess.Board())
    assert raised.value.kind == "pieces"
    with pytest.raises(TypeError, match="said to the Prover"):
        prover.bounds(FINE, rules="newborn")


def test_boards_are_read_as_their_fens():
    prover = peasant.Prover(no_store=True, threads=1)
    for fen in ("8/8/8/8/k1pP4/1p6/8/K7 b - d3 0 1", "8/5P1k/8/8/8/8/8/5K1Q b - - 0 1", "8/8/8/8/3P4/k7/8/K7 b - d3 0 1"):
        assert prover.bounds(chess.Board(fen)) == prover.bounds(fen)
        assert prover.solve(chess.Board(fen)).fen == peasant.solve(chess.Board(fen), no_store=True).fen


def test_less_may_be_asked_for():
    prover = peasant.Prover(no_store=True, threads=1)
    for solve in (peasant.solve, prover.solve):
        result = solve(RETI, moves=False, line=False)
        assert result.exact and not result.moves and not result.line and result.end is None
        assert solve(RETI, line=False).moves and not solve(RETI, line=False).line
        assert solve(RETI, moves=False).line


def test_king_and_pawn_is_looked_up():
    peasant.kpk.probe(KPK)
    assert min(timeit.repeat(lambda: peasant.kpk.probe(KPK), number=10, repeat=20)) < 10 * 500e-6
    assert peasant.kpk.probe(chess.Board(KPK)).result.lower == "win"


def test_arrays_of_results():
    pytest.importorskip("numpy")
    prover = peasant.Prover(no_store=True, threads=1)
    done = []
    found = prover.results([FINE, chess.Board(RETI), KPK], progress=done.append)
    assert found.tolist() == [[1, 1], [0, 0], [1, 1]] and str(found.dtype) == "int8" and done[-1] == 3
    assert prover.results([FINE, "8/8/8/7p/1PK2k2/8/8/8 w - -"], work=False).tolist() == [[1, 1], [-1, 1]]
    assert peasant.results(iter([RETI]), no_store=True).tolist() == [[0, 0]]
    assert prover.results([]).shape == (0, 2)
    with pytest.raises(peasant.InputError, match="8/8 w"):
        prover.results([FINE, "8/8 w"])
    with pytest.raises(TypeError, match="one string"):
        prover.results(FINE)
    stop = threading.Event()
    stop.set()
    assert peasant.Prover(no_store=True).results([OPEN] * 100, time=None, cancel=stop).shape == (100, 2)


def test_without_numpy_all_else_works():
    code = f"""
import sys
sys.modules["numpy"] = None
import peasant
assert peasant.Prover(no_store=True).bounds({RETI!r}) == "draw"
try:
    peasant.results([{RETI!r}])
except ImportError as error:
    assert "pip install numpy" in str(error)
else:
    raise AssertionError("there is no array")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("solve", [peasant.solve, lambda *a, **k: peasant.Prover(no_store=True).solve(*a, **k)])
def test_a_proof_is_watched_and_cancelled(solve):
    told, stop = [], threading.Event()

    def progress(now):
        told.append(now)
        if now.structures:
            stop.set()

    analysis = solve(OPEN, time=None, progress=progress, cancel=stop)
    assert analysis.stopped == "cancelled" and not analysis.exact
    assert told[-1].structures > 0 and told[-1].seconds > 0 and isinstance(told[-1].result, peasant.Bounds)

    def broken(now):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(OPEN, time=None, progress=broken)
    with pytest.raises(TypeError, match="threading.Event"):
        solve(OPEN, cancel=True)
    with pytest.raises(TypeError, match="progress is called"):
        solve(OPEN, progress=1)


def test_a_prover_is_cancelled_from_another_thread():
    prover = peasant.Prover(no_store=True)
    threading.Timer(0.5, prover.cancel).start()
    assert prover.solve(OPEN, time=None).stopped == "cancelled"
    assert prover.solve(RETI).exact


INTERRUPTED = [
    f"peasant.perft({FINE!r}, 40)",
    "peasant.pawngame.perft(60, files=8)",
    f"peasant.Prover(no_store=True).bounds({OPEN!r}, time=None)",
    f"peasant.Prover(no_store=True).results([{OPEN!r}] * 9, time=None)",
    f"list(peasant.epd([{OPEN!r}] * 9, time=None, no_store=True))",
]


@pytest.mark.parametrize("call", INTERRUPTED)
def test_ctrl_c_leaves_no_thread_at_work(call):
    code = f"""
import os, signal, threading, time, peasant
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    before = time.process_time()
    time.sleep(0.5)
    print(time.process_time() - before < 0.25)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout == "True\n", run.stderr


def test_ctrl_c_ends_the_check_of_a_certificate(tmp_path):
    path = tmp_path / "win.cert"
    peasant.solve("8/6p1/8/5P2/5P2/5K2/8/6k1 w - - 0 1", certificate=path, no_store=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    began = time.monotonic()
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            peasant.check_certificate(path)
    assert time.monotonic() - began < 30


def test_the_types_pass_a_strict_check(tmp_path):
    """The program of docs/python.md's reader, in examples/, and the package."""
    pytest.importorskip("mypy")
    example = ROOT / "crates" / "peasant-py" / "examples" / "label.py"
    folder = str(tmp_path / "mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, str(example)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "cast(" not in example.read_text(encoding="utf-8")


def test_answers_are_typed_as_docs_json_says():
    subprocess.run([sys.executable, ROOT / "scripts" / "python-answers", "--check"], check=True)
