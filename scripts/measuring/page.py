"""Pages of docs/ from their templates in scripts/pages/, which jinja2 fills."""
import re
import textwrap

import jinja2

from measuring import ROOT, write

WIDTH = 130


def cell(value):
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def rows(lines):
    """The rows of a table, whose head stands in the template."""
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


PAGES = jinja2.Environment(loader=jinja2.FileSystemLoader(ROOT / "scripts" / "pages"),
                           undefined=jinja2.StrictUndefined)
PAGES.filters.update(number=cell, percent=percent, rows=rows)


def wrapped(block):
    """Paragraphs are wrapped, and points of a list; a table or a title stays as it is."""
    if block.startswith(("|", "#", "<!--")):
        return block
    points = re.split(r"\n(?=- )", block)
    return "\n".join(textwrap.fill(point, WIDTH, subsequent_indent="  " * point.startswith("- "),
                                   break_long_words=False, break_on_hyphens=False) for point in points)


def laid_out(text):
    return "\n\n".join(wrapped(block.strip("\n")) for block in re.split(r"\n{2,}", text.strip("\n")))


def filled(template, **facts):
    """The text of a template with what was measured."""
    return laid_out(PAGES.get_template(template).render(facts)) + "\n"


def sections(template, **facts):
    """The blocks of a template by name."""
    page = PAGES.get_template(template)
    return {name: laid_out("".join(block(page.new_context(facts)))) for name, block in page.blocks.items()}


def between(text, name):
    """What stands before, between and after the marks of a section of a page."""
    parts = re.fullmatch(rf"(.*<!-- {name}: begin[^>]*-->\n)(.*)(<!-- {name}: end -->.*)", text, re.DOTALL)
    if parts is None:
        raise ValueError(f"the page has no marks `{name}: begin` and `{name}: end`")
    return parts.groups()


def put(path, found):
    """Writes sections where they stand in a page, between their marks."""
    text = path.read_text(encoding="utf-8")
    for name, section in found.items():
        before, _, after = between(text, name)
        text = f"{before}{section}\n{after}"
    write(path, text)
