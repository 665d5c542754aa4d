"""The words of the page "This is what I read": facts of a unit, questions, answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.table.words import arms, table_words
from rules.tabletop.lists.document import ListedGroup, ListedUnit, men_of
from rules.tabletop.lists.plain import ListQuestion
from rules.tabletop.tables import TROOPS

ASKED: Mapping[str, str | Promise] = {
    "what is it": lazy("What is it?"),
    "which kind": lazy("Which kind is “{about}”?"),
    "how it moves": lazy("How does “{about}” move?"),
    "which weapon": lazy("Which “{about}” is it?"),
    "which arms": lazy("Which weapons does “{about}” have?"),
    "which rank": lazy("Which rank does “{about}” have?"),
    "which quality": lazy("Which quality are they?"),
    "how many men": lazy("How many men does it have?"),
    "how many points": lazy("How many points does one of them cost?"),
    "how many units": lazy("Are these {about} units, or one?"),
    "who holds what": lazy("Men and weapons do not add up. Who holds what?"),
    "what means": lazy("What does “{about}” mean?"),
    "where units begin": lazy("Much of this is not understood. Does each unit begin where it was read so?"),
    "does it add up": lazy("The list says {about} points; what was read makes another sum. Is it right?"),
}
OTHERS: Mapping[str, str | Promise] = {
    "how many men": lazy("Another number of men"),
    "how many points": lazy("Another number of points"),
    "how many units": lazy("Another number of units"),
    "who holds what": lazy("Write it, like: 7 rifles, 1 SMG NCO, 1 LMG (2)"),
    "which arms": lazy("Write them, like: 1 medium AT gun turret, 2 MMG hull"),
    "what means": lazy("A weapon of the tables"),
}
NUMBERS = ("how many men", "how many points", "how many units")
SOURCES: Mapping[str, str | Promise] = {
    "usual": lazy("usual"),
    "you": lazy("by you"),
}
"""What is marked; what the list itself says is not."""


def question_text(question: ListQuestion) -> str:
    """A question."""
    return str(ASKED[question["code"]]).format(about=question["about"])


def other_text(question: ListQuestion) -> str:
    """What is asked where none of the answers is right."""
    return str(OTHERS.get(question["code"], lazy("Another answer")))


def answer_text(question: ListQuestion, answer: str) -> str:
    """An answer as its button says it."""
    if answer == "leave out":
        return _("Leave this line out")
    if answer == "as read":
        return _("It is right as it was read")
    if answer == "nothing":
        return _("Nothing that counts")
    return str(_NAMES.get(answer, answer))


_NAMES: Mapping[str, str | Promise] = {
    **table_words.KINDS,
    **table_words.LOCOMOTIONS,
    **table_words.RANKS,
    **table_words.QUALITIES,
}


def choices_of(code: str) -> Sequence[tuple[str, str | Promise]]:
    """All that may be answered, where that is a closed list."""
    return {
        "what is it": [*table_words.KINDS.items(), ("leave out", lazy("Leave this line out"))],
        "which kind": list(table_words.KINDS.items()),
        "how it moves": list(table_words.LOCOMOTIONS.items()),
        "which rank": [item for item in table_words.RANKS.items() if item[0]],
        "which quality": list(table_words.QUALITIES.items()),
    }.get(code, [])


def facts_of(unit: ListedUnit) -> Iterator[tuple[str, str, str]]:
    """What was read of a unit: what it is about, what it is, and where it is from if that is marked."""
    quality = str(table_words.QUALITIES[unit["quality"]])
    held = ", ".join(_groups(unit["groups"])) or _("none")
    yield _fact(unit, _("Kind"), "kind", _kind(unit))
    yield _fact(unit, _("Quality"), "quality", quality)
    yield _fact(unit, _("Points"), "points", str(unit["points"]))
    if unit["officer"]:
        yield _fact(unit, _("Officer"), "officer", str(table_words.RANKS[unit["officer"]]))
    yield _fact(unit, _("Arms"), "groups", held)
    if unit["flags"]:
        yield _("Traits"), ", ".join(str(_FLAGS[flag]) for flag in unit["flags"]), ""
    if unit["entry"]:
        yield _("Enters from turn"), str(unit["entry"]), ""


_FLAGS: Mapping[str, str | Promise] = {
    "anti_tank": lazy("Anti-tank weapons"),
    "gun_shield": lazy("Gun shield"),
    "open_topped": lazy("Open-topped"),
    "recce": lazy("Recce"),
    "towing": lazy("Towing"),
    "slow": lazy("Slow"),
    "fast": lazy("Fast"),
}


def _kind(unit: ListedUnit) -> str:
    kind = str(table_words.KINDS[unit["kind"]])
    if unit["kind"] in TROOPS:
        counted = unit["groups"] and "groups" not in unit["ask"]
        return _("%(kind)s, %(men)s men") % {"kind": kind, "men": men_of(unit)} if counted else kind
    return f"{kind}, {table_words.LOCOMOTIONS[unit['locomotion']]}"


def _groups(groups: Iterable[ListedGroup]) -> list[str]:
    """The groups, those that are told alike as one: "2 MMG (hull)"."""
    counts: dict[tuple[str, str], int] = {}
    for group in groups:
        key = group["weapon"] or _("unarmed"), _beside(group)
        counts[key] = counts.get(key, 0) + group["count"]
    return [f"{count} {weapon}{beside}" for (weapon, beside), count in counts.items()]


def _beside(group: ListedGroup) -> str:
    """Who crews, leads or bears a group's weapons."""
    said = ""
    if group["crew"] > 1:
        said += " " + _("(crew of %(crew)s)") % {"crew": group["crew"]}
    if group["leader"]:
        said += " " + _("(with the NCO)")
    if group["mount"]:
        said += f" ({arms.place(group['mount'])})"
    return said


def _fact(unit: ListedUnit, about: str, name: str, text: str) -> tuple[str, str, str]:
    """A fact; nothing is shown as decided of which something is asked."""
    open_ = name in unit["ask"] or (name == "groups" and {"kind", "line"} & set(unit["ask"]))
    return (about, _("asked above"), "") if open_ else (about, text, _source(unit, name))


def _source(unit: ListedUnit, name: str) -> str:
    return str(SOURCES.get(unit["from"].get(name, ""), ""))
