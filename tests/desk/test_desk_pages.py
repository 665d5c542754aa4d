"""The desk in the browser: who finds it, what its pages say, and forms that keep what was typed."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from campaign.base.dates import clock
from campaign.models import (
    AuditEntry,
    Banner,
    Campaign,
    CampaignStatus,
    Correction,
    Phase,
    Role,
    RoleKind,
    Turn,
    User,
)
from campaign.turn.turn_rights import mark_of
from tests.fights import WON, battle_in, browser, meet, tell
from tests.wars import APART, CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

PAGES = ("", "map/", "review/", "dates/", "battles/", "log/")


def desk(war: War, page: str = "") -> str:
    """The address of a page of the desk."""
    return f"/c/{war.campaign.public_id}/desk/{page}"


class Facilitator:
    """A facilitator at the desk, at a fixed moment."""

    def __init__(self, war: War) -> None:
        self.war = war
        self.client: Client = browser(war.facilitator)
        self.moment = (war.turn.resolve_after or START) - timedelta(minutes=5)

    def reads(self, page: str = "") -> str:
        """A page's text; it must be there."""
        with clock.at(self.moment):
            answer = self.client.get(desk(self.war, page))
        assert answer.status_code == 200, page
        return unescape(answer.content.decode())

    def does(self, act: str, page: str = "", **typed: Any) -> HttpResponse:
        """Post an act as the page would, with the mark that it shows."""
        with clock.at(self.moment):
            given = {"act": act, "seen": mark_of(self.war.turn), **typed}
            return self.client.post(desk(self.war, page), given, follow=True)


