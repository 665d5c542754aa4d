"""Why something cannot be done at the table, in people's words: one sentence for each code of the rules."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.lists.list_words import LIST_SENTENCES, in_line, in_place
from battles.table.words import table_words
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.refusing import RefusedError, Said

SENTENCES = {
    "aces need suits": lazy("Give a suit to each ace that is played."),
    "acting now": lazy("{unit} is acting: finish its go first, or undo the last action."),
    "answer first": lazy("This waits for {side}: first it answers for {unit}."),
    "air strike target": lazy("An air strike has a target: choose a unit that is in play."),
    "ambush first": lazy("{unit} has sprung its ambush: {side} fires first."),
    "another target": lazy("Choose a different unit."),
    "assault an enemy": lazy("Only a unit of another side can be assaulted."),
    "attack not finished": lazy("Finish the attack that is being resolved first."),
    "battle over": lazy("The battle is over."),
    "bid binds": lazy("Your side has bid already: the first bid binds."),
    "cannot keep": lazy("These cannot keep an order: {units}. Only Ambush and Down are kept."),
    "cannot move": lazy("{unit} cannot move: it goes Down."),
    "card too often": lazy("A card is there once in each deck, and {most} are in play: {card}."),
    "card for own units": lazy("The card is for one of its player's own units."),
    "charge by Run": lazy("A charge is declared with the order Run."),
    "charge not declared": lazy(
        "{unit} has no anti-tank weapons: it assaults {target}, closed armour, only if the charge was"
        " declared with its Run, which is tested at {value}, and passed."
    ),
    "choose a die": lazy("Choose one own die of this roll that has not been rerolled."),
    "choose a friend": lazy("Choose a friendly unit."),
    "confused target": lazy("The target is another unit of the confused unit's own side."),
    "destroyed": lazy("{unit} is destroyed."),
    "does not bid": lazy("Your side does not bid this time."),
    "drawn singly": lazy("Fewer than three dice, or one colour only, are in the bag: draw one."),
    "enters later": lazy("{unit} enters from turn {turn}; until then it waits by Down."),
    "fewer in the bag": lazy("{side}: no more than {count} of its dice are in the bag."),
    "fires not now": lazy(
        "{unit} may not fire now: a unit fires on its own Fire or Advance, when it springs an ambush, or at a"
        " charge."
    ),
    "group has fewer": lazy("{group}: no more than {count} can have fallen."),
    "group has fired": lazy("{group}: each weapon fires once an action, and {unit} has fired."),
    "group leads too": lazy("{group}: the NCO is in one group only, and {other} has him."),
    "group mounted": lazy("{group}: nothing is mounted on {unit}; only vehicles have hulls and turrets."),
    "group not at it": lazy("{group}: {target} is no target now. It may fire at: {allowed}."),
    "group not firing": lazy("Group {group} does not fire at this target."),
    "group not indirect": lazy("{group}: it cannot fire indirectly."),
    "group number": lazy("{group}: {name} is a whole number from {low} to {high}."),
    "group of nobody": lazy("{group}: men without a weapon are one each."),
    "group place": lazy("{group}: it cannot stand in “{value}”, only here: {allowed}."),
    "group smaller": lazy("{group}: at most {count} of them fire, not {given}."),
    "group spent": lazy("{group}: one-shot, and all have been fired."),
    "group splits": lazy(
        "{group}: it has to fire at {target}, like {other}. By the numbers of this table they share a target"
        " (volley.split)."
    ),
    "group twice": lazy("{group}: it has been given two targets. Each weapon fires once."),
    "group unarmed": lazy("These men have no weapon: {group}."),
    "group weapon": lazy("Group {group}: there is no weapon called {value}."),
    "group without men": lazy("{group}: nobody is left to fire it."),
    "group without shells": lazy("{group}: it has no high explosive shells."),
    "group without target": lazy("{group}: say at whom it fires. It may fire at: {allowed}."),
    "hand count": lazy("Name the cards that you were dealt: {count} cards, not {given}."),
    "has fired": lazy("{unit} has fired already: a volley is all its fire of an action, declared at once."),
    "has begun": lazy("The battle has begun: correct the unit instead."),
    "has its order": lazy("{unit} has its order for this turn: {order}."),
    "has its order already": lazy("{unit} has its order already: it stands, or escapes if it can."),
    "held already": lazy("{player} holds already: nothing goes on by itself."),
    "how reserves enter": lazy("A unit in reserve enters by Advance or Run, or waits by Down."),
    "in reserve": lazy("{unit} is in reserve: it is no target and reacts to nothing."),
    "keep first": lazy("These sides must first say which orders they keep: {sides}."),
    "men differ": lazy("{unit}: its groups have {count} men, not {start}. Change one of the two."),
    "men of groups": lazy("{unit}: the groups of a unit have from 1 to {most} men in all."),
    "missing": lazy("Something is missing: {name}."),
    "momentum off": lazy("The momentum track is not in play."),
    "must order": lazy("A side that can give an order must."),
    "losses differ": lazy(
        "{unit}: with so many fallen {count} men are left, not {models}. Change one of the two."
    ),
    "losses twice": lazy("{unit}: its groups tell who has fallen; say it there, or beside them, not both."),
    "name a bidder": lazy("Name one of the sides that bid."),
    "no bids now": lazy("Nobody bids now."),
    "no boost": lazy("{unit} has no boost token."),
    "no card reroll": lazy("No card gives a reroll now."),
    "no cards left": lazy("You have no cards left."),
    "no choice": lazy("There is no such choice now."),
    "no dice to accept": lazy("There are no dice to accept."),
    "no die in the bag": lazy("{side} has no die in the bag."),
    "no die left": lazy("This side has no order die left."),
    "no enemy acts": lazy("An ambush is sprung while an enemy unit acts."),
    "no escape": lazy("Only a recce vehicle that can move and tows nothing escapes, once a turn."),
    "no momentum reroll": lazy("Momentum gives no reroll now."),
    "no more snaps": lazy("This unit has no further orders to give."),
    "no plan": lazy("Only whoever has cards that play themselves says what the aces stand for."),
    "no rank called": lazy("No rank is called now."),
    "no reaction now": lazy("Nobody is asked to react."),
    "no reward": lazy("There is no reward to choose."),
    "no seal": lazy("{side} has no command seal."),
    "no hand to say": lazy("You have no real cards to name now."),
    "no such action": lazy("Nothing at this table is called {kind}."),
    "no such card": lazy("There is no card {card}. A card is a suit and a rank, like S13 or H1."),
    "no such number": lazy("There is no number called {path}."),
    "no such officer": lazy("Only another unit of its side with an officer can help."),
    "no such player": lazy("There is no such player at this table."),
    "no such strike": lazy("No such strike is due."),
    "no such weapons": lazy("There are no such weapons: {weapons}."),
    "no shot waits": lazy("This unit has no shot out of an ambush to give up."),
    "no such unit": lazy("There is no such unit in this battle."),
    "no token in the bag": lazy("This unit has no token in the bag."),
    "no tokens now": lazy("No tokens are placed now."),
    "no turret": lazy("{unit} has no turret that could jam."),
    "no unit acts": lazy("No unit is acting: the next one has to be chosen first."),
    "not a card": lazy("An ace stands for a card from King to Two, like H12, not {card}."),
    "not a list": lazy("This must be a list of words: {name}."),
    "not a number": lazy("This must be a whole number from {low} to {high}: {name}."),
    "not a suit": lazy("A suit is one of {allowed}."),
    "not indirect": lazy("{weapon} cannot fire indirectly."),
    "not of the side": lazy("{unit} does not belong to {side}."),
    "not on Ambush": lazy("{unit} is not on Ambush."),
    "not one of": lazy("This cannot be {value}: {name}. It is one of {allowed}."),
    "not pairs": lazy("This must give a number to each: {name}."),
    "not your ace": lazy("You do not hold the ace {card}."),
    "not your dice": lazy("{count} typed dice are too many: {what} is not yours to roll."),
    "not your decision": lazy("This is for {side} to decide."),
    "nobody left": lazy(
        "{unit}: of a unit in the battle one man at least is left. If all fell, say that it is destroyed."
    ),
    "nothing asked": lazy("Nobody is asked that now."),
    "nothing held": lazy("Nobody holds anything: it goes on by itself."),
    "nothing gained": lazy("Enter what was gained: one total for each side."),
    "nothing waits": lazy("Nothing waits for {player} that you could enter."),
    "nothing to call off": lazy("There is no attack that can still be called off."),
    "nothing to concede": lazy("There is no battle to concede."),
    "conceded already": lazy("{side} has conceded already."),
    "no losses to move": lazy("{unit} has lost nobody since the last order."),
    "no such group": lazy("{unit} has no group {group}."),
    "no target of it": lazy("Nobody fires at these: {targets}."),
    "not records": lazy("{name} must be a list of at most {most} entries, each with its values."),
    "nothing fires": lazy("Say what fires: {unit} fires with none of its weapons."),
    "nothing to measure": lazy("There is nothing to measure now."),
    "nothing to correct": lazy("A battle can be corrected only while it is being fought."),
    "nothing to draw": lazy("Nothing is to be drawn now."),
    "nothing to end": lazy("There is no battle to end."),
    "nothing to name": lazy("There is nothing to name now."),
    "number of players": lazy("There are at most {most} players."),
    "number of sides": lazy("There are from 2 to {most} sides."),
    "number out of range": lazy("{path} is from {low} to {high}, not {value}."),
    "one colour": lazy("All three are of {side}: put them back and draw again."),
    "one token each": lazy("Each of your units without an order gets one token."),
    "others have fired": lazy(
        "{unit} has fired its {group} already: a volley is all its fire of an action, declared at once."
    ),
    "one-shot left": lazy("{weapon}: one-shot, and no more than {count} can be fired now."),
    "one-shot": lazy("{weapon} is one-shot and has been fired."),
    "only infantry assaults": lazy("Only infantry assaults."),
    "other losses": lazy("{unit} has lost {count} since the last order; these are {given}."),
    "other phase": lazy("This belongs to another phase: {phase}. Now it is: {now}."),
    "other side's units": lazy("Units of another side are its own players' to enter."),
    "other step": lazy("The acting unit is at another step: {step}."),
    "plays himself": lazy("You play your units yourself already."),
    "plays itself": lazy("Your cards play themselves until the next deal: you need not press anything."),
    "place taken": lazy("This place is taken."),
    "rank called": lazy("The rank of {card} is called already: choose a lower one."),
    "rank waits": lazy("No rank shows its cards by itself now."),
    "ready already": lazy("You have pressed ready already."),
    "reserve cannot snap": lazy("Units in reserve cannot be snapped to action."),
    "reward first": lazy("The reward of the last overflow has to be chosen first."),
    "roster asks": lazy("This has to be said of the list first: {asked}"),
    **LIST_SENTENCES,
    "shoots itself": lazy("A unit does not shoot at itself."),
    "side without player": lazy("Each side needs a player."),
    "sides without units": lazy(
        "These sides have no units yet: {sides}. Each enters its own: on its phone, joined by the code,"
        " or when a shared tablet is handed to it."
    ),
    "strike step": lazy("This strike is at another step: {step}."),
    "strikes due": lazy("Resolve the strikes that are due first."),
    "target on Run": lazy("{unit} is on Run: it cannot be assaulted unless it has been stopped since."),
    "team-mate first": lazy("A team-mate takes over first."),
    "three dice": lazy("Say all three dice in the order in which they were drawn, not {given}."),
    "token for another": lazy("The token is for {unit}."),
    "token twice": lazy("Each number can be used once."),
    "tokens lie": lazy("Your tokens are placed already."),
    "tokens taken": lazy("Taken already on your side: {tokens}."),
    "too many dice": lazy("{count} dice too many have been typed in."),
    "too many groups": lazy("{unit}: a unit has at most {most} groups."),
    "too many units": lazy("{side} may have at most {most} units at this table."),
    "two camps": lazy("The momentum track needs two camps."),
    "who holds it": lazy("Say which side of the camp has brought the slider there: {sides}."),
    "wrong die": lazy("A die of {sides} sides shows 1 to {sides}, not {value}: {what}."),
    "wrong reaction": lazy("Against this attack that is no answer: the target stands, or escapes if it can."),
}
NAMES = {
    "aces": lazy("aces"),
    "arc": lazy("arc"),
    "band": lazy("range"),
    "cards": lazy("cards"),
    "charge": lazy("charge"),
    "count": lazy("how many"),
    "crew": lazy("men to each"),
    "lost": lazy("fallen"),
    "spent": lazy("fired"),
    "cover": lazy("cover"),
    "enemy_dice": lazy("their dice"),
    "at": lazy("what is measured"),
    "fire": lazy("the fire"),
    "group": lazy("group"),
    "groups": lazy("groups"),
    "boosts": lazy("boost tokens"),
    "holder": lazy("who has brought it there"),
    "momentum": lazy("the slider"),
    "seals": lazy("command seals"),
    "inches": lazy("inches"),
    "jams": lazy("turrets"),
    "weapons": lazy("weapons"),
    "method": lazy("who acts next"),
    "models": lazy("models"),
    "officer": lazy("officer"),
    "order": lazy("order"),
    "own_dice": lazy("your dice"),
    "pins": lazy("pins"),
    "place": lazy("place"),
    "points": lazy("points"),
    "reason": lazy("reason"),
    "roster": lazy("the list of units"),
    "shots": lazy("shots"),
    "draws": lazy("who draws"),
    "side": lazy("side"),
    "sides": lazy("the dice drawn"),
    "target": lazy("target"),
    "template": lazy("models under the template"),
    "tokens": lazy("tokens"),
    "turns": lazy("turns"),
    "unit": lazy("unit"),
    "weapon": lazy("weapon"),
    "winner": lazy("winner"),
}
STEPS = {
    "unit": lazy("choose a unit and its order"),
    "test": lazy("the order test"),
    "act": lazy("carry out the order"),
    "snap": lazy("order further units"),
    "friendly": lazy("friendly fire"),
    "panic": lazy("panic"),
    "due": lazy("roll for it"),
    "target": lazy("choose the new target"),
    "flak": lazy("flak"),
    "near": lazy("units within reach"),
    "hits": lazy("direct hits"),
    "done": lazy("over"),
}


def questions_of(error: RefusedError) -> tuple[str, ...]:
    """What has to be asked before a list can be read, a sentence each."""
    asked = error.values.get("asked", ())
    if not isinstance(asked, tuple):
        return ()
    said = (one.split("|", 3) for one in asked)
    return tuple(in_line(line, code, about, answers) for line, code, about, answers in said)


def in_words(error: RefusedError) -> str:
    """The sentence for a refusal; a code without one is said as it is."""
    if error.code == "roster asks":
        return "\n".join(questions_of(error))
    template = SENTENCES.get(error.code)
    if template is None:
        return _("This cannot be done: %(code)s") % {"code": error.code}
    text = str(template).format(**{name: _said(name, value) for name, value in error.values.items()})
    return in_place(text, error.values) if error.code in LIST_SENTENCES else text


def _said(name: str, value: Said) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    tables: dict[str, ReadPlain] = {
        "name": NAMES,
        "order": table_words.ORDERS,
        "phase": table_words.PHASES,
        "now": table_words.PHASES,
        "step": STEPS,
        "what": table_words.DICE,
    }
    return str(tables.get(name, {}).get(str(value), value))
