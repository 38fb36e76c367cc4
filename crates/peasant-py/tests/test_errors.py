"""Errors as Python people expect them, and what is refused."""

import errno
import math
import os
import pickle
import sqlite3

import chess
import peasant
import pytest
from peasant import answers

from conftest import FINE, HARD, RETI


def test_a_missing_file_is_an_os_error(tmp_path):
    missing = tmp_path / "a long name of a folder that is not there, so that the text is cut" / "x"
    asked = [
        lambda: list(peasant.epd(missing)),
        lambda: list(peasant.epd(str(missing))),
        lambda: peasant.annotate(missing),
        lambda: list(peasant.studies(missing)),
        lambda: list(peasant.historic.compare(missing)),
        lambda: peasant.check_certificate(missing),
        lambda: peasant.solve(RETI, resume=missing),
        lambda: peasant.solve(RETI, certificate=missing),
        lambda: peasant.solve(RETI, engine=missing),
        lambda: peasant.solve(RETI, syzygy=missing),
        lambda: list(peasant.epd([RETI], resume=missing)),
        lambda: peasant.diagram(RETI).save(missing.with_suffix(".svg")),
    ]
    for number, ask in enumerate(asked):
        with pytest.raises(FileNotFoundError) as raised:
            ask()
        error = raised.value
        assert isinstance(error, (peasant.FileError, peasant.InputError)), number
        assert error.errno == errno.ENOENT and error.kind == "path", number
        assert error.filename == str(missing) or error.filename == f"{missing}.svg", number
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), again.errno, again.filename, str(again)) == (
            type(error),
            error.errno,
            error.filename,
            str(error),
        )


def test_what_is_no_file_is_an_os_error(tmp_path):
    for ask in (lambda: peasant.check_certificate(tmp_path), lambda: list(peasant.epd(tmp_path))):
        with pytest.raises(IsADirectoryError):
            ask()


@pytest.mark.parametrize(
    ("fen", "kind"),
    [
        ("4k3/8/8/8/8/8/4P3/QRN1K3 w - -", "pieces"),
        ("8/8 w", "fen"),
        ("Kh8, c6; Ka6, h9 w", "men"),
        ("4k3/8/8/8/8/8/4P3/4K2R w K -", "castling"),
        ("-", "fen"),
    ],
)
def test_every_error_has_a_kind(fen, kind):
    for ask in (peasant.solve, peasant.explain, peasant.Prover().solve, lambda fen: next(peasant.ask(fen))):
        with pytest.raises(peasant.InputError) as raised:
            ask(fen)
        assert raised.value.kind == raised.value.to_dict()["kind"] == kind
        assert "standard input" not in str(raised.value)


def test_sentences_speak_of_keywords():
    for options in ({"time": "soon"}, {"rules": "draughts"}, {"threads": 0}, {"memory": -1}):
        with pytest.raises(peasant.InputError) as raised:
            peasant.solve(FINE, **options)
        assert "--" not in str(raised.value) and raised.value.kind == "option"
    explained = peasant.explain(HARD, time=0.3, no_store=True)
    assert "--" not in explained.text and "--time" not in explained.html
    with pytest.raises(peasant.InputError) as raised:
        peasant.kpk.probe(FINE)
    assert "`peasant.solve`" in str(raised.value)


def test_unknown_names_are_type_errors():
    game = "a2 b2 h3/a6 b7 h7"
    for ask in (
        lambda: peasant.historic.classic(RETI, dept=3),
        lambda: peasant.historic.pawnking(RETI, tme=3),
        lambda: peasant.historic.compare([RETI], program="kpk"),
        lambda: peasant.pawngame.value(game, tme=3),
        lambda: peasant.Prover().solve(RETI, line_=False),
        lambda: peasant.diagram(RETI, arow="a1a2"),
    ):
        with pytest.raises(TypeError):
            ask()


