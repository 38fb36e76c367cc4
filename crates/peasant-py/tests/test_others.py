"""Pictures, king and pawn against king, pawn games, programs of the past; the guide and the notebook."""

import ast
import re
import xml.etree.ElementTree as xml
from pathlib import Path

import chess
import peasant
import pytest

from conftest import FINE, RETI, ROOT


def test_diagrams(tmp_path):
    picture = peasant.diagram(FINE, arrows=[chess.Move.from_uci("a1b1"), "a1a2?"], circles=[chess.B7], flip=True)
    assert xml.fromstring(picture.svg).tag.endswith("svg") and picture._repr_svg_() == picture.svg
    assert picture.png.startswith(b"\x89PNG")
    picture.save(tmp_path / "fine.svg")
    assert (tmp_path / "fine.svg").read_text(encoding="utf-8") == picture.svg
    keys = peasant.diagram("4k3/8/4K3/4P3/8/8/8/8 w - -", key_squares=True)
    assert len(keys.svg) > len(peasant.diagram("4k3/8/4K3/4P3/8/8/8/8 w - -").svg)
    with pytest.raises(peasant.InputError, match="z9"):
        peasant.diagram(FINE, circles="z9")
    with pytest.raises(peasant.InputError, match="jpeg"):
        picture.save(tmp_path / "fine.jpeg")


def test_king_and_pawn_against_king():
    probed = peasant.kpk.probe("4k3/8/4K3/4P3/8/8/8/8 w - -")
    assert probed.result.lower == probed.result.upper == "win" and probed.text
    assert peasant.kpk.overview().bitbase.mutual_zugzwangs == 160
    assert peasant.kpk.rules()["schema"] == 1
    with pytest.raises(peasant.InputError, match="not king and pawn against king"):
        peasant.kpk.probe(FINE)


def test_games_with_pawns_alone():
    solved = peasant.pawngame.solve(files=3)
    assert solved.exact and solved.result.lower in ("win", "draw", "loss")
    assert all(move.position for move in solved.moves)
    assert peasant.pawngame.solve(preset="hexapawn", time=None).result.lower == "loss"
    assert peasant.pawngame.value("a2 b2 h3/a6 b7 h7")["schema"] == 1
    assert peasant.pawngame.perft(2, files=3) > 4
    first = peasant.pawngame.moves(files=3)
    assert {move.move for move in first.moves} == {
        move.move for move in solved.moves
    } and first.position == solved.position
    assert peasant.pawngame.moves("a2/a3").moves == []
    with pytest.raises(TypeError, match="did you mean 'files'"):
        peasant.pawngame.solve(fles=3)
    with pytest.raises(peasant.InputError):
        peasant.pawngame.solve("x9")


def test_programs_of_the_past():
    assert peasant.historic.classic(RETI)["schema"] == 1
    assert peasant.historic.pawnking(RETI)["schema"] == 1
    rows = list(
        peasant.historic.compare(" ".join(RETI.split()[:4]) + ' bm Kg7; c0 "draw";', programs="kpk", no_store=True)
    )
    assert rows


def test_small_endings_on_disk(tmp_path):
    assert not any(one.built for one in peasant.store.listed(store=tmp_path).materials)


def test_answers_are_objects_and_dictionaries():
    probed = peasant.kpk.probe("4k3/8/4K3/4P3/8/8/8/8 w - -")
    assert probed["result"]["lower"] == probed.result.lower and "result" in dir(probed)
    assert type(probed.to_dict()["result"]) is dict
    with pytest.raises(AttributeError, match="there is no field 'nothing'"):
        probed.nothing


def blocks(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.S)


@pytest.mark.parametrize(("page", "least"), [("docs/python.md", 9), ("crates/peasant-py/README.md", 2)])
def test_the_guide_is_true(page, least, tmp_path, monkeypatch):
    """Every block of a page runs, one after the other; `# -> x` behind an expression is what it is."""
    monkeypatch.chdir(tmp_path)
    Path("positions.epd").write_text(" ".join(RETI.split()[:4]) + ' bm Kg7; c0 "draw";\n')
    Path("games.pgn").write_text(f'[Event "?"]\n[FEN "{FINE}"]\n[SetUp "1"]\n\n1. Ka2 Kb7 *\n')
    names, shown = {}, 0
    for block in blocks(page):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            source = ast.get_source_segment(block, statement)
            told = re.search(r"# -> (.*)", lines[statement.end_lineno - 1])
            if told:
                assert repr(eval(source, names)) == told[1].strip(), source
                shown += 1
            else:
                exec(source, names)
    assert shown >= least


@pytest.mark.parametrize(
    "path", sorted((ROOT / "crates" / "peasant-py" / "notebooks").glob("*.ipynb")), ids=lambda path: path.name
)
def test_notebooks_run(path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert kinds & {"image/svg+xml", "image/png"}, "a diagram or a plot shows itself"
