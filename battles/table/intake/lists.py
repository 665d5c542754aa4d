"""Lists at the table: read, asked about, answered, entered; and the sealed ones of a campaign's battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from battles.lists.intake import Taken, read_whole, take
from battles.models import ArmyList, Intake, Phone, Roster, Table, TableAction
from battles.models.table import WATCHER
from battles.table import rosters, services
from battles.table.deeds import Request, done, game_of, tell
from battles.table.intake.entered import (
    LONGEST_SHOWN,
    MARK,
    ROSTER,
    entered_before,
    mark_of,
    mark_of_waiting,
    must_be_new,
    values_of,
)
from battles.table.intake.sent_lists import count_list
from battles.table.words import list_cards
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from rules.tabletop.action import YES
from rules.tabletop.lists import bounds
from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.lists.listing import Read, understood
from rules.tabletop.lists.plain import ListQuestion, questions_to_plain, source_from_plain
from rules.tabletop.lists.questions import groups_from, weapon_named
from rules.tabletop.lists.whole import WHOLE
from rules.tabletop.refusing import RefusedError
from rules.tabletop.state import SETUP
from rules.tabletop.weapons import WEAPONS


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on the page, with the other units of which the same is asked."""

    question: ListQuestion
    also: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of its field."""
        return f"{self.question['unit']}|{self.question['key']}"

    @property
    def text(self) -> str:
        """The question."""
        return list_cards.question_text(self.question)

    @property
    def answers(self) -> list[tuple[str, str, bool]]:
        """The likely answers, their words, and which is usual."""
        usual = self.question["usual"]
        return [
            (one, list_cards.answer_text(self.question, one), one == usual)
            for one in self.question["answers"]
        ]

    @property
    def other(self) -> str:
        """What is asked where none of them is right."""
        return list_cards.other_text(self.question)

    @property
    def choices(self) -> Sequence[tuple[str, str | Promise]]:
        """All that may be answered, where that is a closed list."""
        code = self.question["code"]
        if code in ("which weapon", "what means"):
            return [(name, name) for name in WEAPONS]
        return list_cards.choices_of(code)

    @property
    def number(self) -> bool:
        """Whether the answer is a number."""
        return self.question["code"] in list_cards.NUMBERS


@dataclass(frozen=True, slots=True)
class Card:
    """A unit as it was read: ``pieces`` are its words, each with what became of it."""

    unit: ListedUnit
    at: int
    pieces: tuple[tuple[tuple[str, str], ...], ...]
    asked: tuple[Asked, ...]

    @property
    def facts(self) -> list[tuple[str, str, str]]:
        """What was read of it."""
        return list(list_cards.facts_of(self.unit))


def check_place(phone: Phone, player: int) -> None:
    """See that a phone plays a place itself. Raises ``Refusal``."""
    if player not in phone.numbers:
        raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")


def give_in(
    table: Table,
    phone: Phone,
    *,
    player: int,
    raw: bytes | str | Roster,
    again: bool,
    cid: str,
    look: bool = False,
) -> Intake | Taken | TableAction:
    """Read a list for a place; one of which nothing is asked is entered at once, else it waits for answers.

    With ``look`` it waits anyway, until its owner has seen what was read.

    One that its owner has ``kept`` is as it was read and answered before. Gives what waits, what was
    entered, or the action that has entered the very same list before: then nothing has happened. Raises
    ``Refusal`` with the field.
    """
    check_place(phone, player)
    if not isinstance(raw, Roster):
        count_list(phone, raw)
    kept = raw if isinstance(raw, Roster) else None
    taken = rosters.taken_of(raw) if isinstance(raw, Roster) else take(raw)
    mark = mark_of(kept or taken.source)
    if not again and (before := entered_before(table, player, mark, cid)):
        return before
    if not (taken.questions or look):
        services.act(table, phone, Request(cid, ROSTER, player, values_of(taken.document, mark, again=again)))
        return taken
    values: dict[str, object] = {"source": taken.source, "document": None, "again": again, "kept": kept}
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if game_of(table).phase != SETUP:
            message = _("The battle has begun: no list is entered any more.")
            raise Refusal(message, code="refused", field="roster")
        waits = Intake.objects.filter(table=table, number=player, sealed=False).first()
        # The very same list that waits keeps the answers that it has.
        same = waits is not None and waits.source == taken.source
        values["answers"] = waits.answers if waits is not None and same else {}
        intake, _new = Intake.objects.update_or_create(
            table=table, number=player, sealed=False, defaults=values
        )
    return intake


def with_list(phone: Phone, asked: Request) -> Request:
    """An action with a list in words: read here, by the child, so that the engine is given its document.

    Raises ``Refusal``, also of the very same list that has been entered, ``Asking`` with the questions.
    """
    if asked.kind != ROSTER or not {"roster", "list"} & asked.values.keys():
        return asked
    check_place(phone, asked.player)
    values = {name: value for name, value in asked.values.items() if name not in ("roster", "usual", "more")}
    mark = mark_of(values.get("list"))
    if "roster" in asked.values:
        count_list(phone, str(asked.values["roster"]))
        usual = asked.values.get("usual") in (True, "1")
        taken = read_whole(str(asked.values["roster"]), usual=usual)
        values["list"], mark = taken.document, mark_of(taken.source)
    if not any(asked.values.get(name) in YES for name in ("again", "more")):
        must_be_new(phone.table, asked.player, mark, asked.cid)
    return asked.with_values({**values, MARK: mark})


def waiting_at(table: Table, phone: Phone) -> list[int]:
    """The places of a phone whose lists wait for answers."""
    found = Intake.objects.filter(table=table, number__in=phone.numbers, document__isnull=True)
    return sorted(set(found.values_list("number", flat=True)))


def waiting_of(table: Table, number: int) -> Intake | None:
    """The list of a place that waits for answers: its side's sealed one first."""
    waiting = Intake.objects.filter(table=table, number=number, document__isnull=True)
    return waiting.order_by("-sealed").first()


