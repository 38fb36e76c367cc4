"""Runs on threads and on processes of this machine, some of them killed, held against the serial run.

No time is asserted. Positions are easy and nothing is limited, so that answers do not depend on how busy the machine
is.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

dask_distributed = pytest.importorskip(
    "distributed", reason="peasant.distributed is not tested: pip install distributed fsspec"
)
pytest.importorskip("fsspec", reason="peasant.distributed is not tested: pip install distributed fsspec")

import cloudpickle  # noqa: E402  (comes with Dask)
import dask  # noqa: E402
import peasant  # noqa: E402
from peasant import distributed  # noqa: E402
from peasant.distributed import pieces, program, store, work  # noqa: E402
from peasant.distributed.games import placed, total  # noqa: E402

cloudpickle.register_pickle_by_value(sys.modules[__name__])

SEED = 17
EASY = {"no_store": True, "time": 300}

# One pawn, all over the board, and some structures with two: each is solved in a few milliseconds.
POSITIONS = [
    f"8/8/8/{king}/8/8/{pawn}/4K3 {turn} - -"
    for king in ("2k5", "3k4", "6k1", "k7")
    for pawn in ("4P3", "P7", "2P5", "6P1")
    for turn in "wb"
]
POSITIONS += ["7K/8/k1P5/7p/8/8/8/8 w - -", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -", "8/8/8/3kp1p1/6P1/3K4/8/8 w - -"]
BAD = "8/8/8/8 w - -"
POISON = "8/8/8/8/8/k7/7P/7K w - -"

GAMES = """\
[Event "one"]
[White "Anna"]
[Black "Bernd"]
[FEN "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"]
[Result "1/2-1/2"]

1. Kd1 Kd4 2. Kd2 1/2-1/2

[Event "two"]
[White "Clara"]
[Black "Anna"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]
[Result "0-1"]

{ one [Event "in a comment"] } 1. Kh7 h4 2. Kh6 h3 0-1

[Event "three"]
[Result "*"]

1. e4 e5 2. Ke3 *

[Event "four"]
[White "Anna"]
[Black "Clara"]
[FEN "8/8/8/3kp1p1/6P1/3K4/8/8 w - - 0 1"]
[Result "*"]