def test_a_line_of_text_is_a_path_or_a_record(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.epd").write_text(RETI + "\n")
    rows = list(peasant.epd("one.epd", no_store=True))
    assert isinstance(rows[0], answers.EpdRow) and isinstance(rows[-1], answers.EpdSummary)
    assert len(list(peasant.epd(RETI, no_store=True))) == 2
    for text in ("nonsense", "no such file.epd", "8/8 w", "-"):
        with pytest.raises((FileNotFoundError, peasant.InputError)):
            list(peasant.epd(text))
    with pytest.raises(FileNotFoundError):
        peasant.annotate("games.pgn")
    assert peasant.annotate("1. e4 e5 *", no_store=True).games


def test_small_endings_that_cannot_be_kept_raise(tmp_path):
    place = tmp_path / "file"
    place.write_text("")
    with pytest.raises(OSError) as raised:
        peasant.store.build("KQvK", store=place)
    assert raised.value.errno in (errno.ENOTDIR, errno.EEXIST) and raised.value.filename == str(place)
    assert "built" in peasant.store.build("KQvK", store=tmp_path / "kept")
    # What is there is no error.
    assert "Nothing to build" in peasant.store.build("KQvK", store=tmp_path / "kept")


def test_damage_in_the_store_is_found_and_a_store_is_cleared(tmp_path):
    peasant.store.build("KQvKR", store=tmp_path)
    assert peasant.store.check(tmp_path).damaged == 0
    with sqlite3.connect(tmp_path / "store.db") as database:
        database.execute("UPDATE bounds SET fact = x'00' WHERE number = (SELECT min(number) FROM bounds)")
    database.close()
    assert peasant.store.check(tmp_path).damaged == 1
    peasant.store.clear(tmp_path)
    assert peasant.store.listed(tmp_path).facts == 0
    (tmp_path / "store.db").write_text("a letter")
    with pytest.raises(OSError):
        peasant.store.clear(tmp_path)
    with pytest.warns(DeprecationWarning):
        peasant.base.listed(tmp_path)


def test_an_analysis_has_what_its_object_has():
    analysis = peasant.solve(FINE, lines=2, no_store=True)
    assert [line.result for line in analysis.lines] == ["win", "draw"]
    assert analysis.lines[0].line == analysis.line and analysis.lines[1].line_san[0] in ("Kb2", "Ka2")
    assert analysis.trusted is False and analysis.reasons == []
    again = peasant.Analysis.from_json(__import__("json").dumps(analysis.to_dict()))
    assert analysis == again and hash(analysis) == hash(again) and analysis != peasant.solve(RETI)
    assert analysis.moves[0] == again.moves[0] != again.moves[1] and analysis != FINE
    assert "White to move wins: only Kb1." in analysis._repr_html_() and "<svg" in analysis._repr_html_()
    hard = peasant.solve(HARD, structures=20, no_store=True)
    assert "not settled" in hard._repr_html_() and isinstance(hard.reasons, list)


def test_one_item_of_many_may_be_anything():
    pytest.importorskip("distributed")
    from peasant import distributed

    asked = [RETI, None, chess.Board(RETI), math.nan, "-", 7, chess.Board()]
    told = distributed.solve_many(asked, no_store=True, time=10)
    assert [type(one).__name__ for one in told] == ["Solve", "ErrorAnswer"] + ["Solve"] + ["ErrorAnswer"] * 4
    assert told[0].result.lower == "draw" and told[1].error.message and told[6].error.kind == "pieces"
    with pytest.raises(TypeError, match="one string"):
        distributed.solve_many(RETI)
    with pytest.raises(TypeError, match="did you mean 'time'"):
        distributed.solve_many([RETI], tme=3)
    with pytest.raises(TypeError):
        distributed.annotate_many([], tme=3)


def test_files_that_may_not_be_written(tmp_path):
    if os.name == "nt" or os.geteuid() == 0:
        pytest.skip("everything may be written")
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        peasant.diagram(RETI).save(tmp_path / "x.svg")
