"""Anything can be flagged by whoever sees it; moderators or operators act on it, and the person is told."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.models import Picture
from campaign.access.api_tokens import make_token
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.delivery.emails import letter_of
from campaign.models import (
    Campaign,
    Flag,
    FlagKind,
    Measure,
    MeasureKind,
    Notice,
    Role,
    RoleKind,
    Seat,
    User,
)
from campaign.press.measures import services as measures
from campaign.press.measures.services import Act, act, forget_snapshots, undo
from campaign.press.moderation import services as flagging
from campaign.press.moderation.nothing_here import NOTHING
from campaign.press.moderation.services import MOST_OF_VISITORS, flag, settle_flag
from campaign.press.moderation.subjects import army_id
from campaign.press.news.services import publish_article, write_article
from tests.battles.around import act as do_at
from tests.battles.around import picture
from tests.fights import meet
from tests.wars import War

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


@pytest.fixture
def otto(db: None) -> User:
    """The operator, who plays nowhere."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def browser(operator: User) -> Client:
    """A browser in which the operator has shown a second factor."""
    Authenticator.objects.get_or_create(user=operator, type=Authenticator.Type.TOTP, defaults={"data": {}})
    client = Client()
    client.force_login(operator, "allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "totp", "at": time.time()}]
    session.save()
    return client


def refused(**wish: object) -> str:
    """The code with which a flag is refused."""
    with pytest.raises(Refusal) as caught:
        flag(**wish)  # type: ignore[arg-type]
    return caught.value.code


def told(user: User, kind: str) -> str:
    """The last mail of a kind to somebody, as text."""
    notice = Notice.objects.filter(user=user, kind=kind).order_by("-id")[0]
    letter = letter_of(notice)
    assert letter is not None
    return f"{letter.subject}\n{letter.text}"


def test_a_thing_goes_to_moderators_and_to_operators_where_one_wishes_or_there_is_no_other(
    tarn: Campaign, mara: User, ada: User, ben: User, otto: User
) -> None:
    army = army_id(tarn.public_id, 1)
    made = flag(reader=ben, kind=FlagKind.ARMY, thing=army, reason="Not a nice name")
    assert (made.to_operators, made.person, made.snapshot["title"]) == (False, ada, "4th Iron Column")
    assert Notice.objects.filter(kind="flagged", user=mara).count() == 1
    assert flag(reader=ben, kind=FlagKind.ARMY, thing=army, reason="Again") == made
    above = flag(reader=ben, kind=FlagKind.CAMPAIGN, thing=tarn.public_id, reason="Rain", to_operators=True)
    assert above.to_operators
    hers = flag(reader=ada, kind=FlagKind.CAMPAIGN, thing=tarn.public_id, reason="It is the facilitator's")
    assert hers.to_operators, "nobody judges what is one's own"
    assert Notice.objects.filter(kind="site_flagged", user=otto).count() == 2
    mail = told(otto, "site_flagged")
    assert "/operator/flags/" in mail
    assert not {"Rain", tarn.name, "Ben"} & set(mail.split())
    assert refused(reader=ada, kind=FlagKind.ARMY, thing=army, reason="Mine") == "own"
    assert refused(reader=ben, kind=FlagKind.ARMY, thing=army_id(tarn.public_id, 9), reason="x") == "unknown"


def test_two_clicks_at_once_are_one_flag(tarn: Campaign, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have found none that is open; the second is told of the first one's."""
    thing = {"kind": FlagKind.ARMY, "thing": army_id(tarn.public_id, 1)}
    first = flag(reader=ben, reason="Bad", **thing)
    looked = flagging._open_flag
    answers = iter((None,))
    monkeypatch.setattr(flagging, "_open_flag", lambda *given: next(answers, looked(*given)))
    assert flag(reader=ben, reason="Bad", **thing) == first
    assert Notice.objects.filter(kind="flagged").count() == 1


def test_nobody_flags_what_one_cannot_see(tarn: Campaign, ada: User, nils: User, as_user: As) -> None:
    for kind, thing in (
        (FlagKind.CAMPAIGN, tarn.public_id),
        (FlagKind.ARMY, army_id(tarn.public_id, 1)),
        (FlagKind.PERSON, ada.public_id),
        (FlagKind.STORY, f"{tarn.public_id}.1"),
        (FlagKind.PICTURE, "nothing"),
        (FlagKind.LIST, "nothing.1"),
        ("nonsense", "x"),
    ):
        assert refused(reader=nils, kind=kind, thing=thing, reason="Bad") == "unknown"
        for reader in (nils, None):
            assert as_user(reader).get(f"/flag/{kind}/{thing}/").status_code == 404
            assert as_user(reader).get(f"/flag/{kind}/{thing}/picture.jpg").status_code == 404
    assert as_user(ada).get(f"/flag/person/{ada.public_id}/").status_code == 404, "oneself"


def test_without_an_operator_somebody_is_told_that_nobody_may_settle_it(tarn: Campaign, ben: User) -> None:
    wish = {"reader": ben, "kind": FlagKind.CAMPAIGN, "thing": tarn.public_id, "reason": "Bad"}
    assert refused(**wish, to_operators=True) == "nobody"


def test_visitors_flag_what_is_public_and_not_too_often(tarn: Campaign, otto: User, as_user: As) -> None:
    Campaign.objects.update(open_to_all=True)
    stranger = as_user(None)
    page = stranger.get(f"/flag/campaign/{tarn.public_id}/")
    assert page.status_code == 200
    assert "operators of the site instead" not in page.content.decode()
    for _time in range(MOST_OF_VISITORS):
        sent = stranger.post(f"/flag/campaign/{tarn.public_id}/", {"reason": "Bad words"})
        assert sent.status_code == 302
    last = stranger.post(f"/flag/campaign/{tarn.public_id}/", {"reason": "Bad words"})
    assert last.status_code == 422
    assert Flag.objects.filter(by=None, to_operators=True).count() == MOST_OF_VISITORS


def test_moderators_take_away_what_is_no_message_too(
    tarn: Campaign, mara: User, ben: User, as_user: As
) -> None:
    made = flag(reader=ben, kind=FlagKind.ARMY, thing=army_id(tarn.public_id, 1), reason="A slur")
    page = as_user(mara).get(f"/c/{tarn.public_id}/messages/flags/").content.decode()
    assert "4th Iron Column" in page
    assert "A slur" in page
    settle_flag(user=mara, campaign=tarn, flag_id=made.public_id, hide=True, answer="Choose another")
    assert Seat.objects.get(campaign=tarn, number=1).army == "Army 1"


def paper(tarn: Campaign, mara: User) -> str:
    """A published piece of the paper."""
    made = write_article(by=mara, campaign=tarn, kind="chronicle", title="A bad title", text="Bad words here")
    publish_article(by=mara, campaign=tarn, article_id=made.public_id)
    return made.public_id


def test_an_operator_needs_a_second_factor_shown(otto: User, ada: User, as_user: As) -> None:
    bare = as_user(otto)
    page = bare.get("/operator/flags/")
    assert page.status_code == 403
    assert "A second factor first" in page.content.decode()
    Authenticator.objects.create(user=otto, type=Authenticator.Type.TOTP, data={})
    asked = bare.get("/operator/flags/")
    assert asked.status_code == 302
    assert asked["Location"].startswith("/account/second-factor/reauthenticate/?next=")
    assert browser(otto).get("/operator/flags/").status_code == 200
    assert as_user(ada).get("/operator/flags/").status_code == 404
    assert as_user(None).get("/operator/flags/").status_code == 302


def test_an_operator_sees_the_snapshot_takes_it_away_and_puts_it_back(
    tarn: Campaign, mara: User, ben: User, otto: User, as_user: As
) -> None:
    ident = paper(tarn, mara)
    made = flag(reader=ben, kind=FlagKind.ARTICLE, thing=ident, reason="It lies", to_operators=True)
    client = browser(otto)
    queue = client.get("/operator/flags/").content.decode()
    assert "Bad words here" in queue
    for hidden in (tarn.name, "Vanguard", "4th Iron Column", tarn.public_id):
        assert hidden not in queue
    done = client.post(f"/operator/flags/{made.public_id}/", {"kind": "hide", "reason": "It is a lie"})
    assert done.status_code == 302
    read = as_user(ben).get(f"/c/{tarn.public_id}/chronicle/{ident}/").content.decode()
    assert "Bad words here" not in read
    assert "A bad title" not in read
    assert "Taken away by the operators: It is a lie" in read
    assert "was taken away" in told(mara, "measured")
    assert "It is a lie" in told(mara, "measured")
    assert "acted on it" in told(ben, "flag_settled")
    measure = Measure.objects.get(kind=MeasureKind.HIDE)
    undone = client.post(f"/operator/measures/{measure.public_id}/undo/", {"reason": "It was true"})
    assert undone.status_code == 302
    assert "Bad words here" in as_user(ben).get(f"/c/{tarn.public_id}/chronicle/{ident}/").content.decode()
    assert "is back in its place" in told(mara, "measured")
    again = client.post(f"/operator/measures/{measure.public_id}/undo/", {"reason": "Twice"})
    assert again.status_code == 422


def test_a_picture_that_was_taken_away_is_a_grey_field(otto: User) -> None:
    war: War = meet(press="full")
    do_at(war, "north", "picture", picture=picture(), caption="A rude sign")
    row = Picture.objects.get()
    before = bytes(row.data)
    south, north = war.users["south"], war.users["north"]
    made = flag(
        reader=south, kind=FlagKind.PICTURE, thing=row.public_id, reason="A rude sign", to_operators=True
    )
    assert bytes(made.picture or b"") == before
    client = browser(otto)
    shown = client.get(f"/operator/flags/{made.public_id}/picture.jpg")
    assert shown.content == before
    act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Rude"))
    row.refresh_from_db()
    assert bytes(row.data) == NOTHING
    assert row.caption == "Taken away by the operators: Rude"
    undo(operator=otto, measure_id=Measure.objects.get().public_id, reason="It is a hand")
    row.refresh_from_db()
    assert (bytes(row.data), row.caption) == (before, "A rude sign")
    assert refused(reader=north, kind=FlagKind.PICTURE, thing=row.public_id, reason="x") == "own"


def test_an_operator_decides_nothing_in_own_wars(tarn: Campaign, ben: User, otto: User, as_user: As) -> None:
    made = flag(reader=ben, kind=FlagKind.CAMPAIGN, thing=tarn.public_id, reason="Bad", to_operators=True)
    Role.objects.create(campaign=tarn, user=otto, kind=RoleKind.OBSERVER)
    page = browser(otto).get("/operator/flags/").content.decode()
    assert "The Tarn Ford" not in page
    assert "another operator decides" in page
    with pytest.raises(Refusal) as caught:
        act(operator=otto, flag_id=made.public_id, wish=Act("dismiss", "Fine"))
    assert caught.value.code == "own_war"


def test_whoever_is_suspended_meets_a_page_that_says_why(
    tarn: Campaign, ada: User, ben: User, otto: User, as_user: As
) -> None:
    made = flag(
        reader=ben, kind=FlagKind.ARMY, thing=army_id(tarn.public_id, 1), reason="Threats", to_operators=True
    )
    _token, secret = make_token(user=ada, name="bot", scopes=["read"])
    act(operator=otto, flag_id=made.public_id, wish=Act("suspend", "Threats", days=7))
    client = as_user(ada)
    page = client.get(f"/c/{tarn.public_id}/")
    assert page.status_code == 403
    assert "Your account is suspended" in page.content.decode()
    assert "Threats" in page.content.decode()
    assert client.post(f"/c/{tarn.public_id}/plan/", {}).status_code == 403
    assert client.get("/contact/").status_code == 200
    assert client.get("/account/data/").status_code == 200
    assert client.get("/api/v1/home/").json()["code"] == "suspended"
    by_token = Client().get("/api/v1/home/", headers={"authorization": f"Bearer {secret}"})
    assert (by_token.status_code, by_token.json()["code"]) == (403, "suspended")
    assert "Until" in told(ada, "measured")
    with clock.at(clock.now() + timedelta(days=7, minutes=1)):
        assert as_user(ada).get("/").status_code == 200
    undo(operator=otto, measure_id=Measure.objects.get().public_id, reason="A joke among friends")
    assert as_user(ada).get("/").status_code == 200


def test_a_ban_ends_tokens_and_holds_beside_a_suspension_that_is_undone(
    tarn: Campaign, ada: User, ben: User, cleo: User, otto: User, as_user: As
) -> None:
    army = army_id(tarn.public_id, 1)
    flags = [
        flag(reader=one, kind=FlagKind.ARMY, thing=army, reason="Bad", to_operators=True)
        for one in (ben, cleo)
    ]
    _token, secret = make_token(user=ada, name="bot", scopes=["read"])
    short = act(operator=otto, flag_id=flags[0].public_id, wish=Act("suspend", "First", days=1))
    act(operator=otto, flag_id=flags[1].public_id, wish=Act("ban", "For good"))
    undo(operator=otto, measure_id=short.public_id, reason="Was one too many")
    page = as_user(ada).get("/").content.decode()
    assert "Your account is banned" in page
    assert "For good" in page
    assert Client().get("/api/v1/home/", headers={"authorization": f"Bearer {secret}"}).status_code == 401
    with pytest.raises(Refusal):
        act(operator=otto, flag_id=flags[0].public_id, wish=Act("warn", "Again"))


def test_a_shorter_suspension_shortens_no_longer_one(
    tarn: Campaign, ada: User, ben: User, cleo: User, otto: User, as_user: As
) -> None:
    """Another flag, perhaps an older one, is settled after the ban: what shuts longest counts."""
    army = army_id(tarn.public_id, 1)
    flags = [
        flag(reader=one, kind=FlagKind.ARMY, thing=army, reason="Bad", to_operators=True)
        for one in (ben, cleo)
    ]
    ban = act(operator=otto, flag_id=flags[0].public_id, wish=Act("ban", "For good"))
    act(operator=otto, flag_id=flags[1].public_id, wish=Act("suspend", "A day", days=1))
    with clock.at(clock.now() + timedelta(days=2)):
        assert "Your account is banned" in as_user(ada).get("/").content.decode()
    undo(operator=otto, measure_id=ban.public_id, reason="Was too hard")
    assert "A day" in as_user(ada).get("/").content.decode()
    with clock.at(clock.now() + timedelta(days=2)):
        assert as_user(ada).get("/").status_code == 200


@pytest.mark.parametrize("wish", [Act("rename", "Bad"), Act("suspend", "Bad", days=0), Act("nothing", "Bad")])
def test_an_act_that_cannot_be_is_refused_and_settles_nothing(
    tarn: Campaign, ben: User, otto: User, wish: Act
) -> None:
    made = flag(
        reader=ben, kind=FlagKind.ARMY, thing=army_id(tarn.public_id, 1), reason="Bad", to_operators=True
    )
    with pytest.raises(Refusal) as caught:
        act(operator=otto, flag_id=made.public_id, wish=wish)
    assert caught.value.code == "impossible"
    made.refresh_from_db()
    assert made.settled_at is None
    assert not Measure.objects.exists()


def test_a_name_is_changed_and_back_unless_it_was_written_anew(
    tarn: Campaign, ada: User, ben: User, otto: User
) -> None:
    made = flag(
        reader=ben, kind=FlagKind.ARMY, thing=army_id(tarn.public_id, 1), reason="Bad", to_operators=True
    )
    done = act(operator=otto, flag_id=made.public_id, wish=Act("rename", "A slur", name="Iron Column"))
    assert Seat.objects.get(campaign=tarn, number=1).army == "Iron Column"
    Seat.objects.filter(campaign=tarn, number=1).update(army="Own choice")
    with pytest.raises(Refusal) as caught:
        undo(operator=otto, measure_id=done.public_id, reason="No")
    assert caught.value.code == "changed"


def test_after_ninety_days_words_are_gone_and_what_was_decided_stays(
    tarn: Campaign, ben: User, otto: User
) -> None:
    made = flag(reader=ben, kind=FlagKind.CAMPAIGN, thing=tarn.public_id, reason="Bad", to_operators=True)
    done = act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Bad"))
    with clock.at(clock.now() + measures.KEPT - timedelta(minutes=1)):
        assert forget_snapshots() == 0
    with clock.at(clock.now() + measures.KEPT + timedelta(minutes=1)):
        assert forget_snapshots() == 2
        assert forget_snapshots() == 0
    made.refresh_from_db()
    assert (made.snapshot, made.picture, made.reason) == ({}, None, "Bad")
    assert "erased with time" in browser(otto).get("/operator/flags/").content.decode()
    with pytest.raises(Refusal) as caught:
        undo(operator=otto, measure_id=done.public_id, reason="No")
    assert caught.value.code == "late"


def test_moderators_and_operators_turn_pages_and_lose_nothing_typed(
    tarn: Campaign, mara: User, ben: User, otto: User, as_user: As
) -> None:
    """However many there are, a page costs the same; who is refused stays on it, with the words."""
    thing = army_id(tarn.public_id, 1)

    def raised(first: int, count: int, *, to_operators: bool) -> None:
        for number in range(first, first + count):
            Flag.objects.create(
                kind=FlagKind.ARMY,
                subject=f"{thing}{number}",
                campaign=tarn,
                person=ben,
                to_operators=to_operators,
                reason=f"Reason {number:03}.",
                snapshot={"title": "x", "text": ""},
                created_at=clock.now(),
            )

    flags = f"/c/{tarn.public_id}/messages/flags/"
    for client, path, upwards in (
        (as_user(mara), flags, False),
        (browser(otto), "/operator/flags/", True),
    ):
        raised(0, 2, to_operators=upwards)
        client.get(path)
        with CaptureQueriesContext(connection) as few:
            client.get(path)
        raised(2, 43, to_operators=upwards)
        with CaptureQueriesContext(connection) as many:
            client.get(path)
        assert len(many) <= len(few) + 1, path
        shown = []
        for number in (1, 2, 3):
            page = client.get(f"{path}?page={number}").content.decode()
            assert f"Page {number} of 3" in page
            shown += re.findall(r"Reason \d\d\d", page)
        assert len(set(shown)) == len(shown) == 45
    last = Flag.objects.filter(to_operators=False).order_by("id")[0]
    kept = as_user(mara).get(f"{flags}?page=3").content.decode()
    address = f"/c/{tarn.public_id}/messages/flags/{last.public_id}/?page=3"
    assert address in kept
    refused = as_user(mara).post(address, {"answer": "Typed " * 60, "hide": ""})
    assert refused.status_code == 422
    assert "Typed Typed" in refused.content.decode()
