"""From what the programs answered to the numbers of the page. No prose, and no chess."""
from measuring import told
from measuring.page import percent

DEPTHS = [4, 6, 8, 10, 12, 14]
CHURCH = [6, 8, 10, 12, 14]
# Those that the page shows.
SHOWN_DEPTHS = [10, 14]
PAWNKING = [f"pawnking:{how}" for how in ("never", "careful", "sensitive", "selective", "glance")]
PROGRAMS = [f"peasant:{d}" for d in DEPTHS] + [f"church:{d}" for d in CHURCH] + PAWNKING + ["kpk"]
DEEPEST = f"peasant:{DEPTHS[-1]}"
FILES = ["classics", "games"]
FINE_DEPTHS = list(range(6, 42, 2))
FINE_SHOWN = [6, 10, 40]
FINE_SECONDS = 60


def facts(store):
    """All that the template names."""
    rows = [row for name in FILES for row in store[name]]
    ten, glance = judged(rows, "peasant:10"), judged(rows, "pawnking:glance")
    return {
        "run": store["run"][0], "deepest": DEPTHS[-1], "ten": ten,
        "files": {name: overview(store[name]) for name in FILES},
        "programs": judgements(store),
        "speed": speed(rows),
        "depth_ten": depth_ten(store["classics"]),
        "church": church(store),
        "conditions": conditions(store),
        "errors": errors(store["errors"]),
        "pawnking": pawnking(store),
        "glance": {"claims": judged(rows, "pawnking:glance", "verdict"), "moves": glance,
                   "positions": len(rows), "kpk": kpk(rows)},
        "wrong": wrong_claims(rows, {row["fen"]: row["exact"] for row in store["rules"]}),
        "fine": fine(store["fine"]),
    }


# How things are written.


def code(text):
    return f"`{text}`"


def diagram(row, fields=2):
    """So many fields of a row's FEN."""
    return code(" ".join(row["fen"].split()[:fields]))


def named(row, uci):
    return row["san"][uci] if uci else "-"


def listed(row, moves, most=4):
    shown = ", ".join(named(row, move) for move in moves[:most])
    return shown + (f" and {len(moves) - most} more" if len(moves) > most else "")


# What is counted.


def counts(rows, program, key, values):
    return [sum(row["programs"][program][key] == value for row in rows) for value in values]


def total(rows, program, key="nodes"):
    return sum(row["programs"][program][key] for row in rows)


def judged(rows, program, key="move_verdict"):
    """How many are right, and of how many."""
    right, wrong = counts(rows, program, key, ("right", "wrong"))
    return {"right": right, "of": right + wrong}


def stopped(rows, programs):
    return [row for row in rows if any("stopped" in row["programs"][p] for p in programs)]


def finished(rows, programs):
    """The rows in which none of the programs was stopped."""
    return [row for row in rows if not stopped([row], programs)]


def terminals(rows):
    """How often each condition ended a line, to depth 10."""
    return [sum(column) for column in zip(*(row["programs"]["peasant:10"]["terminals"] for row in rows))]


# The sections.


def overview(rows):
    """What a file holds."""
    results = [row["exact"]["result"]["lower"] for row in rows if row["exact"]["exact"]]
    losses = results.count("loss")
    return {
        "positions": len(rows), "settled": len(results),
        "results": f"{results.count('win')} wins, {results.count('draw')} draws, "
                   f"{losses} {'loss' if losses == 1 else 'losses'}",
    }


def is_shown(program, depths):
    """Is it one of these depths, or a program without a depth?"""
    parameter = program.partition(":")[2]
    return not parameter.isdigit() or int(parameter) in depths


def judgements(store):
    """A line for each program: in each file the claims and moves that are right and wrong."""
    return [[code(program), *(count for name in FILES for key in ("verdict", "move_verdict")
                              for count in counts(store[name], program, key, ("right", "wrong")))]
            for program in PROGRAMS if is_shown(program, SHOWN_DEPTHS) and program != "kpk"]


def speed(rows):
    ends, seconds = sum(terminals(rows)), total(rows, "peasant:10", "seconds")
    return {"terminals": ends, "positions": len(rows), "seconds": f"{seconds:.1f}",
            "millions": round(60 * ends / seconds / 1e6), "hours": f"{ends / 18000 / 60:.1f}"}


def depth_ten(rows):
    wrong = [row for row in rows if row["programs"]["peasant:10"]["move_verdict"] == "wrong"]
    cured = [row for row in wrong if row["programs"][DEEPEST]["move_verdict"] == "right"]
    return {"wrong": len(wrong), "cured": len(cured),
            "left": ", ".join(row["id"] for row in wrong if row not in cured),
            "lines": [[row["id"], diagram(row), listed(row, row["exact"]["best"]),
                       named(row, row["programs"]["peasant:10"].get("move"))] for row in cured]}


def church(store):
    lines = []
    for name in FILES:
        for depth in SHOWN_DEPTHS:
            pair = [f"peasant:{depth}", f"church:{depth}"]
            rows = finished(store[name], pair)
            plain, corrected = (total(rows, p) for p in pair)
            moves = [[row["programs"][p].get("move") for p in pair] for row in rows]
            lines.append([name, depth, len(rows), plain, corrected, percent(plain - corrected, plain),
                          sum(a != b for a, b in moves), *(judged(rows, p)["right"] for p in pair)])
    return lines


