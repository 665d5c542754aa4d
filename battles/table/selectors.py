"""What a phone sees of its table: built from the view of its place, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from battles.models import Phone, Place, Roster, Table
from battles.models.table import WATCHER
from battles.table import covering, rolling, waiting
from battles.table.agreeing import FINISH, asked_sides, undo_named, word_wanted
from battles.table.deeds import SECRET, game_of, taken
from battles.table.log_file import LogLine, log_lines
from battles.table.pace.going_on import with_one_id
from battles.table.pace.planning import meanwhile, plan_of
from battles.table.pace.shown import Pace, pace_of
from battles.table.presence import absent
from battles.table.reopening import may_reopen
from battles.table.words import arms, table_words
from battles.table.words.prompts import wanted_text, with_word
from battles.table.words.table_names import track_told
from campaign.base.sse import hub
from campaign.models import Battle, User
from campaign.people.texts.selectors import AT_BATTLES, HouseText, texts_of
from rules.tabletop.action import Action
from rules.tabletop.documents import corrected
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.documents.table_view import ViewedUnit
from rules.tabletop.documents.view import view
from rules.tabletop.state import UNSAID, Game

TOPIC = "table"
LAST_LINES = 12


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as one phone sees it."""

    table: Table
    phone: Phone
    view: Plain
    player: int
    numbers: tuple[int, ...]
    lines: tuple[LogLine, ...]
    prompts: tuple[Plain, ...]
    proposal: ReadPlain | None
    shared: bool
    hidden: bool
    token: str
    away: tuple[Plain, ...] = ()
    questions: tuple[dict[str, object], ...] = ()
    played_for: tuple[int, ...] = ()
    covers: tuple[dict[str, object], ...] = ()
    places: Sequence[ReadPlain] = ()
    waits: ReadPlain | None = None
    dice: tuple[Plain, ...] = ()
    reopens: bool = False
    pace: Pace | None = None
    said: Sequence[Mapping[str, str]] = ()
    undo: str = ""
    may_end: bool = True

    @property
    def own_sides(self) -> list[int]:
        """The sides whose places are this phone's own."""
        players = self.view["players"]
        return sorted({players[number]["side"] for number in self.phone.numbers if number < len(players)})

    @property
    def entered(self) -> bool:
        """Whether each side that is played here has units."""
        return all(side["units"] for side in self.view["by_side"] if side["number"] in self.own_sides)

    @property
    def asks_for_cards(self) -> bool:
        """Whether a prompt shows this player's hand already."""
        return any(prompt["mine"] and prompt["kind"] in ("play", "lay") for prompt in self.prompts)

    @property
    def asks_who_won(self) -> bool:
        """Whether a prompt has all answers to who has won, and a proposal need not repeat them."""
        return not self.shared and any(one["mine"] and one["kind"] == "finish" for one in self.prompts)

    @property
    def mine(self) -> list[Plain]:
        """The prompts that this phone can answer."""
        return [prompt for prompt in self.prompts if prompt["mine"]]


def table_by_id(public_id: str) -> Table:
    """The table with this id. Raises ``Table.DoesNotExist``."""
    return Table.objects.get(public_id=public_id)


def table_by_code(code: str) -> Table | None:
    """The table whose code this is."""
    return Table.objects.filter(code=code.strip().upper()).first()


def texts_at(table: Table) -> tuple[HouseText, ...]:
    """What the club's texts say of battles; of a quick battle there are none."""
    if table.battle is None:
        return ()
    return texts_of(table.battle.turn.campaign, AT_BATTLES)


def phone_of(table: Table, public_id: str | None, user: User | None) -> Phone | None:
    """The phone that asks: by what its browser remembers, else by who is logged in."""
    found = table.phones.filter(public_id=public_id).first() if public_id else None
    if found is None and user is not None:
        found = table.phones.filter(user=user).order_by("-joined_at").first()
    return found


def tables_of(user: User | None, phones: Sequence[str]) -> list[Table]:
    """The tables at which somebody sits, the last one first."""
    mine = Q(phones__public_id__in=list(phones))
    if user is not None:
        mine |= Q(phones__user=user)
    return list(Table.objects.filter(mine).distinct().order_by("-changed_at")[:20])


def table_of_battle(battle: Battle) -> Table | None:
    """The table at which a campaign's battle is fought."""
    return Table.objects.filter(battle=battle).first()


def rosters_of(user: User | None) -> list[Roster]:
    """The lists that a person has kept."""
    return list(Roster.objects.filter(user=user).only("name")) if user is not None else []


def free_places(table: Table) -> list[dict[str, object]]:
    """The places of a table, and whether somebody plays them."""
    game, held = game_of(table), taken(table)
    return [
        {"number": number, "name": player.name, "side": game.sides[player.side], "taken": number in held}
        for number, player in enumerate(game.players)
    ]


def acts_for(game: Game, phone: Phone) -> tuple[int, ...]:
    """The players for whom a phone acts."""
    return tuple(
        number
        for number, player in enumerate(game.players)
        if number in phone.numbers or player.played_by in phone.numbers
    )


