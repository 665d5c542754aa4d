"""Army rules as people read them: under the title that the player gave them, the rule's own name beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.base.answers import PAGE, called
from rules.armies import ARMY_RULE


@called("PacketRule")
@dataclass(frozen=True, slots=True)
class RuleWords:
    """An army rule: what it is called, what it does, and the player's own title, empty without one."""

    id: Annotated[str, PAGE]
    name: str
    text: str
    title: Annotated[str, "What the army's player calls it."] = ""

    @property
    def called(self) -> str:
        """What it is called: the own title first, if there is one."""
        return rule_called(self.id, self.title) if self.id in ARMY_RULE else _under(self.title, self.name)


def rule_called(rule: str, title: str = "") -> str:
    """A rule's name, or the title that its player gave it with that name beside."""
    name = _(ARMY_RULE[rule].name) if rule in ARMY_RULE else rule
    return _under(title, name)


def _under(title: str, name: str) -> str:
    return _("%(title)s (%(rule)s)") % {"title": title, "rule": name} if title else name
