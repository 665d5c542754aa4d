"""The default mission tables: by category, in the open and in a city, one mission a face of the mission die.

Their texts are translated where they are shown; a facilitator may write others.
The app shows them and enforces nothing: what is fought on the table is the players' own affair (Rules 12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_noop as _

from campaign.base.setup.missions import TABLES, Mission, parse_table, table_name

MISSIONS: Mapping[str, tuple[Mission, ...]] = {
    "battle": (
        Mission(
            _("Head-on"),
            _("The armies set up along opposite long edges, a foot deep, and march straight at each other."),
            _("Most of the enemy's points destroyed when the game ends."),
            night=True,
        ),
        Mission(
            _("The crossroads"),
            _("One objective lies in the middle of the table. Set up along opposite long edges."),
            _("Be the only side with a unit within three inches of the objective at the end."),
            night=True,
        ),
        Mission(
            _("Three strongpoints"),
            _("Three objectives on the centre line, a foot apart. Set up along opposite long edges."),
            _("Hold more objectives than the enemy at the end."),
            night=True,
        ),
        Mission(
            _("Across the diagonal"),
            _(
                "Each side has a quarter of the table, corner to corner, and keeps nine inches "
                "from the centre."
            ),
            _("Hold more quarters of the table than the enemy at the end."),
            night=True,
        ),
        Mission(
            _("Running fight"),
            _("Half of each army sets up, the rest comes on from its own edge from the second turn."),
            _(
                "Most of the enemy's points destroyed; a unit off the enemy's edge counts as "
                "destroyed for him."
            ),
            night=True,
        ),
        Mission(
            _("Cut off the head"),
            _("Each side names one officer's unit in the open before it sets up along its long edge."),
            _("The enemy's named unit is gone and your own is not."),
            night=True,
        ),
    ),
    "raid": (
        Mission(
            _("Ambush"),
            _(
                "The defender is strung out along the middle of the table; the attacker comes on "
                "from both long "
                "edges."
            ),
            _("The attacker wins if half of the defender's points are destroyed; else the defender does."),
            night=True,
        ),
        Mission(
            _("Supply dump"),
            _("Three crates lie in the defender's half. The attacker sets up along the opposite edge."),
            _("The attacker wins with two crates destroyed or carried off, the defender with two left."),
            night=True,
        ),
        Mission(
            _("Prisoners"),
            _("One objective stands for prisoners in the middle of the defender's half, under guard."),
            _("The side that has the prisoners at the end, or has brought them off its own edge, wins."),
            night=True,
        ),
        Mission(
            _("Scouting party"),
            _("The attacker comes on from one short edge, the defender holds the middle third."),
            _(
                "The attacker wins with three units within six inches of the far edge; else the "
                "defender does."
            ),
            night=True,
        ),
        Mission(
            _("Silence the guns"),
            _("The defender places three guns (or markers) in his half, at least a foot apart."),
            _("The attacker wins with two guns destroyed; the defender with two left in action."),
            night=True,
        ),
        Mission(
            _("Hit and away"),
            _(
                "The attacker comes on from any one edge, and from the fourth turn may leave by "
                "the same edge."
            ),
            _("Most of the enemy's points destroyed; units that have left safely cannot be lost."),
            night=True,
        ),
    ),
    "breakthrough": (
        Mission(
            _("Breakout"),
            _("The attacker is surrounded: he sets up in the middle, the defender along both short edges."),
            _("The attacker wins with a third of his points off a short edge; else the defender does."),
            night=True,
        ),
        Mission(
            _("Blitz"),
            _("The defender holds one half of the table behind works; the attacker comes on along one edge."),
            _("The attacker wins with two units in the defender's deployment zone at the end."),
            night=True,
        ),
        Mission(
            _("The trench line"),
            _("A line of works crosses the table; the defender sets up in and behind it."),
            _("Hold more of the line's three sections than the enemy at the end."),
        ),
        Mission(
            _("Bunker assault"),
            _("One fortification stands in the middle of the defender's half with a unit in it."),
            _("The side that has a unit in the fortification at the end wins."),
        ),
        Mission(
            _("Last stand"),
            _("The defender holds a foot around the centre; the attacker comes on from every edge."),
            _("The defender wins with a unit within three inches of the centre at the end."),
        ),
        Mission(
            _("War of attrition"),
            _(
                "The defender sets up half a table deep in his works; the attacker's destroyed "
                "units come back "
                "once each."
            ),
            _("The defender wins with a quarter of his points left; else the attacker does."),
        ),
    ),
    "battle_city": (
        Mission(
            _("Street by street"),
            _("The armies set up at opposite short edges of a table full of buildings, a foot deep."),
            _("Hold more buildings than the enemy at the end; a building is held by the only side in it."),
            night=True,
        ),
        Mission(
            _("The square"),
            _("An open square lies in the middle. Set up along opposite long edges, nobody in the square."),
            _("Be the only side with a unit in the square at the end."),
            night=True,
        ),
        Mission(
            _("High ground"),
            _("Name the two tallest buildings and a third between them. Set up along opposite long edges."),
            _("Hold the top floors of more of the three than the enemy at the end."),
            night=True,
        ),
        Mission(
            _("Crossfire"),
            _("Each side has two quarters of the table, corner to corner, and keeps off the centre."),
            _("Hold more quarters of the table than the enemy at the end."),
            night=True,
        ),
        Mission(
            _("Out of the cellars"),
            _("Half of each army sets up; the rest comes out of buildings without an enemy near."),
            _("Most of the enemy's points destroyed when the game ends."),
            night=True,
        ),
        Mission(
            _("Who came first"),
            _("Nobody sets up. Roll off for the side that enters first; each comes on from its long edge."),
            _("Hold the building nearest the centre at the end; who enters first attacks."),
            night=True,
            sides=True,
        ),
    ),
    "raid_city": (
        Mission(
            _("Sewer rats"),
            _(
                "Three manholes lie in the defender's half. Half of the attacker's units may "
                "come out of them."
            ),
            _("The attacker wins if half of the defender's points are destroyed; else the defender does."),
            night=True,
        ),
        Mission(
            _("The power station"),
            _("One building in the defender's half is marked. The attacker comes on from the opposite edge."),
            _("The attacker wins by spending two turns in it alone; else the defender does."),
            night=True,
        ),
        Mission(
            _("Snatch"),
            _("One objective stands for a person of weight, in a building of the defender's half."),
            _("The side that has the objective at the end, or has brought it off its own edge, wins."),
            night=True,
        ),
        Mission(
            _("Through the alleys"),
            _("The attacker comes on from one short edge, the defender holds the middle third."),
            _(
                "The attacker wins with three units within six inches of the far edge; else the "
                "defender does."
            ),
            night=True,
        ),
        Mission(
            _("Spotters"),
            _("The defender places three markers on upper floors, at least a foot apart, in his half."),
            _("The attacker wins with two markers taken; the defender with two left."),
            night=True,
        ),
        Mission(
            _("Burn and run"),
            _("The attacker comes on from any one edge and may leave by the same edge from the fourth turn."),
            _("The attacker wins with three buildings on fire (an action in each); else the defender does."),
            night=True,
        ),
    ),
    "breakthrough_city": (
        Mission(
            _("Breakout"),
            _(
                "The attacker is ringed in by streets he does not hold: he sets up in the "
                "middle, the defender "
                "along both short edges."
            ),
            _("The attacker wins with a third of his points off a short edge; else the defender does."),
            night=True,
        ),
        Mission(
            _("Blitz"),
            _(
                "The defender holds one half of the table from fortified buildings; the attacker "
                "comes on along "
                "one edge."
            ),
            _("The attacker wins with two units in the defender's deployment zone at the end."),
            night=True,
        ),
        Mission(
            _("Barricades"),
            _("Three barricades cross the main street; the defender sets up behind the first."),
            _("The attacker wins with all three in his hands at the end, the defender with two in his."),
        ),
        Mission(
            _("Stronghold"),
            _("One building in the defender's half is a fortification with a unit in it."),
            _("The side that has a unit in the stronghold at the end wins."),
        ),
        Mission(
            _("The last block"),
            _("The defender holds the four middle buildings; the attacker comes on from every edge."),
            _("The defender wins with a unit in two of the four at the end."),
        ),
        Mission(
            _("House of cards"),
            _(
                "The defender sets up half a table deep in his works; the attacker's destroyed "
                "units come back "
                "once each."
            ),
            _("The defender wins with a quarter of his points left; else the attacker does."),
        ),
    ),
}


def tables_of(own: Mapping[str, object]) -> dict[str, tuple[Mission, ...]]:
    """All tables of a campaign: its own where it has changed them, else the default."""
    return {name: parse_table(name, own[name]) if name in own else MISSIONS[name] for name in TABLES}


def table_of(category: str, city: bool, kept: Sequence[object]) -> tuple[Mission, ...]:
    """The table of a battle: as it was kept at the announcement, else the default."""
    name = table_name(category, city)
    return parse_table(name, list(kept)) if kept else MISSIONS[name]