def look(table: Table, phone: Phone, shown: int | None = None) -> Seen:
    """The table for a phone. On a shared tablet secrets are shown only of the place ``shown``."""
    game = game_of(table)
    numbers = acts_for(game, phone)
    # Whoever plays for one who is away still sees his own secrets, and only those.
    own = [number for number in phone.numbers if number in numbers]
    shared = len(own) > 1
    player = own[0] if len(own) == 1 else WATCHER
    if shared and shown in own:
        player = shown
    seen = view(game, player)
    if shared and game.phase == "setup":
        seen["units"] = _units_of_all(game, own)
    seen["own"].update(meanwhile(game, numbers))
    seen = waiting.with_wanted_dice(seen, table, game)
    waits = _waits(table, game)
    prompts = tuple(
        with_word(game, table.proposal, with_one_id(table, prompt))
        for prompt in _prompts(table, game, seen, numbers, own, waits)
    )
    hidden = shared and player == WATCHER
    return Seen(
        table=table,
        phone=phone,
        view=_named({**seen}),
        player=player,
        numbers=numbers,
        lines=log_lines(table, game, player, last=LAST_LINES),
        prompts=tuple(one for one in prompts if not shared or _in_these_hands(one, player)),
        proposal=_proposal(table, game, numbers),
        shared=shared,
        hidden=hidden,
        token=hub.token(keys_of(table, phone)),
        away=waiting.away_rows(table, game, own),
        questions=waiting.question_rows(table, game, own),
        played_for=tuple(number for number in own if game.players[number].played_by != number),
        covers=covering.covers(table, game, prompts) if hidden else (),
        places=covering.places(table, game, own) if hidden else (),
        waits=waits,
        dice=_own_dice(table, game, own),
        reopens=bool(own) and may_reopen(table),
        pace=pace_of(table, game, numbers, shown=shared and not hidden),
        said=last_words(game),
        undo=undo_named(table, game) if numbers or table.proposal is not None else "",
        may_end=bool(word_wanted(table, game) & {game.players[number].side for number in numbers}),
    )


def _waits(table: Table, game: Game) -> dict[str, object] | None:
    """The dice that are waited for, in words, and those of the action that lie."""
    found = waiting.waits_of(table)
    if found is None or table.waits is None:
        return None
    dice = [{**die, "name": table_words.DICE.get(die["what"], die["what"])} for die in found["dice"]]
    drawn = rolling.drawn_among(game, table.waits)
    return {**found, "dice": dice, "text": rolling.told(game, table.waits), "drawn": drawn}


def _own_dice(table: Table, game: Game, own: Sequence[int]) -> tuple[dict[str, object], ...]:
    """Each of these places, and whether its player rolls himself."""
    chosen = dict(Place.objects.filter(table=table, number__in=own).values_list("number", "own_dice"))
    return tuple(
        {"player": number, "name": game.players[number].name, "own": chosen[number]} for number in own
    )


def _in_these_hands(prompt: Mapping[str, object], player: int) -> bool:
    """On a shared tablet: what is open to all while it is covered, else what its one reader is asked for."""
    if player == WATCHER:
        return prompt["kind"] not in SECRET
    return prompt["kind"] in SECRET and prompt["as"] == player


def _units_of_all(game: Game, numbers: Sequence[int]) -> list[ViewedUnit]:
    """On a shared tablet the lists of all its players are entered together."""
    found = {unit["id"]: unit for number in numbers for unit in view(game, number)["units"]}
    return list(found.values())


def _named(seen: Plain) -> Plain:
    """The view with what pages need beside it: units by id and by side, the spaces of the momentum track."""
    units = {unit["id"]: unit for unit in seen["units"]}
    for unit in units.values():
        unit["colour"] = seen["sides"][unit["side"]]["colour"]
        unit["order_name"] = table_words.ORDERS.get(unit["order"], "")
        held = [one for one in unit["groups"] if one["weapon"]]
        unit["arms"] = arms.several((one["weapon"], one["count"]) for one in held)
        unit["armed"] = any(one["able"] for one in held)
        unit["stuck"] = [table_words.stuck(jam, unit["turrets"]) for jam in unit["jams"]]
    by_side = [
        {**side, "number": number, "list": [unit for unit in units.values() if unit["side"] == number]}
        for number, side in enumerate(seen["sides"])
    ]
    hand = [{"code": code, "name": table_words.card(code)} for code in seen["own"].get("hand", ())]
    hand.sort(key=lambda item: -int(item["code"][1:]))
    end, slider = seen["momentum"]["end"], seen["momentum"]["slider"]
    return {
        **seen,
        "by_id": units,
        "by_side": by_side,
        "hand": hand,
        "cards": _ranked(hand, seen["rank"]),
        **plan_of(seen),
        "track": [(abs(space), space == slider) for space in range(-end, end + 1)],
    }


def _ranked(hand: list[dict[str, str]], rank: int) -> dict[str, list[dict[str, str]]]:
    """The cards that are played at this rank, and the aces."""
    now = [item for item in hand if item["code"][1:] == str(rank)]
    return {"now": now, "aces": [item for item in hand if item["code"][1:] == "1"]}


