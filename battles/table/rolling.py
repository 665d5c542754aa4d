"""Dice of a player's own: who has some, what waits for them, and how they are laid down (page 9 C)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.models import Phone, Place, Table, TableAction
from battles.models.table import WATCHER
from battles.table.deeds import Going, Request, done, game_of, held, own_dice, tell
from battles.table.documents import LyingDie
from battles.table.words import arms, table_words
from battles.table.words.table_names import strike_place, unit_name
from campaign.base.refusal import Refusal
from rules.tabletop.dice import ANYBODY, Die
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.documents.wire import from_plain
from rules.tabletop.state import Game


def may_play(game: Game, phone: Phone, player: int) -> bool:
    """Whether this phone acts for the player: it holds the place, or plays for one who has left."""
    if not 0 <= player < len(game.players):
        return False
    return player in phone.numbers or game.players[player].played_by in phone.numbers


def told(game: Game, waits: ReadPlain) -> str:
    """What is waited for, in a sentence that everybody reads."""
    wants = waits["wants"]
    what = table_words.DICE.get(wants["what"], wants["what"])
    if names := drawn_among(game, waits):
        return table_words.draws(_name(game, wants["place"]), str(what), names)
    said = table_words.rolls(_name(game, wants["place"]), wants["count"], wants["sides"], str(what))
    about = ", ".join(part for part in _about(game, waits) if part)
    parts = [part for part in (about, strike_place(game, waits["values"].get("strike_id"))) if part]
    return f"{said} ({'; '.join(parts)})" if parts else said


def drawn_among(game: Game, waits: ReadPlain) -> list[str]:
    """The sides one of which somebody draws, in the order in which they count; none of other dice."""
    return [game.sides[side].name for side in (waits.get("about") or {}).get("among", ())]


def _about(game: Game, waits: ReadPlain) -> Iterator[str]:
    """What the dice are about: "7 rifles at Brown squad, 3+"; dice of older tables do not say."""
    about: ReadPlain = waits.get("about") or {}
    unit = unit_name(game, about["unit"]) if "unit" in about else ""
    if weapon := about.get("weapon"):
        fires = arms.counted(weapon, about["weapons"]) if about["weapons"] else arms.short(weapon)
        unit = table_words.fired_at(fires, unit)
    yield unit
    if needed := about.get("needed"):
        yield table_words.on(needed, waits["wants"]["what"])
    if most := about.get("most"):
        yield table_words.at_most(most)


def lying(waits: ReadPlain) -> list[LyingDie]:
    """The dice of a waiting action that lie open; how a deck was shuffled is told at the end."""
    return [die for die in waits["dice"] if die["what"] != "shuffle"]


def _name(game: Game, place: int) -> str:
    return game.players[place].name


def must_lie(table: Table, game: Game) -> None:
    """Nothing else is done while an action waits for dice. Raises ``Refusal``."""
    if table.waits is not None:
        text = _("%(what)s. Roll these dice before anything else.") % {"what": told(game, table.waits)}
        raise Refusal(text, code="waits")


def lay(
    table: Table, phone: Phone, *, cid: str, typed: Sequence[int], at: int | None = None, local: bool = False
) -> TableAction | None:
    """Lay down the dice that the action ``cid`` waits for; they are final. None if it waits for more.

    ``at`` is how many dice of it lay when they were typed: sent twice they count once.
    Raises ``Refusal``: ``not_yours`` for another place's dice, ``final``, ``waits`` or ``impossible``.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        game, waits = game_of(table), table.waits
        if waits is None or waits["cid"] != cid:
            row = TableAction.objects.filter(table=table, cid=cid).first()
            if row is None or waits is not None:
                must_lie(table, game)
                raise Refusal(_("Nobody waits for these dice any more."), code="final")
            return row
        wants, lie = waits["wants"], lying(waits)
        if at is not None and 0 <= at < len(lie) and may_play(game, phone, lie[at].get("by", ANYBODY)):
            # Sent again: it may be another's turn to roll by now.
            _same(lie, at, typed)
            return None
        if not may_play(game, phone, wants["place"]):
            raise Refusal(
                _("%(what)s: these dice are not yours.") % {"what": told(game, waits)}, code="not_yours"
            )
        if at is not None and at != len(lie):
            _same(lie, at, typed)
            return None
        if len(typed) == 1 and typed[0] > wants["sides"] and len(_digits(typed)) == wants["count"]:
            # "34" for two dice: a phone's keys for numbers may have no space.
            typed = _digits(typed)
        if not 0 < len(typed) <= wants["count"]:
            text = ngettext(
                "One die is wanted here, not %(given)s.",
                "From 1 to %(count)s dice are wanted here, not %(given)s.",
                wants["count"],
            )
            fault = text % {"count": wants["count"], "given": len(typed)}
            raise Refusal(fault, code="impossible", field="typed")
        return _go_on(table, game, Going(mine=(wants["place"],)), typed, local=local)


def _digits(typed: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(digit) for digit in "".join(map(str, typed)))


def _same(lie: Sequence[LyingDie], at: int, typed: Sequence[int]) -> None:
    values = [die["value"] for die in lie[max(at, 0) :]]
    if at < 0 or not any(values[: len(one)] == list(one) for one in (typed, _digits(typed))):
        raise Refusal(_("Other dice have been rolled there already: they are final."), code="final")


def _go_on(
    table: Table, game: Game, how: Going, typed: Sequence[int] | None = None, *, local: bool = False
) -> TableAction | None:
    """Go on with what waits, over the dice that lie."""
    waits = table.waits
    assert waits is not None
    asked = Request(waits["cid"], waits["kind"], waits["player"], waits["values"], typed, local=local)
    going = Going(
        without=sorted({*waits["without"], *how.without}),
        away=(*waits["away"], *how.away),
        mine=how.mine,
        lying=[from_plain(Die, die) for die in waits["dice"]],
    )
    if table.proposal is not None and table.proposal["kind"] == "absent":
        table.proposal = None
    return done(table, game, asked, going)


def for_absent(table: Table, game: Game, asked: Request, without: Sequence[int]) -> TableAction | None:
    """The app rolls for a place that is away, marked in the log. Raises ``Refusal``."""
    assert table.waits is not None
    must_wait_for(table, game, asked)
    return _go_on(table, game, Going(without=without, away=(table.waits["wants"]["place"],)))


def must_wait_for(table: Table, game: Game, asked: Request) -> None:
    """Whether it is this very player's dice that are waited for. Raises ``Refusal``."""
    assert table.waits is not None
    if str(asked.values.get("who")) != str(table.waits["wants"]["place"]):
        must_lie(table, game)


def choose_dice(table: Table, phone: Phone, *, own: bool, numbers: Sequence[int] = ()) -> None:
    """Players of this phone (none said: all of them) roll themselves, or the app rolls for them again."""
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        game = game_of(table)
        for number in numbers:
            if not may_play(game, phone, number):
                raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")
        Place.objects.filter(table=table, number__in=list(numbers) or phone.numbers).update(own_dice=own)
        tell(table, range(WATCHER, len(game.players)))
        _release(table, game, own_dice(table, game))


def leave(table: Table, phone: Phone) -> None:
    """A phone leaves: its places are free, and for dice that nobody there could type the app rolls."""
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        phone.delete()
        game = game_of(table)
        tell(table, range(WATCHER, len(game.players)))
        _release(table, game, held(table, game))


def _release(table: Table, game: Game, able: set[int]) -> None:
    """Go on with what waits, if its place is none of those that can still roll themselves."""
    if table.waits is not None and table.waits["wants"]["place"] not in able:
        _go_on(table, game, Going())
