"""From what the programs answered to the numbers and tables of the page. No prose, and no chess."""
import re

DEPTHS = [4, 6, 8, 10, 12, 14]
CHURCH = [6, 8, 10, 12, 14]
HOW = ["never", "careful", "sensitive", "selective", "glance"]
PAWNKING = [f"pawnking:{how}" for how in HOW]
PROGRAMS = [f"peasant:{d}" for d in DEPTHS] + [f"church:{d}" for d in CHURCH] + PAWNKING + ["kpk"]
DEEPEST = f"peasant:{DEPTHS[-1]}"
FILES = ["classics", "games"]
FINE_DEPTHS = list(range(6, 42, 2))
FINE_SECONDS = 60


def facts(store):
    """All that the template names."""
    rows = [row for name in FILES for row in store[name]]
    return {
        "run": store["run"][0],
        "deepest": DEPTHS[-1],
        "files": {name: overview(store[name]) for name in FILES},
        "speed": speed(rows),
        "depth_ten": depth_ten(store["classics"]),
        "church": church(store),
        "conditions": conditions(store),
        "errors": errors(store["errors"]),
        "pawnking": {"table": pawnking(store)},
        "glance": glance(rows),
        "wrong": wrong_claims(rows, {row["fen"]: row["exact"] for row in store["rules"]}),
        "fine": fine(store["fine"]),
    }


# How things are written.


def number(value):
    return f"{value:,}"


def counted(value, one, many):
    return f"{value} {one if value == 1 else many}"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def code(text):
    return f"`{text}`"


def codes(names):
    return ", ".join(map(code, names))


def table(head, rows):
    rows = [[str(cell) for cell in row] for row in rows]

    def side(column):
        return "--:" if all(re.fullmatch(r"[\d,.]*( %)?", cell) for cell in column) else ":--"
    sides = "|".join(map(side, zip(*rows)))
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *rows)]
    return "\n".join([lines[0], f"|{sides}|", *lines[1:]])


def diagram(row, fields=2):
    """So many fields of a row's FEN."""
    return code(" ".join(row["fen"].split()[:fields]))


def named(row, uci):
    return row["san"][uci] if uci else "-"


def listed(row, moves, most=4):
    shown = ", ".join(named(row, move) for move in moves[:most])
    return shown + (f" and {len(moves) - most} more" if len(moves) > most else "")


def interval(exact):
    lower, upper = exact["result"]["lower"], exact["result"]["upper"]
    return lower if lower == upper else f"{lower}..{upper}"


# What is counted.


def count(rows, program, key, value):
    return sum(row["programs"][program][key] == value for row in rows)


def counts(rows, program, key, values):
    return [count(rows, program, key, value) for value in values]


def total(rows, program, key="nodes"):
    return sum(row["programs"][program][key] for row in rows)


def judged(rows, program, key="move_verdict"):
    """How many are right, and of how many."""
    right, wrong = counts(rows, program, key, ("right", "wrong"))
    return right, right + wrong


def of(pair):
    return {"right": pair[0], "of": pair[1]}


def exact_rows(rows):
    return [row for row in rows if row["exact"]["exact"]]


def finished(rows, programs):
    """The rows in which none of the programs was stopped."""
    return [row for row in rows if not any("stopped" in row["programs"][p] for p in programs)]


def terminals(rows):
    """How often each condition ended a line, to depth 10."""
    return [sum(column) for column in zip(*(row["programs"]["peasant:10"]["terminals"] for row in rows))]


# The sections.


def overview(rows):
    known = exact_rows(rows)
    wins, draws, losses = (sum(row["exact"]["result"]["lower"] == r for row in known)
                           for r in ("win", "draw", "loss"))
    return {
        "positions": len(rows),
        "settled": len(known),
        "results": f"{wins} wins, {draws} draws, {counted(losses, 'loss', 'losses')}",
        "table": claims_and_moves(rows),
        "claims": of(judged(rows, "peasant:10", "verdict")),
        "ten": of(judged(rows, "peasant:10")),
        "deep": of(judged(rows, DEEPEST)),
        "pawnking": of(judged(rows, "pawnking:careful")),
    }


def claims_and_moves(rows):
    def line(program):
        claims = counts(rows, program, "verdict", ("right", "wrong", "open"))
        moves = counts(rows, program, "move_verdict", ("right", "wrong", "open"))
        if program == "kpk":
            moves = ["", "", ""]
        stopped = sum("stopped" in row["programs"][program] for row in rows)
        return [code(program), *claims, len(rows) - sum(claims), *moves,
                number(total(rows, program)), stopped or ""]
    head = ["program", "claims right", "wrong", "open", "none", "moves right", "wrong", "open", "nodes",
            "stopped"]
    return table(head, map(line, PROGRAMS))


def speed(rows):
    ends, seconds = sum(terminals(rows)), total(rows, "peasant:10", "seconds")
    return {"terminals": number(ends), "positions": len(rows), "seconds": f"{seconds:.1f}",
            "millions": number(round(60 * ends / seconds / 1e6)),
            "hours": f"{ends / 18000 / 60:.1f}"}


