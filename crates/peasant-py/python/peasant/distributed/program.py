"""The command line: `python -m peasant.distributed VERB …`."""

from __future__ import annotations

import json
import os
import sys
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from peasant import Bounds, _native

from . import games, many, mining, pawngame
from .endings import Reading, annotate_file
from .options import UsageError, of_program, parser
from .run import ClusterLost, in_order
from .store import StoreError, replace_file
from .work import VersionError, error_record

ANSWERED, BAD_INPUT, NO_OUTPUT, NOTHING_PROVED, KILLED = 0, 2, 3, 4, 130


def main(argv: list[str] | None = None) -> int:
    """Runs a command line; the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    as_json = "--json" in argv
    warnings.showwarning = lambda message, *_, **__: print(f"warning: {message}", file=sys.stderr)
    try:
        args = parser().parse_args(argv)
        return COMMANDS[args.verb](args)
    except KeyboardInterrupt:
        os._exit(KILLED)
    except StoreError as error:
        return refuse(as_json, error, NO_OUTPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_OUTPUT
    except (UsageError, TypeError, ValueError, ImportError, VersionError, ClusterLost, OSError) as error:
        return refuse(as_json, error)


def refuse(as_json: bool, error: Exception, status: int = BAD_INPUT) -> int:
    """Says why there is no answer."""
    if as_json:
        say(error_record(error))
    else:
        print(f"error: {error}", file=sys.stderr)
    return status


def say(told: dict[str, Any]) -> None:
    print(json.dumps(told), flush=True)


class Watch:
    """Pieces as they come, until they end or Ctrl-C does: then `stopped` is true. Shows on a terminal how many are
    done."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.stopped = False
        self.shown = sys.stderr.isatty()

    def progress(self, done: int) -> None:
        if self.shown:
            print(
                f"\r{done:,} of {self.total:,} done",
                end="\n" if done == self.total else "",
                file=sys.stderr,
                flush=True,
            )

    def reading(self, far: Reading) -> None:
        if self.shown:
            part = f" ({far.read / far.bytes:.1%} of the file)" if far.bytes else ""
            told = f"{far.games:,} games read{part}, {far.done:,} of {far.found:,} judged"
            print(f"\r{told}", end="", file=sys.stderr, flush=True)

    def all(self, found: Iterator[Any]) -> Iterator[Any]:
        try:
            yield from found
        except KeyboardInterrupt:
            self.stopped = True
            print("\nstopped; with --folder the same command goes on from what is done", file=sys.stderr)


def answers(args: Namespace, inputs: list[Any], watch: Watch) -> Iterator[tuple[int, Any]]:
    """Every input with its answer, in order. If the run is stopped, those that are done."""
    asked = many.cut(args.verb, inputs, args.piece, of_program(args))
    done = watch.all(many.run(asked, args.scheduler, args.folder, watch.progress, None))
    for piece, records in in_order(done):
        yield from enumerate(records, piece.first)


def solve(args: Namespace) -> int:
    lines = _native.records(read(args.input))
    watch, counts = Watch(len(lines)), dict.fromkeys(("positions", "solved", "open", "bad_lines"), 0)
    proved = 0
    for place, answer in answers(args, [fen for *_, fen in lines], watch):
        number, name, _ = lines[place]
        counts[standing(answer)] += 1
        proved += "result" in answer and answer["result"] != {"lower": "loss", "upper": "win"}
        say({**answer, "id": name, "line_number": number}) if args.json else print(row(name, answer), flush=True)
    counts["positions"] = sum(counts.values()) - counts["bad_lines"]
    if args.json:
        # What is gone is 0 for one release.
        say({"schema": 1, "summary": {**counts, "conditional": 0, "complete": not watch.stopped}})
    else:
        print(", ".join(f"{count} {name}".replace("_", " ") for name, count in counts.items()), file=sys.stderr)
    if counts["bad_lines"]:
        return BAD_INPUT
    return NOTHING_PROVED if counts["positions"] and not proved else ANSWERED


