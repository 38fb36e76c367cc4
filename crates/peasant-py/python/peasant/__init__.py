"""Pawn endings, proved.

>>> import peasant
>>> fine = peasant.solve("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -")
>>> fine.exact, str(fine.result), fine.best
(True, 'win', [Move.from_uci('a1b1')])

Positions are FEN or boards of python-chess. Keyword arguments are the long options of the program ``peasant``; answers have the
fields of its ``--json``. Results are those of the side to move. The 50-move rule is not modelled.
"""

from . import answers, base, historic, kpk, pawngame, store
from ._native import __version__
from .analysis import Analysis, Bounds, Line, MoveAnalysis, Opinion, Progress
from .composing import mine, mine_length, studies, study
from .errors import ContradictionError, FileError, InputError, PeasantError
from .games import Annotated, annotate, epd
from .options import DEFAULT
from .pictures import Diagram, diagram
from .record import Record
from .solving import (
    CheckedCertificate,
    Explanation,
    Prover,
    Question,
    ask,
    check_certificate,
    explain,
    perft,
    results,
    solve,
)

__all__ = [
    "Analysis",
    "Annotated",
    "Bounds",
    "CheckedCertificate",
    "ContradictionError",
    "DEFAULT",
    "Diagram",
    "Explanation",
    "FileError",
    "InputError",
    "Line",
    "MoveAnalysis",
    "Opinion",
    "PeasantError",
    "Progress",
    "Prover",
    "Question",
    "Record",
    "__version__",
    "annotate",
    "answers",
    "ask",
    "base",
    "check_certificate",
    "diagram",
    "epd",
    "explain",
    "historic",
    "kpk",
    "mine",
    "mine_length",
    "pawngame",
    "perft",
    "results",
    "solve",
    "store",
    "studies",
    "study",
]
