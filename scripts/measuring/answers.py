"""The records of a file of positions, and what the program answered about them, kept in a file with
one JSON object a line, so that no position need be solved twice."""
import dataclasses
import json
import os
import re
import subprocess
import threading

from measuring import ANSWERED, RESULTS, Fault, found

# Without the tables that the program may use otherwise.
ALONE = {name: value for name, value in os.environ.items() if name != "PEASANT_SYZYGY"}


@dataclasses.dataclass(frozen=True)
class Record:
    """A line of a file of positions."""
    id: str
    number: int
    fen: str
    text: str


def records(path):
    """The records of a file of positions."""
    return [record(number, line) for number, line in enumerate(lines(path), 1)
            if line.strip() and not line.lstrip().startswith("#")]


def record(number, line):
    name = re.search(r'\bid "([^"]*)"', line)
    fen = " ".join(line.split()[:4])
    return Record(name[1] if name else f"line {number}", number, fen, line.strip())


def lines(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Fault(f"cannot read `{path}`: {error}") from None


def place(fen):
    """What tells positions apart: board, side to move and en passant, without castling and counters."""
    fields = fen.split()
    return fields[0], fields[1], fields[3]


def parsed(texts, source):
    """The answers among lines of JSON; rows without a position, such as summaries, are passed over."""
    for number, line in enumerate(texts, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise Fault(f"`{source}`, line {number}: no JSON ({error}): give what `peasant epd --json` "
                        "prints") from None
        if isinstance(row, dict) and "fen" in row and "result" in row:
            yield row


def read(path):
    return list(parsed(lines(path), path))


def append(path, row):
    """Adds one line, at once and whole, so that what is there survives a stop."""
    data = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        size = os.fstat(handle).st_size
        if size and os.pread(handle, 1, size - 1) != b"\n":
            data = b"\n" + data
        os.write(handle, data)
    finally:
        os.close(handle)


def interval(result):
    return RESULTS.index(result["lower"]), RESULTS.index(result["upper"])


def width(answer):
    """How much of an answer is open: 0 is exact; then the moves that are."""
    def open_results(result):
        low, high = interval(result)
        return high - low
    return open_results(answer["result"]), sum(open_results(m["result"]) for m in answer["moves"])


def closest(answers):
    """By position, by the rules of chess, the answer that leaves least open."""
    best = {}
    for answer in answers:
        if answer["rules"] != "chess":
            continue
        where = place(answer["fen"])
        if where not in best or width(answer) < width(best[where]):
            best[where] = answer
    return best


def feed(pipe, wanted):
    """Writes records to a program, which may end before it has read them."""
    try:
        with pipe:
            pipe.writelines(record.text + "\n" for record in wanted)
    except BrokenPipeError:
        pass


def proved(program, wanted, options, environment=None):
    """What `peasant epd` answers about records, one by one as it comes."""
    command = [found(program), "epd", "-", "--json", *map(str, options)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env=environment) as run:
        # The program answers while it reads: what is written must not wait for that.
        threading.Thread(target=feed, args=(run.stdin, wanted), daemon=True).start()
        try:
            for answer in parsed(run.stdout, program):
                if answer["stopped"] == "cancelled":
                    continue
                # A line of what was asked, which is not one of the file.
                source = wanted[answer["line_number"] - 1]
                yield {**answer, "id": source.id, "line_number": source.number}
        except GeneratorExit:
            run.kill()
            raise
    if run.returncode not in (*ANSWERED, 2):
        raise Fault(f"`{program}` ended with status {run.returncode}")


def solved(path, wanted, prove):
    """The answers about records: first those that the file `path` has, then the rest, proved and
    added to it. Without a path all are proved."""
    kept = closest(read(path)) if path and os.path.exists(path) else {}
    missing = []
    for record in wanted:
        answer = kept.get(place(record.fen))
        if answer is None:
            missing.append(record)
        else:
            yield {**answer, "id": record.id, "line_number": record.number}
    if not missing:
        return
    for answer in prove(missing):
        if path:
            append(path, answer)
        yield answer
