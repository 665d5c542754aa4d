"""What stays of a battle at the table, in words: the luck of each side, and the summary that is sent on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from battles.models import Table, TableAction
from battles.stories.sent_on import Summary, SummarySide, heading, text_of
from battles.table.deeds import game_of
from battles.table.keepsakes import course
from battles.table.words.table_words import METHODS
from campaign.base.answers import PAGE
from campaign.base.refusal import Refusal
from rules.tabletop import luck
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.setup import next_attacker
from rules.tabletop.state import NOBODY, Game
from rules.tabletop.turn import losses

KINDS = {
    luck.HITS: lazy("Hits"),
    luck.DAMAGE: lazy("Damage"),
    luck.CLOSE: lazy("Close quarters"),
    luck.SAVES: lazy("Cover saves"),
    luck.ORDERS: lazy("Order tests"),
    luck.MORALE: lazy("Morale tests"),
    luck.BARRAGE: lazy("Hits by barrages"),
    luck.FIRE: lazy("Set on fire"),
    luck.TURRETS: lazy("Turrets jammed"),
}
RARE = 0.2
"""From which chance on a side's luck is no longer worth a sentence of the summary."""


@dataclass(frozen=True, slots=True)
class LuckRow(luck.Luck):
    """A side's tries of one kind: how many successes were to be expected, were made, and how likely that was.

    ``exactly``, ``at_least`` and ``at_most`` are the chances of just as many successes, of as many or more,
    of as many or fewer; null for more than 5000 tries. A try is one die, of a test two. ``typed``: the
    players rolled these dice themselves.
    """

    name: str
    colour: Annotated[int, PAGE]
    word: Annotated[str, PAGE]

    @property
    def rare(self) -> float:
        """How likely it was to be this lucky, or this unlucky: of the two only that which is said."""
        chance = self.at_least if self.lucky else self.at_most
        return 1.0 if chance is None else chance

    @property
    def lucky(self) -> bool:
        """Whether more was made than was to be expected."""
        return self.made >= self.expected

    @property
    def said(self) -> str:
        """The chance in words."""
        if self.at_least is None:
            return _("too many dice")
        how = _("%(chance)s, as good") if self.lucky else _("%(chance)s, as bad")
        return how % {"chance": percent(self.rare)}


def percent(chance: float) -> str:
    """A chance as people say it."""
    if chance < 0.001:
        return _("less than 1 in 1000")
    return f"{chance:.1%}" if chance < 0.1 else f"{chance:.0%}"


def events_of(table: Table) -> Iterator[ReadPlain]:
    """The events of what was done and not taken back, in their order."""
    rows = TableAction.objects.filter(table=table, undone=False).order_by("n").only("events")
    for row in rows.iterator(500):
        yield from row.events


def luck_rows(table: Table) -> tuple[LuckRow, ...]:
    """The luck of each side. Raises ``Refusal`` while the battle goes on."""
    if not table.over:
        raise Refusal(_("The battle goes on: luck is counted at its end."), code="over")
    game = game_of(table)
    return tuple(_row(game, one) for one in luck.luck_of(game, events_of(table)))


def _row(game: Game, one: luck.Luck) -> LuckRow:
    side, rounded = game.sides[one.side], replace(one, expected=round(one.expected, 2))
    return LuckRow(**asdict(rounded), name=side.name, colour=side.colour, word=str(KINDS[one.kind]))


def shared_table(token: str) -> Table | None:
    """The quick battle behind a link, while it is over and its players want the link."""
    return Table.objects.filter(share_token=token, over=True, battle=None).first() if token else None


def summary_of(table: Table) -> Summary:
    """What is sent on of a quick battle: names of sides, and numbers; nothing that a person typed besides."""
    return _summary(table, luck_rows(table))


def _summary(table: Table, rows: tuple[LuckRow, ...]) -> Summary:
    game = game_of(table)
    went = course.course_of(game, events_of(table))
    turns = ngettext("%(count)s turn", "%(count)s turns", game.turn) % {"count": game.turn}
    winner = game.sides[game.winner].name if game.winner >= 0 else ""
    return Summary(
        heading=heading(winner, apart=game.apart),
        about=" · ".join((_("A battle at the table"), turns, str(METHODS[game.method][0]))),
        sides=tuple(_side(game, number, points, went) for number, points in enumerate(losses(game))),
        told=(*course.told(game, went), *_told(rows)),
    )


def _side(game: Game, number: int, points: int, went: course.Course) -> SummarySide:
    side = game.sides[number]
    return SummarySide(
        name=side.name,
        colour=side.colour,
        won=game.winner == number,
        points_lost=points,
        units=sum(1 for unit in game.units if game.side_of(unit) == number),
        units_left=sum(1 for _unit in game.of_side(number)),
        fell=tuple(turn for unit, turn in went.fell.items() if game.side_of(game.unit(unit)) == number),
    )


def _told(rows: tuple[LuckRow, ...]) -> Iterator[str]:
    """The rarest luck, good or bad, of dice that the app has rolled: those can be checked."""
    rarest = min((row for row in rows if not row.typed), key=lambda row: row.rare, default=None)
    if rarest is None or rarest.rare > RARE:
        return
    if rarest.lucky:
        text = _("Luck: %(kind)s of %(side)s, %(made)s of %(tries)s, where %(expected)s were to be expected.")
    else:
        text = _(
            "Bad luck: %(kind)s of %(side)s, %(made)s of %(tries)s, where %(expected)s were to be expected."
        )
    expected = f"{rarest.expected:.1f}"
    yield text % {
        "kind": rarest.word,
        "side": rarest.name,
        "made": rarest.made,
        "tries": rarest.tries,
        "expected": expected,
    }


def keepsakes_of(table: Table) -> dict[str, object]:
    """What the page of the end shows of a battle that is over."""
    rows = luck_rows(table)
    if table.battle_id:
        return {"luck": rows}
    game = game_of(table)
    attacks = next_attacker(game.attacker, len(game.sides))
    return {
        "luck": rows,
        "summary_text": text_of(_summary(table, rows)),
        "attacks_next": game.sides[attacks].name if attacks != NOBODY else "",
    }