1. Ke2 e4 2. Ke3 Ke5 *
"""


def plain(answer):
    """An answer without what it took."""
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items() if key != "stats"}
    return [plain(one) for one in answer] if isinstance(answer, (list, tuple)) else answer


def serial(positions):
    answers = []
    for fen in positions:
        try:
            answers.append(peasant.solve(fen, threads=1, **EASY).to_dict())
        except peasant.InputError as error:
            answers.append({"schema": 1, "error": error.to_dict()})
    return plain(answers)


@pytest.fixture(scope="module")
def expected():
    return serial(POSITIONS)


class Patched(dask_distributed.WorkerPlugin):
    """Makes each worker note what it proves, take its time, and die of the poison."""

    name = "patched"

    def __init__(self, notes, pause=0.0):
        self.notes = str(notes)
        self.pause = pause

    def setup(self, worker):
        patch(self.notes, self.pause)


def patch(notes, pause):
    """`peasant.solve` of this process, observed."""
    solve = getattr(peasant.solve, "original", peasant.solve)

    def observed(fen, **options):
        if fen == POISON:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(pause)
        answer = solve(fen, **options)
        with open(os.path.join(notes, f"{os.getpid()}-{threading.get_ident()}"), "a", encoding="ascii") as file:
            file.write(json.dumps([fen, options["memory"]]) + "\n")
        return answer

    observed.original = solve
    peasant.solve = observed


def noted(notes):
    """What was proved, in no order: positions, some of them more than once if they were."""
    lines = [line for file in pathlib.Path(notes).iterdir() for line in file.read_text().splitlines()]
    return [json.loads(line)[0] for line in lines]


@pytest.fixture()
def cluster(tmp_path):
    """Two processes on the loopback, patched; and a client of theirs. A piece at which two workers die is given up,
    or tried alone."""
    notes = tmp_path / "notes"
    notes.mkdir()
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        dask_distributed.LocalCluster(
            processes=True,
            n_workers=2,
            threads_per_worker=1,
            memory_limit="1GiB",
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as local,
    ):
        with dask_distributed.Client(local) as client:
            client.register_plugin(Patched(notes, pause=0.05))
            client.notes = notes
            yield client


def pids(client):
    return [pid for pid in client.run(os.getpid).values()]


def files(folder):
    return sorted(pathlib.Path(folder).rglob(f"*{store.SUFFIX}"))


# Without processes.


def test_threads_answer_as_the_serial_run_does(tmp_path, expected):
    asked = [*POSITIONS, BAD]
    answers = distributed.solve_many(asked, piece=5, **EASY)
    assert plain(answers) == [*expected, *serial([BAD])]
    assert "error" in answers[-1]
    seen = []
    pairs = dict(
        distributed.solve_many(iter(asked), folder=tmp_path, as_completed=True, piece=4, progress=seen.append, **EASY)
    )
    assert plain([pairs[place] for place in range(len(asked))]) == plain(answers)
    assert seen == sorted(seen) and seen[-1] == len(asked)


def test_what_is_kept_is_not_proved_again(tmp_path, monkeypatch, expected):
    first = distributed.solve_many(POSITIONS, folder=tmp_path, piece=4, **EASY)

    def never(*_, **__):
        raise AssertionError("proved again")

    monkeypatch.setattr(peasant, "solve", never)
    assert distributed.solve_many(POSITIONS, folder=tmp_path, piece=4, **EASY) == first
    assert plain(first) == expected
    # In another order of pieces, or by other options, it is another question.
    failed = distributed.solve_many(POSITIONS[:4], folder=tmp_path, piece=4, rules="newborn", **EASY)
    assert all("proved again" in one["error"]["message"] for one in failed)
    assert len(files(tmp_path)) == -(-len(POSITIONS) // 4), "what failed must not be kept"


def test_an_object_store_holds_the_same(expected):
    """`memory://` is written as object stores are: in one go."""
    folder = "memory://peasant-test"
    assert plain(distributed.solve_many(POSITIONS, folder=folder, piece=8, **EASY)) == expected
    kept = store.Store(folder)
    assert len(kept.names()) == -(-len(POSITIONS) // 8)
    assert plain(distributed.solve_many(POSITIONS, folder=folder, piece=8, **EASY)) == expected


@pytest.mark.parametrize("harm", ["cut", "empty", "changed", "foreign", "not gzip"])
def test_a_damaged_piece_is_worked_out_again(tmp_path, expected, harm):
    distributed.solve_many(POSITIONS[:8], folder=tmp_path, piece=4, **EASY)
    one, other = files(tmp_path)
    whole = one.read_bytes()
    broken = {
        "cut": whole[: len(whole) // 2],
        "empty": b"",
        "changed": gzip.compress(
            gzip.decompress(whole).replace(b'"draw"', b'"loss"', 1).replace(b'"win"', b'"loss"', 1)
        ),
        "foreign": other.read_bytes(),
        "not gzip": b"something else",
    }[harm]
    assert broken != whole
    one.write_bytes(broken)
    (one.parent / f"{one.name}.0.part").write_bytes(whole[:9])
    (tmp_path / "readme.txt").write_text("not ours")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert plain(distributed.solve_many(POSITIONS[:8], folder=tmp_path, piece=4, **EASY)) == expected[:8]
    assert any(one.name in str(warning.message) for warning in told)
    assert store.gzip.decompress(one.read_bytes()).splitlines()[0] == gzip.decompress(whole).splitlines()[0]
    assert (tmp_path / "readme.txt").read_text() == "not ours"


def test_names_say_what_is_asked():
    def name(verb="solve", program="1", options=None, inputs=("a", "b"), first=0):
        return pieces.Piece(verb, program, pieces.options_of(options or {}), tuple(inputs), first).name

    others = [
        name(verb="annotate"),
        name(program="2"),
        name(options={"time": 1}),
        name(options={"threads": 2}),
        name(inputs=("b", "a")),
        name(inputs=("a",)),
        name(options={"no_store": True}),
        name(options={"memory": 100}),
    ]
    assert len({name(), *others}) == len(others) + 1
    assert name() == name(first=9) == name(options={"store": "/somewhere", "threads": 1, "time": None})
    ranges = list(pieces.cut_range("1", {}, 5, 23, 10))
    assert [one.inputs[0] for one in ranges] == [(5, 10), (10, 20), (20, 23)]
    assert [one.inputs for one in ranges[2].split()] == [((20, 21),), ((21, 22),), ((22, 23),)]


def test_games_are_judged_as_in_one_file():
    texts = peasant._native.games(GAMES)
    assert len(texts) == 4 and "".join(texts) == GAMES
    judged, whole = distributed.annotate_many(GAMES, **EASY), peasant.annotate(GAMES, **EASY)
    assert "".join(one["pgn"] for one in judged) == whole.pgn != GAMES
    *games, last = whole.to_dicts()
    lines = [sum(text.count("\n") for text in texts[:place]) for place in range(4)]
    assert [told for place, one in enumerate(judged) for told in placed(one, place, lines[place])] == games
    assert total(one["summary"] for one in judged) == last["summary"]


def file_of(folder, games=GAMES, head=""):
    """Games in a packed file, behind some that have nothing to judge."""
    path = folder / "games.pgn.gz"
    path.write_bytes(gzip.compress((head + games).encode("latin-1")))
    return path


# The first is long over, the second is no game, the third is written in another encoding.
OTHERS = """\

