"""One position: against the program, python-chess and Syzygy tables."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading

import chess
import chess.syzygy
import peasant
import pytest

from conftest import FINE, HARD, RETI, THOROUGH

POSITIONS = [
    FINE,
    RETI,
    "8/8/8/7p/1PK2k2/8/8/8 w - - 0 1",
    # En passant is the only move.
    "8/8/8/8/k1pP4/1p6/8/K7 b - d3 0 1",
    # An under-promotion, a stalemate.
    "8/5P1k/8/8/8/8/8/5K1Q b - - 0 1",
    "7k/5K2/5P2/8/8/8/8/8 b - - 0 1",
    "k7/P7/K7/8/8/8/8/8 b - - 0 1",
]


def told(answer):
    """Without what depends on the machine."""
    return {name: value for name, value in answer.items() if name != "stats"}


@pytest.mark.parametrize("fen", POSITIONS)
def test_answers_are_those_of_the_program(program, fen):
    asked = [({}, []), ({"rules": "newborn"}, ["--rules", "newborn"])]
    if fen == FINE or THOROUGH:
        asked.append(({"lines": 3}, ["--lines", "3"]))
    for options, words in asked:
        here = _or_error(lambda: peasant.solve(fen, no_store=True, threads=1, **options).to_dict())
        run = subprocess.run(
            [program, "solve", fen, "--json", "--no-store", "--threads", "1", *words], capture_output=True
        )
        there = json.loads(run.stdout)
        assert told(here) == told(there)


def _or_error(ask):
    try:
        return ask()
    except peasant.InputError as error:
        return {"schema": 1, "error": error.to_dict()}


def test_what_is_proved_can_be_read():
    fine = peasant.solve(FINE)
    assert fine.exact and fine.result == "win" and fine.result.exact
    assert (fine.result.lower, fine.result.upper, str(fine.result)) == ("win", "win", "win")
    assert fine.best == [chess.Move.from_uci("a1b1")]
    assert fine.moves[0].move == fine.best[0] and fine["Kb1"].result == "win" and fine["a1a2"].result == "draw"
    assert fine.line[0] == fine.best[0] and fine.line_san[0] == "Kb1"
    assert fine.likelihood == {"win": 1.0, "draw": 0.0, "loss": 0.0}
    assert fine.conditional is None and fine.stopped is None and fine.side_to_move == "white"
    assert fine.to_dict()["best"] == ["a1b1"] and fine.to_dict()["schema"] == 1
    json.dumps(fine.to_dict())
    assert "<svg" in fine._repr_svg_()
    with pytest.raises(KeyError, match="there is no move 'Kh8'"):
        fine["Kh8"]
    # A line of play is legal.
    board = fine.board
    for move in fine.line:
        assert board.is_legal(move)
        board.push(move)


def test_boards_of_python_chess_go_in():
    board = chess.Board(RETI)
    assert peasant.solve(board).to_dict()["best"] == ["h8g7"]
    # Nobody can take here: it is the same position.
    board = chess.Board("8/8/8/8/3P4/k7/8/K7 b - d3 0 1")
    assert peasant.solve(board).fen.split()[3] == "-"
    with pytest.raises(TypeError, match="a FEN or a chess.Board"):
        peasant.solve(42)


def test_without_python_chess_moves_are_strings():
    code = f"""
import sys
sys.modules["chess"] = None
import peasant
fine = peasant.solve({FINE!r})
assert fine.best == ["a1b1"] and fine.line[0] == "a1b1", fine.best
try:
    fine.board
except ImportError as error:
    assert "pip install chess" in str(error)
else:
    raise AssertionError("there is no board")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_open_says_so():
    hard = peasant.solve(HARD, structures=20, no_store=True)
    assert not hard.exact and hard.result.lower != hard.result.upper and hard.stopped == "structures"
    assert ".." in str(hard.result) and hard.result != "win"
    assert peasant.Bounds({"lower": "draw", "upper": "win"}) != "draw"


