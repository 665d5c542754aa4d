"""Rules 7: the result of each battle."""

from typing import Any

from tests.oracle.world import Banner, Document, World

# points up to, levels with no works, levels with works
ATTRITION = (
    (300, 0, 0),
    (500, 1, 0),
    (700, 2, 0),
    (900, 3, 1),
    (1100, 4, 2),
    (1300, 5, 3),
    (1500, 6, 4),
    (1700, 7, 5),
    (1900, 8, 6),
    (2000, 9, 7),
)
# degree, loser's share and winner's share in percent, by the difference of the rolls
DEGREES = {
    1: ("marginal", 50, 50),
    2: ("minor", 60, 40),
    3: ("minor", 60, 40),
    4: ("standard", 70, 30),
    5: ("standard", 70, 30),
    6: ("standard", 70, 30),
    7: ("major", 80, 20),
    8: ("major", 80, 20),
    9: ("decisive", 90, 10),
}
TOTAL = ("total", 100, 0)


class InDispute(Exception):  # noqa: N818 - it is a state of the turn, not a fault
    """Battles that the facilitator must rule on first."""

    def __init__(self, pairs: list[list[str]]) -> None:
        super().__init__(str(pairs))
        self.pairs = pairs


def resolve(world: World) -> None:
    """Adds the result to every battle of the turn; raises InDispute."""
    disputes = []
    for battle in world.battles:
        if battle["auto"]:
            battle.update(auto_result(world, battle))
            continue
        result = find_result(world, battle)
        if result is None:
            disputes.append(list(battle["banners"]))
        else:
            battle.update(result)
    if disputes:
        raise InDispute(disputes)


def fighting(level: int) -> int:
    """Rules 1."""
    return min(level, 20)


def _on(battle: Document, listed: list[Document]) -> list[Document]:
    return [one for one in listed if sorted(one["battle"]) == battle["banners"]]


def forfeited(world: World, battle: Document, banner: Banner) -> bool:
    """No plan this turn and not excused, or the facilitator says so."""
    player = world.players[banner.owner]
    if not player.submitted and not player.excused:
        return True
    given = _on(battle, world.document.get("forfeits", []))
    return any(one["by"] == banner.owner for one in given)


def find_result(world: World, battle: Document) -> Document | None:
    """The first of the seven that applies; None is a dispute."""
    one, other = (world.banners[banner_id] for banner_id in battle["banners"])
    rulings = _on(battle, world.document.get("rulings", []))
    if rulings:
        ruling = rulings[0]
        given = ruling.get("sacrifice", {})
        sacrifice = {banner.id: given.get(banner.id, 0) for banner in (one, other)}
        return actual(world, battle, "ruling", ruling["winner"], ruling["points_lost"], sacrifice)
    reports = {report["by"]: report for report in _on(battle, world.document.get("reports", []))}
    losers = [banner for banner in (one, other) if forfeited(world, battle, banner)]
    sacrifice = {}
    for banner in (one, other):
        declared = reports.get(banner.owner, {}).get("sacrifice", 0)
        sacrifice[banner.id] = 0 if banner in losers else declared
    if losers or not reports:
        return abstract(world, battle, sacrifice)
    if len(reports) == 2:
        return two_reports(world, battle, list(reports.values()), sacrifice)
    (report,) = reports.values()
    if report["method"] == "abstract":
        return abstract(world, battle, sacrifice)
    rolled = abstract(world, battle, sacrifice)
    played = actual(world, battle, "tabletop", report["winner"], report["points_lost"], sacrifice)
    mine, theirs = (one, other) if report["by"] == one.owner else (other, one)
    return played if worth(played, mine, theirs) >= worth(rolled, mine, theirs) else rolled


def two_reports(
    world: World, battle: Document, reports: list[Document], sacrifice: dict[str, int]
) -> Document | None:
    """Cases 3, 4 and 5."""
    methods = [report["method"] for report in reports]
    if methods == ["abstract", "abstract"]:
        return abstract(world, battle, sacrifice)
    if methods == ["tabletop", "tabletop"]:
        a, b = reports
        if a["winner"] == b["winner"] and a["points_lost"] == b["points_lost"]:
            return actual(world, battle, "tabletop", a["winner"], a["points_lost"], sacrifice)
    return None


