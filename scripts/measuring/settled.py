"""What `scripts/settled` measured, kept in data/settled.jsonl: a line for each run, and one for each
position and limit of it. Where a line stands twice the last one holds. And what the page shows of it."""
from measuring import POSITIONS, ROOT, Fault, answers, stored, told

STORE = ROOT / "data" / "settled.jsonl"
# A run that is stopped by its limit ends a little later.
LATE = 1.05, 0.02

CURVE_FILE = "games"
# Where the curves begin and end.
FIRST, LAST = 0.01, 60
# Tables by position.
EACH_LIMIT = 10


class Store:
    """Runs by name, and their rows by file and position, the shortest limit first."""

    def __init__(self):
        self.runs, self.rows = {}, {}
        for line in stored(STORE):
            self.take(line)

    def take(self, line):
        if "about" in line:
            self.runs[line["run"]] = line["about"]
            return
        limits = self.rows.setdefault((line["run"], line["file"]), {}).setdefault(line["id"], {})
        limits[line["time"]] = line

    def add(self, line):
        answers.append(STORE, line)
        self.take(line)

    def begin(self, name, about):
        """A run goes on only as it began: what else it was would be lost in its rows."""
        known = self.runs.get(name)
        if known is None:
            self.add({"run": name, "about": about})
        elif known != about:
            other = ", ".join(key for key in about if known.get(key) != about[key])
            raise Fault(f"the run `{name}` began with other conditions ({other}): {known}; "
                        "give it another --name")

    def limits(self, run, file, position):
        """The rows of a position, the shortest limit first."""
        rows = self.rows.get((run, file), {}).get(position, {})
        return [rows[limit] for limit in sorted(rows)]

    def enough(self, run, file, position, limit):
        """The row that this limit gave, or a shorter one that settled the position."""
        return next((row for row in self.limits(run, file, position)
                     if row["time"] == limit or row["time"] < limit and row["exact"] is not None), None)

    def times(self, run, file, wanted):
        """When the positions that were measured were settled."""
        return [Times(rows) for record in wanted if (rows := self.limits(run, file, record.id))]


class Times:
    """When one position was exact, in seconds; None is never."""

    def __init__(self, rows):
        self.limits = {row["time"] for row in rows}
        self.exact = next((until(row) for row in rows if row["exact"] is not None), None)

    def known(self, limit):
        """Was the position given so long, or settled before?"""
        return self.settled(limit) or max(self.limits) >= limit

    def settled(self, limit):
        return self.exact is not None and self.exact <= limit


def until(row):
    """When it was known: what a run that was stopped said at its end is what its limit bought."""
    factor, more = LATE
    late = row["time"] < row["exact"] <= row["time"] * factor + more
    return row["time"] if late else row["exact"]


def row(run, file, limit, answer):
    """The row of an answer."""
    stats = answer["stats"]
    return {"run": run, "file": file, "id": answer["id"], "time": limit,
            "exact": round(stats["result_seconds"], 6) if answer["exact"] else None,
            "seconds": round(stats["seconds"], 6), "result": told(answer["result"]),
            "structures": stats["structures_by_pieces"]}


# What the page shows.


def records(file):
    return answers.records(POSITIONS / f"{file}.epd")


def settled(times, limit):
    return sum(one.settled(limit) for one in times)


def each(store, run, file):
    """A row for each position of a file: what a run said within a limit."""
    wanted = records(file)
    times = store.times(run, file, wanted)
    rows = [[f"{record.id.removeprefix(file).strip()} `{' '.join(record.fen.split()[:2])}`",
             *within(store.enough(run, file, record.id, EACH_LIMIT))] for record in wanted]
    return {"rows": rows, "settled": settled(times, EACH_LIMIT), "of": len(times)}


def within(row):
    """Result and seconds of a row."""
    if row is None:
        return [None] * 2
    return row["result"], None if row["exact"] is None else f"{row['exact']:.2f}"


def curves(store):
    """Run, when how many of how many were settled, and how long all of them were given, for each run that
    is drawn."""
    wanted = records(CURVE_FILE)
    for run, about in store.runs.items():
        times = store.times(run, CURVE_FILE, wanted)
        # A curve ends where not all of them were given more time.
        given = max((min(limit, LAST) for limit in {limit for time in times for limit in time.limits}
                     if all(time.known(limit) for time in times)), default=None)
        if given is None or not about["curve"]:
            continue
        yield run, sorted(one.exact for one in times if one.settled(given)), len(times), given


def described(store):
    return "; ".join(f"{run}: {100 * sum(time <= given for time in times) / of:.1f} % in {given:g} s"
                     for run, times, of, given in curves(store))


def facts(store):
    """All that the section of the page names: the last run, and the curves of all."""
    if not store.runs:
        return {"run": None, "described": described(store)}
    run, about = list(store.runs.items())[-1]
    return {"run": run, "about": about,
            "each": {file: each(store, run, file) for file in ("queens", "finalgen")},
            "each_limit": EACH_LIMIT, "described": described(store)}


def picture(store, path):
    """Draws the curves, if there is one."""
    from measuring import plot
    found = list(curves(store))
    if not found:
        return
    of = "-".join(str(many) for many in sorted({many for _, _, many, _ in found}))
    axes = plot.axes("time for a position, on a logarithmic scale", "positions settled",
                     f"Endings of real games settled by the rules of chess ({of} positions)")
    colours = dict(zip(store.runs, plot.COLOURS * len(store.runs)))
    for run, times, many, given in found:
        later = [time for time in times if FIRST < time <= given]
        heights = [100 * share / many for share in range(len(times) - len(later), len(times) + 1)]
        axes.step([FIRST, *later, given], [*heights, heights[-1]],
                  where="post", label=run, color=colours[run], linewidth=2)
    axes.set(xscale="log", xlim=(FIRST, LAST), ylim=(0, 100))
    axes.set_xticks([0.01, 0.1, 1, 10, 60], ["10 ms", "100 ms", "1 s", "10 s", "60 s"])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.legend(loc="lower right")
    plot.save(axes, path, described(store))