def test_a_question_is_left_and_taken_up_again():
    # With a store more may be known the second time.
    question = peasant.ask(FINE, time=None, no_store=True)
    first = next(question)
    assert first["event"] == "bounds" and first["seconds"] >= 0
    assert not question.done and question.analysis.fen.startswith(FINE.split()[0])
    kinds = {event["event"] for event in question}
    assert {"bounds", "move", "line"} <= kinds and question.done
    whole = peasant.solve(FINE, time=None, no_store=True)
    assert told(question.analysis.to_dict()) == told(whole.to_dict())
    with pytest.raises(TypeError, match="certificate"):
        peasant.ask(FINE, certificate="x")


def test_a_question_in_several_threads_and_after_ctrl_c():
    question = peasant.ask(HARD, time=None)
    question.work(0.2)
    before = question.analysis.stats["structures"]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            question.work(1)
    threads = [threading.Thread(target=question.work, args=(0.2,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert question.analysis.stats["structures"] > before > 0
    with pytest.raises(TypeError):
        pickle.dumps(question)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_question_stays_in_its_process():
    question = peasant.ask(HARD, time=None)
    question.work(0.1)
    child = os.fork()
    if child == 0:
        try:
            question.work(0.1)
        except RuntimeError as error:
            del question
            os._exit(0 if "ask again" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    question.work(0.1)


def test_men_are_read_as_books_list_them():
    assert peasant.solve("Kh8, c6; Ka6, h5 w").fen == peasant.solve("7K/8/k1P5/7p/8/8/8/8 w - -").fen
    with pytest.raises(peasant.InputError, match="h9"):
        peasant.solve("Kh8, c6; Ka6, h9 w")


def test_errors_carry_their_reasons():
    with pytest.raises(peasant.InputError) as raised:
        peasant.solve("8/8 w")
    assert raised.value.text == "8/8 w" and "2 ranks" in raised.value.message and "write 8" in raised.value.cure
    assert isinstance(raised.value, ValueError) and "write 8" in str(raised.value)
    for options, part in [({"time": "soon"}, "number of seconds"), ({"rules": "draughts"}, "chess")]:
        with pytest.raises(peasant.InputError, match=part):
            peasant.solve(FINE, **options)
    with pytest.raises(TypeError, match="unexpected keyword argument 'tme': did you mean 'time'"):
        peasant.solve(FINE, tme=3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'eager'"):
        peasant.solve(FINE, eager=True)
    import pickle

    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.text, again.cure) == (str(raised.value), raised.value.text, raised.value.cure)


def few_men(random, count):
    """Legal positions of two kings and pawns."""
    while count:
        board = chess.Board(None)
        squares = random.sample(range(64), 4)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, True))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, False))
        board.set_piece_at(squares[2], chess.Piece(chess.PAWN, True))
        if random.random() < 0.7:
            board.set_piece_at(squares[3], chess.Piece(chess.PAWN, random.random() < 0.5))
        board.turn = random.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            count -= 1
            yield board


RESULTS = {-2: "loss", -1: "loss", 0: "draw", 1: "win", 2: "win"}


def test_results_and_moves_are_those_of_syzygy_tables(syzygy):
    prover, checked = peasant.Prover(no_store=True, threads=1), 0
    boards = 60 if THOROUGH else 20
    with chess.syzygy.open_tablebase(str(syzygy)) as tables:
        for board in few_men(random.Random(7), boards):
            analysis = prover.solve(board)
            assert analysis.exact and analysis.result == RESULTS[tables.probe_wdl(board)], board.fen()
            assert {one.move for one in analysis.moves} == set(board.legal_moves)
            for one in analysis.moves:
                board.push(one.move)
                expected = RESULTS[-tables.probe_wdl(board)]
                board.pop()
                assert not one.exact or one.result == expected, (board.fen(), one)
                checked += one.exact
    assert checked > 3 * boards


def test_tables_and_lists_of_directories(syzygy):
    open_without = "8/8/8/8/8/1k6/1p5P/K7 w - - 0 1"
    assert peasant.solve(open_without, syzygy=[syzygy], trust_syzygy=True).exact
    with pytest.raises(peasant.InputError, match="no-such-folder"):
        peasant.solve(FINE, syzygy="no-such-folder")