def worth(result: Document, mine: Banner, theirs: Banner) -> tuple[int, int, int]:
    """What makes one result better for a player than another."""
    outcome = 1 if result["winner"] is None else (2 if result["winner"] == mine.id else 0)
    levels = result["lost"][theirs.id] - result["lost"][mine.id]
    points = result["points_lost"][theirs.id] - result["points_lost"][mine.id]
    return (outcome, levels, points)


def actual(
    world: World,
    battle: Document,
    method: str,
    winner: str | None,
    points: dict[str, int],
    sacrifice: dict[str, int],
) -> Document:
    """A result whose winner and points are given."""
    result: Document = {
        "method": method,
        "winner": winner,
        "degree": None,
        "rolls": [],
        "points_lost": dict(points),
    }
    result.update(losses(world, battle, winner, points, sacrifice))
    return result


def abstract(world: World, battle: Document, sacrifice: dict[str, int]) -> Document:
    """Abstract resolution, by the turn's dice."""
    pair = battle["banners"]
    key = ":".join(pair)
    rolls: list[dict[str, list[int]]] = []
    while True:
        attempt = len(rolls) + 1
        dice = {
            banner_id: [world.die(f"abr/{world.turn}/{key}/{attempt}/{banner_id}/{n}", 6) for n in (1, 2)]
            for banner_id in pair
        }
        rolls.append(dice)
        totals = {banner_id: sum(dice[banner_id]) + modifier(world, battle, banner_id) for banner_id in pair}
        if totals[pair[0]] != totals[pair[1]]:
            break
    winner, loser = sorted(pair, key=lambda banner_id: -totals[banner_id])
    degree, losing, winning = DEGREES.get(totals[winner] - totals[loser], TOTAL)
    points = {
        winner: fighting(battle["levels"][winner]) * winning,
        loser: fighting(battle["levels"][loser]) * losing,
    }
    result = actual(world, battle, "abstract", winner, points, sacrifice)
    result["degree"] = degree
    result["rolls"] = rolls
    return result


def modifier(world: World, battle: Document, banner_id: str) -> int:
    """- 5 for a forfeit, - 1 per level outnumbered, 10 at most, and what house rules add."""
    return sum(modifiers(world, battle, banner_id).values())


def modifiers(world: World, battle: Document, banner_id: str) -> dict[str, int]:
    """The parts of the modifier."""
    (enemy,) = [one for one in battle["banners"] if one != banner_id]
    behind = fighting(battle["levels"][enemy]) - fighting(battle["levels"][banner_id])
    banner = world.banners[banner_id]
    return {
        "forfeit": -5 if forfeited(world, battle, banner) else 0,
        "outnumbered": -min(10, max(0, behind)),
        "house": world.mod(banner.owner, "abstract", circumstances(battle, banner)),
    }


def circumstances(battle: Document, banner: Banner) -> set[str]:
    """What is so of a banner's side of a battle."""
    return {
        "city" if battle["city"] else "",
        "attacker" if battle["attacker"] == banner.id else "defender",
        "no_works" if banner.works == "none" else "works",
    }


def explain(world: World) -> list[Document]:
    """How each result was found, and what it cost those that could fight, into the ledger."""
    found = []
    for battle in world.battles:
        one, other = (world.banners[banner_id] for banner_id in battle["banners"])
        for banner, enemy in ((one, other), (other, one)):
            if banner.level > 9:
                for item, levels in parts(world, battle, banner, enemy):
                    world.note(banner.id, "7", item, -levels, enemy.id)
        if battle["auto"]:
            continue
        attempts = []
        for rolls in battle["rolls"]:
            attempts.append({})
            for banner_id, dice in rolls.items():
                said = {"dice": sum(dice), **modifiers(world, battle, banner_id)}
                attempts[-1][banner_id] = {**said, "total": sum(said.values())}
        totals = sorted(side["total"] for side in attempts[-1].values()) if attempts else []
        found.append(
            {
                "banners": battle["banners"],
                "clause": clause(world, battle),
                "forfeited": [banner.id for banner in (one, other) if forfeited(world, battle, banner)],
                "attempts": attempts,
                "difference": totals[1] - totals[0] if totals else None,
            }
        )
    return found


def clause(world: World, battle: Document) -> int:
    """Which of the seven applied; never the fifth, which is a dispute."""
    if _on(battle, world.document.get("rulings", [])):
        return 1
    if any(forfeited(world, battle, world.banners[banner_id]) for banner_id in battle["banners"]):
        return 2
    methods = sorted(report["method"] for report in _on(battle, world.document.get("reports", [])))
    cases = {("tabletop", "tabletop"): 3, ("abstract", "abstract"): 4, ("tabletop",): 6}
    return cases.get(tuple(methods), 7)