def standing(answer: dict[str, Any]) -> str:
    if "error" in answer:
        return "bad_lines"
    return "solved" if answer["exact"] else "open"


def row(name: str, answer: dict[str, Any]) -> str:
    if "error" in answer:
        return f"{name:<32} error: {answer['error']['message']}"
    return f"{name:<32} {str(Bounds(answer['result'])):<11} {' '.join(answer['best'])}".rstrip()


def annotate(args: Namespace) -> int:
    text, encoding = decoded(read(args.input))
    texts = _native.games(text)
    lines = list(accumulate((one.count("\n") for one in texts), initial=0))
    watch, summaries = Watch(len(texts)), []
    judged, failed, more = list(texts), 0, 0
    for place, answer in answers(args, texts, watch):
        failed += "games" not in answer
        judged[place] = answer.get("pgn", texts[place])
        summaries += [answer["summary"]] if "summary" in answer else []
        for one in games.placed(answer, place + more, lines[place]) if args.json else []:
            say(one)
        more += answer["summary"]["games"] - 1 if "summary" in answer else 0
    write(args, "".join(judged).encode(encoding))
    summary = {**games.total(summaries), "complete": not watch.stopped, "failed": failed}
    summary["not_judged"] = summary.get("not_judged", 0) + len(texts) - len(summaries) - failed
    if args.json:
        say({"schema": 1, "summary": summary})
    else:
        print(json.dumps(summary, indent=1), file=sys.stderr)
    return BAD_INPUT if summary["failed"] or summary.get("broken") else ANSWERED


def endings(args: Namespace) -> int:
    watch, options = Watch(0), of_program(args)
    told: dict[str, Any] = {"schema": 1, "summary": {"complete": False}}
    judged = (
        annotate_file(
            args.input, args.scheduler, args.folder, piece=args.piece, progress=watch.reading, **options
        )
        for _ in "1"
    )
    for told in watch.all(judged):
        for one in told["unread"] if not args.json else []:
            print(f"warning: line {one['line_number']}: {one['message']}", file=sys.stderr)
    summary = told["summary"]
    say(told) if args.json else print(json.dumps(summary, indent=1))
    return BAD_INPUT if summary.get("failed") or summary.get("broken") else ANSWERED


def write(args: Namespace, data: bytes) -> None:
    """The games, where they are to go."""
    if args.output:
        try:
            replace_file(os.path.abspath(args.output), data)
        except OSError as error:
            raise StoreError(f"cannot write {args.output}: {error}") from error
    elif not args.json:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()


def mine(args: Namespace) -> int:
    options = of_program(args)
    watch = Watch(mining.length(options))
    found = mining.mine(
        args.scheduler,
        args.folder,
        range=args.range,
        as_completed=True,
        piece=args.piece,
        progress=watch.progress,
        **options,
    )
    summary: dict[str, Any] = {"complete": False}
    for _, one in watch.all(found):
        summary = one.get("summary", summary)
        if args.json:
            say(one)
        elif "epd" in one:
            print(one["epd"], flush=True)
    if not args.json:
        print(json.dumps(summary), file=sys.stderr)
    elif watch.stopped:
        say({"schema": 1, "summary": summary})
    return NOTHING_PROVED if summary.get("failed") and not summary.get("structures") else ANSWERED


def play(args: Namespace) -> int:
    watch = Watch(0)
    watch.shown = False
    solved = (
        pawngame.solve(args.input, args.scheduler, args.folder, plies=args.plies, **of_program(args)) for _ in "1"
    )
    for answer in watch.all(solved):
        if args.json:
            say(answer)
            continue
        for one in [{"move": "result", **answer}, *answer["moves"]]:
            print(f"{one['move']:<8} {Bounds(one['result'])}")
        print("Line:", " ".join(answer["line"]))
    return ANSWERED


def read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def decoded(data: bytes) -> tuple[str, str]:
    """Text and its encoding. What is not UTF-8 is taken for Latin-1, which any bytes are."""
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "solve": solve,
    "annotate": annotate,
    "endings": endings,
    "mine": mine,
    "pawngame": play,
}
