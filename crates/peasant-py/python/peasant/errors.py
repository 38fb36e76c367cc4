"""What is raised where there is no answer."""

from __future__ import annotations


class PeasantError(Exception):
    """A question that is not answered. ``str`` of it says what is wrong, and the cure."""

    def __init__(self, words: str, message: str | None = None, text: str | None = None, cure: str | None = None):
        super().__init__(words)
        #: What is wrong, without the cure.
        self.message: str = words if message is None else message
        #: The text that is at fault, cut if it is long.
        self.text: str | None = text
        #: What to do about it.
        self.cure: str | None = cure

    def __reduce__(self):
        return type(self), (self.args[0], self.message, self.text, self.cure)

    def to_dict(self) -> dict:
        """The object ``error`` of ``--json``."""
        return {"message": self.message, "text": self.text, "cure": self.cure}


class InputError(PeasantError, ValueError):
    """The input is at fault: a position that is none, an option that makes no sense."""


class ContradictionError(PeasantError):
    """Outside tables or endings of the base contradict what is proved: they are damaged."""
