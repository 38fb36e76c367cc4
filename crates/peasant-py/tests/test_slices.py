"""One ending on many processes: slices solved by workers, held against the proof of one process."""

from __future__ import annotations

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


def test_a_proof_goes_on_without_its_cluster(tmp_path):
    answers = [Answer() for _ in range(20)]
    with dask.LocalCluster(processes=False, n_workers=1, dashboard_address=None) as cluster:
        client = dask.Client(cluster, set_as_default=False)
        asked = slices.Slices(client, slices.Folder(Store(tmp_path)))
        assert asked.side_by_side > 1
        client.close()
    with pytest.warns(UserWarning, match="the cluster is lost"):
        asked.solve([(b"a slice", answer) for answer in answers])
    assert all(answer.given == "nothing" for answer in answers)
    late = Answer()
    asked.solve([(b"a slice", late)])
    assert asked.side_by_side == 1 and late.given == "nothing"


def test_a_cluster_that_is_lost_while_slices_are_out(client, tmp_path):
    answers = [Answer() for _ in range(20)]
    asked = slices.Slices(client, slices.Folder(Store(tmp_path)))
    assert asked.side_by_side > 1
    asked.client = Silent()
    asked.solve([(b"a slice", answer) for answer in answers])
    assert len(asked.waiting) == slices.AHEAD * 2 and not any(answer.given for answer in answers)
    asked.asked = -1e9
    with pytest.warns(UserWarning, match="the cluster is lost"):
        assert asked.side_by_side == 1
    assert all(answer.given == "nothing" for answer in answers)


class Silent:
    """A client whose scheduler does not answer any more."""

    class Future:
        def add_done_callback(self, callback):
            """Never."""

    def submit(self, *args, **options):
        return self.Future()

    def nthreads(self):
        raise OSError("the scheduler is gone")
