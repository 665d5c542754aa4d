"""What is said of army lists that are read: what is asked of them, and why one is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from rules.tabletop.lists.plain import ListQuestion

LIST_SENTENCES: Mapping[str, str | Promise] = {
    "empty roster": lazy("Type one unit in each line, like: 2x Regular rifle squad 10 men 100 pts"),
    "list archive": lazy("This is an archive of another kind. Send a .ros or .rosz file, JSON, or text."),
    "list asks": lazy("Answer the questions about these units first: {units}."),
    "list broken": lazy(
        "The file is broken: it cannot be read to its end. Export it anew, or paste its text."
    ),
    "list bytes": lazy("A list has at most 1 MiB ({most} bytes)."),
    "list count": lazy("A list has from 1 to {most} units of a kind in a line."),
    "list depth": lazy("A list is nested at most {most} levels deep."),
    "list doctype": lazy(
        "The file declares a document type or an entity (DOCTYPE, ENTITY): lists need none."
    ),
    "list encoding": lazy(
        "The file says that it is written in {said}: send it in UTF-8 or UTF-16, or paste its text."
    ),
    "list encrypted": lazy("The zip file is encrypted. Send it without a password."),
    "list field": lazy("{path}: this must be {allowed}."),
    "list groups": lazy("A unit has at most {most} groups."),
    "list inflated": lazy("The zip file unpacks to more than 4 MiB ({most} bytes)."),
    "list keys": lazy("{path}: unknown here: {keys}."),
    "list line": lazy(
        "{path}: this must be one line, without control characters and marks that turn the direction of"
        " reading."
    ),
    "list lines": lazy("A list has at most {most} lines."),
    "list men": lazy("A unit has at most {most} men."),
    "list nodes": lazy("A list has at most {most} entries and values."),
    "list number": lazy("A number in the list is not a number, or out of range: whole numbers up to {most}."),
    "list parts": lazy("A unit has at most {most} entries."),
    "list questions": lazy(
        "More than {most} things in this list are not understood. Send less of it, or its units as text."
    ),
    "list ratio": lazy("The zip file unpacks to more than {most} times its size."),
    "list read": lazy(
        "What is read of a list is kept in at most 1 MiB ({most} characters): send less of it."
    ),
    "list twice": lazy("The JSON has a name twice in one object."),
    "list units": lazy("A list has at most {most} units."),
    "list unknown": lazy(
        "This is no list that can be read here: send a .ros or .rosz file, a roster as JSON, or text."
    ),
    "list value": lazy("A line or value of a list has at most {most} characters."),
    "list zip": lazy("A .rosz file holds one .ros file and nothing else."),
}
"""Why a list is refused, by its code."""


def in_place(text: str, values: Mapping[str, object]) -> str:
    """The refusal of a list, led by the line and the unit that are at fault, as far as they are known."""
    line, unit = values.get("line"), str(values.get("unit", ""))
    if line and unit:
        return _("Line %(line)s, %(unit)s: %(text)s") % {"line": line, "unit": unit, "text": text}
    if line:
        return _("Line %(line)s: %(text)s") % {"line": line, "text": text}
    return f"{unit}: {text}" if unit else text


QUESTIONS: Mapping[str, str | Promise] = {
    "what is it": lazy(
        "Line {line}: what is it? Say how many men it has, like: 10 men; or add one of: {answers}."
    ),
    "which kind": lazy("Line {line}: which kind is “{about}”? Add one of: {answers}."),
    "how it moves": lazy("Line {line}: how does “{about}” move? Say one of: {answers}."),
    "which weapon": lazy("Line {line}: which “{about}” is it? Write one of: {answers}."),
    "which arms": lazy("Line {line}: which weapons does “{about}” have? For example: {answers}."),
    "which rank": lazy("Line {line}: which rank does “{about}” have? Write one of: {answers}."),
    "which quality": lazy("Line {line}: which quality are they? Say one of: {answers}."),
    "how many men": lazy("Line {line}: how many men does it have? Add them, like: 10 men, or 3 crew."),
    "how many points": lazy("Line {line}: how many points does it cost? Write them, like: 100 pts."),
    "how many units": lazy(
        "Line {line}: are these {about} units, or one? Write each on its own line, or put {about}x before it"
        " and “each” behind its points."
    ),
    "who holds what": lazy(
        "Line {line}: men and weapons do not add up: {about}. Say who holds what, like: "
        "7 rifles, 1 SMG, 1 LMG."
    ),
    "what means": lazy(
        "Line {line}: “{about}” is not understood. Write a weapon of the tables, or put it before the number"
        " of men as part of the name."
    ),
    "where units begin": lazy(
        "Much of this list is not understood, perhaps not even where each unit begins. Send each unit in a"
        " line of its own, or take what is usual: as it was read."
    ),
    "does it add up": lazy(
        "The list says {about} points; what was read makes another sum. See that each unit begins on a line"
        " of its own, with its points, or take what is usual: as it was read."
    ),
}
"""What has to be asked of a list, by its code."""

MOST_SAID = 12
"""So many questions are said in words at a time."""


def said_of(questions: Sequence[ListQuestion]) -> Iterator[str]:
    """The questions of a list in words, the first of them."""
    for one in questions[:MOST_SAID]:
        yield in_line(one["at"], one["code"], one["about"], ", ".join(one["answers"]))


def in_line(line: int | str, code: str, about: str, answers: str) -> str:
    """A question with the line that it is about."""
    return str(QUESTIONS[code]).format(line=line, about=about, answers=answers)