def depth_ten(rows):
    wrong = [row for row in rows if row["programs"]["peasant:10"]["move_verdict"] == "wrong"]

    def line(row):
        played = [named(row, row["programs"][p].get("move")) for p in ("peasant:10", DEEPEST)]
        return [row["id"], diagram(row), row["exact"]["result"]["lower"],
                listed(row, row["exact"]["best"]), *played]
    head = ["position", "FEN", "exact", "right", "depth 10 plays", f"depth {DEPTHS[-1]} plays"]
    return {"wrong": len(wrong), "cured": count(wrong, DEEPEST, "move_verdict", "right"),
            "table": table(head, map(line, wrong))}


def church(store):
    lines, saved = [], {}
    for name in FILES:
        for depth in CHURCH:
            pair = [f"peasant:{depth}", f"church:{depth}"]
            rows = finished(store[name], pair)
            plain, corrected = (total(rows, p) for p in pair)
            moves = [[row["programs"][p].get("move") for p in pair] for row in rows]
            right = [count(rows, p, "move_verdict", "right") for p in pair]
            saved[name, depth] = percent(plain - corrected, plain)
            lines.append([name, depth, len(rows), number(plain), number(corrected),
                          saved[name, depth], sum(a != b for a, b in moves), *right])
    head = ["file", "depth", "positions", "nodes without", "nodes with", "saved", "other move",
            "moves right without", "with"]
    return {"ten": {name: saved[name, 10] for name in FILES},
            "last": {name: saved[name, CHURCH[-1]] for name in FILES},
            "table": table(head, lines)}


def terminal_table(names, sums):
    whole = {file: sum(ends) for file, ends in sums.items()}
    lines = []
    for n, text in names.items():
        ends = {file: sums[file][int(n) - 1] for file in FILES}
        cells = ((number(ends[file]), percent(ends[file], whole[file])) for file in FILES)
        lines.append([f"{n} {text}", *(cell for pair in cells for cell in pair)])
    return table(["condition", "classics", "share", "games", "share"], lines)


def without_each(runs, names, rows):
    """A line for each condition switched off, its nodes, and how many moves and claims were right."""
    best = {row["fen"]: row["exact"]["best"] for row in exact_rows(rows)}
    result = {row["fen"]: row["exact"]["result"]["lower"] for row in exact_rows(rows)}
    common = [fen for fen in runs[0]["answers"] if all(run["answers"][fen][3] is None for run in runs)]
    lines, nodes, scores = [], {}, {}
    for run in runs:
        answers, without = run["answers"], run["without"]
        nodes[without] = sum(answers[fen][2] for fen in common)
        claims = [answers[fen][1] == r for fen, r in result.items() if answers[fen][1]]
        scores[without] = [sum(answers[fen][0] in good for fen, good in best.items() if good),
                           sum(claims), len(claims) - sum(claims)]
        stopped = sum(answer[3] is not None for answer in answers.values())
        title = f"without {without}: {names[str(without)]}" if without else "all nine"
        lines.append([title, number(nodes[without]), f"{nodes[without] / nodes[None]:.2f}",
                      *scores[without], stopped or ""])
    head = ["conditions", "nodes", "ratio", "moves right", "claims right", "claims wrong", "stopped"]
    return {"positions": len(common), "table": table(head, lines)}, nodes, scores


def conditions(store):
    runs = store["conditions"]
    names = runs[0]["names"]
    sums = {file: terminals(store[file]) for file in FILES}
    both = [sum(pair) for pair in zip(*sums.values())]
    off, nodes, scores = without_each(runs, names, store["classics"])
    most = max(range(1, 9), key=lambda i: both[i]) + 1
    dearest = max((n for n in nodes if n), key=lambda n: nodes[n])
    helped = max(range(2, 10), key=lambda n: scores[n][0])
    (right, _, wrong), (right_off, claims_off, wrong_off) = scores[None], scores[helped]
    return {
        "depth_share": percent(both[0], sum(both)),
        "most": {"number": most, "name": names[str(most)]},
        "table": terminal_table(names, sums),
        "off": off,
        "dearest": {"number": dearest, "name": names[str(dearest)],
                    "ratio": f"{nodes[dearest] / nodes[None]:.2f}"},
        # The explanation in the template is about number 2 only.
        "surprise": right_off > right and helped == 2,
        "helped": {"number": helped, "name": names[str(helped)], "right": right_off,
                   "claims": claims_off, "wrong": wrong_off},
        "all": {"right": right, "wrong": wrong},
    }


def errors(lines):
    running = next(e for e in lines if e["program"] == "condition 4")
    rows = [[e["program"], e["to_move"], number(e["positions"]), number(e["wrongly_won"]),
             number(e["wrongly_drawn"]), percent(e["wrongly_won"] + e["wrongly_drawn"], e["positions"])]
            for e in lines if e is not running]
    head = ["rules", "to move", "positions", "wrongly won", "wrongly drawn", "wrong"]
    return {"table": table(head, rows), "claims": number(running["claims"]),
            "positions": number(running["positions"]), "wrong": number(running["wrong"]),
            "per_thousand": f"{1000 * running['wrong'] / running['claims']:.2f}"}


