"""The share of endings that are settled against time, as an SVG. Its colours can be read on white
and on black, so that it needs no background of its own."""
import math
from html import escape

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 738, 48, 372
FIRST, LAST = 0.01, 60
TICKS = {0.01: "10 ms", 0.1: "100 ms", 1: "1 s", 10: "10 s", 60: "60 s"}
# A colour for each run, and what each kind of curve is drawn with.
COLOURS = ("#8a6d3b", "#2f7fd6", "#c9541f", "#8b5fd0", "#2b8a4b")
DASHES = {"exact": "", "exact or conditional": "7 4"}

STYLE = """\
text { font: 14px system-ui, sans-serif; fill: #757c86 }
.title { font-size: 16px; font-weight: 600 }
.grid { stroke: #757c86; stroke-opacity: .3 }
.axis { stroke: #757c86 }
.curve { fill: none; stroke-width: 2.5; stroke-linejoin: round }"""


def across(seconds):
    inside = min(max(seconds, FIRST), LAST)
    return LEFT + (RIGHT - LEFT) * math.log10(inside / FIRST) / math.log10(LAST / FIRST)


def up(share):
    return BOTTOM - (BOTTOM - TOP) * share


class Curve:
    """One run and kind: the times at which its positions were settled (None is never), of how many
    there are, and how long all of them were given."""

    def __init__(self, run, kind, times, given):
        self.run, self.kind, self.positions = run, kind, len(times)
        self.times = sorted(time for time in times if time is not None and time <= given)
        self.given = min(given, LAST)

    def settled(self, seconds):
        return sum(time <= seconds for time in self.times)

    def height(self, seconds):
        return up(self.settled(seconds) / self.positions)

    def path(self):
        """Steps from left to right."""
        points = [f"M{across(FIRST):.1f} {self.height(FIRST):.1f}"]
        for time in sorted({time for time in self.times if time > FIRST}):
            points.append(f"H{across(time):.1f}V{self.height(time):.1f}")
        return "".join([*points, f"H{across(self.given):.1f}"])

    def said(self):
        share = 100 * self.settled(self.given) / self.positions
        return f"{self.run}, {self.kind}: {share:.1f} % in {self.given:g} s"


def line(kind, x1, y1, x2, y2, more=""):
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{more}/>'


def text(x, y, content, anchor="start", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(content)}</text>'


def frame(title):
    """Everything but the curves."""
    yield text(LEFT, 28, title, more=' class="title"')
    for percent in range(0, 101, 20):
        yield line("grid" if percent else "axis", LEFT, up(percent / 100), RIGHT, up(percent / 100))
        yield text(LEFT - 8, up(percent / 100) + 5, f"{percent} %", "end")
    for seconds, name in TICKS.items():
        yield line("grid", across(seconds), TOP, across(seconds), BOTTOM)
        yield text(across(seconds), BOTTOM + 20, name, "middle")
    yield text((LEFT + RIGHT) / 2, HEIGHT - 22, "time for a position, on a logarithmic scale", "middle")
    middle = (TOP + BOTTOM) / 2
    yield text(16, middle, "positions settled", "middle", f' transform="rotate(-90 16 {middle:.0f})"')


def drawn(curves, colours):
    for curve in curves:
        dash = DASHES[curve.kind]
        yield (f'<path class="curve" d="{curve.path()}" stroke="{colours[curve.run]}"'
               + (f' stroke-dasharray="{dash}"' if dash else "") + "/>")


def legend(curves, colours):
    """In the lower right corner, where no curve is low: the curves only rise."""
    longest = max(len(f"{curve.run}, {curve.kind}") for curve in curves)
    left = RIGHT - 50 - 7.2 * longest
    for number, curve in enumerate(reversed(curves)):
        y = BOTTOM - 18 - 21 * number
        dash = f' stroke-dasharray="{DASHES[curve.kind]}"' if DASHES[curve.kind] else ""
        yield line("curve", left, y - 5, left + 34, y - 5, f' stroke="{colours[curve.run]}"{dash}')
        yield text(left + 42, y, f"{curve.run}, {curve.kind}")


def svg(title, curves):
    runs = list(dict.fromkeys(curve.run for curve in curves))
    colours = {run: COLOURS[number % len(COLOURS)] for number, run in enumerate(runs)}
    described = "The share of positions settled within so much time. " + "; ".join(
        curve.said() for curve in curves) + "."
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" aria-labelledby="title description">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="description">{escape(described)}</desc>',
        f"<style>\n{STYLE}\n</style>", *frame(title), *drawn(curves, colours),
        *legend(curves, colours), "</svg>", ""])