def test_ctrl_c_ends_a_proof():
    code = f"""
import os, signal, threading, peasant
# Who started the tests may have ignored it, which children inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    peasant.solve({HARD!r}, time=None, no_store=True)
except KeyboardInterrupt:
    print("interrupted", peasant.solve({RETI!r}).result)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.stdout == "interrupted draw\n", run.stderr


def test_other_threads_run_meanwhile():
    turns, is_over = [0], threading.Event()

    def count():
        while not is_over.is_set():
            turns[0] += 1
            is_over.wait(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    before = turns[0]
    peasant.solve(HARD, time=1, no_store=True)
    during = turns[0] - before
    is_over.set()
    counter.join()
    assert during > 20


def test_several_threads_ask_at_once():
    answers = {}

    def ask(fen):
        answers[fen] = str(peasant.solve(fen, no_store=True).result)

    threads = [threading.Thread(target=ask, args=(fen,)) for fen in (FINE, RETI)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {FINE: "win", RETI: "draw"}


def test_a_prover_remembers():
    prover = peasant.Prover(no_store=True, threads=1)
    first = prover.solve(FINE)
    # Nothing is proved again; the line may go another way, and look at what lies there.
    assert first.stats.structures > 10 * prover.solve(FINE).stats.structures
    assert prover.solve(FINE, lines=2).to_dict()["lines"][1]["line"]
    assert prover.explain(FINE).idea
    prover.forget()
    assert prover.solve(FINE).stats.structures > 0
    with pytest.raises(TypeError, match="said to the Prover"):
        prover.solve(FINE, rules="newborn")
    assert peasant.Prover(rules="newborn").solve(FINE).to_dict()["rules"] == "newborn"


def test_explanations():
    explained = peasant.explain(RETI)
    assert "two aims" in explained.text and explained.idea in str(explained)
    assert explained.svg.startswith("<svg") and "<html" in explained.html.lower()
    assert explained.to_dict()["fen"] == RETI and explained.tries
    assert "<pre>" in explained._repr_html_()


def test_certificates(tmp_path):
    path = tmp_path / "win.cert"
    analysis = peasant.solve("8/6p1/8/5P2/5P2/5K2/8/6k1 w - - 0 1", certificate=path, no_store=True)
    assert analysis.exact and not analysis.certificate.conditional
    checked = peasant.check_certificate(path)
    assert checked.verdict == "right" and checked.positions > 0 and checked.lower == str(analysis.result)
    assert checked.fen.split()[:4] == analysis.fen.split()[:4]
    again = peasant.Prover(no_store=True).certify(analysis.fen, tmp_path / "again.cert")
    assert peasant.check_certificate(tmp_path / "again.cert").verdict == "right" and again.certificate.positions
    flipped = bytearray(path.read_bytes())
    flipped[30] ^= 1
    path.write_bytes(flipped)
    assert peasant.check_certificate(path).verdict == "unreadable"
    with pytest.raises(OSError):
        peasant.check_certificate(tmp_path / "nothing.cert")
    from conftest import ROOT

    kept = ROOT / "data" / "certificates"
    assert peasant.check_certificate(kept / "trusted.cert").verdict == "conditional"
    supposed = peasant.check_certificate(kept / "supposed.cert")
    assert supposed.verdict == "unreadable" and "certificates of that kind are gone" in supposed.reason


def test_options_of_the_conditional_verdict_do_nothing():
    with pytest.warns(DeprecationWarning, match="'assumptions' is gone and does nothing"):
        assert peasant.solve(RETI, assumptions=True).result == "draw"
    with pytest.warns(DeprecationWarning, match="'engine_nodes' is gone"):
        peasant.solve(RETI, engine_nodes=5)
    with pytest.warns(DeprecationWarning, match="'engine' is gone"):
        list(peasant.epd(f"{RETI}\n", engine="/no/such/engine"))


def test_perft_is_that_of_python_chess():
    def count(board, depth):
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    for fen in (RETI, "8/8/8/8/k1pP4/1p6/8/K7 b - d3 0 1", "8/1P6/8/8/8/k7/5p2/K7 w - - 0 1"):
        assert peasant.perft(fen, 4) == count(chess.Board(fen), 4)


def test_one_prover_answers_several_threads():
    """While it works on one question another is answered."""
    prover = peasant.Prover(no_store=True)
    is_over = threading.Event()
    working = threading.Thread(target=lambda: prover.solve(HARD, time=None, cancel=is_over))
    working.start()
    assert str(prover.solve(RETI).result) == "draw"
    assert str(prover.known(RETI)) == "draw"
    assert working.is_alive()
    is_over.set()
    working.join()
