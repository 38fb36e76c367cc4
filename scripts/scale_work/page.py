"""From counts and measurements to the tables of docs/scale.md."""

import textwrap

from scale_work import count

MEN = (3, 4, 5, 6, 7, 8)
SLICE = 2048
"""Bytes of a solved structure without pieces: each side's wins with the move and without it, a bit for each placement
of the kings."""
PLANES = 64
"""A piece multiplies that by the squares it may stand on."""
CORES = 1000

LICHESS = {"games": 6_298_645_464, "share": 0.0287}
"""Cited in the page."""


def begin(section):
    return f"<!-- {section}: begin (scripts/scale --write) -->"


def end(section):
    return f"<!-- {section}: end -->"


def sections(kept):
    """Name and text of every section that can be written."""
    found = {"counted": counted()}
    if "measured" in kept:
        measured = kept["measured"]
        found["measured"] = rates(measured)
        found["tables"] = tables(measured)
        found["cores"] = cores(measured, kept.get("overhead"))
        found["lichess"] = lichess(measured)
    return found


def write(path, found):
    text = path.read_text(encoding="utf-8")
    for name, section in found.items():
        before, rest = text.split(begin(name) + "\n")
        _, after = rest.split(end(name))
        text = f"{before}{begin(name)}\n{section}\n{end(name)}{after}"
    path.write_text(text, encoding="utf-8")


def table(head, rows, left=1):
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in (head, rule, *rows))


