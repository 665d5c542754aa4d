"""The end of a war: nothing before it, everything after it, and numbers that are right."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from django.test import Client

from campaign.archive.exchange.services import carry_files
from campaign.archive.war_statistics import Statistics, charts, statistics
from campaign.models import Banner, Campaign, CampaignStatus, PlayerTurn, User
from tests.wars import CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db
PAGES = ("end/", "end/statistics/", "end/revealed/", "end/replay/", "end/replay/1.json")


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    return client


def finished() -> War:
    """A war of two turns: north's first marches at south's, the dice decide, and the second is the last."""
    war = begin_war(CLOSE, battles="abstract", last_turn=2)
    for number in (1, 2):
        orders = {"north1": march(2, 4), "north2": HOLD} if number == 1 else {"north1": HOLD, "north2": HOLD}
        war.plan("north", orders)
        war.plan("south", {"south1": HOLD, "south2": HOLD})
        while war.turn.number == number and war.turn.phase != "published":
            war.pass_deadline()
    war.campaign.refresh_from_db()
    return war


def test_before_the_end_there_is_nothing() -> None:
    war = begin_war(CLOSE)
    Campaign.objects.update(open_to_all=True)
    for user in (war.users["north"], war.facilitator, None):
        for page in PAGES:
            assert client_of(user).get(f"/c/{war.campaign.public_id}/{page}").status_code == 404


def test_after_the_end_everything_is_shown_to_members_and_to_all_if_it_is_open() -> None:
    war = finished()
    assert war.campaign.status == CampaignStatus.ENDED
    path = f"/c/{war.campaign.public_id}/"
    for user in (war.users["north"], war.facilitator):
        for page in PAGES:
            assert client_of(user).get(path + page).status_code == 200, page
    shown = client_of(war.users["north"]).get(f"{path}end/revealed/").content.decode()
    for banner in Banner.objects.filter(campaign=war.campaign):
        assert banner.key in shown
        assert banner.public_id in shown
    outsider = User.objects.create_user(email="o@club.example", name="O")
    for page in PAGES:
        assert client_of(None).get(path + page).status_code == 302
        assert client_of(outsider).get(path + page).status_code == 404
    Campaign.objects.update(open_to_all=True)
    for page in PAGES:
        assert client_of(None).get(path + page).status_code == 200
        assert client_of(outsider).get(path + page).status_code == 200
    assert war.campaign.champion is not None
    assert war.campaign.champion.army in client_of(None).get(f"{path}end/").content.decode()


def test_who_has_led_an_army_is_told_whether_it_has_won() -> None:
    war = finished()
    path = f"/c/{war.campaign.public_id}/end/"
    Campaign.objects.update(open_to_all=True)
    told = {}
    for seat in war.campaign.seats.select_related("user"):
        page = client_of(seat.user).get(path).content.decode()
        told[seat == war.campaign.champion] = ("You have won." in page, "You have not won." in page)
    assert told == {True: (True, False), False: (False, True)}
    for user in (war.facilitator, None):
        page = client_of(user).get(path).content.decode()
        assert "You have" not in page


def test_the_replay_has_the_truth_and_each_view_as_it_was_stored() -> None:
    war = finished()
    answer = client_of(war.users["south"]).get(f"/c/{war.campaign.public_id}/end/replay/1.json").json()
    assert set(answer["seats"]) == {"1", "2"}
    for part in PlayerTurn.objects.filter(turn__number=1):
        assert answer["seats"][str(part.seat.number)] == part.map
    assert len(answer["truth"]["sightings"]) == len(war.campaign.turns.get(number=1).outcome["banners"])
    assert (
        client_of(war.users["south"]).get(f"/c/{war.campaign.public_id}/end/replay/9.json").status_code == 404
    )


def test_the_numbers_are_those_of_the_documents() -> None:
    war = finished()
    numbers = statistics(war.campaign)
    assert numbers.turns == (1, 2)
    for army, key in zip(numbers.armies, ("north", "south"), strict=True):
        for number, standing in zip(numbers.turns, army.standings, strict=True):
            outcome = war.campaign.turns.get(number=number).outcome
            own = [one for one in outcome["banners"] if one["owner"] == key]
            assert standing.sectors == sum(one["occupier"] == key for one in outcome["sectors"])
            assert standing.levels == sum(one["level"] for one in own)
            assert standing.banners == len(own)
    assert [army.standings[0].fought for army in numbers.armies] == [1, 1]
    assert sum(army.champion for army in numbers.armies) == 1


def test_what_was_known_is_measured_against_the_truth() -> None:
    war = finished()
    part = war.part("north", 2)
    truth = war.campaign.turns.get(number=2).outcome
    enemy = next(one for one in truth["banners"] if one["owner"] == "south")
    right = {"id": "a", "seat": 2, "at": enemy["at"], "level": enemy["level"], "turn": 2}
    part.map = {
        **part.map,
        "sightings": [
            right,
            {**right, "id": "b", "level": enemy["level"] + 1},
            {**right, "id": "c", "level": None},
            {**right, "id": "d", "at": [0, 0], "turn": 1},
        ],
    }
    part.save()
    last = statistics(war.campaign).armies[0].last
    assert last is not None
    assert (last.seen, last.placed, last.levelled, last.exact) == (4, 3, 3, 1)


def test_charts_are_drawn_inside_their_frame_with_all_values_in_the_table() -> None:
    war = finished()
    drawn = charts(statistics(war.campaign))
    assert [chart.key for chart in drawn] == ["territory", "levels", "battles", "places", "known_levels"]
    for chart in drawn:
        for curve in chart.curves:
            assert len(curve.values) == 2
            for point in curve.points.split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= 640
                assert 0 <= y <= 260


def test_the_scale_of_a_chart_ends_where_its_values_do() -> None:
    for chart in charts(statistics(finished().campaign)):
        said = [value for _y, value in chart.ticks]
        values = [value for curve in chart.curves for value in curve.values if value is not None]
        assert said[0] == 0
        assert 2 <= len(said) <= 6
        assert max(values, default=0) <= said[-1]
        if chart.percent:
            assert said == [0, 25, 50, 75, 100]
        else:
            assert said[-1] < max(values, default=0) + max(1, said[1])


def test_the_export_is_the_whole_campaign_and_its_members() -> None:
    war = finished()
    Campaign.objects.update(open_to_all=True)
    path = f"/c/{war.campaign.public_id}/"
    north = client_of(war.users["north"])
    assert f"{path}export/" in north.get(f"{path}end/").content.decode()
    assert north.post(f"{path}export/").status_code == 302
    assert carry_files() == 1
    assert north.get(f"{path}export/campaign.zip")["Content-Type"] == "application/zip"
    guest = client_of(None)
    assert f"{path}export/" not in guest.get(f"{path}end/").content.decode()
    assert guest.get(f"{path}dice/").status_code == 200
    assert guest.get(f"{path}dice/1.json").status_code == 200


def test_numbers_beside_the_lines_never_cover_each_other() -> None:
    war = finished()
    for chart in charts(statistics(war.campaign)):
        heights = sorted(curve.label[1] for curve in chart.curves if curve.points)
        assert all(below - above >= 20 for above, below in pairwise(heights))
        assert all(12 <= height <= 230 for height in heights)


def test_how_much_was_known_of_levels_is_a_share_of_all_enemies_and_differs() -> None:
    """Of what is known of a level nothing is ever wrong: the share of what was right said nothing."""
    war = finished()
    part = war.part("north", 2)
    truth = war.campaign.turns.get(number=2).outcome
    enemies = [one for one in truth["banners"] if one["owner"] == "south"]
    first = {"id": "a", "seat": 2, "at": enemies[0]["at"], "level": enemies[0]["level"], "turn": 2}
    part.map = {**part.map, "sightings": [first]}
    part.save()
    numbers = statistics(war.campaign)
    north = numbers.armies[0].last
    assert north is not None
    assert (north.exact, north.enemies) == (1, len(enemies))
    chart = next(one for one in charts(numbers) if one.key == "known_levels")
    assert chart.curves[0].values[-1] == round(100 / len(enemies))


def test_a_chart_of_lines_that_are_all_the_same_is_a_sentence() -> None:
    war = finished()
    numbers = statistics(war.campaign)
    same = Statistics(
        numbers.turns, tuple(replace(one, standings=numbers.armies[0].standings) for one in numbers.armies)
    )
    assert [chart.alike for chart in charts(same)] == [True] * 5
    assert not all(chart.alike for chart in charts(numbers))
    for part in PlayerTurn.objects.all():
        part.map = {**(part.map or {}), "sightings": []}
        part.save()
    shown = client_of(war.users["north"]).get(f"/c/{war.campaign.public_id}/end/statistics/").content.decode()
    assert "All armies had the same in every turn." in shown


def test_the_replay_shows_how_all_stood_at_the_start() -> None:
    war = finished()
    path = f"/c/{war.campaign.public_id}/end/replay/"
    reader = client_of(war.users["north"])
    truth = reader.get(f"{path}0.json").json()["truth"]
    began = war.campaign.turns.get(number=1).input
    assert sorted(one["at"] for one in truth["sightings"]) == sorted(one["at"] for one in began["banners"])
    assert reader.get(path).context["chosen"] == 0
    assert reader.get(f"{path}?turn=2").context["chosen"] == 2
