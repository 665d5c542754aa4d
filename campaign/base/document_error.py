"""What the app's own readers find wrong with a document that somebody has written."""

from __future__ import annotations

from rules.format.reading import Node, ScenarioError


class WordedError(ScenarioError):
    """A fault that speaks the reader's language already, beside those of the rules, which have codes."""

    def __init__(self, path: str, sentence: str, *, limit: bool = False) -> None:
        super().__init__(path, "", {})
        self.sentence = sentence
        self.limit = limit

    @property
    def message(self) -> str:
        """What is wrong, as it was said."""
        return self.sentence


def unfit(node: Node, sentence: str, *, limit: bool = False) -> WordedError:
    """A fault of one value of a document, to be raised; ``limit``: it is more than is read, or no line."""
    return WordedError(node.path, sentence.removesuffix("."), limit=limit)