[Event "without"]
[White "Dora"]
[Black "Emil"]
[WhiteElo "1500"]
[Result "1-0"]

1. e4 e5 1-0

{ no game }

[Event "torn"]
[White "Jos\xe9"]
[FEN "none"]
[Result "*"]

1. e4 *

"""


def table(folder):
    """All rows of a table in parts, without what they took."""
    found = []
    for part in sorted(pathlib.Path(folder, "parts").glob("*.parquet")):
        found += map(json.loads, peasant._native.rows(str(part)))
    return sorted(untimed(found), key=lambda row: (row["game"], row["ply"]))


def untimed(rows):
    return [{key: value for key, value in row.items() if key not in ("schema", "seconds")} for row in rows]


def whole(path, **options):
    """The rows and the summary of one process."""
    told, [rows] = peasant.games.judged(path, options, {"table": "rows.jsonl"})
    return untimed(json.loads(row) for row in rows.splitlines()), told[-1].to_dict()["summary"]


def test_a_packed_file_becomes_a_table_in_parts(tmp_path, monkeypatch):
    path, run, seen = file_of(tmp_path, head=OTHERS), tmp_path / "run", []
    found = distributed.annotate_file(path, None, run, piece=2, progress=seen.append, **EASY)
    rows, summary = whole(path, **EASY)
    assert table(run) == rows and {row["game"] for row in rows} == {3, 4, 6}
    assert found["summary"] == {**summary, "rows": len(rows), "failed": 0, "complete": True}
    assert summary["games"] == 6 and summary["broken"] == summary["read_in_part"] == 1
    assert [one["message"].split(":")[0] for one in found["unread"]] == ["game 2 (José – ?)", "game 5, 2.Ke3"]
    assert found["parts"] == sorted(map(str, (run / "parts").glob("*.parquet"))) and len(found["parts"]) == 3
    assert seen[-1] == distributed.Reading(5, 5, 6, path.stat().st_size, path.stat().st_size)

    def never(*_):
        raise AssertionError("judged again")

    monkeypatch.setitem(work.VERBS, "endings", never)
    assert distributed.annotate_file(path, None, run, piece=2, **EASY) == found
    with pytest.raises(distributed.StoreError, match="another table"):
        distributed.annotate_file(path, None, run, piece=2, rating="2000..", **EASY)
    # What is gone, or never was, is judged.
    pathlib.Path(found["parts"][0]).unlink()
    assert distributed.annotate_file(path, None, run, piece=2, **EASY)["summary"]["failed"] == 2
    monkeypatch.undo()
    stale = run / "parts" / "00000001-0.parquet"
    stale.write_bytes(b"")
    assert distributed.annotate_file(path, None, run, piece=2, **EASY) == found
    assert table(run) == rows and not stale.exists()


def test_an_object_store_holds_a_table(tmp_path):
    path, folder = file_of(tmp_path, GAMES[: GAMES.index('[Event "two"]')]), "memory://peasant-table"
    found = distributed.annotate_file(path, None, folder, **EASY)
    assert [part.startswith("memory://") for part in found["parts"]] == [True]
    assert distributed.annotate_file(path, None, folder, **EASY) == found


def test_filters_and_damage_of_a_file(tmp_path):
    games = GAMES.replace('[White "Anna"]', '[White "Anna"]\n[WhiteElo "1900"]\n[BlackElo "1900"]\n[Date "2020.01.02"]')
    path, options = file_of(tmp_path, games), {"rating": "1800..", "pawns": "1..2", **EASY}
    found = distributed.annotate_file(path, None, tmp_path / "run", **options)
    rows, summary = whole(path, **options)
    assert table(tmp_path / "run") == rows != [] and found["summary"]["left_out"] == summary["left_out"] == 2
    assert {row["game"] for row in rows} == {1}, "the other has three pawns"
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(peasant.InputError):
        distributed.annotate_file(path, None, tmp_path / "torn", **EASY)
    assert {row["game"] for row in table(tmp_path / "torn")} >= {1, 2}, "what can be read is judged"
    with pytest.raises(OSError):
        distributed.annotate_file(tmp_path / "none.pgn", None, tmp_path / "none", **EASY)
    with pytest.raises(peasant.InputError):
        distributed.annotate_file(path, None, tmp_path / "none", rating="x", **EASY)
    assert not (tmp_path / "none").exists()
    with pytest.raises(distributed.StoreError):
        distributed.annotate_file(path, None, path, **EASY)


def test_the_command_line_makes_a_table(tmp_path, capsys):
    path = file_of(tmp_path)
    arguments = ["endings", str(path), "--folder", str(tmp_path / "run"), "--no-store", "--sample", "1", "--json"]
    assert program.main(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    rows, summary = whole(path, sample=1, **EASY)
    assert told["summary"]["rows"] == len(rows) and table(tmp_path / "run") == rows
    assert program.main([*arguments, "--piece", "1"]) == 3, "another table"
    assert program.main(["endings", str(path), "--json"]) == 2, "no folder"


def test_a_family_is_searched_as_in_one_run(tmp_path):
    family, most, part, piece = {"pawns": "1v1", "files": "ab", "keep": 5}, (30, 40), (32, 39), 3
    if "PEASANT_THOROUGH" in os.environ:
        most, part, piece = (0, 66), (20, 51), 17
    serial_run = list(peasant.mine(range=most, **family, **EASY))
    assert {one["kind"] for one in serial_run[:-1]} >= {"full-point", "zugzwang", "longest", "only-moves"}
    spread = distributed.mine(None, tmp_path, range=most, piece=piece, **family, **EASY)
    assert plain(without_stats(spread)) == plain(without_stats(serial_run))
    told = [
        one for _, one in distributed.mine(None, tmp_path, range=most, piece=piece, as_completed=True, **family, **EASY)
    ]
    assert sorted(map(json.dumps, told[:-1])) == sorted(map(json.dumps, spread[:-1]))
    again = distributed.mine(None, tmp_path, range=part, piece=piece, **family, **EASY)
    assert plain(without_stats(again)) == plain(without_stats(peasant.mine(range=part, **family, **EASY)))


def without_stats(found):
    *findings, last = found
    summary = {key: value for key, value in last["summary"].items() if key != "stats"}
    return [*findings, {**last, "summary": summary}]


@pytest.mark.parametrize(
    "rules, plies",
    [({"files": 4}, 1), ({"files": 3}, 3), ({"preset": "hexapawn"}, 2), ({"preset": "peasants", "files": 3}, 2)],
)
def test_a_pawn_game_split_at_the_root(rules, plies):
    whole = peasant.pawngame.solve(**rules)
    spread = distributed.pawngame.solve(plies=plies, **rules)
    for key in ("schema", "rules", "position", "side_to_move", "result", "exact"):
        assert spread[key] == whole[key]
    by_name = lambda answer: sorted(answer["moves"], key=lambda one: one["move"])  # noqa: E731
    assert by_name(spread) == by_name(whole)
    assert spread["line"][0] in [one["move"] for one in whole["moves"] if one["result"] == whole["result"]]
    assert spread["stats"]["pieces"] > 1


def test_options_that_do_not_exist_end_the_run():
    with pytest.raises(TypeError):
        distributed.solve_many(POSITIONS, nonsense=1)
    with pytest.raises(peasant.InputError):
        distributed.mine(pawns="9v9")
    with pytest.raises(peasant.InputError):
        distributed.mine(pawns="1v0", find=["nonsense"])


def test_the_command_line(tmp_path, capsys, expected):
    epd = tmp_path / "some.epd"
    epd.write_text(
        "".join(f'{fen} id "n{place}";\n' for place, fen in enumerate(POSITIONS)) + f"# no position\n\n{BAD}\n"
    )
    arguments = ["solve", str(epd), "--no-store", "--json", "--folder", str(tmp_path / "run")]
    assert program.main(arguments) == 2, "a bad line"
    *rows, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [row.pop("line_number") for row in rows] == [*range(1, len(POSITIONS) + 1), len(POSITIONS) + 3]
    assert [row.pop("id") for row in rows[:-1]] == [f"n{place}" for place in range(len(POSITIONS))]
    assert plain(rows[:-1]) == expected and "error" in rows[-1]
    assert last["summary"]["bad_lines"] == 1 and last["summary"]["solved"] == len(POSITIONS)
    assert program.main(["solve", str(tmp_path / "none.epd"), "--json"]) == 2
    assert "error" in json.loads(capsys.readouterr().out)
    assert program.main(["mine", "--pawns", "1v0", "--range", "x", "--json"]) == 2
    (tmp_path / "file").write_text("")
    assert program.main(["mine", "--pawns", "1v0", "--range", "0..4", "--folder", str(tmp_path / "file")]) == 3


# With processes, which are killed.


def test_workers_killed_at_random_cost_their_pieces_only(cluster, tmp_path, expected):
    chance, killed, stop = random.Random(SEED), [], threading.Event()

    def kill():
        while not stop.wait(0.4 + chance.random()):
            if len(killed) < 3 and (alive := pids(cluster)):
                killed.append(chance.choice(alive))
                os.kill(killed[-1], signal.SIGKILL)

    asked = POSITIONS * 2
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        answers = distributed.solve_many(asked, cluster, tmp_path / "run", piece=3, **EASY)
    finally:
        stop.set()
        killer.join()
    assert killed, "nobody was killed: the test shows nothing"
    assert plain(answers) == expected * 2
    # Every kill costs no more than the two pieces that the worker may have had at hand.
    assert len(noted(cluster.notes)) <= len(asked) + 6 * len(killed)


class Slow(dask_distributed.WorkerPlugin):
    """Makes each worker take its time for a game."""

    name = "slow"

    def setup(self, worker):
        judge = work.VERBS["endings"]

        def slowly(game, options):
            time.sleep(0.1)
            return judge(game, options)

        work.VERBS["endings"] = slowly


def test_a_worker_killed_on_the_way_costs_its_pieces_of_the_table(cluster, tmp_path):
    cluster.register_plugin(Slow())
    path, killed = file_of(tmp_path, GAMES * 3), []

    def kill(far):
        if far.done > 1 and not killed:
            killed.append(pids(cluster)[0])
            os.kill(killed[0], signal.SIGKILL)

    found = distributed.annotate_file(path, cluster, tmp_path / "run", piece=1, progress=kill, **EASY)
    rows, summary = whole(path, **EASY)
    assert killed and table(tmp_path / "run") == rows
    assert found["summary"]["rows"] == len(rows) and len(found["parts"]) == 12
    assert summary["games"] == found["summary"]["games"] == 12


def test_poison_is_an_error_and_no_endless_loop(cluster, tmp_path, expected):
    asked = [*POSITIONS[:3], POISON, *POSITIONS[3:5]]
    answers = distributed.solve_many(asked, cluster, tmp_path / "run", piece=6, **EASY)
    assert "workers were killed" in answers[3]["error"]["message"] and answers[3]["error"]["text"] == POISON
    assert plain(answers[:3] + answers[4:]) == expected[:5], "its neighbours in the piece are answered"
    assert len(files(tmp_path / "run")) == 5, "the poison is not kept, so that it may be tried again"


def test_memory_is_a_share_of_the_workers_limit(cluster):
    distributed.solve_many(POSITIONS[:2], cluster, piece=1, **EASY)
    lines = [json.loads(line) for file in cluster.notes.iterdir() for line in file.read_text().splitlines()]
    assert {memory for _, memory in lines} == {int(0.6 * 1024)}
    distributed.solve_many(POSITIONS[:1], cluster, piece=1, memory=99, **EASY)
    lines = [json.loads(line) for file in cluster.notes.iterdir() for line in file.read_text().splitlines()]
    assert 99 in {memory for _, memory in lines}


def test_two_runs_share_a_folder_and_a_store(cluster, tmp_path, expected):
    """Side by side, by two clients: both get everything, and nothing that they share is broken."""
    address, shared = cluster.scheduler.address, {"store": str(tmp_path / "kept"), "time": 300}

    def run(client):
        return results(distributed.solve_many(POSITIONS, client, tmp_path / "run", piece=3, **shared))

    # How far the ends are may be known or not: a proof that the store spares is not counted through.
    def results(answers):
        return [plain(answer).get("result") for answer in answers]

    expected = results(expected)
    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(run, address) for _ in range(2)]:
            assert done.result() == expected
    assert len(files(tmp_path / "run")) == -(-len(POSITIONS) // 3)
    assert not list((tmp_path / "run").rglob(f"*{store.UNFINISHED}"))
    assert (tmp_path / "kept" / "store.db").is_file()
    times = len(noted(cluster.notes))
    assert run(cluster) == expected
    assert len(noted(cluster.notes)) == times, "what two runs have left is whole"


def test_a_run_that_is_closed_cancels_what_waits(cluster, tmp_path):
    found = distributed.solve_many(
        POSITIONS * 4, cluster, tmp_path / "run", piece=2, as_completed=True, threads=1, **EASY
    )
    next(found)
    found.close()
    deadline = time.monotonic() + 30
    while any(cluster.processing().values()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(cluster.processing().values())
    assert 1 <= len(files(tmp_path / "run")) < len(POSITIONS)


def test_a_piece_in_work_ends_at_the_position_that_it_is_at(cluster, tmp_path):
    cluster.register_plugin(Patched(cluster.notes, pause=0.2))
    found = distributed.solve_many(POSITIONS[:31], cluster, tmp_path / "run", piece=30, as_completed=True, **EASY)
    assert next(found)[0] == 30, "the small piece is done first"
    found.close()
    deadline = time.monotonic() + 30
    while any(cluster.processing().values()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(files(tmp_path / "run")) == 1
    time.sleep(2.5)  # It looks once a second.
    done = len(noted(cluster.notes))
    assert 0 < done < 31
    time.sleep(1.5)
    assert len(noted(cluster.notes)) == done, "it goes on"


# Who started the tests may have ignored Ctrl-C, which children inherit.
CLIENT = """
import importlib.util, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
spec = importlib.util.spec_from_file_location("test_distributed", sys.argv[1])
tests = importlib.util.module_from_spec(spec)
sys.modules["test_distributed"] = tests
spec.loader.exec_module(tests)
tests.patch(sys.argv[2], 0.1)
answers = tests.distributed.solve_many(tests.POSITIONS, folder=sys.argv[3], piece=2, **tests.EASY)
tests.json.dump(answers, open(sys.argv[4], "w"))
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_client_that_was_killed_goes_on(tmp_path, expected, how):
    run, out = tmp_path / "run", tmp_path / "out.json"
    notes = [tmp_path / "first", tmp_path / "second"]
    for directory in notes:
        directory.mkdir()

    def start(directory):
        return subprocess.Popen(
            [sys.executable, "-c", CLIENT, __file__, directory, run, out], stderr=subprocess.DEVNULL
        )

    first = start(notes[0])
    while len(files(run)) < 3:
        assert first.poll() is None, "it ended too soon"
        time.sleep(0.02)
    first.send_signal(how)
    assert first.wait(60) != 0 and not out.exists()
    kept = [
        json.loads(line).get("fen")
        for file in files(run)
        for line in gzip.decompress(file.read_bytes()).splitlines()[1:-1]
    ]
    assert 0 < len(kept) < len(POSITIONS)
    assert start(notes[1]).wait(60) == 0
    assert plain(json.loads(out.read_text())) == expected
    assert len(noted(notes[1])) == len(POSITIONS) - len(kept), "what was done is not done again"


def test_without_dask_the_cure_is_named():
    code = (
        "import sys; sys.modules['distributed'] = None\nfrom peasant import distributed\ndistributed.solve_many(['x'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "pip install distributed fsspec" in done.stderr
