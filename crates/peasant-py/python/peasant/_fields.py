"""Fields of answers that are left out where they say nothing. Made of docs/json by scripts/python-answers: change neither by hand."""

OPTIONAL = frozenset(
    {
        "answer",
        "best",
        "bytes",
        "certificate",
        "conditional",
        "full-point",
        "likelihood",
        "likelihood_after",
        "line",
        "line_end",
        "line_san",
        "longest",
        "mistake",
        "move",
        "only-moves",
        "opinion",
        "positions",
        "result",
        "settled",
        "sha256",
        "terminals",
        "trusted",
        "underpromotion",
        "unread",
        "zugzwang",
    }
)
