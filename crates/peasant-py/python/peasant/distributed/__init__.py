"""Many positions, games, structures and wide pawn games on many processors or many machines, by Dask.

    from peasant import distributed

    answers = distributed.solve_many(fens, folder="run", time=10)                        # this machine
    answers = distributed.solve_many(fens, "tcp://scheduler:8786", "s3://bucket/run", time=10)
    judged = distributed.annotate_many(open("games.pgn").read(), client, "run")
    found = distributed.annotate_file("games.pgn.zst", client, "run")                    # a table, run/parts/*.parquet
    findings = distributed.mine(client, "run", pawns="2v1", find=["full-point"])
    game = distributed.pawngame.solve(None, client, "run", files=7, plies=2)

Work goes out in pieces; a piece that is done is kept in the folder under a name that says what was asked, so that a
run that was stopped or killed goes on with the same call, and a worker that is killed costs its piece.
`docs/scale.md` of the project has the rest; `python -m peasant.distributed --help` is the same for the shell. Needs
`pip install distributed fsspec`: without Dask everything raises an ImportError that says so, when it is called.
"""

from . import pawngame
from .endings import Reading, annotate_file
from .many import annotate_many, solve_many
from .mining import mine
from .run import ClusterLost
from .slices import solve
from .store import Store, StoreError
from .work import VersionError

__all__ = [
    "ClusterLost",
    "Reading",
    "Store",
    "StoreError",
    "VersionError",
    "annotate_file",
    "annotate_many",
    "mine",
    "pawngame",
    "solve",
    "solve_many",
]
