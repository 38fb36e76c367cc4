"""The likelihood of a result (crates/opinion/src/likelihood): its data, its features and its fit, for
`scripts/likelihood`. The features are those of `evidence.rs`; the cases that a fit writes hold them together."""
import dataclasses
import math

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from measuring import RESULTS, ROOT, stored

DATA = ROOT / "data" / "likelihood" / "positions.jsonl"
JUDGES = ("peasant", "stockfish")
# A score counts in pieces: its first third of a pawn, what goes on to a pawn, and so on.
STEPS = (0, 30, 100, 400, 2000)
# Of a score this much counts by the number of pawns, so many at most, and where no bound is proved.
COUNTED, MOST_PAWNS = 400, 12
# Who has looked so many plies deep has looked deep.
DEEP = 16
# A side is ahead by no more pawns; more pawns than so many are many.
AHEAD, MANY = 3, 6
LEAD = ("the first third of a pawn", "to a pawn", "to four pawns", "to twenty", "a pawn, with twelve pawns",
        "a pawn, without a bound", "a pawn ahead", "the move", "held, or not won")
WIDTH = ("always", "ten pawns", "depth 16", "ten pawns more than six, and ten times the time")
# The times that were asked for: shorter and longer ones count as these.
SHORTEST, LONGEST = 0.1, 10.0
# Weights are kept small: the variance of their prior.
PRIOR = 1.0
FOLDS = 10


@dataclasses.dataclass(frozen=True)
class Point:
    """A position that is open when its time is over, what is known of it then, and what is true."""
    file: str
    root: str
    move: str | None
    fen: str
    truth: int
    source: str
    by: str
    time: float
    score: int
    depth: int
    lower: int
    upper: int

    @property
    def pawns(self):
        return sum(self.fen.split()[0].count(pawn) for pawn in "Pp")

    @property
    def ahead(self):
        """How many pawns the side to move has more."""
        board, turn, *_ = self.fen.split()
        more = board.count("P") - board.count("p")
        return more if turn == "w" else -more

    @property
    def deep(self):
        return min(self.depth, DEEP) / DEEP

    @property
    def lead(self):
        is_held, is_not_won = self.lower > 0, self.upper < 2
        counted = max(-COUNTED, min(COUNTED, self.score)) / 100
        by_pawns = min(self.pawns, MOST_PAWNS) / MOST_PAWNS
        return [*pieces(self.score), counted * by_pawns, counted * (not is_held and not is_not_won),
                max(-AHEAD, min(AHEAD, self.ahead)), 1, is_held - is_not_won]

    @property
    def width(self):
        time = min(max(self.time, SHORTEST), LONGEST)
        many = max(0, self.pawns - MANY) / 10
        return [1, self.pawns / 10, self.deep, many * math.log10(time / SHORTEST)]


def points(path=DATA):
    """What was answered about each position."""
    for row in stored(path):
        about = {name: row[name] for name in ("file", "root", "move", "fen", "source")}
        for by, time, score, depth, lower, upper, *_ in row["answers"]:
            yield Point(**about, truth=RESULTS.index(row["truth"]), by=by, time=time, score=score, depth=depth,
                        lower=RESULTS.index(lower), upper=RESULTS.index(upper))


def pieces(score):
    """A score piece by piece, in pawns."""
    return [math.copysign(min(max(abs(score) - low, 0), high - low) / 100, score)
            for low, high in zip(STEPS, STEPS[1:])]


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


class Known:
    """Points as matrices."""

    def __init__(self, points):
        self.lead = np.array([point.lead for point in points], float)
        self.width = np.array([point.width for point in points], float)
        self.truth = np.array([point.truth for point in points])
        lower, upper = (np.array([getattr(point, name) for point in points]) for name in ("lower", "upper"))
        self.can_be = np.stack([(lower <= result) & (result <= upper) for result in range(3)], 1)

    def shares(self, weights):
        """How likely loss, draw and win are, within what is proved."""
        many = len(LEAD)
        lead, width = self.lead @ weights[:many], np.logaddexp(0, self.width @ weights[many:])
        win, loss = sigmoid(lead - width), sigmoid(-lead - width)
        shares = np.stack([loss, np.maximum(1 - win - loss, 1e-12), win], 1) * self.can_be
        return shares / shares.sum(1, keepdims=True)


def fitted(points):
    """The weights that make the truth likeliest; nothing of a score has one below 0."""
    known = Known(points)

    def cost(weights):
        shares = known.shares(weights)[np.arange(len(points)), known.truth]
        return -np.log(np.maximum(shares, 1e-12)).sum() + (weights ** 2).sum() / (2 * PRIOR)
    of_score = len(STEPS) + 1
    least = [(0, None)] * of_score + [(None, None)] * (len(LEAD) + len(WIDTH) - of_score)
    return minimize(cost, np.full(len(least), 0.1), method="L-BFGS-B", bounds=least).x


def of_score_alone(points, unseen):
    """What a logistic regression on the score says, ten pawns at most, of points that it has not seen."""
    scores = [[[max(-10, min(10, point.score / 100))] for point in part] for part in (points, unseen)]
    model = LogisticRegression(max_iter=1000).fit(scores[0], [point.truth for point in points])
    shares = np.zeros((len(unseen), 3))
    shares[:, model.classes_] = model.predict_proba(scores[1])
    return shares


def held_out(points):
    """Of each point what a fit says that has not seen its game or ending, and what the score alone does."""
    ours, alone = np.zeros((len(points), 3)), np.zeros((len(points), 3))
    folds = GroupKFold(FOLDS, shuffle=True, random_state=1)
    for seen, unseen in folds.split(points, groups=[point.root for point in points]):
        seen, rest = [points[i] for i in seen], [points[i] for i in unseen]
        ours[unseen] = Known(rest).shares(fitted(seen))
        alone[unseen] = of_score_alone(seen, rest)
    return ours, alone


def brier(shares, points):
    """How far shares are from the truth: 0 at best, 2 at worst; 2/3 if all are a third."""
    truth = np.eye(3)[[point.truth for point in points]]
    return ((shares - truth) ** 2).sum(1).mean()
