"""From what was measured to the section of docs/benchmarks.md and its picture."""
import textwrap

import answers
import page_template
from settled_runs import curve
from settled_runs.store import POSITIONS, ROOT, STORE, Store

PAGE = ROOT / "docs" / "benchmarks.md"
PICTURE = ROOT / "docs" / "settled.svg"
BEGIN, END = "<!-- settled: begin -->", "<!-- settled: end -->"

LIMITS = {0.1: "0.1 s", 1: "1 s", 10: "10 s", 60: "60 s"}
KINDS = {"exact": "exact", "either": "exact or conditional"}
# The lines of the table: a file of positions and the most pawns.
LINES = (("games", None), ("classics", 8), ("classics", None), ("queens", None), ("finalgen", None))
CURVE_FILE = "games"
# Tables by position.
EACH_LIMIT = 10
# So many positions that stay open are named.
NAMED = 8

TEMPLATE = """\
{{begin}}

## How many are settled, before and now

{{?empty}}Nothing is measured yet: `scripts/settled` measures, piece by piece, and draws.{{/}}

{{?picture}}![{{described}}](settled.svg){{/}}

{{?runs}}By the rules of chess, each position in a process of its own. `scripts/settled` keeps every
run in `data/settled.jsonl`, from which this section is drawn. *Exact* is proved. *Exact or
conditional* counts verdicts that hang on named endings too; they are had at the end of a run, so
that each limit needs a run of its own (one that a run with a shorter limit has settled is not run
again), and their curve has steps. A share is left out where not all positions were given so long.{{/}}

{{about}}

{{shares}}

{{open}}

{{?queens}}### Where a queen is dear

The endings of `queens.epd`: real ones, settled by Newborn's rules in 10 s and open by chess before
there was proof by refinement (c1 says what Newborn's rules say). Within {{each_limit}} s: what is
proved, with a question mark if it is conditional; seconds until the result was exact; structures
without promoted pieces, with one, with two.{{/}}

{{queens}}

{{?finalgen}}### Endings with pieces

The endings of `finalgen.epd`: rook, bishop, knight and queen with pawns, from the literature, two
pieces at most. The columns are the same.{{/}}

{{finalgen}}

{{end}}
"""


def records(file, pawns=None):
    return [record for record in answers.records(POSITIONS / f"{file}.epd")
            if pawns is None or record.pawns <= pawns]


def table(head, rows, left=1):
    sides = "|---" * left + "|--:" * (len(head) - left) + "|"
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, *rows)]
    return "\n".join([lines[0], sides, *lines[1:]])


def title(file, pawns):
    return f"`{file}.epd`" + (f", at most {pawns} pawns" if pawns else "")


def measured(store):
    """File, most pawns, its records, run and the times, for all that was measured."""
    for file, pawns in LINES:
        wanted = records(file, pawns)
        for run in store.runs:
            times = store.times(run, file, wanted)
            if times:
                yield file, pawns, wanted, run, times


def share(times, kind, limit):
    """The share that is settled by then, or nothing if that is not known."""
    if not all(one.known(kind, limit) for one in times):
        return ""
    settled = sum((time := getattr(one, kind)) is not None and time <= limit for one in times)
    return f"{100 * settled / len(times):.1f} %"


def shares(store):
    rows = []
    for file, pawns, wanted, run, times in measured(store):
        of = str(len(wanted)) if len(times) == len(wanted) else f"{len(times)} of {len(wanted)}"
        for kind, name in KINDS.items():
            if kind == "either" and all(one.either == one.exact for one in times):
                continue
            cells = [share(times, kind, limit) for limit in LIMITS]
            rows.append([title(file, pawns), run, name, of, *cells])
    return table(["file", "run", "settled", "positions", *LIMITS.values()], rows, 3) if rows else ""


