"""The results of positions, and who says so: what is proved, the author of an ending, Syzygy, an engine."""
import re

import chess
import chess.syzygy

from measuring import RESULTS, Fault, answers

# An engine's score, in hundredths of a pawn, that is taken for a win, and one that is taken for a draw.
DECIDED, LEVEL = 350, 25


class Truth:
    """Results for the side to move by position; of two that say something the first is believed."""

    def __init__(self):
        self.results, self.disagree = {}, []

    def tell(self, place, result, source):
        known = self.results.setdefault(place, (result, source))
        if known[0] != result:
            self.disagree.append((place, known, (result, source)))

    def proved(self, fen, result, moves):
        """Bounds of a position and of moves by name, all as pairs of names."""
        if result[0] == result[1]:
            self.tell(answers.place(fen), result[0], "proof")
        for move, lower, upper in moves:
            if lower == upper:
                self.tell(answers.place(after(fen, move)), opposite(lower), "proof")

    def author(self, record):
        claim = re.search(r'\bc0 "(win|draw|loss)"', record.text)
        if claim:
            self.tell(answers.place(record.fen), claim[1], "author")

    def syzygy(self, directory, fens):
        """Positions of four men and fewer; there is no fifty-move rule."""
        with chess.syzygy.open_tablebase(directory) as tables:
            for fen in fens:
                board = chess.Board(fen)
                if chess.popcount(board.occupied) <= 4:
                    sign = tables.probe_wdl(board)
                    self.tell(answers.place(fen), RESULTS[(sign > 0) - (sign < 0) + 1], "syzygy")

    def engine(self, fen, score):
        """Believed only where nobody else says anything, and where the score is clear."""
        result = by_score(score)
        if result:
            self.results.setdefault(answers.place(fen), (result, "stockfish"))

    def of(self, fen):
        return self.results.get(answers.place(fen))


def by_score(score):
    if abs(score) <= LEVEL:
        return "draw"
    return ("win" if score > 0 else "loss") if abs(score) >= DECIDED else None


def opposite(result):
    return RESULTS[2 - RESULTS.index(result)]


def after(fen, move):
    """The position after a move."""
    board = chess.Board(fen)
    try:
        board.push_uci(move)
    except ValueError as error:
        raise Fault(f"`{fen}` has no move `{move}` ({error})") from None
    return board.fen()
