"""The words that give a leak away: every hidden thing is called by one that nothing else contains."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.secrecy.cast import ARBITER, DEPUTY, EVERYBODY, FACILITATOR, PLAYER

HIDDEN_FROM_ALL: frozenset[str] = frozenset()


@dataclass
class Words:
    """Each word with those who may meet it just now. A word nobody has let in is nobody's to see.

    ``salt`` sets two worlds apart in what is hidden: the same thing has other words in each.
    """

    salt: str
    may_see: dict[str, frozenset[str]] = field(default_factory=dict)

    def hide(self, about: str, *roles: str) -> str:
        """A new word for ``about``, which only ``roles`` may see."""
        word = f"zq{about}{self.salt}x"
        self.may_see[word] = frozenset(with_deputy(roles))
        return word

    def hide_bytes(self, secret: bytes, *roles: str) -> None:
        """Hide a secret in the forms in which it might be written."""
        plain = base64.b64encode(secret).decode().rstrip("=")
        for form in (secret.hex(), secret.hex().upper(), plain, plain.replace("+", "-").replace("/", "_")):
            self.may_see[form] = frozenset(roles)
        if secret.isascii():
            self.may_see[secret.decode()] = frozenset(roles)

    def let_in(self, word: str, *roles: str) -> None:
        """From now on ``roles`` may see the word too."""
        self.may_see[word] |= frozenset(with_deputy(roles))

    def let_all_in(self, words: Iterable[str] | None = None) -> None:
        """From now on everybody may see these words, or all of them."""
        for word in list(words if words is not None else self.may_see):
            self.may_see[word] = frozenset(EVERYBODY)

    def in_text(self, text: str) -> list[str]:
        """The words in ``text``."""
        return [word for word in self.may_see if word in text]

    def found_by(self, role: str, text: str) -> list[str]:
        """The words in ``text`` that ``role`` may not see."""
        return [word for word in self.in_text(text) if role not in self.may_see[word]]


def with_deputy(roles: Iterable[str]) -> Iterator[str]:
    """The roles, and the player's deputy wherever the player is: it acts in the same seat."""
    for role in roles:
        yield role
        if role == PLAYER:
            yield DEPUTY


SEES_TRUTH = (FACILITATOR,)
SEES_DISPUTES = (FACILITATOR, ARBITER)
