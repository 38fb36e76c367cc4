"""What one core does: the program itself, one thread, and what it says of the time that it took. Needs Unix."""

import gzip
import json
import os
import random
import resource
import subprocess
import tempfile
import time

import measuring
from measuring import answers

SEED = 17
TIME = 10
"""Seconds a position, and a structure."""
PLIES = 30
"""So long are the games that are made."""
NEWBORN = {
    "Fine no. 70": "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -",
    "three against three": "8/ppp2k2/8/8/8/8/PPP2K2/8 w - -",
    "Szén": "4k3/5ppp/8/8/8/8/PPP5/3K4 w - -",
    "four against four": "8/2p5/1p1p4/p2P1k2/P1P5/1P3K2/8/8 w - -",
}
FAMILIES = {
    4: ("1v1", "2v0"),
    5: ("2v1", "3v0"),
    6: ("2v2", "3v1", "4v0"),
    7: ("3v2", "4v1", "5v0"),
    8: ("3v3", "4v2", "5v1", "6v0"),
}


class Program:
    """The program, with so much memory."""

    def __init__(self, path, memory):
        self.path, self.memory = measuring.found(path), memory

    def rows(self, *arguments):
        return measuring.rows(self.path, *arguments, "--memory", self.memory, ended=range(5))

    def version(self):
        return subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def everything(program, every, sampled):
    """All measurements, a dict; `every` how many positions of the games are left out between two, `sampled` how many
    structures of each number of men are solved."""
    begun, cpu = time.monotonic(), sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    with tempfile.TemporaryDirectory() as base:
        cache = ["--store", base]
        found = {"version": program.version(), "machine": machine(), "load": os.getloadavg()[0], "time": TIME}
        solved = [program.rows("solve", fen, "--threads", 1, "--time", TIME, *cache)[0] for fen in positions(every)]
        found["positions"] = of_positions(solved)
        found["games"] = of_games(program, solved, cache)
        found["newborn"] = of_newborn(program)
        found["mined"] = of_mined(program, cache)
        found["families"] = {men: of_families(program, men, sampled, cache) for men in FAMILIES}
    cpu = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - cpu
    return {**found, "load_after": os.getloadavg()[0], "share": cpu / (time.monotonic() - begun)}


def machine():
    name = measuring.machine()
    return f"{'AMD EPYC' if 'EPYC' in name else name}, {os.cpu_count()} cores"


def positions(every):
    return [record.fen for record in answers.records(measuring.POSITIONS / "games.epd")[::every]]


def of_positions(solved):
    stats = [answer["stats"] for answer in solved]
    return {
        "asked": len(solved),
        "exact": sum(answer["exact"] for answer in solved),
        "seconds": sum(one["seconds"] for one in stats),
        "structures": [sum(kinds) for kinds in zip(*(one["structures_by_pieces"] for one in stats))],
        "packed": len(gzip.compress("\n".join(map(json.dumps, solved)).encode())),
    }


def of_games(program, solved, cache):
    """Games made of the program's own lines, judged with a second a position."""
    texts = [game(answer) for answer in solved if answer["line_san"]]
    begun = time.monotonic()
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="ascii") as file:
        file.write("\n".join(texts))
        file.flush()
        *games, last = program.rows("annotate", file.name, "--time", 1, "--threads", 1, *cache)
    judged = sum(last["summary"]["positions"].values())
    return {"games": len(games), "positions": judged, "seconds": time.monotonic() - begun}


def game(answer):
    moves, black = answer["line_san"][:PLIES], answer["side_to_move"] == "black"
    told = [
        f"{1 + (place + black) // 2}. {move}" if (place + black) % 2 == 0 else move for place, move in enumerate(moves)
    ]
    if black:
        told[0] = f"1... {told[0]}"
    return f'[Event "made"]\n[FEN "{answer["fen"]}"]\n[Result "*"]\n\n{" ".join(told)} *\n'


def of_newborn(program):
    """By Newborn's rules: what single positions take."""
    told = {}
    for name, fen in NEWBORN.items():
        command = ["solve", fen, "--rules", "newborn", "--threads", 1, "--time", 60, "--no-store"]
        stats = program.rows(*command)[0]["stats"]
        told[name] = {key: stats[key] for key in ("structures", "seconds", "bytes")}
    return told


def of_mined(program, cache):
    """A whole family of two pawns, by the rules of chess: mutual zugzwangs."""
    kinds = ["--find", "full-point", "--find", "zugzwang"]
    last = program.rows("mine", "--pawns", "1v1", *kinds, "--time", TIME, *cache)[-1]["summary"]
    return {"structures": last["structures"], "seconds": last["stats"]["seconds"], "open": last["open_structures"]}


def of_families(program, men, sampled, cache):
    """Structures drawn at random from all with so many men, each solved for all placements of the kings, by the rules
    of chess."""
    chance, told = random.Random(SEED + men), {"asked": 0, "open": 0, "seconds": 0.0}
    lengths = {family: length(program, family) for family in FAMILIES[men]}
    while told["asked"] < sampled:
        family = chance.choices(list(lengths), list(lengths.values()))[0]
        number = chance.randrange(lengths[family])
        last = mine_one(program, family, number, cache)
        if last["structures"]:
            told["asked"] += 1
            told["open"] += last["open_structures"]
            told["seconds"] += last["stats"]["seconds"]
    return told


def length(program, family):
    return program.rows("mine", "--pawns", family, "--range", "0..0")[-1]["summary"]["numbers"]


def mine_one(program, family, number, cache):
    kinds = ["--find", "full-point", "--find", "zugzwang"]
    return program.rows(
        "mine", "--pawns", family, "--range", f"{number}..{number + 1}", *kinds, "--time", TIME, *cache
    )[-1]["summary"]


def overhead(pieces):
    """Milliseconds that a piece costs beside its work: answers of a usual size that cost nothing, one worker of one
    thread on the loopback, a folder on this disk. Needs the Python package with Dask."""
    import distributed
    import peasant
    from peasant import distributed as many

    answer = peasant.solve("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -", threads=1, no_store=True).to_dict()

    class Ready(distributed.WorkerPlugin):
        def setup(self, worker):
            ready = type("Ready", (), {"to_dict": lambda self: answer})
            peasant.solve = lambda fen, **options: ready()

    with (
        tempfile.TemporaryDirectory() as folder,
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster,
    ):
        with distributed.Client(cluster) as client:
            client.register_plugin(Ready())
            fens = [f"position {number}" for number in range(pieces)]
            return {
                "pieces": pieces,
                "bytes": len(json.dumps(answer)),
                "work_ms": timed(many, fens, client, folder),
                "again_ms": timed(many, fens, client, folder),
                "no_folder_ms": timed(many, fens, client, None),
            }


def timed(many, fens, client, folder):
    begun = time.monotonic()
    many.solve_many(fens, client, folder, piece=1)
    return 1000 * (time.monotonic() - begun) / len(fens)