def conditions(store):
    """A line for each condition: how many lines it ends, and PEASANT without it: nodes, moves and claims."""
    runs = {run["without"]: run["answers"] for run in store["conditions"]}
    names = {int(n): name for n, name in store["conditions"][0]["names"].items()}
    ends = [terminals(store[file]) for file in FILES]
    exact = {row["fen"]: row["exact"] for row in store["classics"] if row["exact"]["exact"]}
    common = [fen for fen in runs[None] if all(answers[fen][3] is None for answers in runs.values())]
    nodes = {without: sum(answers[fen][2] for fen in common) for without, answers in runs.items()}
    right = {without: sum(answers[fen][0] in one["best"] for fen, one in exact.items())
             for without, answers in runs.items()}

    def without(number):
        if number not in runs:
            return [None] * 4
        claims = [runs[number][fen][1] == one["result"]["lower"] for fen, one in exact.items()
                  if runs[number][fen][1]]
        return [f"{nodes[number] / nodes[None]:.2f}", right[number], sum(claims), len(claims) - sum(claims)]
    return {
        "positions": len(common), "nodes": nodes[None],
        # The explanation in the template is about number 2 only.
        "surprise": max(names, key=lambda n: right.get(n, 0)) == 2 and right[2] > right[None],
        "lines": [["all nine", None, None, *without(None)],
                  *([f"{n} {name}", *(f"{100 * file[n - 1] / sum(file):.1f}" for file in ends), *without(n)]
                    for n, name in names.items())],
    }


def errors(lines):
    running = next(e for e in lines if e["program"] == "condition 4")
    keys = ("program", "to_move", "positions", "wrongly_won", "wrongly_drawn")
    return {**running, "per_thousand": f"{1000 * running['wrong'] / running['claims']:.2f}",
            "lines": [[*(e[key] for key in keys),
                       percent(e["wrongly_won"] + e["wrongly_drawn"], e["positions"])]
                      for e in lines if e is not running]}


def pawnking(store):
    searches = PAWNKING[:-1]
    rows = {name: finished(store[name], searches) for name in FILES}
    return {"files": FILES, "positions": ", ".join(f"{len(rows[name])} {name}" for name in FILES),
            "lines": [[code(program), *(total(rows[name], program) for name in FILES)] for program in searches]}


def kpk(rows):
    decided, none = counts(rows, "kpk", "verdict", ("right", "n/a"))
    return {"positions": len(rows) - none, "decided": decided}


def wrong_claims(rows, newborn):
    """The wrong claims of each program, and the positions by result and claim."""
    positions, tally = {}, {}
    for row in rows:
        wrong = {p: one["claim"] for p, one in row["programs"].items() if one["verdict"] == "wrong"}
        if not wrong:
            continue
        exact = newborn[row["fen"]]
        own = exact["result"]["lower"] if exact["exact"] else "open"
        for program, claim in wrong.items():
            excused, everything = tally.get(program, (0, 0))
            tally[program] = (excused + (claim == own), everything + 1)
        positions.setdefault((told(row["exact"]["result"]), own, claimed(wrong)), []).append(row["id"])
    ten = [row for row in rows if row["programs"]["peasant:10"]["verdict"] == "wrong"]
    return {
        "ten": len(ten), "single": kpk(ten)["positions"],
        "lines": [[", ".join(ids), *facts] for facts, ids in positions.items()],
        "programs": [[", ".join(names), everything, excused]
                     for (excused, everything), names in grouped(tally).items()],
    }


def grouped(of):
    """Programs by what is said of them; those of one name together, all depths under the name alone."""
    groups = {}
    for program, said in of.items():
        name, _, parameter = program.partition(":")
        groups.setdefault(said, {}).setdefault(name, []).append(parameter)
    depths = {"peasant": DEPTHS, "church": CHURCH}
    return {said: [code(name if parameters == [str(d) for d in depths.get(name, [])]
                        else f"{name}:{'/'.join(parameters)}") for name, parameters in names.items()]
            for said, names in groups.items()}


def claimed(wrong):
    return "; ".join(f"{', '.join(names)}: {claim}" for claim, names in grouped(wrong).items())


def fine(runs):
    depths = next(r for r in runs if "peasant:6" in r["programs"])
    king = next(r for r in runs if "pawnking:never" in r["programs"])
    newborn = next(r for r in runs if r["rules"] == "newborn")
    both = {name: [depths["programs"][f"{name}:{d}"] for d in FINE_DEPTHS] for name in ("peasant", "church")}
    return {
        "fen": diagram(depths, 4), "seconds": FINE_SECONDS,
        "best": listed(depths, depths["exact"]["best"]), "only": len(depths["exact"]["best"]) == 1,
        "first": FINE_DEPTHS[0], "deepest": FINE_DEPTHS[-1], "depths": len(FINE_DEPTHS),
        "wrong": {name: ", ".join(str(depth) for depth, one in zip(FINE_DEPTHS, ones)
                                  if one["move_verdict"] == "wrong") for name, ones in both.items()},
        "claims": ", ".join(code(name) for name, one in depths["programs"].items() if one.get("claim")),
        "lines": [proved("chess", depths), proved("Newborn's rules", newborn),
                  *(tried(row, *one) for row in (depths, king) for one in row["programs"].items()
                    if is_shown(one[0], FINE_SHOWN))],
    }


def proved(rules, row):
    exact = row["exact"]
    return [f"the exact prover, {rules}", named(row, exact["best"][0]), told(exact["result"]),
            f"{exact['structures']:,} structures", f"{exact['seconds']:.3f}"]


def tried(row, name, one):
    stop = f" (stopped: {one['stopped']})" if "stopped" in one else ""
    return [code(name), named(row, one.get("move")), one.get("claim", "none"),
            f"{one['nodes']:,}{stop}", f"{one['seconds']:.3f}"]