def pawnking(store):
    searches = [program for program in PAWNKING if program != "pawnking:glance"]
    lines = []
    for name in FILES:
        rows = finished(store[name], searches)
        for program in searches:
            lines.append([name, code(program), len(rows), number(total(rows, program)),
                          *counts(rows, program, "verdict", ("right", "wrong")), *judged(rows, program)])
    head = ["file", "program", "positions", "nodes", "claims right", "wrong", "moves right", "of"]
    return table(head, lines)


def glance(rows):
    kinds = {}
    for row in rows:
        one = row["programs"]["pawnking:glance"]
        if "settled" in one:
            kinds.setdefault(one["settled"], {}).setdefault(one["verdict"], []).append(row["id"])
    lines = [[kind, *(len(ids.get(v, [])) for v in ("right", "wrong", "open")),
              ", ".join(ids.get("wrong", []))]
             for kind, ids in sorted(kinds.items())]
    kpk = [row for row in rows if row["programs"]["kpk"]["verdict"] != "n/a"]
    return {
        "claims": of(judged(rows, "pawnking:glance", "verdict")),
        "moves": of(judged(rows, "pawnking:glance")),
        "ten": of(judged(rows, "peasant:10")),
        "positions": len(rows),
        "table": table(["settled by", "right", "wrong", "open", "wrong in"], lines),
        "kpk": {"positions": len(kpk), "decided": count(kpk, "kpk", "verdict", "right"),
                "silent": count(kpk, "kpk", "verdict", "none")},
    }


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
        said = ", ".join(f"{code(p)} {claim}" for p, claim in grouped(wrong))
        lines.append([row["id"], diagram(row), interval(row["exact"]), own, said])
    ten = [row for row in rows if row["programs"]["peasant:10"]["verdict"] == "wrong"]
    sound = [p for p, (excused, everything) in tally.items() if excused == everything]
    return {
        "ten": len(ten),
        "single": len(ten) - count(ten, "kpk", "verdict", "n/a"),
        "sound": codes(sound),
        "programs": table(["program", "wrong claims", "of them right by Newborn's rules"],
                          [[code(p), tally[p][1], tally[p][0]] for p in PROGRAMS if p in tally]),
        "table": table(["position", "FEN", "chess", "Newborn's rules", "claimed"], lines),
    }


def grouped(wrong):
    """Depths of one program that claim the same, together."""
    groups = {}
    for program, claim in wrong.items():
        name, _, parameter = program.partition(":")
        groups.setdefault((name, claim), []).append(parameter)
    return [(f"{name}:{'/'.join(parameters)}", claim) for (name, claim), parameters in groups.items()]


def fine(runs):
    depths = next(r for r in runs if "peasant:6" in r["programs"])
    king = next(r for r in runs if "pawnking:never" in r["programs"])
    newborn = next(r for r in runs if r["rules"] == "newborn")
    last = {name: number(depths["programs"][f"{name}:{FINE_DEPTHS[-1]}"]["nodes"])
            for name in ("peasant", "church")}
    claims = [name for name, one in depths["programs"].items() if one.get("claim")]
    won = [name for name, one in king["programs"].items() if one.get("claim") == "win"]
    erred = [f"{code(name)} {one['claim']}" for name, one in king["programs"].items()
             if one["verdict"] == "wrong"]
    return {
        "fen": diagram(depths, 4), "seconds": FINE_SECONDS,
        "best": listed(depths, depths["exact"]["best"]), "only": len(depths["exact"]["best"]) == 1,
        "first": FINE_DEPTHS[0], "deepest": FINE_DEPTHS[-1], "depths": len(FINE_DEPTHS),
        "wrong": {name: wrong_depths(depths, name) for name in ("peasant", "church")},
        "last": last, "claims": codes(claims), "silent": not claims,
        "won": codes(won), "not_won": not won, "erred": ", ".join(erred),
        "table": fine_table(depths, king, newborn),
    }


def wrong_depths(run, name):
    return ", ".join(str(d) for d in FINE_DEPTHS
                     if run["programs"][f"{name}:{d}"]["move_verdict"] == "wrong")


def fine_table(depths, king, newborn):
    def prover(title, row):
        exact = row["exact"]
        return [title, named(row, exact["best"][0]), "right", interval(exact),
                number(exact["structures"]) + " structures", f"{exact['seconds']:.3f}"]

    def program(row, name, one):
        stop = f" (stopped: {one['stopped']})" if "stopped" in one else ""
        return [code(name), named(row, one.get("move")), one["move_verdict"], one.get("claim", "none"),
                number(one["nodes"]) + stop, f"{one['seconds']:.3f}"]
    lines = [prover("the exact prover, chess", depths),
             prover("the exact prover, Newborn's rules", newborn)]
    lines += [program(row, name, one) for row in (depths, king) for name, one in row["programs"].items()]
    return table(["program", "move", "", "claim", "nodes", "seconds"], lines)
