"""What the scripts that measure and compare share. This file, `answers`, `picture` and `running` need Python
alone, the others packages of scripts/requirements.txt."""
import argparse
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
POSITIONS = ROOT / "data" / "positions"
RELEASE = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
# The program; another one, to try things out, can be named in the environment.
PEASANT = os.environ.get("PEASANT", str(RELEASE / "peasant"))
RESULTS = ("loss", "draw", "win")
# How the program ends that has answered: with a record that disagrees (1), or nothing proved (4).
ANSWERED = (0, 1, 4)


class Fault(Exception):
    """A file, a program or an answer that is of no use, and why."""


class Parser(argparse.ArgumentParser):
    """The arguments of a script, whose text is its help."""

    def __init__(self, text=None, **more):
        super().__init__(description=text, formatter_class=argparse.RawDescriptionHelpFormatter, **more)

    def option(self, name, default, help, least=None, **more):
        """An option of the type of its default; a number must be more than 0, or `least` at least."""
        kind = type(default)

        def read(text):
            value = kind(text)
            if isinstance(value, (int, float)) and (value <= 0 if least is None else value < least):
                raise argparse.ArgumentTypeError(f"`{text}` is too little")
            return value
        self.add_argument(f"--{name}", default=default, type=read, help=f"{help} ({default})", **more)

    def program(self):
        self.option("program", PEASANT, "the program")


def installed(program):
    """The path of a program, or None; Debian keeps games apart."""
    return shutil.which(program) or shutil.which(program, path="/usr/games")


def found(program, option="--program"):
    path = installed(program)
    if path is None:
        raise Fault(f"there is no `{program}`: name another with {option}")
    return path


def end(main):
    """Ends with the status that `main` returns, or with 2 and what was of no use."""
    try:
        sys.exit(main())
    except (Fault, OSError) as fault:
        print(f"{pathlib.Path(sys.argv[0]).name}: {fault}", file=sys.stderr)
        sys.exit(2)


def note(text):
    print(text, file=sys.stderr, flush=True)


def rows(program, *arguments, text=None, ended=ANSWERED, **more):
    """The JSON objects that the program prints, one a line."""
    command = [str(word) for word in (program, *arguments, "--json")]
    run = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, **more)
    if run.returncode not in ended:
        raise Fault(f"`{' '.join(command)}` ended with status {run.returncode}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def stored(path):
    """The JSON objects of a file, one a line; none if there is no file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [parsed(line, f"`{path}`, line {number}") for number, line in enumerate(lines, 1)]


def parsed(line, place):
    try:
        return json.loads(line)
    except ValueError as error:
        raise Fault(f"{place}: no JSON ({error}): delete the line") from None


def write(path, text):
    """The file is never half written."""
    unfinished = path.with_suffix(path.suffix + ".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def machine():
    information = pathlib.Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def told(result):
    """A result in words, or the interval that is left."""
    lower, upper = result["lower"], result["upper"]
    return lower if lower == upper else f"{lower}..{upper}"
