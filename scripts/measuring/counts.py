"""Counts structures and positions of pawn endings, exactly, by formulas; and by going through them, to check the
formulas.

Pawns stand on ranks 2 to 7, wherever: whether a game can have led there is not asked. Symmetries are those of the
program: the mirror image, and the exchange of colours with the board turned over.
"""

import itertools
from math import comb

SQUARES = 48
PAIRS = 24
KINDS = 4


def placements(white, black, squares=SQUARES):
    """Ways to put so many pawns on the board."""
    return comb(squares, white) * comb(squares - white, black)


def mirrored(white, black):
    """Those that are their own mirror image: pawns come in pairs, as no square is its own image."""
    if white % 2 or black % 2:
        return 0
    return comb(PAIRS, white // 2) * comb(PAIRS - white // 2, black // 2)


def structures(white, black):
    """Structures up to the symmetries, by Burnside's lemma; (white, black) and (black, white) together count once."""
    if white != black:
        return (placements(white, black) + mirrored(white, black)) // 2
    # Turned over, with the board mirrored or not: a pawn and an enemy pawn in each pair of squares.
    turned = comb(PAIRS, white) * 2**white
    return (placements(white, black) + mirrored(white, black) + 2 * turned) // 4


def multisets(kinds, many):
    return comb(kinds + many - 1, many)


def piece_structures(pawns, pieces):
    """Structures with so many pawns and promoted pieces in all, where they came from the same number of men, up to
    the symmetries: the pieces by kind and colour, as their squares are no part of a structure."""
    fixed = [0, 0, 0]
    for white in range(pawns + 1):
        black = pawns - white
        for ours in range(pieces + 1):
            kinds = multisets(KINDS, ours) * multisets(KINDS, pieces - ours)
            fixed[0] += placements(white, black) * kinds
            fixed[1] += mirrored(white, black) * kinds
            if white == black and 2 * ours == pieces:
                fixed[2] += 2 * comb(PAIRS, white) * 2**white * multisets(KINDS, ours)
    return sum(fixed) // 4


class Board:
    """A board of 8 ranks and some files: fewer than 8 to check by going through everything."""

    def __init__(self, files=8):
        self.files = files
        self.squares = [(file, rank) for rank in range(1, 9) for file in range(files)]
        self.pawns = frozenset(square for square in self.squares if 2 <= square[1] <= 7)
        far = [
            (one, two)
            for one in self.squares
            for two in self.squares
            if max(abs(one[0] - two[0]), abs(one[1] - two[1])) > 1
        ]
        self.kings = far

    def attackers(self, king):
        """From where a white pawn attacks this square."""
        return frozenset({(king[0] - 1, king[1] - 1), (king[0] + 1, king[1] - 1)}) & self.pawns

    def positions(self, white, black):
        """Legal positions with White to move, none of them told apart by en passant: the kings apart, Black's not
        attacked."""
        total = 0
        for ours, theirs in self.kings:
            room = self.pawns - {ours, theirs}
            total += comb(len(room - self.attackers(theirs)), white) * comb(len(room) - white, black)
        return total

    def rights(self, white, black):
        """Those of these with a right to take en passant: a black pawn on its fifth rank, nobody on the two squares
        behind it, a white pawn beside it."""
        return (
            sum(
                self.rights_of(ours, theirs, file, white, black)
                for ours, theirs in self.kings
                for file in range(self.files)
            )
            if white and black
            else 0
        )

    def rights_of(self, ours, theirs, file, white, black):
        passed = {(file, 5), (file, 6), (file, 7)}
        if passed & {ours, theirs}:
            return 0
        room = self.pawns - {ours, theirs} - passed
        able = room - self.attackers(theirs)
        beside = able & {(file - 1, 5), (file + 1, 5)}
        others = comb(len(room) - white, black - 1)
        return (comb(len(able), white) - comb(len(able) - len(beside), white)) * others


def both_turns(of, white, black):
    """A count of White's turn for both turns, up to the symmetries. No position is its own image: the kings have
    another square in the mirror, and turned over it is the other's turn. So it is a division."""
    total = of(white, black) + of(black, white)
    return total // 2 if white != black else total // 4


def check():
    """Holds the formulas against counts one by one. Returns what was compared."""
    told = []
    for white, black in ((1, 0), (2, 0), (1, 1), (2, 1), (3, 0)):
        counted = len(orbits(white, black))
        assert counted == structures(white, black), (white, black, counted)
        told.append(f"{white}v{black}: {counted} structures")
    for files, white, black in ((2, 1, 1), (3, 1, 1), (2, 2, 1), (2, 1, 2), (2, 2, 2), (3, 1, 0)):
        board = Board(files)
        counted, with_rights = one_by_one(board, white, black)
        assert (counted, with_rights) == (board.positions(white, black), board.rights(white, black)), (
            files,
            white,
            black,
        )
        told.append(f"{files} files, {white}v{black}: {counted} positions, {with_rights} with en passant")
    assert piece_structures(2, 0) == structures(2, 0) + structures(1, 1)
    return told


def orbits(white, black):
    """The least images of all placements."""
    squares = [(file, rank) for rank in range(2, 8) for file in range(8)]
    seen = set()
    for whites in itertools.combinations(squares, white):
        for blacks in itertools.combinations(sorted(set(squares) - set(whites)), black):
            mirror = [sorted((7 - file, rank) for file, rank in men) for men in (whites, blacks)]
            turned = [sorted((file, 9 - rank) for file, rank in men) for men in (blacks, whites)]
            both = [sorted((7 - file, 9 - rank) for file, rank in men) for men in (blacks, whites)]
            images = [(sorted(whites), sorted(blacks)), tuple(mirror)] + (
                [tuple(turned), tuple(both)] if white == black else []
            )
            seen.add(str(min(images)))
    return seen


def one_by_one(board, white, black):
    """Positions with White to move, and rights, each looked at."""
    positions = rights = 0
    for ours, theirs in board.kings:
        squares = sorted(board.pawns - {ours, theirs})
        for whites in itertools.combinations(squares, white):
            if any((file + step, rank + 1) == theirs for file, rank in whites for step in (-1, 1)):
                continue
            for blacks in itertools.combinations([square for square in squares if square not in whites], black):
                positions += 1
                taken = {ours, theirs, *whites, *blacks}
                rights += sum(
                    rank == 5
                    and not {(file, 6), (file, 7)} & taken
                    and bool({(file - 1, 5), (file + 1, 5)} & set(whites))
                    for file, rank in blacks
                )
    return positions, rights