def read_again(intake: Intake, *, usual: bool = False) -> Read:
    """The list with the answers that there are."""
    return understood(source_from_plain(intake.source), intake.answers, usual=usual)


def cards_of(read: Read) -> list[Card]:
    """A card for each unit, those of which something is asked first."""
    questions = questions_to_plain(read.questions)
    made = []
    for at, unit, marks in zip(read.order, read.document["units"], read.marks, strict=True):
        asked = tuple(_asked(one, questions) for one in questions if one["unit"] == at)
        pieces = tuple(tuple(_pieces(text, spans)) for text, spans in marks)
        made.append(Card(unit, at, pieces, asked))
    return sorted(made, key=lambda card: not card.asked)


def asked_of_all(read: Read) -> list[Asked]:
    """What is asked of the whole list."""
    return [Asked(one, ()) for one in questions_to_plain(read.questions) if one["unit"] == WHOLE]


def _asked(question: ListQuestion, questions: list[ListQuestion]) -> Asked:
    """The same is asked of other units too, if they are asked it with the same answers."""
    same = (question["key"], question["about"], question["answers"], question["name"])
    also = [
        one["unit"]
        for one in questions
        if one["unit"] != question["unit"] and (one["key"], one["about"], one["answers"], one["name"]) == same
    ]
    return Asked(question, tuple(also))


def _pieces(text: str, spans: object) -> Iterator[tuple[str, str]]:
    """A text in pieces: each word with what became of it."""
    at = 0
    assert isinstance(spans, tuple | list)
    for start, end, mark in spans:
        if start < at:
            continue
        if text[at:start]:
            yield text[at:start], ""
        yield text[start:end], mark
        at = end
    if rest := text[at:].rstrip(" ,;-"):
        yield rest, ""


def answer_list(
    table: Table, phone: Phone, *, player: int, said: Mapping[str, str], same: bool
) -> Intake | None:
    """Take answers to a list that waits; once nothing is open it is entered. Gives what still waits.

    ``said`` is by unit and key, as ``3|men``. Raises ``Refusal``.
    """
    check_place(phone, player)
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        intake = waiting_of(table, player)
        if intake is None:
            return None
        open_ = {
            (str(one["unit"]), one["key"]): one for one in questions_to_plain(read_again(intake).questions)
        }
        wrong = ""
        for name, answer in said.items():
            unit, _bar, key = name.partition("|")
            question = open_.get((unit, key))
            if question is None or not answer.strip():
                continue
            if unread := _unreadable(question, answer.strip()):
                wrong = wrong or unread
                continue
            asked = _asked(question, list(open_.values()))
            for at in (question["unit"], *(asked.also if same else ())):
                intake.answers.setdefault(str(at), {})[key] = answer.strip()[: bounds.LONGEST_ANSWER]
        intake.save(update_fields=["answers", "at"])
        waits = enter_if_settled(table, phone, intake)
    if wrong:
        # What else was answered with it stays.
        raise Refusal(wrong, code="unreadable", field="roster")
    return waits


