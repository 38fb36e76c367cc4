"""Files of positions and games, findings: what comes piece by piece."""

import gzip
import io
import itertools

import chess.pgn
import peasant
import pytest

from conftest import FINE, HARD, RETI

RECORDS = f"""# a comment
{" ".join(RETI.split()[:4])} bm Kg7; c0 "draw";
nonsense
{" ".join(FINE.split()[:4])} bm Ka2;
"""

GAME = f"""[Event "A trial"]
[FEN "{FINE}"]
[SetUp "1"]
[Result "1/2-1/2"]

1. Ka2 Kb7 1/2-1/2

"""


def test_records_are_proved_and_compared():
    rows = list(peasant.epd(RECORDS, no_store=True))
    assert [row.get("verdict") for row in rows[:-1]] == ["agree", None, "disagree"], rows
    assert rows[1].error.message and rows[1].line_number == 3
    assert rows[-1].summary.positions == 2 and rows[-1].summary.bad_lines == 1


def test_a_file_is_a_path(tmp_path):
    path = tmp_path / "records.epd"
    path.write_text(RECORDS)
    assert len(list(peasant.epd(path, no_store=True))) == 4
    with pytest.raises(peasant.InputError, match="cannot read"):
        list(peasant.epd(tmp_path / "nothing.epd"))


def test_an_endless_source_is_read_as_it_is_needed():
    read = []

    def endless():
        for number in itertools.count():
            read.append(number)
            yield " ".join(RETI.split()[:4]) + f' id "{number}";'

    rows = peasant.epd(endless(), no_store=True, structures=1)
    first = [row.id for row in itertools.islice(rows, 3)]
    rows.close()
    assert first == ["0", "1", "2"] and len(read) < 200


def test_what_a_source_raises_is_an_error():
    def broken():
        yield " ".join(RETI.split()[:4])
        raise OSError("the tape is torn")

    rows = peasant.epd(broken(), no_store=True)
    with pytest.raises((peasant.InputError, OSError), match="torn"):
        list(rows)


def test_games_are_annotated():
    judged = peasant.annotate(GAME, no_store=True, time=60)
    assert "??" in judged.pgn or "$4" in judged.pgn
    assert len(judged.games) == 1 and judged.to_dicts()[-1]["summary"]
    game = chess.pgn.read_game(io.StringIO(judged.pgn))
    assert not game.errors and 4 in game.next().nags
    again = peasant.annotate(chess.pgn.read_game(io.StringIO(GAME)), no_store=True, time=60)
    assert 4 in chess.pgn.read_game(io.StringIO(again.pgn)).next().nags
    assert peasant.annotate(gzip.compress(GAME.encode()), no_store=True, time=60).pgn == judged.pgn
    assert [row.played_uci for row in judged.rows if row.thrown] and judged.rows[0].fen
    with pytest.raises(peasant.InputError, match="packed in a way"):
        peasant.annotate(b"PK\x03\x04")


def test_studies_are_judged():
    sound = peasant.study(RETI, moves="1.Kg7 h4 2.Kf6 Kb6 3.Ke5 h3 4.Kd6", no_store=True)
    assert sound.verdict.startswith("sound")
    cooked = peasant.study(FINE, moves="1.Ka2", no_store=True)
    assert not cooked.verdict.startswith("sound")
    rows = list(peasant.studies(GAME, no_store=True))
    assert "summary" in rows[-1] and len(rows) == 2


#: 160 are published; the mirror image of each is another.
PUBLISHED_UP_TO_MIRROR_IMAGE = 80


def test_mutual_zugzwangs_of_king_and_pawn_are_mined():
    found = list(peasant.mine(pawns="1v0", find="zugzwang", no_store=True))
    summary = found.pop()
    assert len(found) == PUBLISHED_UP_TO_MIRROR_IMAGE == peasant.kpk.overview().bitbase.mutual_zugzwangs // 2
    assert all(one.kind == "zugzwang" for one in found) and "summary" in summary
    length = peasant.mine_length(pawns="1v0")
    half = length // 2
    pieces = [
        list(peasant.mine(pawns="1v0", find=["zugzwang"], range=piece, no_store=True))[:-1]
        for piece in ((0, half), range(half, length))
    ]
    assert [one.fen for piece in pieces for one in piece] == [one.fen for one in found]


def test_work_that_nobody_waits_for_is_stopped():
    rows = peasant.epd([f"{' '.join(HARD.split()[:4])}"] * 3, no_store=True, time=None)
    del rows
    lines = peasant._native.Lines(
        ["epd", "--json", "--no-store", "--time=none", "--", "-"], [" ".join(HARD.split()[:4])] * 3
    )
    lines.stop()
    assert list(lines) is not None and lines.status is not None
