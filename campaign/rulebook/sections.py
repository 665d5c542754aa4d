"""The campaign rules as players read them, by section: every control and every line links to one."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its number is its anchor on the page."""

    number: str
    title: Promise
    paragraphs: tuple[Promise, ...]

    @property
    def depth(self) -> int:
        """1 for a chapter, 2 for a part of one."""
        return 2 if "." in self.number else 1

    @property
    def chapter(self) -> str:
        """The number of the chapter that it belongs to."""
        return self.number.partition(".")[0]

    @property
    def text(self) -> str:
        """Number, title and paragraphs, to be searched."""
        return "\n".join((self.number, str(self.title), *map(str, self.paragraphs)))


def _section(number: str, title: Promise, *paragraphs: Promise) -> Section:
    return Section(number, title, paragraphs)


SECTIONS: tuple[Section, ...] = (
    _section(
        "1",
        _("Words and distances"),
        _(
            "The map is a grid of sectors, named by column and row: A1 is the north-western corner. A"
            " sector is open ground, a city or impassable; everybody knows which. Diagonals count as one"
            " step."
        ),
        _(
            "A banner is one army of a player, in one sector. Its level says how strong it is; a level"
            " is worth 100 points on the tabletop, and no banner fights above level 20. It may have"
            " works, and after a lost battle it must retreat. Any banner of another player is an enemy,"
            " whatever you have agreed."
        ),
        _(
            "Around each banner lie its ranges: the battle range reaches one sector far, the recon"
            " range two, the search range three in a turn in which it searches. Impassable sectors"
            " belong to no range, but a range reaches past them. Two ranges overlap if they share a"
            " sector, and touch if they overlap or lie side by side. A campaign may set other distances."
        ),
    ),
    _section(
        "2",
        _("The turn"),
        _(
            "Everybody plans; all plans are carried out at once; the battles that come of it are"
            " announced to those who fight them, played and reported; then the turn is published and the"
            " next one begins."
        ),
        _(
            "Whoever has sent no plan by the deadline has no orders and forfeits all battles of the turn. A"
            " saved draft counts unless the campaign says otherwise. A submitted plan is final."
        ),
        _(
            "At the announcement both sides of a battle learn who meets whom, where, how strong, on"
            " which mission table and who attacks. Nobody else learns of it before the end of the"
            " campaign."
        ),
    ),
    _section(
        "3",
        _("Orders"),
        _(
            "A banner may have one main order (march, teleport or search) and one beside it (fortify,"
            " entrench, unfortify, resupply, transfer, split or join), or else a single special one"
            " (retreat or destroy a relic) and nothing beside it. What is not legal when the turn begins"
            " does not count; the other order still does. A campaign may allow two special ones more: to"
            " use a thing, and to do something else in your own words (Rules 14.2)."
        ),
        _(
            "March: to a passable sector beside it, or two away for a Highly Mobile army; works must be"
            " left first. Teleport: only with that army rule, to any passable sector. Search: always."
        ),
        _(
            "Fortify needs a banner without works; entrench a fortified one. Unfortify leaves them and"
            " takes the whole turn. Neither digging in nor leaving works fits with a march or teleport;"
            " an army with Steadfast may march and fortify. Resupply needs a level below 20. Split needs"
            " level 10. Transfer takes levels or a relic from another banner of yours, or picks up a"
            " relic whose place you know. Join must be ordered for both banners."
        ),
        _(
            "A banner that must retreat can be told where to, and nothing else. Without a legal order"
            " it takes the sector farthest from the banner that beat it; if there is none, it is"
            " destroyed."
        ),
    ),
    _section(
        "4",
        _("Dice"),
        _(
            "Every die comes from a secret that was sealed before the first turn and is opened when the"
            " campaign ends, so that anybody can check all of them. You are shown a die by what it was"
            " for."
        ),
    ),
    _section("5", _("Movement"), _("Each step is finished for all banners before the next one begins.")),
    _section("5.1", _("Unfortify"), _("Banners leave their works.")),
    _section("5.2", _("Entrench"), _("Fortified banners dig in deeper.")),
    _section(
        "5.3",
        _("Teleport"),
        _(
            "The banner aims for a sector and drifts from there one to six sectors in a random"
            " direction, up to impassable ground or the edge. It lands on the last sector of that way in"
            " which no enemy stood; if there is none, or an enemy no stronger lands in the same sector,"
            " it stays where it was."
        ),
    ),
    _section(
        "5.4",
        _("March"),
        _(
            "All march at once, Ponderous armies after the others. Of enemies bound for the same sector"
            " the stronger ones are held back; equals all are. A march also fails if an enemy stands in"
            " the sector and does not leave it. Friends never bar the way, and enemies may change"
            " places."
        ),
        _("You are told that an enemy was in the way, never which one or how."),
    ),
    _section("5.5", _("Fortify"), _("Banners dig in where they now stand.")),
    _section(
        "5.6",
        _("Retreat"),
        _(
            "Beaten banners fall back and lose their works. Whoever retreats into an enemy that is not"
            " itself retreating is destroyed, and so are enemies that retreat into the same sector."
        ),
    ),
    _section(
        "5.7",
        _("Resupply"),
        _(
            "One level more, up to 20; one more again with an undisputed supply feature that you know"
            " and hold in its battle range."
        ),
    ),
    _section(
        "5.8",
        _("Transfer of levels"),
        _(
            "The battle ranges of giver and receiver must overlap, and the giver may not have marched,"
            " teleported, retreated, split or joined. The receiver is never filled above 20."
        ),
    ),
    _section(
        "5.9",
        _("Relics"),
        _(
            "A relic changes hands as levels do. One that lies in a sector is picked up by a banner"
            " with that sector in its battle range, if nobody disputes it. Then relics are destroyed."
        ),
    ),
    _section(
        "5.10",
        _("Split"),
        _(
            "Two levels are lost and the rest is halved, the old banner keeping the larger half. The"
            " new one stands in the same sector without works."
        ),
    ),
    _section(
        "5.11",
        _("Join"),
        _(
            "Two banners in one sector whose orders name each other become one, of both levels together"
            " up to 20. The stronger one stays and inherits what the other had."
        ),
    ),
    _section(
        "5.12",
        _("Battles"),
        _(
            "Enemies whose battle ranges overlap now and did not when the turn began meet in battle,"
            " halfway between them; a campaign may let them fight every turn. A banner fights every"
            " enemy it meets."
        ),
        _(
            "If one of them has moved, it attacks; else the one without works; else Raiders; else a die"
            " decides. The table is Breakthrough against works, Raid if one side only has moved, Battle"
            " otherwise, and a die picks the mission. A banner of level 9 or less does not stand: it is"
            " destroyed."
        ),
    ),
    _section(
        "6",
        _("Occupation"),
        _(
            "A sector in the battle ranges of one player's banners is theirs. In those of two or more"
            " it is disputed, and nobody's. In nobody's range it stays as it was."
        ),
    ),
    _section(
        "7",
        _("Results of battles"),
        _(
            "Both players report who won and how many points each side has lost. If they agree, that is"
            " the result. If they differ the facilitator rules on it. If neither reports, or both ask"
            " for it, the battle is resolved by dice: each side rolls two, less what it is weaker by,"
            " and the difference says how clearly the battle was won."
        ),
        _("Points lost cost levels, fewer of them behind works; army rules may add to them or take away."),
    ),
    _section("8", _("Aftermath"), _("What battles have cost, what was found and what is held.")),
    _section("8.1", _("Results"), _("The result of each battle is settled.")),
    _section(
        "8.2", _("Losses"), _("Levels are lost and rewards gained. Level 0 is not the end of a banner.")
    ),
    _section(
        "8.3",
        _("Defeat"),
        _(
            "A banner that lost a battle and lives gives up entrenchments for fortifications; one"
            " without entrenchments loses its works and must retreat next turn."
        ),
    ),
    _section(
        "8.4",
        _("Hive Mentality"),
        _(
            "One banner of such an army is its node. When it is lost, all others lose levels and must"
            " retreat. A new one is named with a plan; unnamed, the strongest banner takes its place."
        ),
    ),
    _section(
        "8.5", _("Lost relics"), _("What a destroyed banner carried lies where it fell; nobody is told.")
    ),
    _section("8.6", _("Occupation again"), _("Who holds what is worked out once more.")),
    _section(
        "8.7",
        _("Searches"),
        _(
            "A search shows all features and all relics lying in its range, but for disputed sectors"
            " and those in an enemy's battle range."
        ),
    ),
    _section(
        "8.8",
        _("Features in plain sight"),
        _("Features that need no search show themselves to who holds them."),
    ),
    _section(
        "9",
        _("Intelligence"),
        _(
            "You learn where an enemy stands when your recon or search range touches its battle range,"
            " when that lies in or beside a sector you hold, when it took a sector from you, or when a"
            " sensor of yours touches it. You learn its level too when your range overlaps its battle"
            " range. What works it has, what it was ordered and what it carries you never learn."
        ),
        _(
            "Who holds a sector you learn in and beside your recon ranges, and wherever you hold or"
            " held it. What you once saw stays on your map, with the turn it is from."
        ),
    ),
    _section(
        "10",
        _("Victory"),
        _(
            "A campaign is won by whoever meets all primary conditions of their own: a relic carried,"
            " sectors held, enemies destroyed, for as many turns in a row as the condition asks. If"
            " several do in one turn, secondary conditions decide, then sectors held, then levels."
        ),
    ),
    _section(
        "11",
        _("Army rules"),
        _("Each army picks rules worth a number of points; drawbacks give points back."),
    ),
    _section(
        "12",
        _("Around the battles"),
        _(
            "Arrange your battle with your opponent; whoever gets no answer within 48 hours may claim a"
            " forfeit. Lists are 100 points for each level, without tailoring against the enemy. The"
            " mission says who wins; points lost are counted in any case."
        ),
    ),
    _section(
        "14",
        _("Rules of the club"),
        _(
            "A campaign may have rules of its own: house army rules, special orders, and things that"
            " happen by themselves. Its open book says which of them it has."
        ),
    ),
    _section(
        "14.1",
        _("House army rules"),
        _(
            "Armies pick them like others. One may give an army rules of the rulebook, forbid it some"
            " orders, change its ranges, marches and resupply, what its battles cost it or the enemy,"
            " and its abstract rolls: always, or in a city, attacking, defending, with works or"
            " without. Several add up. What they add to a battle's cost counts before the cost is"
            " held at nothing at least."
        ),
    ),
    _section(
        "14.2",
        _("Special orders"),
        _(
            "Where the campaign allows it, a banner may use a relic that it carries or a feature in its"
            " battle range, or do something else in your own words. By themselves these orders do"
            " nothing."
        ),
    ),
    _section(
        "14.3",
        _("What the facilitator settles"),
        _(
            "What comes of an order in your own words the facilitator settles: levels, or a sector to"
            " move to, before the marches; levels, or something found or seen, after the searches. Levels"
            " stay between 0 and 20, with Massive Armies without an upper end. Whoever is touched by"
            " it reads what happened, not whose order it was."
        ),
    ),
    _section(
        "14.4",
        _("Triggers"),
        _(
            "At some features, and with some relics, something happens once its terms are met. Whoever"
            " holds the thing has it happen: a feature's sector that you occupy and whose feature you"
            " know, or a relic that your banner carries. Its terms nobody tells before the end."
        ),
    ),
)


def section_for(number: str) -> Section | None:
    """The section of this number, or the chapter that it would be part of; None if there is neither."""
    by_number = {section.number: section for section in SECTIONS}
    return by_number.get(number) or by_number.get(number.partition(".")[0])


def find(words: str) -> tuple[Section, ...]:
    """The sections that hold every one of these words, in their order; case does not matter."""
    wanted = words.casefold().split()
    return tuple(section for section in SECTIONS if all(word in section.text.casefold() for word in wanted))