def still_open(store):
    """Names what is left where that is little."""
    said = []
    for file, pawns, wanted, run, times in measured(store):
        limit = max(max(one.limits) for one in times)
        if len(times) < len(wanted) or not all(one.known("exact", limit) for one in times):
            continue
        left = [record.id for record, one in zip(wanted, times) if one.exact is None]
        if 0 < len(left) <= NAMED:
            said.append(textwrap.fill(
                f"- Not proved in {limit:g} s, {title(file, pawns)}, {run}: {', '.join(left)}.",
                page_template.WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    return "\n".join(said)


def about(store):
    """A line for each run: how it was measured."""
    head = ["run", "program", "base", "machine", "threads", "side by side", "MiB"]
    keys = ("commit", "base", "machine", "threads", "side_by_side", "memory")
    rows = [[run, *(one[key] for key in keys)] for run, one in store.runs.items()]
    return table(head, rows, 4) if rows else ""


def each(store, file):
    """A row for each position of a file, three columns for each run."""
    wanted = records(file)
    runs = [run for run in store.runs if store.times(run, file, wanted)]
    if not runs:
        return ""
    rows = []
    for record in wanted:
        cells = [cell for run in runs for cell in within(store, run, file, record)]
        rows.append([f"{record.id.removeprefix(file).strip()} `{' '.join(record.fen.split()[:2])}`", *cells])
    settled = [cell for run in runs for cell in ("", in_all(store, run, file, wanted), "")]
    head = [cell for run in runs for cell in (run, "s", "structures")]
    return table(["position", *head], [*rows, ["settled", *settled]])


def within(store, run, file, record):
    """What a run said of a position: result, seconds, structures."""
    rows = store.limits(run, file, record.id)
    row = next((row for row in rows if row["time"] == EACH_LIMIT
                or row["time"] < EACH_LIMIT and row["exact"] is not None), None)
    if row is None:
        return "", "", ""
    supposed = f" ({row['supposed']}?)" if row["supposed"] else ""
    seconds = "" if row["exact"] is None else f"{row['exact']:.2f}"
    return row["result"] + supposed, seconds, " / ".join(f"{kind:,}" for kind in row["structures"])


def in_all(store, run, file, wanted):
    times = store.times(run, file, wanted)
    settled = sum(one.exact is not None and one.exact <= EACH_LIMIT for one in times)
    return f"{settled} of {len(times)}"


def curves(store):
    """The exact and the conditional curve of each run that is drawn; of several threads, the exact."""
    wanted = records(CURVE_FILE)
    for run, one in store.runs.items():
        times = store.times(run, CURVE_FILE, wanted)
        if not times or not one["curve"]:
            continue
        # A curve ends where not all of them were given more time.
        given = max((limit for limit in sorted({limit for time in times for limit in time.limits})
                     if all(time.known("exact", limit) for time in times)), default=None)
        if given is None:
            continue
        yield curve.Curve(run, "exact", [time.exact for time in times], given)
        if one["threads"] == 1 and any(time.either != time.exact for time in times):
            yield curve.Curve(run, "exact or conditional", [time.either for time in times], given)


def picture(store):
    """The SVG, or nothing if there is no run to draw."""
    found = list(curves(store))
    if not found:
        return ""
    positions = {one.positions for one in found}
    of = f"{min(positions)}-{max(positions)}" if len(positions) > 1 else positions.pop()
    return curve.svg(f"Endings of real games settled by the rules of chess ({of} positions)", found)


def described(store):
    return "; ".join(one.said() for one in curves(store)).replace("[", "(").replace("]", ")")


def section(store=None):
    """The part of the page between the marks, them included."""
    store = store or Store()
    facts = {"begin": BEGIN, "end": END, "empty": not store.rows, "runs": bool(store.rows),
             "about": about(store), "shares": shares(store), "open": still_open(store),
             "queens": each(store, "queens"), "finalgen": each(store, "finalgen"),
             "each_limit": EACH_LIMIT,
             "described": described(store), "picture": bool(list(curves(store)))}
    blocks = page_template.fill(TEMPLATE, facts).split("\n\n")
    return "\n\n".join(stripped for block in blocks if (stripped := block.strip("\n")))


def replace(path, content):
    unfinished = path.with_suffix(path.suffix + ".new")
    unfinished.write_text(content, encoding="utf-8")
    unfinished.replace(path)


def draw(store=None):
    """Writes the picture, and the section where it stands in the page."""
    store = store or Store(STORE)
    page = PAGE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise answers.Fault(f"`{PAGE}` has no marks `{BEGIN}` and `{END}`: scripts/benchmarks writes it")
    svg = picture(store)
    if svg:
        replace(PICTURE, svg)
    replace(PAGE, before + section(store) + after)
