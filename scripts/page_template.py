"""Fills the places of a template.

`{{name.name}}` is replaced by a fact, `{{?name}}...{{/}}` stays only if the fact is true (not
empty, not zero). Paragraphs are wrapped; a block that begins like a table, a list or a title stays
as it is.
"""
import re
import textwrap

WIDTH = 100


def fact(facts, name):
    for part in name.split("."):
        facts = facts[part]
    return facts


def fill(template, facts):
    def passage(found):
        return found[2] if fact(facts, found[1]) else ""
    chosen = re.sub(r"\{\{\?([\w.]+)\}\}(.*?)\{\{/\}\}", passage, template, flags=re.DOTALL)
    filled = re.sub(r"\{\{([\w.]+)\}\}", lambda found: str(fact(facts, found[1])), chosen)
    return "\n".join(wrapped(block) for block in filled.strip("\n").split("\n\n"))


def wrapped(block):
    if block.startswith(("|", "#", "- ")):
        return block + "\n"
    return textwrap.fill(block, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"
