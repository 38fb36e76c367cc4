"""What the program and a chess engine say of positions as time passes, for `scripts/likelihood`: kept in a
file with one JSON object a line, so that nothing is asked twice."""
import json
import pathlib
import subprocess

import chess
import chess.engine

import measuring
from measuring import Fault, answers

# The program is asked once with the longest of these limits that is wanted. Within it an opinion is due
# when a quarter of a second has passed, and whenever twice the time has: what it has said by then stands
# for what it says with the shorter limit.
LIMITS = (0.1, 1.0, 3.0, 10.0)
BY = {1.0: 1.3, 3.0: 3.05}
# Of a limit the opinion has so much at the end (crates/verbs/src/opinion).
SHARE, LONGEST = 1 / 8, 0.5
# Nobody thinks on about a mate, a win by so much, or a draw that has been one for so long.
CLEAR, PLAIN, DEEP = 0.55, 600, 40


class Asked:
    """The program, the engine, and what both have said before."""

    def __init__(self, program, engine, keep):
        self.program, self.keep = measuring.found(program), keep
        self.path, self.engine = engine, None
        self.rows = {(row["who"], row["fen"], row["time"]): row for row in measuring.stored(pathlib.Path(keep))}

    def kept(self, who, about, time, ask):
        key = who, about["fen"], time
        if key not in self.rows:
            self.rows[key] = {"who": who, "time": time, **about, **ask(about["fen"], time)}
            answers.append(self.keep, self.rows[key])
        return self.rows[key]

    def program_says(self, about, time):
        """What is known by each limit up to `time`: bounds, moves, opinion."""
        return self.kept("peasant", about, time, lambda fen, time: {"states": self.states(fen, time)})["states"]

    def states(self, fen, time):
        command = [self.program, "solve", fen, "--time", str(time), "--no-store", "--threads", "1", "--events"]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=answers.ALONE, check=False)
        if run.returncode not in measuring.ANSWERED:
            raise Fault(f"`{' '.join(command)}` ended with status {run.returncode}")
        return list(states(map(json.loads, run.stdout.splitlines()), time))

    def engine_says(self, about, time):
        """Its scores for the side to move as it looks deeper: seconds, score, depth, move."""
        return self.kept("stockfish", about, time, lambda fen, time: {"trace": self.trace(fen, time)})["trace"]

    def trace(self, fen, time):
        if self.engine is None:
            self.engine = chess.engine.SimpleEngine.popen_uci(measuring.found(self.path, "--engine"))
            self.engine.configure({"Threads": 1, "Hash": 64})
        board, trace = chess.Board(fen), []
        with self.engine.analysis(board, chess.engine.Limit(time=time), game=object()) as analysis:
            for info in analysis:
                if "score" not in info or not info.get("pv") or "lowerbound" in info or "upperbound" in info:
                    continue
                score = info["score"].pov(board.turn).score(mate_score=100_000)
                trace.append([info.get("time", 0), score, info["depth"], info["pv"][0].uci()])
                if is_clear(*trace[-1][:3]):
                    break
        return trace

    def end(self):
        if self.engine is not None:
            self.engine.quit()


def is_clear(seconds, score, depth):
    """Need nobody think on?"""
    if abs(score) >= 99_900 and depth >= 20:
        return True
    return seconds > CLEAR and (abs(score) >= PLAIN and depth >= 18 or score == 0 and depth >= DEEP)


def states(events, time):
    """What was known when each limit was over, the longest last; of limits after the end nothing."""
    marks = [limit for limit in LIMITS if limit in BY and limit < time]
    result, moves, opinion, seconds = {"lower": "loss", "upper": "win"}, {}, None, 0
    for event in events:
        while marks and event["seconds"] > BY[marks[0]]:
            yield state(marks.pop(0), seconds, result, moves, opinion)
        seconds = event["seconds"]
        if event["event"] == "bounds":
            result = event["result"]
        elif event["event"] == "move":
            moves[event["move"]["uci"]] = event["move"]["result"]
        elif event["event"] == "opinion":
            opinion = event["opinion"]
        elif event["event"] == "done":
            answer = event["answer"]
            moves = {move["uci"]: move["result"] for move in answer["moves"]}
            yield state(time, answer["stats"]["seconds"], answer["result"], moves, answer["opinion"])


def state(limit, seconds, result, moves, opinion):
    return {"t": limit, "s": round(seconds, 3), "r": [result["lower"], result["upper"]],
            "m": [[move, of["lower"], of["upper"]] for move, of in moves.items()],
            "o": opinion and {name: opinion[name] for name in ("score", "depth", "uci")}}


def is_open(state):
    return state["r"][0] != state["r"][1]


def heard(trace, limit, lower, upper):
    """What an engine had said by the end of its share of a limit, score and depth."""
    share = min(limit * SHARE, LONGEST)
    said = [entry for entry in trace if entry[0] <= share] or trace[:1]
    return bounded(*said[-1][1:3], lower, upper)


def bounded(score, depth, lower, upper):
    """No better and no worse than what is proved, as with our own opinion."""
    if lower != "loss":
        score = max(score, 0)
    if upper != "win":
        score = min(score, 0)
    return score, depth
