"""The engine that pieces run on: Dask, in this process or elsewhere."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Union

from .extras import need

ClientLike = Union[None, str, Any]
"""None for threads of this process, the address of a scheduler, a `distributed.Client`, or a cluster of Dask."""


@contextmanager
def connected(client: ClientLike) -> Iterator[Any]:
    """A client of Dask. What is made here is closed here: a cluster in this process and a connection, never
    a cluster elsewhere.

    Raises ImportError without Dask, OSError if no scheduler answers at the address, TypeError for a client that is
    asynchronous.
    """
    distributed = need("distributed")
    if isinstance(client, distributed.Client):
        if client.asynchronous:
            raise TypeError("the client is asynchronous: give one that is not, or the address of the scheduler")
        yield client
    elif client is None:
        with here(distributed) as cluster, distributed.Client(cluster, set_as_default=False) as own:
            try:
                yield own
            except BaseException:
                leave(cluster)
                raise
    else:
        with distributed.Client(client, set_as_default=False) as own:
            yield own


def here(distributed: Any) -> Any:
    """Threads of this process, as many as it may use processors."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return distributed.LocalCluster(
        processes=False,
        n_workers=1,
        threads_per_worker=usable or 1,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )


def leave(cluster: Any) -> None:
    """Ends the workers of a cluster in this process without waiting for what they are at, which is thrown away."""
    for worker in cluster.workers.values():
        cluster.sync(worker.close, executor_wait=False)
