"""One ending on many processes: slices solved by workers, held against the proof of one process."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import threading
import time

import pytest

dask = pytest.importorskip(
    "distributed", reason="slices on workers are not tested: pip install distributed fsspec"
)
pytest.importorskip("fsspec", reason="slices on workers are not tested: pip install distributed fsspec")

import peasant  # noqa: E402
from peasant import distributed  # noqa: E402
from peasant.distributed import slices  # noqa: E402
from peasant.distributed.store import Store  # noqa: E402

HARD = "8/8/8/4k3/8/1p4q1/1P1Q4/K7 w - -"
"""A queen on both sides: slices with two pieces settle it."""

LITTLE = {"structures": 250, "no_store": True, "threads": 1, "time": None}


@pytest.fixture(scope="module")
def client():
    """A client of two processes."""
    with (
        dask.LocalCluster(processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        dask.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def counts(analysis):
    return analysis.stats["structures_by_pieces"]


def test_workers_solve_what_would_be_solved_here(client, tmp_path):
    alone = peasant.solve(HARD, **LITTLE)
    helped = distributed.solve(HARD, client, tmp_path, **LITTLE)
    assert (helped.result, counts(helped)) == (alone.result, counts(alone))
    solved = sorted(tmp_path.rglob("*.slice"))
    assert solved
    # What is torn is solved again, and nothing else.
    name = solved[0].read_text()
    planes = tmp_path / "slices" / name[:2] / name
    whole = planes.read_bytes()
    planes.write_bytes(whole[:-8])
    again = distributed.solve(HARD, client, tmp_path, **LITTLE)
    assert (again.result, counts(again)) == (alone.result, counts(alone))
    assert planes.read_bytes() == whole
    assert sorted(tmp_path.rglob("*.slice")) == solved


def test_a_killed_worker_costs_its_slices(client, tmp_path):
    def kill():
        time.sleep(0.3)
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    alone = peasant.solve(HARD, **LITTLE)
    killer = threading.Thread(target=kill)
    killer.start()
    helped = distributed.solve(HARD, client, tmp_path, **LITTLE)
    killer.join()
    assert (helped.result, counts(helped)) == (alone.result, counts(alone))


def test_slices_need_a_folder(client):
    with pytest.raises(ValueError, match="name a folder"):
        distributed.solve(HARD, client)


class Answer:
    """What a proof hands over with a task."""

    given: object = None

    def give(self, name, planes):
        self.given = name

    def give_up(self):
        self.given = self.given or "nothing"


class Double:
    """A client of two workers that are what a test makes them."""

    def __init__(self, result):
        self.result, self.workers = result, {"one": 1, "two": 1}

    def nthreads(self):
        if self.workers is None:
            raise OSError("the scheduler is gone")
        return self.workers

    def as_current(self):
        return contextlib.nullcontext()

    def submit(self, *args, **options):
        return Future(lambda: self)

    def solve(self, tasks):
        return Future(self.result)


class Future:
    def __init__(self, made):
        self.made = made

    def result(self, timeout=None):
        return self.made()

    def done(self):
        return self.made is not silence


def silence():
    time.sleep(0.01)
    raise TimeoutError


def loss():
    raise OSError("the worker is gone")


def handed_over(client, tmp_path):
    """Twenty tasks that a client of no use has, and their answers."""
    answers = [Answer() for _ in range(20)]
    asked = slices.Slices(client, slices.Folder(Store(tmp_path)))
    asked.solve([(b"a slice", answer) for answer in answers])
    return asked, answers


def looks_again(asked):
    asked.looked = -math.inf
    asked.look()


def until(is_so):
    for _ in range(1000):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError("never")


def test_a_cluster_that_is_lost_while_slices_are_out(tmp_path):
    client = Double(silence)
    asked, answers = handed_over(client, tmp_path)
    until(lambda: len(asked.out) == slices.AHEAD * 2)
    assert not any(answer.given for answer in answers)
    client.workers = None
    with pytest.warns(UserWarning, match="the cluster is lost"):
        looks_again(asked)
    assert all(answer.given == "nothing" for answer in answers) and not asked.workers
    late = Answer()
    asked.solve([(b"a slice", late)])
    assert late.given == "nothing"


def test_a_cluster_without_workers(tmp_path):
    client = Double(silence)
    client.workers = {}
    asked, answers = handed_over(client, tmp_path)
    assert all(answer.given == "nothing" for answer in answers) and not asked.is_lost


def test_what_fails_after_the_end_is_not_told(tmp_path, recwarn):
    asked, answers = handed_over(Double(silence), tmp_path)
    asked.close()
    asked.lose(OSError("the client is closed"))
    assert all(answer.given == "nothing" for answer in answers) and not recwarn.list


def test_a_time_out_of_the_worker_is_no_wait(tmp_path):
    def late():
        raise TimeoutError

    asked, answers = handed_over(Double(late), tmp_path)

    def are_given_up():
        looks_again(asked)
        return all(answer.given == "nothing" for answer in answers)

    until(are_given_up)


def test_workers_that_do_not_share_the_folder(client, tmp_path, monkeypatch):
    monkeypatch.setattr(slices.Folder, "write", lambda *_: None)
    alone = peasant.solve(HARD, **LITTLE)
    with pytest.warns(UserWarning, match="all machines must share the folder"):
        helped = distributed.solve(HARD, client, tmp_path, **LITTLE)
    assert (helped.result, counts(helped)) == (alone.result, counts(alone))


def test_a_worker_of_another_version_gets_nothing(client, tmp_path, monkeypatch):
    monkeypatch.setattr(slices, "_native", Version)
    answers = [Answer() for _ in range(20)]
    asked = slices.Slices(client, slices.Folder(Store(tmp_path)))
    with pytest.warns(UserWarning, match="it has peasant .*, and the proof 0.0.0"):
        asked.solve([(b"a slice", answer) for answer in answers])
        until(lambda: len(asked.unfit) == 2)
    looks_again(asked)
    assert all(answer.given == "nothing" for answer in answers)


class Version:
    __version__ = "0.0.0"


def test_slices_that_lose_worker_after_worker(tmp_path):
    asked, answers = handed_over(Double(loss), tmp_path)

    def are_given_up():
        looks_again(asked)
        return all(answer.given == "nothing" for answer in answers)

    until(are_given_up)
    assert not asked.is_lost


def test_a_worker_that_is_gone_without_a_word(tmp_path):
    client = Double(silence)
    asked, answers = handed_over(client, tmp_path)
    until(lambda: len(asked.out) == slices.AHEAD * 2)
    client.workers = {"two": 1}
    looks_again(asked)
    until(lambda: asked.returned)
    assert not any(answer.given for answer in answers)
    asked.close()