def _prompts(
    table: Table,
    game: Game,
    seen: ReadPlain,
    numbers: Sequence[int],
    own: Sequence[int],
    waits: ReadPlain | None,
) -> tuple[Plain, ...]:
    """What is wanted, in words, and which of this phone's places may do it."""
    found = []
    asked = list(seen["wanted"])
    player = seen["me"]
    if seen["stage"] == "cards" and len(own) > 1 and not waits:
        each = [prompt for number in own for prompt in view(game, number)["wanted"]]
        asked = [prompt for prompt in each if prompt["kind"] in ("play", "lay")] or asked
    for prompt in asked:
        side = prompt["side"]
        able = [number for number in numbers if side in (-1, game.players[number].side)]
        if "player" in prompt:
            able = [number for number in able if number == prompt["player"]]
        if prompt["kind"] in SECRET:
            able = [number for number in able if number in own]
        if prompt["kind"] == FINISH:
            # Whoever has conceded has said all that he had to say, as long as others are there to say it.
            said_by = word_wanted(table, game)
            able = [number for number in able if game.players[number].side in said_by]
            side = min(said_by) if len(said_by) == 1 else side
        able.sort(key=lambda number: number != player)
        name = game.sides[side].name if side >= 0 else ""
        who = game.players[prompt["player"]].name if "player" in prompt and len(own) > 1 else ""
        text = waits["text"] if waits else wanted_text(game, prompt, who)
        template = f"battles/table/now/{prompt['kind'].replace(' ', '_')}.html"
        found.append(
            {
                **prompt,
                "template": template,
                "text": text,
                "mine": bool(able) and prompt["kind"] != "others",
                "able": able,
                "as": able[0] if able else WATCHER,
                "whose": name,
                "colour": game.sides[side].colour if side >= 0 else 0,
            }
        )
    # What this phone may do comes first.
    return tuple(sorted(found, key=lambda one: not one["mine"]))


def _proposal(table: Table, game: Game, numbers: Sequence[int]) -> dict[str, object] | None:
    if table.proposal is None:
        return None
    own = {game.players[number].side for number in numbers}
    asked = sorted(asked_sides(table, game, table.proposal["kind"]) - set(table.proposal["agreed"]))
    values = table.proposal["values"]
    # What else is proposed may come with any values: nobody has looked at them.
    correcting = table.proposal["kind"] == "correct"
    about = _corrects(game, values) if correcting else {}
    return {
        **table.proposal,
        **about,
        "reason": values.get("reason", ""),
        "to_ask": [(side, game.sides[side].name) for side in asked if side in own],
        "speakers": {game.players[number].side: number for number in reversed(numbers)},
        "said": said(game, table.proposal.get("words", {})),
        "waits": [game.sides[side].name for side in asked],
        "alone": bool(asked) and set(asked) <= absent(table, game),
    }


def _corrects(game: Game, values: ReadPlain) -> dict[str, object]:
    """What a correction is about: a unit, a side's points or the momentum track; and what it changes."""
    unit = next((one for one in game.units if one.id == values.get("unit")), None)
    if unit is not None:
        told = corrected.told(unit, Action("correct", 0, values))
        return {"unit": unit.name, "changes": table_words.corrected(told)}
    if "side" in values:
        told = table_words.corrected(f"points {values['points']}")
        return {"purse": game.sides[int(values["side"])].name, "changes": told}
    return {"track": True, "changes": track_told(game, values)}


def said(game: Game, by_side: ReadPlain) -> list[dict[str, str]]:
    """Who has won by the word of each side that has said it."""
    names = {str(number): side.name for number, side in enumerate(game.sides)}
    return [
        {"side": names[side], "winner": names.get(str(winner), table_words.nobody())}
        for side, winner in sorted(by_side.items())
    ]


def last_words(game: Game) -> list[dict[str, str]]:
    """The sides' words of who has won, where they differ; else nothing."""
    if not game.apart:
        return []
    return said(game, {str(side): word for side, word in enumerate(game.words) if word != UNSAID})


def keys_of(table: Table, phone: Phone | None) -> list[hub.Key]:
    """What a phone's page is made of: its places, or what everybody at the table sees."""
    numbers = list(phone.numbers) if phone is not None else []
    game = game_of(table)
    acting = acts_for(game, phone) if phone is not None else ()
    wanted = sorted({*numbers, *acting}) or [WATCHER]
    places = Place.objects.filter(table=table, number__in=wanted).order_by("number")
    return [(TOPIC, pk) for pk in places.values_list("pk", flat=True)]


def place_versions(places: Any) -> hub.Versions:
    """The versions of places."""
    return dict(Place.objects.filter(pk__in=places).values_list("pk", "version"))


def pins_of(table: Table, phone: Phone) -> list[tuple[str, str]]:
    """The four digits of the phone's own place; on a shared tablet each player is told his by a hand-over."""
    if len(phone.numbers) > 1:
        return []
    game = game_of(table)
    places = Place.objects.filter(table=table, number__in=phone.numbers).order_by("number")
    return [(game.players[place.number].name, place.pin) for place in places]


hub.register(TOPIC, place_versions)
