"""The pictures of docs/, drawn by matplotlib. Their colours can be read on white and on black, so that
they need no background of their own."""
import io

import matplotlib
from matplotlib.figure import Figure

from measuring import write

INK = "#757c86"
# A colour for each run of programs.
COLOURS = ("#8a6d3b", "#2f7fd6", "#c9541f", "#8b5fd0", "#2b8a4b")
# Text stays text; the same data are the same bytes.
matplotlib.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "peasant", "font.size": 10, "text.color": INK,
    "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.4,
    "axes.prop_cycle": matplotlib.cycler(color=COLOURS), "legend.frameon": False})


def axes(across, up, title=None):
    drawn = Figure(figsize=(7.6, 4.4), layout="constrained").subplots()
    drawn.set(xlabel=across, ylabel=up, title=title)
    return drawn


def save(drawn, path, description):
    text = io.StringIO()
    drawn.figure.savefig(text, format="svg", transparent=True,
                         metadata={"Date": None, "Description": description})
    write(path, "".join(line.rstrip() + "\n" for line in text.getvalue().splitlines()))