def materials(men):
    """White's and Black's pawns, without what the exchange of colours makes of it."""
    pawns = men - 2
    return [(pawns - black, black) for black in range(pawns // 2 + 1)]


def counted():
    board, rows = count.Board(), []
    for men in MEN:
        structures = [count.structures(*pawns) for pawns in materials(men)]
        both = sum(number for number, (_, black) in zip(structures, materials(men)) if black)
        positions = sum(count.both_turns(board.positions, *pawns) for pawns in materials(men))
        rights = sum(count.both_turns(board.rights, *pawns) for pawns in materials(men))
        rows.append(
            (men, f"{sum(structures):,}", f"{both:,}", f"{positions:,}", f"{rights:,}", size(SLICE * sum(structures)))
        )
    head = ("men", "structures", "of these both sides have pawns", "positions", "with en passant, as well", "bytes")
    return table(head, rows, left=0)


def piece_bytes(men, pieces):
    return count.piece_structures(men - 2 - pieces, pieces) * SLICE * PLANES**pieces


def tables(measured):
    """What tables of all endings of so many men take."""
    newborn, rows = newborn_rate(measured), []
    for men in MEN[2:]:
        number = count.piece_structures(men - 2, 0)
        sample = measured["families"][str(men)]
        hours = number * sample["seconds"] / sample["asked"] / 3600
        rows.append(
            (
                men,
                f"{number:,}",
                size(SLICE * number),
                duration(number / newborn),
                size(piece_bytes(men, 1)),
                size(piece_bytes(men, 2)),
                size(sum(piece_bytes(men, pieces) for pieces in range(men - 1))),
                f"{hours:,.0f}",
                f"{sample['open']} of {sample['asked']}",
            )
        )
    head = (
        "men",
        "structures",
        "bytes",
        "by Newborn's rules, one core",
        "with one piece, bytes",
        "with two",
        "with all",
        "by the rules of chess, 10 s each, core-hours",
        "still open then",
    )
    return table(head, rows, left=0)


def newborn_rate(measured):
    """Structures a second."""
    proofs = measured["newborn"].values()
    return sum(one["structures"] for one in proofs) / sum(one["seconds"] for one in proofs)


def rates(measured):
    some, games, mined = measured["positions"], measured["games"], measured["mined"]
    hour = 3600
    rows = [
        (
            f"positions of `games.epd`, {measured['time']} s each",
            f"{some['asked']}",
            f"{hour * some['asked'] / some['seconds']:,.0f}",
            f"{some['exact']} exact, {some['conditional']} conditional",
        ),
        (
            "games judged, 1 s a position",
            f"{games['games']}",
            f"{hour * games['games'] / games['seconds']:,.0f}",
            f"{games['positions']} positions in them: {hour * games['positions'] / games['seconds']:,.0f} an hour",
        ),
        (
            "structures, Newborn's rules (four positions)",
            f"{sum(one['structures'] for one in measured['newborn'].values()):,}",
            f"{hour * newborn_rate(measured):,.0f}",
            f"{1e6 / newborn_rate(measured):.1f} µs each",
        ),
        (
            "structures, rules of chess, on demand (those positions of `games.epd`)",
            f"{sum(some['structures']):,}",
            f"{hour * sum(some['structures']) / some['seconds']:,.0f}",
            "{:,} without promoted pieces, {:,} with one, {:,} with two".format(*some["structures"]),
        ),
        (
            "structures mined, all of one pawn each, rules of chess",
            f"{mined['structures']}",
            f"{hour * mined['structures'] / mined['seconds']:,.0f}",
            f"{mined['open']} with something open",
        ),
    ]
    return f"{circumstances(measured)}\n\n" + table(("what", "measured", "an hour", ""), rows, left=1)


def circumstances(measured):
    """Where and how it was measured."""
    note = f"; {measured['note']}" if measured["note"] else ""
    share = f"; its one thread had {100 * measured['share']:.0f} % of a core" if "share" in measured else ""
    words = (
        f"{measured['version']}, one thread, the base growing on the way, on {measured['machine']}{note}. "
        f"Load {measured['load']:.1f} at the beginning, {measured['load_after']:.1f} at the end{share}."
    )
    return textwrap.fill(words, 110)


def cores(measured, overhead):
    if overhead is None:
        return "What Dask costs is not measured yet: `scripts/scale --overhead`."
    cost = overhead["work_ms"] / 1000
    piece = 6 * measured["positions"]["seconds"] / measured["positions"]["asked"]
    busy = CORES / (piece + cost)
    words = (
        f"Six of these positions, a piece, take {piece:.0f} s on average. A piece costs {overhead['work_ms']:.0f} ms "
        f"more (measured: {overhead['pieces']:,} pieces of nothing, one after the other; client, scheduler and one worker "
        f"on the loopback, folder on the disk; beside other work). So {CORES:,} cores would do {3600 * 6 * busy:,.0f} "
        f"positions an hour and lose {100 * cost / piece:.2f} % of their time to it. They would ask for {busy:.0f} pieces "
        f"a second, of at most {1 / cost:.0f} that were handed out here: {100 * busy * cost:.0f} % of what a scheduler "
        f"can do. From about {piece / cost:,.0f} cores on it would be what is short, and pieces have to be longer."
    )
    return textwrap.fill(words, 110)


def lichess(measured):
    some = measured["positions"]
    endings = LICHESS["games"] * LICHESS["share"]
    seconds = some["seconds"] / some["asked"]
    hours = endings * seconds / 3600
    shares = [f"{100 * some[kind] / some['asked']:.0f} %" for kind in ("exact", "conditional")]
    per_million = 1e6 * LICHESS["share"] * seconds / 3600
    rows = [
        ("standard rated games", "cited", f"{LICHESS['games']:,}"),
        ("games that come to kings and pawns", "cited, not of lichess", f"{100 * LICHESS['share']:.2f} %"),
        ("so many endings", "computed", f"{endings / 1e6:,.0f} million"),
        (f"seconds for one position, {measured['time']} s at most", "measured", f"{seconds:.1f}"),
        (
            f"core-hours, one position of each; days on {CORES:,} cores",
            "computed",
            f"{hours:,.0f}; {hours / 24 / CORES:,.0f}",
        ),
        ("core-hours for a million games", "computed", f"{per_million:,.0f}"),
        ("exact then; conditional then", "measured", "; ".join(shares)),
        (
            "the answers, JSON, packed",
            "computed",
            size(endings * some["packed"] / some["asked"]),
        ),
    ]
    return table(("", "", ""), rows, left=2)


def size(number):
    for unit in ("bytes", "KB", "MB", "GB", "TB", "PB", "EB"):
        if number < 1000 or unit == "EB":
            return f"{number:,.0f} {unit}" if number >= 100 or unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1000


def duration(seconds):
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.0f} h"