def parts(world: World, battle: Document, banner: Banner, enemy: Banner) -> list[tuple[str, int]]:
    """What the lost levels of a banner are made of."""
    lost = battle["winner"] == enemy.id
    given = {one.id: battle["lost"][one.id] - battle["inflicted"][one.id] for one in (banner, enemy)}
    points = battle["points_lost"]
    listed = [
        ("table", table(points[banner.id], banner.works) if points is not None else 0),
        ("suicide_troops", 1 if world.has(banner.owner, "suicide_troops") else 0),
        ("irreplaceable_troops", 1 if lost and world.has(banner.owner, "irreplaceable_troops") else 0),
        ("hatred", 1 if world.has(enemy.owner, "hatred") else 0),
        ("enemy_sacrifice", given[enemy.id] + 1 if given[enemy.id] else 0),
        ("tough", -1 if world.has(banner.owner, "tough") else 0),
        ("very_tough", -2 if world.has(banner.owner, "very_tough") else 0),
        ("house", house_changes(world, battle, banner, enemy, lost=lost)),
    ]
    whole = sum(levels for _, levels in listed)
    return [*listed, ("least", max(0, whole) - whole), ("sacrifice", given[banner.id])]


def house_changes(world: World, battle: Document, banner: Banner, enemy: Banner, *, lost: bool) -> int:
    """What the house rules of both sides add to what is inflicted on a banner."""
    change = world.mod(banner.owner, "attrition", circumstances(battle, banner))
    change += world.mod(enemy.owner, "enemy_attrition", circumstances(battle, enemy))
    if lost:
        change += world.mod(banner.owner, "attrition_lost", circumstances(battle, banner))
    return change


def table(points: int, works: str) -> int:
    """The attrition table."""
    for bound, without, within in ATTRITION:
        if points <= bound:
            return without if works == "none" else within
    raise ValueError(points)


def changes(world: World, banner: Banner, enemy: Banner, *, lost: bool) -> int:
    """What the two armies' rules add to the table, sacrifices aside."""
    change = 0
    change += 1 if world.has(banner.owner, "suicide_troops") else 0
    change += 1 if world.has(banner.owner, "irreplaceable_troops") and lost else 0
    change += 1 if world.has(enemy.owner, "hatred") else 0
    change -= 1 if world.has(banner.owner, "tough") else 0
    change -= 2 if world.has(banner.owner, "very_tough") else 0
    return change


def losses(
    world: World, battle: Document, winner: str | None, points: dict[str, int], sacrifice: dict[str, int]
) -> Document:
    """Inflicted and lost levels of both sides."""
    inflicted, lost = {}, {}
    one, other = (world.banners[banner_id] for banner_id in battle["banners"])
    for banner, enemy in ((one, other), (other, one)):
        levels = table(points[banner.id], banner.works)
        levels += changes(world, banner, enemy, lost=winner == enemy.id)
        levels += house_changes(world, battle, banner, enemy, lost=winner == enemy.id)
        if sacrifice[enemy.id] > 0:
            levels += sacrifice[enemy.id] + 1
        inflicted[banner.id] = max(0, levels)
        lost[banner.id] = inflicted[banner.id] + sacrifice[banner.id]
    return {"inflicted": inflicted, "lost": lost}


def auto_result(world: World, battle: Document) -> dict[str, Any]:
    """A battle that is not played: each banner of 9 or less is destroyed."""
    one, other = (world.banners[banner_id] for banner_id in battle["banners"])
    survivors = [banner.id for banner in (one, other) if banner.level > 9]
    winner = survivors[0] if survivors else None
    inflicted = {}
    for banner, enemy in ((one, other), (other, one)):
        if banner.level <= 9:
            inflicted[banner.id] = banner.level
        else:
            levels = changes(world, banner, enemy, lost=False)
            levels += house_changes(world, battle, banner, enemy, lost=False)
            inflicted[banner.id] = max(0, levels)
    return {
        "method": "auto",
        "winner": winner,
        "degree": None,
        "rolls": [],
        "points_lost": None,
        "inflicted": inflicted,
        "lost": dict(inflicted),
    }
