"""Opening a table: as a quick battle without an account, or from a campaign's battle."""

from __future__ import annotations

from django import forms
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.models import Phone, Table
from battles.table import services
from battles.table.intake import lists
from battles.table.words.table_words import METHODS
from campaign.base.dates.clock import now
from campaign.base.refusal import Refusal
from campaign.models import Battle, Phase, Seat, User
from campaign.web.line_field import Line
from rules.tabletop.documents.plain import Plain

ONE, EACH = "one", "each"


class OpenForm(forms.Form):
    """A quick battle: its sides, how units are chosen, and on how many phones it is played."""

    name = Line(label=lazy("Name of the battle"), max_length=80, initial=lazy("Quick battle"))
    side0 = Line(
        label=lazy("First side"),
        max_length=200,
        initial=lazy("Green"),
        help_text=lazy("Several players on a side: Green: Ada, Dirk"),
    )
    side1 = Line(label=lazy("Second side"), max_length=200, initial=lazy("Brown"))
    side2 = Line(label=lazy("Third side"), max_length=200, required=False)
    side3 = Line(label=lazy("Fourth side"), max_length=200, required=False)
    method = forms.ChoiceField(
        label=lazy("Who acts next?"), choices=[(key, words[0]) for key, words in METHODS.items()]
    )
    phones = forms.ChoiceField(
        label=lazy("Phones"),
        choices=[(EACH, lazy("A phone for each player")), (ONE, lazy("One phone or tablet for all"))],
        widget=forms.RadioSelect,
        initial=EACH,
    )
    momentum = forms.BooleanField(label=lazy("With the momentum track"), required=False)

    def sides(self) -> list[tuple[str, list[str]]]:
        """The sides with their players, only of a valid form; a side without names is its one player."""
        typed = [self.cleaned_data[f"side{number}"].strip() for number in range(4)]
        return [_side_of(text) for text in typed if text]


def _side_of(text: str) -> tuple[str, list[str]]:
    name, _colon, names = text.partition(":")
    players = [player.strip()[:40] for player in names.split(",") if player.strip()]
    side = name.strip()[:40] or (players[0] if players else text[:40])
    return side, players or [side]


def open_quick(form: OpenForm, user: User | None) -> Phone:
    """Open the quick battle that a valid form describes."""
    sides = form.sides()
    players = [(name, number) for number, (_side, names) in enumerate(sides) for name in names]
    all_here = form.cleaned_data["phones"] == ONE
    return services.open_table(
        services.Setup(
            name=form.cleaned_data["name"], sides=[name for name, _players in sides], players=players
        ),
        user=user,
        numbers=range(len(players)) if all_here else [0],
        settings={"method": form.cleaned_data["method"], "momentum": form.cleaned_data["momentum"]},
    )


def table_for(battle: Battle, seat: Seat, user: User) -> Phone:
    """The phone of a campaign's player at the table of a battle, which is opened if it is not yet.

    Raises ``Refusal``: ``phase`` for a battle that is over and had no table; one that had can still be read.
    """
    table = Table.objects.filter(battle=battle).first()
    if table is None and battle.turn.phase != Phase.BATTLES:
        raise Refusal(
            _("This battle is over: nobody sits down at it any more. Its page keeps the result."),
            code="phase",
        )
    table = table or _opened(battle)
    lists.open_sealed(table)
    number = 0 if battle.seat_first_id == seat.pk else 1
    with transaction.atomic():
        Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        phone = next((one for one in table.phones.filter(user=user) if number in one.numbers), None)
        return phone or Phone.objects.create(table=table, user=user, numbers=[number], seen_at=now())


def _opened(battle: Battle) -> Table:
    attacker = 0 if battle.attacker == battle.first else 1
    settings: Plain = {"attacker": attacker}
    seats = (battle.seat_first, battle.seat_second)
    names = [seat.army for seat in seats]
    try:
        with transaction.atomic():
            phone = services.open_table(
                services.Setup(
                    name=" - ".join(names),
                    sides=names,
                    players=[(name, number) for number, name in enumerate(names)],
                    colours=[seat.number for seat in seats],
                ),
                user=None,
                numbers=[],
                battle=battle,
                settings=settings,
            )
            table = phone.table
            phone.delete()
            return table
    except IntegrityError:
        return Table.objects.get(battle=battle)
