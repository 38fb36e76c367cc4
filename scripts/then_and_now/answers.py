"""What the program answers, read from its JSON. Nothing else here knows the names of its fields."""
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# The program; another one, to try things out, can be named in the environment.
PEASANT = pathlib.Path(os.environ.get("PEASANT", TARGET / "release" / "peasant"))

# What is kept of one program's answer in `compare`, where it is not null.
OPINION = ("claim", "verdict", "move_verdict", "settled", "stopped")


def objects(*arguments, text=None):
    """The JSON objects that the program prints, one a line."""
    command = [PEASANT, *map(str, arguments), "--json"]
    out = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def played(answer):
    """The move that a program plays, in UCI, or None."""
    return answer["move"] and answer["move"]["uci"]


def spelled(fen):
    """Every move of a position in SAN, by its UCI."""
    [answer] = objects("solve", fen, "--structures", 1, "--no-cache")
    return {move["uci"]: move["san"] for move in answer["moves"]}


def compare(text, programs, limits, rules="chess", program_time=None):
    """The rows that `compare` prints for an EPD file. Moves are UCI; `san` spells those that occur."""
    rows = objects("compare", "-", "--programs", ",".join(programs), "--rules", rules,
                   "--threads", limits.threads, "--time", limits.time, "--memory", 2048,
                   "--program-time", program_time or limits.program_time, text=text)
    for row in rows:
        if "summary" not in row:
            yield compared(row, rules)


def compared(row, rules):
    exact = row["exact"]
    kept = {key: exact[key] for key in ("result", "exact", "best", "stopped")}
    kept["structures"] = exact["stats"]["structures"]
    kept["seconds"] = round(exact["stats"]["seconds"], 3)
    programs = {one["program"]: opinion(one) for one in row["programs"]}
    used = {*exact["best"], *(one["move"] for one in programs.values() if "move" in one)}
    san = {uci: name for uci, name in spelled(row["fen"]).items() if uci in used}
    return {"id": row["id"], "fen": row["fen"], "rules": rules, "exact": kept, "san": san,
            "programs": programs}


def opinion(answer):
    kept = {key: answer[key] for key in OPINION if answer.get(key) is not None}
    if answer["move"]:
        kept["move"] = played(answer)
    if answer["program"] == "peasant:10":
        kept["terminals"] = answer["terminals"]
    stats = answer["stats"]
    return {**kept, "nodes": stats["nodes"], "seconds": round(stats["seconds"], 6)}


def classic(fen, without, limits):
    """PEASANT to depth 10 without one of its conditions: move, claim, nodes and what stopped it;
    and the names of the conditions by number."""
    switch = ["--without", without] if without else []
    [answer] = objects("classic", fen, "--depth", 10, "--time", limits.program_time, *switch)
    names = {str(one["number"]): one["name"] for one in answer["terminals"]}
    return [played(answer), answer["claim"], answer["stats"]["nodes"], answer["stopped"]], names
