"""The command line: the program's options, and those that say where the work is done."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from peasant._options import AnnotateOptions, MineOptions, PawngameOptions, SolveOptions
from peasant.options import GONE

OPTIONS: dict[str, Any] = {
    "solve": SolveOptions,
    "annotate": AnnotateOptions,
    "endings": AnnotateOptions,
    "mine": MineOptions,
    "pawngame": PawngameOptions,
}
"""The program's. What they mean is said by `peasant VERB --help`."""

NOT_HERE = frozenset({"resume", "certificate", "checkpoint", "find", "range"})
"""Files of one process, and what is read in another way."""

NUMBERS = frozenset({"int", "float", "float | None"})
"""Kinds of options with a number."""

ABOUT = {
    "solve": "prove the positions of an EPD file",
    "annotate": "judge the pawn endings of games (PGN)",
    "endings": "judge the pawn endings of a large file of games, packed or not, into a table (options of annotate)",
    "mine": "search a family of structures",
    "pawngame": "prove a position of a game with pawns alone, its first moves side by side",
}

EPILOG = """\
The other options are those of the program: peasant VERB --help. The folder may be a directory or an
address (s3://..., if the package for it is there); machines must share it. The same command goes on
after Ctrl-C or a crash. Exit status: 0 answered, 2 bad input or no scheduler, 3 the output or the
folder cannot be written, 4 nothing was proved, 130 a second Ctrl-C."""


class UsageError(ValueError):
    """A command line that cannot be understood."""


class Parser(argparse.ArgumentParser):
    """Raises UsageError where others end the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def parser() -> Parser:
    told: dict[str, Any] = {"epilog": EPILOG, "formatter_class": argparse.RawDescriptionHelpFormatter}
    about = "Much work on many processors or machines, by Dask."
    top = Parser(prog="python -m peasant.distributed", description=about, **told)
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=Parser)
    for verb, about in ABOUT.items():
        add_verb(verbs.add_parser(verb, help=about, description=about, allow_abbrev=False, **told), verb)
    return top


def add_verb(one: argparse.ArgumentParser, verb: str) -> None:
    add = one.add_argument
    if verb == "pawngame":
        add("input", nargs="?", metavar="POSITION", help="the position (the start of the game)")
        add("--plies", type=int, default=1, help="each position after so many plies is a piece (1)")
    elif verb == "mine":
        add("--find", action="append", default=argparse.SUPPRESS, help="what to look for; repeatable (everything)")
        add("--range", type=numbers, metavar="FROM..TO", help="only structures with these numbers, the last excluded")
    elif verb == "endings":
        add("input", metavar="FILE", help="the file: .pgn, .pgn.zst, .pgn.gz, .pgn.bz2")
    else:
        add("input", metavar="FILE", help="the file; - reads standard input")
    if verb == "annotate":
        add("-o", "--output", metavar="OUT.pgn", help="write the games there (standard output, unless --json is there)")
    if verb != "pawngame":
        most = "ten minutes" if verb == "endings" else "a minute"
        add("--piece", type=int, metavar="N", help=f"so many in a piece (so many that it takes {most} at most)")
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="of a Dask scheduler, such as tcp://10.0.0.1:8786 (threads of this process)",
    )
    kept = "keep finished pieces there, and go on from them"
    if verb == "endings":
        add("--folder", required=True, help=f"write the table to parts/ there, {kept}")
    else:
        add("--folder", help=f"{kept} (nothing is kept)")
    add("--json", action="store_true", help="print JSON, one object a line")
    for name, kind in kinds(verb).items():
        told: dict[str, Any] = {"action": "store_true"}
        if kind != "bool":
            told = {"type": value if kind in NUMBERS else str, "metavar": "X"}
        add(f"--{name.replace('_', '-')}", default=argparse.SUPPRESS, help=argparse.SUPPRESS, **told)
    for name in GONE if verb in ("solve", "annotate", "endings") else ():
        told = {"action": Gone, "nargs": 0 if name == "assumptions" else 1}
        add(f"--{name.replace('_', '-')}", default=argparse.SUPPRESS, help=argparse.SUPPRESS, **told)


class Gone(argparse.Action):
    """Says that an option does nothing any more."""

    def __call__(self, _parser: Any, _args: Any, _values: Any, option: "str | None" = None) -> None:
        why = "it belonged to the conditional verdict, which was wrong too often"
        print(f"{option} is gone and does nothing: {why}", file=sys.stderr)


def kinds(verb: str) -> dict[str, str]:
    """The options that are passed on, each with the kind of its value."""
    asked = OPTIONS[verb].__annotations__
    return {name: kind.__forward_arg__ for name, kind in asked.items() if name not in NOT_HERE}


def value(text: str) -> Any:
    """A number if it is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def numbers(text: str) -> tuple[int, int]:
    try:
        start, end = text.split("..")
        return int(start), int(end)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}` is no range: write FROM..TO, such as 0..1000") from None


def of_program(args: argparse.Namespace) -> dict[str, Any]:
    """The options that are passed on, as the module takes them."""
    names = (*kinds(args.verb), "find")
    return {name: getattr(args, name) for name in names if hasattr(args, name)}