def _unreadable(question: ListQuestion, answer: str) -> str:
    """Why an answer cannot be read, so that nobody is asked again without a word; nothing if it can."""
    code, said = question["code"], f"\u201c{answer[:LONGEST_SHOWN]}\u201d"
    if answer in question["answers"]:
        return ""
    if code == "what means" and weapon_named(answer) is None:
        told = _("{said} is no weapon of the tables. Choose one, or say \u201cNothing that counts\u201d.")
        return str(told).format(said=said)
    if code == "who holds what" and not groups_from(answer):
        told = _("{said} cannot be read. Write it like: 7 rifles, 1 SMG NCO, 1 LMG (2).")
        return str(told).format(said=said)
    if code == "which arms" and not groups_from(answer, mounted=True):
        told = _("{said} cannot be read. Write it like: 1 medium AT gun turret, 2 MMG hull.")
        return str(told).format(said=said)
    return ""


def take_usual(table: Table, phone: Phone, *, player: int) -> Intake | None:
    """Take what is usual wherever something is, and enter the list if nothing is open then."""
    intake = waiting_of(table, player)
    if intake is None:
        return None
    said = {
        f"{one['unit']}|{one['key']}": one["usual"]
        for one in questions_to_plain(read_again(intake).questions)
        if one["usual"]
    }
    return answer_list(table, phone, player=player, said=said, same=False)


def drop_list(table: Table, phone: Phone, *, player: int) -> None:
    """Leave a list that waits; a sealed one stays."""
    if player in phone.numbers:
        Intake.objects.filter(table=table, number=player, sealed=False, document__isnull=True).delete()


def enter_if_settled(table: Table, phone: Phone, intake: Intake) -> Intake | None:
    """Enter a list of which nothing is open; gives it if something is. In a transaction."""
    try:
        read = read_again(intake)
    except RefusedError:
        # Every line of it was left out.
        _settle(table, intake, None)
        return None
    if read.questions:
        return intake
    values = values_of(read.document, mark_of_waiting(intake), again=intake.again)
    services.act(table, phone, Request(random_id(), ROSTER, intake.number, values))
    _settle(table, intake, read)
    return None


def _settle(table: Table, intake: Intake, read: Read | None) -> None:
    """It waits no more; a sealed one stays, to be compared, and one that was kept keeps its answers."""
    if intake.kept is not None and read is not None:
        rosters.keep_answers(intake.kept, read.document)
    if not intake.sealed:
        intake.delete()
        return
    intake.document = {**read.document} if read is not None else {"units": []}
    intake.save(update_fields=["document", "at"])
    tell(table, range(WATCHER, len(game_of(table).players)))


def open_sealed(table: Table) -> None:
    """Once both lists of a battle are in, its table has both rosters, or asks each owner of his."""
    if table.battle is None or table.intakes.filter(sealed=True).exists():
        return
    game = game_of(table)
    lists = {one.seat_id: one for one in ArmyList.objects.filter(battle=table.battle)}
    if game.phase != SETUP or len(lists) < 2:
        return
    seats = (table.battle.seat_first_id, table.battle.seat_second_id)
    try:
        with transaction.atomic():
            table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
            for number, seat in enumerate(seats):
                kept = lists[seat].read
                if kept is not None:
                    _open_one(table, number, kept["source"])
    except IntegrityError:
        # Somebody else has sat down at the same moment.
        return


def _open_one(table: Table, number: int, source: object) -> None:
    # What its owner has set up before it opened makes way: he fights with the list that he has sealed.
    intake = Intake.objects.create(table=table, number=number, source=source, sealed=True, again=True)
    read = read_again(intake)
    if read.questions:
        return
    table.refresh_from_db()
    values = values_of(read.document, mark_of(source), again=True)
    cid = random_id()
    done(table, game_of(table), Request(cid, ROSTER, number, values))
    # It has opened by itself: nobody has done it who could take it back.
    TableAction.objects.filter(table=table, cid=cid).update(undoable=False)
    _settle(table, intake, read)
