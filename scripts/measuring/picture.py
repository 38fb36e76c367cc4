"""The picture of docs/: shares of positions that are proved, against the time. No package is needed."""
import html
import math

# Where time begins. All colours can be read on white and on black.
FIRST, INK = 0.01, "#757c86"
COLOURS = ("#8a6d3b", "#2f7fd6", "#c9541f", "#8b5fd0", "#2b8a4b")
LEFT, RIGHT, TOP, BOTTOM = 60, 730, 40, 350


def svg(title, curves, told):
    """The picture of curves: name, times in their order, of how many positions, the limit."""
    last = max(limit for *_, limit in curves)

    def across(seconds):
        share = math.log(min(max(seconds, FIRST), last) / FIRST) / math.log(last / FIRST)
        return f"{LEFT + (RIGHT - LEFT) * share:.1f}"

    def up(share):
        return f"{BOTTOM - (BOTTOM - TOP) * share:.1f}"

    yield ('<svg xmlns="http://www.w3.org/2000/svg" width="760" height="390" viewBox="0 0 760 390" '
           'font-family="sans-serif" font-size="13">')
    yield f"<title>{html.escape(told)}</title>"
    yield text((LEFT + RIGHT) / 2, TOP - 18, title, "middle")
    for seconds in (FIRST, 0.1, 1, 10, 60, 600):
        if seconds <= last:
            yield f'<path d="M{across(seconds)} {TOP}V{BOTTOM}" stroke="{INK}" stroke-opacity="0.4"/>'
            yield text(across(seconds), BOTTOM + 20, f"{seconds:g} s", "middle")
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        yield f'<path d="M{LEFT} {up(share)}H{RIGHT}" stroke="{INK}" stroke-opacity="0.4"/>'
        yield text(LEFT - 8, float(up(share)) + 4, f"{100 * share:.0f} %", "end")
    for place, (name, times, of, limit) in enumerate(curves):
        colour, early = COLOURS[place % len(COLOURS)], sum(time <= FIRST for time in times)
        steps = "".join(f"H{across(time)}V{up(proved / of)}" for proved, time in enumerate(times, 1) if proved > early)
        yield f'<path d="M{LEFT} {up(early / of)}{steps}H{across(limit)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield text(RIGHT - 10, BOTTOM - 10 - 18 * (len(curves) - place - 1), name, "end", colour)
    yield "</svg>"


def text(x, y, words, anchor, colour=INK):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{html.escape(words)}</text>'
