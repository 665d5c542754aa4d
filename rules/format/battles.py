"""Reports, forfeits and rulings in the scenario format, both ways, and what they must agree with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.armies import Trait
from rules.club.house import traits_of
from rules.format.reading import Fields, Node, ScenarioError, shown
from rules.outcome import Battle, Movement
from rules.results import BattleReport, Forfeit, Method, Pair, Results, Ruling
from rules.sentences import Values
from rules.state import BannerId, PlayerId, State
from rules.tables import MOST_SACRIFICED, fighting_level


class MisfitError(ScenarioError):
    """What is said of a battle is at fault; ``about`` is the path of the report or ruling, ``pair`` of what.

    If that battle does not take place, this is said first: ``check_pair`` does, once the movement is known.
    """

    def __init__(self, error: ScenarioError, about: str, pair: Pair) -> None:
        super().__init__(error.path, error.code, error.values)
        self.about, self.pair = about, pair


def check_pair(misfit: MisfitError, movement: Movement) -> None:
    """Check that the battle of which something wrong is said takes place; ScenarioError if it does not."""
    _battle({battle.banners: battle for battle in movement.battles}, misfit.pair, misfit.about)


def read_results(fields: Fields, state: State) -> Results:
    """All that a scenario says about battles, before it is known which take place."""
    reader = _Reader(state)
    return Results(
        fields.get("reports", reader.read_reports, ()),
        fields.get("forfeits", reader.read_forfeits, ()),
        fields.get("rulings", reader.read_rulings, ()),
    )


def check_results(results: Results, movement: Movement) -> None:
    """Check what is said about battles against those that take place; ScenarioError with the path."""
    battles = {battle.banners: battle for battle in movement.battles}
    house = movement.start.house
    traits = {player.id: traits_of(player.rules, house) for player in movement.start.players}
    for number, report in enumerate(results.reports):
        path = f"reports[{number}]"
        battle = _battle(battles, report.battle, path)
        _check_side(battle, report.by, path)
        if report.points_lost is not None:
            _check_points(battle, report.points_lost, path)
    for number, forfeit in enumerate(results.forfeits):
        path = f"forfeits[{number}]"
        _check_side(_battle(battles, forfeit.battle, path), forfeit.by, path)
    for number, ruling in enumerate(results.rulings):
        path = f"rulings[{number}]"
        battle = _battle(battles, ruling.battle, path)
        _check_points(battle, ruling.points_lost, path)
        for banner, owner, levels in zip(battle.banners, battle.owners, ruling.sacrifice, strict=True):
            if levels and Trait.SACRIFICE not in traits[owner]:
                raise _without_sacrifice(f"{path}.sacrifice.{banner}")


def results_document(results: Results) -> dict[str, object]:
    """The members of a scenario that say what is said about battles."""
    return {
        "reports": [_report_document(report) for report in results.reports],
        "forfeits": [{"battle": list(one.battle), "by": one.by} for one in results.forfeits],
        "rulings": [
            {
                "battle": list(one.battle),
                "winner": one.winner,
                "points_lost": dict(zip(one.battle, one.points_lost, strict=True)),
                "sacrifice": dict(zip(one.battle, one.sacrifice, strict=True)),
            }
            for one in results.rulings
        ],
    }


def _report_document(report: BattleReport) -> dict[str, object]:
    document: dict[str, object] = {
        "battle": list(report.battle),
        "by": report.by,
        "method": report.method.value,
        "sacrifice": report.sacrifice,
    }
    if report.points_lost is not None:
        document["winner"] = report.winner
        document["points_lost"] = dict(zip(report.battle, report.points_lost, strict=True))
    return document


class _Reader:
    def __init__(self, state: State) -> None:
        self.traits = {player.id: traits_of(player.rules, state.house) for player in state.players}

    def read_reports(self, node: Node) -> tuple[BattleReport, ...]:
        reports: list[BattleReport] = []
        said: set[tuple[Pair, PlayerId]] = set()
        for item in node.items():
            report = self._read_report(item)
            if (report.battle, report.by) in said:
                raise item.error("reported_twice", player=shown(report.by))
            said.add((report.battle, report.by))
            reports.append(report)
        return tuple(reports)

    def read_forfeits(self, node: Node) -> tuple[Forfeit, ...]:
        forfeits = []
        for item in node.items():
            fields = item.fields(("battle", "by"))
            forfeits.append(Forfeit(_read_pair(fields["battle"]), self._read_player(fields["by"])))
        return tuple(forfeits)

    def read_rulings(self, node: Node) -> tuple[Ruling, ...]:
        rulings: dict[Pair, Ruling] = {}
        for item in node.items():
            fields = item.fields(("battle", "winner", "points_lost"), ("sacrifice",))
            pair = _read_pair(fields["battle"])
            if pair in rulings:
                raise item.error("ruled_twice")
            with _said_of(pair, item):
                winner = _read_winner(fields, pair)
                points = _read_points(fields["points_lost"], pair)
                sacrifice = _read_sacrifices(fields["sacrifice"], pair) if "sacrifice" in fields else (0, 0)
            rulings[pair] = Ruling(pair, winner, points, sacrifice)
        return tuple(rulings.values())

    def _read_report(self, node: Node) -> BattleReport:
        asked = node.fields(("battle", "by", "method"), ("winner", "points_lost", "sacrifice"))
        pair = _read_pair(asked["battle"])
        player = self._read_player(asked["by"])
        method = asked["method"].choice(Method)
        if method not in (Method.TABLETOP, Method.ABSTRACT):
            raise asked["method"].error("not_among", allowed="tabletop, abstract", value=shown(method.value))
        with _said_of(pair, node):
            sacrifice = asked.get("sacrifice", _read_sacrifice, 0)
            if sacrifice and Trait.SACRIFICE not in self.traits[player]:
                raise _without_sacrifice(asked["sacrifice"].path)
        if method == Method.ABSTRACT:
            node.fields(("battle", "by", "method"), ("sacrifice",))
            return BattleReport(pair, player, method, sacrifice=sacrifice)
        fields = node.fields(("battle", "by", "method", "winner", "points_lost"), ("sacrifice",))
        with _said_of(pair, node):
            winner = _read_winner(fields, pair)
            points = _read_points(fields["points_lost"], pair)
        return BattleReport(pair, player, method, winner, points, sacrifice)

    def _read_player(self, node: Node) -> PlayerId:
        player = PlayerId(node.name())
        if player not in self.traits:
            raise node.error("unknown_player", id=shown(player))
        return player


@contextmanager
def _said_of(pair: Pair, node: Node) -> Iterator[None]:
    try:
        yield
    except ScenarioError as error:
        raise MisfitError(error, node.path, pair) from error


def _read_pair(node: Node) -> Pair:
    items = node.items()
    if len(items) != 2:
        raise node.error("not_pair", count=len(items))
    one, other = sorted(BannerId(item.name()) for item in items)
    if one == other:
        raise node.error("same_twice")
    return one, other


def _read_winner(fields: Fields, pair: Pair) -> BannerId | None:
    winner = fields.maybe("winner", Node.name)
    if winner is None:
        return None
    if winner not in pair:
        raise fields["winner"].error("no_such_winner", banner=shown(winner))
    return BannerId(winner)


def _read_points(node: Node, pair: Pair) -> tuple[int, int]:
    fields = node.fields(pair)
    return fields[pair[0]].integer(0), fields[pair[1]].integer(0)


def _read_sacrifice(node: Node) -> int:
    return node.integer(0, MOST_SACRIFICED)


def _read_sacrifices(node: Node, pair: Pair) -> tuple[int, int]:
    fields = node.fields((), pair)
    return fields.get(pair[0], _read_sacrifice, 0), fields.get(pair[1], _read_sacrifice, 0)


def _battle(battles: dict[Pair, Battle], pair: Pair, path: str) -> Battle:
    battle = battles.get(pair)
    if battle is None or battle.auto:
        both: Values = {"one": shown(pair[0]), "other": shown(pair[1])}
        raise ScenarioError(f"{path}.battle", "no_battle" if battle is None else "auto_battle", both)
    return battle


def _check_side(battle: Battle, player: PlayerId, path: str) -> None:
    if player not in battle.owners:
        raise ScenarioError(f"{path}.by", "not_in_battle", {"player": shown(player)})


def _check_points(battle: Battle, points: tuple[int, int], path: str) -> None:
    for banner, level, lost in zip(battle.banners, battle.levels, points, strict=True):
        most = 100 * fighting_level(level)
        if lost > most:
            wrong: Values = {"least": 0, "most": most, "value": lost}
            raise ScenarioError(f"{path}.points_lost.{banner}", "out_of_range", wrong)


def _without_sacrifice(path: str) -> ScenarioError:
    return ScenarioError(path, "no_sacrifice", {})