def text(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


def in_movement_review(**war: Any) -> War:
    made = begin_war(CLOSE, **war)
    made.plan("north", {"north1": march(2, 4)})
    made.pass_deadline()
    return made


def test_a_dry_run_says_which_army_attacks_for_banners_may_be_called_the_same() -> None:
    war = in_movement_review()
    Banner.objects.update(name="Banner 1")
    assert "The north attacks" in " ".join(Facilitator(war).reads("review/").split())


def test_only_facilitators_find_the_desk() -> None:
    war = in_movement_review()
    playing = war.users["south"]
    Role.objects.create(campaign=war.campaign, user=playing, kind=RoleKind.FACILITATOR)
    for user in (war.users["north"], playing):
        for page in PAGES:
            assert browser(user).get(desk(war, page)).status_code == 404, page
        assert browser(user).post(desk(war), {"act": "announce"}).status_code == 404
        assert browser(user).get(desk(war, "turns/1.json")).status_code == 404
        assert browser(user).post(desk(war, "look/"), {"seat": ""}).status_code == 404
    assert Client().get(desk(war)).status_code == 302
    assert war.turn.phase == Phase.MOVEMENT_REVIEW


@pytest.mark.parametrize("phase", list(Phase))
def test_every_page_is_there_in_every_phase(phase: Phase) -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    for _ in range(list(Phase).index(phase)):
        war.pass_deadline()
    if phase == Phase.PUBLISHED:
        Turn.objects.filter(number=2).delete()
        war.campaign.status = CampaignStatus.ENDED
        war.campaign.save()
    at = Facilitator(war)
    assert war.turn.phase == phase
    for page in PAGES:
        at.reads(page)


def test_the_board_has_three_states_and_a_reminder_for_the_missing() -> None:
    war = begin_war({**APART, "west": ((12, 4),)})
    war.plan("north", {"north1": march(2, 2)}, at=START)
    war.plan("west", {"west1": march(12, 5)}, submit=False, at=START)
    at = Facilitator(war)
    page = at.reads()
    assert "1 of 3 plans are submitted" in page
    for state in ("submitted", "draft", "nothing"):
        assert re.search(rf'class="tag[^"]*">{state}<', page), state
    assert "march" not in page
    assert "Reminded: 1." in text(at.does("remind"))
    assert "reminded" in at.reads()


def test_the_dry_run_is_read_corrected_and_announced() -> None:
    war = in_movement_review()
    at = Facilitator(war)
    page = at.reads("review/")
    assert "Dry run of the movement" in page
    assert "march to C5" in page
    assert 'data-at="2,4"' in page
    banner = war.banner("north1").public_id
    answer = at.does("banner", "review/", banner=banner, level="12", reason="Miscounted.")
    assert "Corrected, and worked out again." in text(answer)
    assert "North 1 (The north): level 12" in text(answer)
    assert "Announced." in text(at.does("announce", "review/", sure="yes"))
    assert war.turn.phase == Phase.BATTLES


def test_each_kind_of_correction_has_its_form() -> None:
    things = {
        "relics": [{"id": "orb", "at": [12, 0]}],
        "features": [{"id": "depot", "at": [13, 9], "needs_search": True}],
    }
    war = in_movement_review(document=things)
    at = Facilitator(war)
    north, south = war.seat("north").public_id, war.seat("south").public_id
    orb = war.campaign.relics.get().public_id
    depot = war.campaign.features.get().public_id
    second = war.banner("north2").public_id
    for act, typed in (
        ("banner", {"banner": second, "works": "fortified", "retreating": "no", "at": "K2"}),
        ("orders", {"banner": second, "secondary": "unfortify"}),
        ("sector", {"sector": "N10", "holder": south}),
        ("relic", {"relic": orb, "at": "M1", "known_to": [north]}),
        ("feature", {"feature": depot, "known_to": [north, south]}),
        ("relic", {"relic": orb, "carrier": second}),
    ):
        answer = at.does(act, "review/", reason="As it was.", **typed)
        assert "Corrected, and worked out again." in text(answer), (act, text(answer)[-3000:])
    assert [one.change for one in Correction.objects.order_by("id")] == [
        {"banner": "north2", "works": "fortified", "retreating": False, "at": [10, 1]},
        {"plan": "north", "banner": "north2", "orders": {"secondary": {"order": "unfortify"}}},
        {"sector": [13, 9], "occupier": "south", "disputed": False},
        {"relic": "orb", "at": [12, 0], "known_to": ["north"]},
        {"feature": "depot", "known_to": ["north", "south"]},
        {"relic": "orb", "carried_by": "north2"},
    ]
    assert war.turn.proposal["relics"] == [{"id": "orb", "carried_by": "north2"}]


@pytest.mark.parametrize(
    ("act", "typed", "wrong"),
    [
        ("banner", {"level": ""}, "Say what is to be corrected"),
        ("banner", {"level": "12", "at": "ZZ99"}, "Name a sector of the map, such as A1 or F12."),
        ("banner", {"level": "25"}, "0 to 20; only Massive Armies pass that."),
        ("sector", {"sector": "here"}, "Name a sector of the map"),
        ("orders", {"primary": "march"}, "This order needs it."),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_words_and_keeps_what_was_typed(
    act: str, typed: dict[str, str], wrong: str
) -> None:
    war = in_movement_review()
    at = Facilitator(war)
    banner = war.banner("north1").public_id
    answer = at.does(act, "review/", banner=banner, reason="My long reason.", **typed)
    assert answer.status_code == 422
    assert wrong in text(answer)
    assert "My long reason." in text(answer)
    assert not Correction.objects.exists()


def test_a_dispute_is_ruled_on_with_both_results_side_by_side() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", WON)
    at = Facilitator(war)
    assert "1 battle is in dispute" in at.reads()
    page = f"battles/{battle_in(war).public_id}/"
    assert "The north says" in at.reads(page)
    bad = at.does("rule", page, winner="first", points_first="9999", points_second="0", reason="Kept.")
    assert bad.status_code == 422
    assert "0 to 1500" in text(bad)
    assert "Kept." in text(bad)
    good = at.does("rule", page, winner="first", points_first="0", points_second="900", reason="I saw it.")
    assert "Ruled. Both sides read it with your reason." in text(good)
    with clock.at(at.moment):
        answer = browser(war.users["south"]).get(
            f"/c/{war.campaign.public_id}/battles/{battle_in(war).public_id}/"
        )
    assert "I saw it." in text(answer)


def test_a_ruling_gives_no_sacrifice_of_the_other_side_away() -> None:
    war = meet(rules={"north": ["sacrifice"]})
    at = Facilitator(war)
    at.does(
        "rule",
        f"battles/{battle_in(war).public_id}/",
        winner="first",
        points_first="0",
        points_second="900",
        sacrifice_first="3",
        reason="I saw it.",
    )
    assert battle_in(war).ruling["sacrifice"]["north1"] == 3
    from tests.fights import seen_by

    own, enemy = seen_by(war, "north").result, seen_by(war, "south").result
    assert own is not None
    assert enemy is not None
    assert (own.sacrificed, enemy.sacrificed) == (3, 0)


def test_dates_are_extended_and_reviews_held_in_the_browser() -> None:
    war = in_movement_review()
    at = Facilitator(war)
    due = war.turn.results_due
    assert due is not None
    later = due + timedelta(days=2)
    answer = at.does(
        "extend", "dates/", name="results_due", to=f"{later:%Y-%m-%dT%H:%M}", reason="A holiday."
    )
    assert "The date has moved" in text(answer)
    assert war.turn.results_due == later.replace(second=0, microsecond=0)
    assert "The review is held" in text(at.does("hold", "dates/", days="2", reason="Questions."))
    assert "This review is held: Questions." in at.reads("dates/")
    early = at.does("extend", "dates/", name="plan_due", to="2037-12-01T10:00", reason="No.")
    assert early.status_code == 422


def test_pause_and_resume_have_a_page_also_for_a_facilitator_who_plays() -> None:
    war = begin_war(APART)
    playing = war.users["north"]
    Role.objects.create(campaign=war.campaign, user=playing, kind=RoleKind.FACILITATOR)
    page = f"/c/{war.campaign.public_id}/pause/"
    client = browser(playing)
    with clock.at(START):
        assert browser(war.users["south"]).get(page).status_code == 404
        assert client.post(page, {"act": "pause", "reason": ""}).status_code == 422
        answer = client.post(page, {"act": "pause", "reason": "Flood."}, follow=True)
        assert "The campaign is paused" in text(answer)
        assert "Flood." in text(answer)
        assert "The campaign goes on." in text(client.post(page, {"act": "resume"}, follow=True))


def test_looking_as_a_player_is_read_only_and_logged() -> None:
    war = in_movement_review()
    at = Facilitator(war)
    with clock.at(at.moment):
        answer = at.client.post(desk(war, "look/"), {"seat": war.seat("north").public_id}, follow=True)
        assert answer.status_code == 200
        assert at.client.get(f"/c/{war.campaign.public_id}/battles/").status_code == 200
    (entry,) = AuditEntry.objects.filter(kind="view_as")
    assert (entry.user, entry.public) == (war.facilitator, False)
    assert "Looked through the eyes of The north" in at.reads("log/")


def test_a_turn_is_downloaded_without_its_seed_and_not_before_its_plan_deadline() -> None:
    war = begin_war(CLOSE)
    client = browser(war.facilitator)
    assert client.get(desk(war, "turns/1.json")).status_code == 404
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    answer = client.get(desk(war, "turns/1.json"))
    assert answer["Content-Disposition"] == 'attachment; filename="turn-1.json"'
    assert answer.json()["turn"] == 1
    assert "seed" not in answer.json()
    assert client.get(desk(war, "turns/9.json")).status_code == 404


def test_where_only_the_id_decides_the_facilitator_chooses_the_champion() -> None:
    goal = {"kind": "occupation", "count": 1, "primary": True}
    players = [{"id": army, "conditions": [goal]} for army in ("north", "south")]
    war = begin_war(APART, document={"players": players})
    for _ in range(3):
        war.pass_deadline()
    at = Facilitator(war)
    assert "Who is the champion?" in at.reads()
    assert at.does("publish").status_code == 422
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    answer = at.does("publish", champion=war.seat("south").public_id, sure="yes")
    assert "is published" in text(answer)
    war.campaign.refresh_from_db()
    assert war.campaign.champion == war.seat("south")


def test_a_second_facilitator_with_an_old_page_is_told_and_keeps_what_was_typed() -> None:
    war = in_movement_review()
    at = Facilitator(war)
    old = mark_of(war.turn)
    banner = war.banner("north1").public_id
    at.does("banner", "review/", banner=banner, level="12", reason="First.")
    answer = at.does("banner", "review/", banner=banner, level="13", reason="Second.", seen=old)
    assert answer.status_code == 422
    assert "Somebody was faster" in text(answer)
    assert "Second." in text(answer)
    assert Correction.objects.count() == 1


def test_the_desk_asks_no_more_of_the_database_with_forty_battles(
    django_assert_max_num_queries: Any,
) -> None:
    rows = ["." * 90] * 40
    starts = {
        "north": tuple((2 + 4 * n, y) for y in (2, 12) for n in range(20)),
        "south": tuple((2 + 4 * n, y) for y in (5, 15) for n in range(20)),
    }
    war = begin_war(starts, document={"map": rows})
    orders = {f"north{n + 1}": march(x, y + 1) for n, (x, y) in enumerate(starts["north"])}
    war.plan("north", orders)
    war.pass_deadline()
    war.pass_deadline()
    assert war.turn.battles.count() == 40
    at = Facilitator(war)
    with django_assert_max_num_queries(40):
        page = at.reads()
    assert page.count('class="fight') >= 40
    with django_assert_max_num_queries(40):
        at.reads("review/")


def test_the_log_is_read_page_by_page() -> None:
    war = begin_war(APART)
    for number in range(60):
        AuditEntry.objects.create(campaign=war.campaign, kind="test", text=f"Entry number {number}.")
    at = Facilitator(war)
    assert "Entry number 59." in at.reads("log/")
    assert "Entry number 0." not in at.reads("log/")
    assert "Entry number 0." in at.reads("log/?page=2")
    for odd in ("²", "9" * 5000, "-1", "next"):
        assert "Entry number 59." in at.reads(f"log/?page={odd}")
    at.reads("log/?page=nonsense")


def test_sectors_that_nobody_takes_are_a_sentence_and_nothing_to_open() -> None:
    war = begin_war(APART)
    war.pass_deadline()
    page = Facilitator(war).reads("review/")
    assert "No sector changes hands." in page
    assert "0 sectors change hands" not in page


def test_a_deadline_that_the_demo_runs_is_now_and_so_is_all_that_follows(settings: Any) -> None:
    settings.DEMO = True
    war = begin_war(CLOSE)
    war.campaign.demo = True
    war.campaign.save()
    moment = START + timedelta(minutes=5)
    with clock.at(moment):
        answer = browser(war.facilitator).post(f"/c/{war.campaign.public_id}/demo/run/")
    assert answer.status_code == 302
    turn = war.turn
    assert (turn.phase, turn.plan_due, turn.planned_at) == (Phase.MOVEMENT_REVIEW, moment, moment)
    assert AuditEntry.objects.get(turn=turn, kind="plans_closed").created_at == moment


def test_only_who_may_run_a_deadline_of_the_demo_is_offered_it(settings: Any) -> None:
    settings.DEMO = True
    war = begin_war(CLOSE)
    Campaign.objects.update(demo=True, open_to_all=True)
    path, button = f"/c/{war.campaign.public_id}/about/", "Run this deadline now"
    stranger = User.objects.create_user("nils@elsewhere.example", name="Nils")
    for client in (Client(), browser(stranger)):
        assert button not in client.get(path).content.decode()
        assert client.post(f"/c/{war.campaign.public_id}/demo/run/").status_code in (302, 404)
    assert war.turn.phase == Phase.PLANNING
    assert button in browser(war.users["north"]).get(path).content.decode()


def test_the_demo_runs_the_results_deadline_though_battles_are_open(settings: Any) -> None:
    settings.DEMO = True
    war = begin_war(CLOSE)
    war.campaign.demo = True
    war.campaign.save()
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": march(2, 5)})
    phases = []
    for hour in (1, 2, 3):
        moment = START + timedelta(hours=hour)
        with clock.at(moment):
            browser(war.facilitator).post(f"/c/{war.campaign.public_id}/demo/run/")
        phases.append(war.turn.phase)
    assert war.turn.battles.count() >= 1
    assert phases == [Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW]
    assert war.turn.results_due == moment
