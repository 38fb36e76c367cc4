"""Labels positions: many at once, then one with progress and a limit, a table, a plot.

python label.py POSITIONS.epd [PLOT.png]    (needs chess, numpy; matplotlib for the plot)
"""

from __future__ import annotations

import sys
import threading
from collections import Counter

import chess
import numpy
from numpy.typing import NDArray

import peasant
from peasant.answers import BadLine, EpdRow


def read(path: str) -> list[chess.Board]:
    """The positions of a file, by how the first second of each goes."""
    boards: list[chess.Board] = []
    verdicts: Counter[str] = Counter()
    for row in peasant.epd(path, time=1):
        if isinstance(row, EpdRow):
            verdicts[row.verdict] += 1
            boards.append(chess.Board(row.fen))
        elif isinstance(row, BadLine):
            print(f"line {row.line_number}: {row.error.message} ({row.error.kind})")
    print(dict(verdicts))
    return boards


def label(prover: peasant.Prover, boards: list[chess.Board]) -> NDArray[numpy.int8]:
    """A row for each: lower and upper bound."""
    return prover.results(boards, time=5, progress=lambda done: print(f"\r{done} of {len(boards)}", end=""))


def watch(prover: peasant.Prover, board: chess.Board, seconds: float) -> peasant.Analysis:
    """One position, with progress; a timer in another thread cancels it."""

    def show(now: peasant.Progress) -> None:
        print(f"\r{now.seconds:.1f} s, {now.structures} structures: {now.result}", end="")

    stop = threading.Event()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    try:
        return prover.solve(board, time=None, progress=show, cancel=stop)
    finally:
        timer.cancel()


def table(board: chess.Board, analysis: peasant.Analysis) -> None:
    print(f"\n{board.fen()}: {analysis.verdict}")
    for one in analysis.moves:
        moves = "" if one.end is None else f"{one.end.kind} in {one.end.moves}"
        print(f"{board.san(one.move):8} {one.result!s:12} {moves}")
    if analysis.best:
        board.push(analysis.best[0])


def plot(results: NDArray[numpy.int8], path: str) -> None:
    from matplotlib import pyplot

    exact = results[:, 0] == results[:, 1]
    figure, axes = pyplot.subplots()
    axes.bar(["loss", "draw", "win", "open"], [*((exact & (results[:, 0] == one)).sum() for one in (-1, 0, 1)), (~exact).sum()])
    figure.savefig(path)


def main() -> int:
    try:
        boards = read(sys.argv[1])
        prover = peasant.Prover(threads=1)
        results = label(prover, boards)
        for board, (lower, upper) in zip(boards, results):
            if lower != upper:
                table(board, watch(prover, board, 30))
        if len(sys.argv) > 2:
            plot(results, sys.argv[2])
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except peasant.InputError as error:
        print(f"{error.kind}: {error.message}; {error.cure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
