"""What was measured, kept in data/settled.jsonl: a line for each run, and one for each position and
limit of it. Where a line stands twice the last one holds."""
import json
import pathlib

import answers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
POSITIONS = ROOT / "data" / "positions"
STORE = ROOT / "data" / "settled.jsonl"

# A run that is stopped by its limit ends a little later.
LATE = 1.05, 0.02


class Store:
    """Runs by name, and their rows by file and position, the shortest limit first."""

    def __init__(self, path=STORE):
        self.path = path
        self.runs, self.rows = {}, {}
        for line in answers.lines(path) if path.exists() else ():
            self.take(json.loads(line))

    def take(self, line):
        if "about" in line:
            self.runs[line["run"]] = line["about"]
            return
        limits = self.rows.setdefault((line["run"], line["file"]), {}).setdefault(line["id"], {})
        limits[line["time"]] = line

    def add(self, line):
        answers.append(self.path, line)
        self.take(line)

    def begin(self, name, about):
        """A run goes on only as it began: what else it was would be lost in its rows."""
        known = self.runs.get(name)
        if known is None:
            self.add({"run": name, "about": about})
        elif known != about:
            other = ", ".join(key for key in about if known.get(key) != about[key])
            raise answers.Fault(f"the run `{name}` began with other conditions ({other}): {known}; "
                                "give it another --name")

    def limits(self, run, file, position):
        """The rows of a position, the shortest limit first."""
        rows = self.rows.get((run, file), {}).get(position, {})
        return [rows[limit] for limit in sorted(rows)]

    def needed(self, run, file, position, limit):
        """Is there more to learn with this limit? Not if a shorter one was enough."""
        rows = self.limits(run, file, position)
        return not any(row["time"] == limit or row["time"] < limit and row["exact"] is not None
                       for row in rows)

    def times(self, run, file, wanted):
        """When the positions that were measured were settled."""
        return [Times(rows) for record in wanted if (rows := self.limits(run, file, record.id))]


class Times:
    """When one position was exact, and exact or conditional, in seconds; None is never."""

    def __init__(self, rows):
        self.limits = {row["time"] for row in rows}
        self.exact = next((until(row, "exact") for row in rows if row["exact"] is not None), None)
        # What a longer run takes back does not count.
        lasting = []
        for row in reversed(rows):
            if row["exact"] is None and row["conditional"] is None:
                break
            if row["conditional"] is not None:
                lasting.append(until(row, "conditional"))
        times = [time for time in (self.exact, *lasting[-1:]) if time is not None]
        self.either = min(times, default=None)

    def known(self, kind, limit):
        """Was the position given so long, or settled before? A conditional verdict stands at the end
        of a run, so only a run of just this length says whether it is there."""
        time = getattr(self, kind)
        if time is not None and time <= limit:
            return True
        return max(self.limits) >= limit if kind == "exact" else limit in self.limits


def until(row, kind):
    """When it was known: what a run that was stopped said at its end is what its limit bought."""
    factor, more = LATE
    late = row["time"] < row[kind] <= row["time"] * factor + more
    return row["time"] if late else row[kind]


def row(run, file, limit, answer):
    """The row of an answer."""
    stats, result, conditional = answer["stats"], answer["result"], answer.get("conditional")
    lower, upper = result["lower"], result["upper"]
    supposed = conditional["result"] if conditional and not answer["exact"] else None
    return {"run": run, "file": file, "id": answer["id"], "time": limit,
            "exact": rounded(stats["result_seconds"]) if answer["exact"] else None,
            "conditional": rounded(stats["seconds"]) if supposed else None,
            "seconds": rounded(stats["seconds"]),
            "result": lower if lower == upper else f"{lower}..{upper}", "supposed": supposed,
            "structures": stats["structures_by_pieces"]}


def rounded(seconds):
    return round(seconds, 6)
