"""From what the programs answered to the numbers of the page. No prose, and no chess."""
from measuring import told
from measuring.page import percent

DEPTHS = [4, 6, 8, 10, 12, 14]
CHURCH = [6, 8, 10, 12, 14]
PAWNKING = [f"pawnking:{how}" for how in ("never", "careful", "sensitive", "selective", "glance")]
PROGRAMS = [f"peasant:{d}" for d in DEPTHS] + [f"church:{d}" for d in CHURCH] + PAWNKING + ["kpk"]
DEEPEST = f"peasant:{DEPTHS[-1]}"
FILES = ["classics", "games"]
FINE_DEPTHS = list(range(6, 42, 2))
FINE_SECONDS = 60


def facts(store):
    """All that the template names."""
    rows = [row for name in FILES for row in store[name]]
    ten, glance = judged(rows, "peasant:10"), judged(rows, "pawnking:glance")
    return {
        "run": store["run"][0], "deepest": DEPTHS[-1], "ten": ten,
        "files": {name: overview(store[name]) for name in FILES},
        "speed": speed(rows),
        "depth_ten": depth_ten(store["classics"]),
        "church": church(store),
        "conditions": conditions(store),
        "errors": errors(store["errors"]),
        "pawnking": pawnking(store),
        "glance": {"claims": judged(rows, "pawnking:glance", "verdict"), "moves": glance,
                   "positions": len(rows), "kinds": settled_by(rows), "kpk": kpk(rows)},
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


def counts(rows, program, key, values=("right", "wrong", "open")):
    return [sum(row["programs"][program][key] == value for row in rows) for value in values]


def total(rows, program, key="nodes"):
    return sum(row["programs"][program][key] for row in rows)


def judged(rows, program, key="move_verdict"):
    """How many are right, and of how many."""
    right, wrong, _ = counts(rows, program, key)
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
    """What a file holds, and a line for each program: claims, moves, nodes."""
    results = [row["exact"]["result"]["lower"] for row in rows if row["exact"]["exact"]]
    lines = []
    for program in PROGRAMS:
        claims, moves = (counts(rows, program, key) for key in ("verdict", "move_verdict"))
        lines.append([code(program), *claims, len(rows) - sum(claims),
                      *(moves if program != "kpk" else [None] * 3), total(rows, program),
                      len(stopped(rows, [program])) or None])
    losses = results.count("loss")
    return {
        "positions": len(rows), "settled": len(results), "programs": lines,
        "results": f"{results.count('win')} wins, {results.count('draw')} draws, "
                   f"{losses} {'loss' if losses == 1 else 'losses'}",
        "claims": judged(rows, "peasant:10", "verdict"), "ten": judged(rows, "peasant:10"),
        "deep": judged(rows, DEEPEST), "pawnking": judged(rows, "pawnking:careful"),
    }


def speed(rows):
    ends, seconds = sum(terminals(rows)), total(rows, "peasant:10", "seconds")
    return {"terminals": ends, "positions": len(rows), "seconds": f"{seconds:.1f}",
            "millions": round(60 * ends / seconds / 1e6), "hours": f"{ends / 18000 / 60:.1f}"}


def depth_ten(rows):
    wrong = [row for row in rows if row["programs"]["peasant:10"]["move_verdict"] == "wrong"]
    return {"wrong": len(wrong), "cured": judged(wrong, DEEPEST)["right"],
            "lines": [[row["id"], diagram(row), row["exact"]["result"]["lower"],
                       listed(row, row["exact"]["best"]),
                       *(named(row, row["programs"][p].get("move")) for p in ("peasant:10", DEEPEST))]
                      for row in wrong]}


def church(store):
    lines, saved = [], {}
    for name in FILES:
        for depth in CHURCH:
            pair = [f"peasant:{depth}", f"church:{depth}"]
            rows = finished(store[name], pair)
            plain, corrected = (total(rows, p) for p in pair)
            moves = [[row["programs"][p].get("move") for p in pair] for row in rows]
            saved[name, depth] = percent(plain - corrected, plain)
            lines.append([name, depth, len(rows), plain, corrected, saved[name, depth],
                          sum(a != b for a, b in moves), *(judged(rows, p)["right"] for p in pair)])
    return {"lines": lines, "ten": {name: saved[name, 10] for name in FILES},
            "last": {name: saved[name, CHURCH[-1]] for name in FILES}}


def without_each(runs, rows):
    """A line for each condition switched off; its nodes, and how many moves and claims were right."""
    names = runs[0]["names"]
    exact = {row["fen"]: row["exact"] for row in rows if row["exact"]["exact"]}
    common = [fen for fen in runs[0]["answers"] if all(run["answers"][fen][3] is None for run in runs)]
    lines, nodes, scores = [], {}, {}
    for run in runs:
        answers, without = run["answers"], run["without"]
        nodes[without] = sum(answers[fen][2] for fen in common)
        claims = [answers[fen][1] == one["result"]["lower"] for fen, one in exact.items() if answers[fen][1]]
        scores[without] = [sum(answers[fen][0] in one["best"] for fen, one in exact.items()),
                           sum(claims), len(claims) - sum(claims)]
        lines.append([f"without {without}: {names[str(without)]}" if without else "all nine",
                      nodes[without], f"{nodes[without] / nodes[None]:.2f}", *scores[without],
                      sum(answer[3] is not None for answer in answers.values()) or None])
    return {"positions": len(common), "lines": lines}, nodes, scores


def conditions(store):
    runs = store["conditions"]
    names = {int(n): name for n, name in runs[0]["names"].items()}
    ends = [terminals(store[file]) for file in FILES]
    both = [sum(pair) for pair in zip(*ends)]
    off, nodes, scores = without_each(runs, store["classics"])
    most = max(range(2, 10), key=lambda n: both[n - 1])
    dearest = max(range(2, 10), key=nodes.get)
    helped = max(range(2, 10), key=lambda n: scores[n][0])
    (right, _, wrong), (right_off, claims_off, wrong_off) = scores[None], scores[helped]
    return {
        "depth_share": percent(both[0], sum(both)),
        "most": {"number": most, "name": names[most]},
        "lines": [[f"{n} {name}", *(cell for file in ends
                                    for cell in (file[n - 1], percent(file[n - 1], sum(file))))]
                  for n, name in names.items()],
        "off": off,
        "dearest": {"number": dearest, "name": names[dearest],
                    "ratio": f"{nodes[dearest] / nodes[None]:.2f}"},
        # The explanation in the template is about number 2 only.
        "surprise": right_off > right and helped == 2,
        "helped": {"number": helped, "name": names[helped], "right": right_off,
                   "claims": claims_off, "wrong": wrong_off},
        "all": {"right": right, "wrong": wrong},
    }


def errors(lines):
    running = next(e for e in lines if e["program"] == "condition 4")
    keys = ("program", "to_move", "positions", "wrongly_won", "wrongly_drawn")
    return {**running, "per_thousand": f"{1000 * running['wrong'] / running['claims']:.2f}",
            "lines": [[*(e[key] for key in keys),
                       percent(e["wrongly_won"] + e["wrongly_drawn"], e["positions"])]
                      for e in lines if e is not running]}


def pawnking(store):
    lines, searches = [], PAWNKING[:-1]
    for name in FILES:
        rows = finished(store[name], searches)
        lines += [[name, code(program), len(rows), total(rows, program),
                   *counts(rows, program, "verdict")[:2], *judged(rows, program).values()]
                  for program in searches]
    return lines


def settled_by(rows):
    kinds = {}
    for row in rows:
        one = row["programs"]["pawnking:glance"]
        if "settled" in one:
            kinds.setdefault(one["settled"], {}).setdefault(one["verdict"], []).append(row["id"])
    return [[kind, *(len(ids.get(v, [])) for v in ("right", "wrong", "open")),
             ", ".join(ids.get("wrong", []))]
            for kind, ids in sorted(kinds.items())]


def kpk(rows):
    decided, silent, none = counts(rows, "kpk", "verdict", ("right", "none", "n/a"))
    return {"positions": len(rows) - none, "decided": decided, "silent": silent}


def wrong_claims(rows, newborn):
    lines, tally = [], {}
    for row in rows:
        wrong = {p: one["claim"] for p, one in row["programs"].items() if one["verdict"] == "wrong"}
        if not wrong:
            continue
        exact = newborn[row["fen"]]
        own = exact["result"]["lower"] if exact["exact"] else "open"
        for program, claim in wrong.items():
            excused, everything = tally.get(program, (0, 0))
            tally[program] = (excused + (claim == own), everything + 1)
        lines.append([row["id"], diagram(row), told(row["exact"]["result"]), own, grouped(wrong)])
    ten = [row for row in rows if row["programs"]["peasant:10"]["verdict"] == "wrong"]
    return {
        "lines": lines, "ten": len(ten), "single": kpk(ten)["positions"],
        "sound": ", ".join(code(p) for p, (excused, everything) in tally.items() if excused == everything),
        "programs": [[code(p), tally[p][1], tally[p][0]] for p in PROGRAMS if p in tally],
    }


def grouped(wrong):
    """What was claimed; depths of one program that claim the same, together."""
    groups = {}
    for program, claim in wrong.items():
        name, _, parameter = program.partition(":")
        groups.setdefault((name, claim), []).append(parameter)
    return ", ".join(f"`{name}:{'/'.join(parameters)}` {claim}" for (name, claim), parameters in groups.items())


def fine(runs):
    depths = next(r for r in runs if "peasant:6" in r["programs"])
    king = next(r for r in runs if "pawnking:never" in r["programs"])
    newborn = next(r for r in runs if r["rules"] == "newborn")
    both = {name: [depths["programs"][f"{name}:{d}"] for d in FINE_DEPTHS] for name in ("peasant", "church")}
    kings = king["programs"].items()
    return {
        "fen": diagram(depths, 4), "seconds": FINE_SECONDS,
        "best": listed(depths, depths["exact"]["best"]), "only": len(depths["exact"]["best"]) == 1,
        "first": FINE_DEPTHS[0], "deepest": FINE_DEPTHS[-1], "depths": len(FINE_DEPTHS),
        "wrong": {name: ", ".join(str(depth) for depth, one in zip(FINE_DEPTHS, ones)
                                  if one["move_verdict"] == "wrong") for name, ones in both.items()},
        "last": {name: ones[-1]["nodes"] for name, ones in both.items()},
        "claims": ", ".join(code(name) for name, one in depths["programs"].items() if one.get("claim")),
        "won": ", ".join(code(name) for name, one in kings if one.get("claim") == "win"),
        "erred": ", ".join(f"{code(name)} {one['claim']}" for name, one in kings
                           if one["verdict"] == "wrong"),
        "lines": [proved("chess", depths), proved("Newborn's rules", newborn),
                  *(tried(row, *one) for row in (depths, king) for one in row["programs"].items())],
    }


def proved(rules, row):
    exact = row["exact"]
    return [f"the exact prover, {rules}", named(row, exact["best"][0]), "right", told(exact["result"]),
            f"{exact['structures']:,} structures", f"{exact['seconds']:.3f}"]


def tried(row, name, one):
    stop = f" (stopped: {one['stopped']})" if "stopped" in one else ""
    return [code(name), named(row, one.get("move")), one["move_verdict"], one.get("claim", "none"),
            f"{one['nodes']:,}{stop}", f"{one['seconds']:.3f}"]
