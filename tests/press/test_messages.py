"""Messages: who reads and writes what, under each press; nothing is lost, nothing is sent twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from battles.results.services import report_result
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.delivery import services as notices
from campaign.models import Battle, Campaign, Deputy, Member, Message, Role, RoleKind, Seat, User
from campaign.outbox import services as notices_out
from campaign.press.messages.selectors import inbox, search, thread_page, unread_in
from campaign.press.messages.services import (
    edit_message,
    leave_group,
    mark_thread_read,
    mute_thread,
    send_message,
    start_group,
)
from campaign.press.moderation.services import flag_message, settle_flag
from campaign.turn.contact.battle_bounds import Claim
from tests.wars import CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


def write(user: User, campaign: Campaign, name: str, text: str, client_id: str = "") -> Message:
    return send_message(user=user, campaign=campaign, name=name, text=text, client_id=client_id).message


def texts(user: User, campaign: Campaign, name: str) -> list[str]:
    page = thread_page(user, campaign, name)
    assert page is not None
    return [line.text for line in page.lines]


def refused(user: User, campaign: Campaign, name: str, text: str = "Hello") -> str:
    with pytest.raises(Refusal) as caught:
        write(user, campaign, name, text)
    return caught.value.code


def set_press(campaign: Campaign, press: str) -> None:
    campaign.settings = Variables.parse({**campaign.settings, "press": press}).document()
    campaign.save()


def battle_of(war: War) -> Battle:
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.plan("south", {"south1": HOLD, "south2": HOLD})
    war.pass_deadline()
    war.pass_deadline()
    return Battle.objects.get(turn=war.turn)


def test_two_players_write_to_each_other_and_nobody_else_reads_it(
    tarn: Campaign, mara: User, ada: User, ben: User, cleo: User
) -> None:
    write(ada, tarn, "seat-2", "Shall we spare the ford?")
    write(ben, tarn, "seat-1", "We shall not.")
    assert texts(ada, tarn, "seat-2") == ["Shall we spare the ford?", "We shall not."]
    thread = Message.objects.all()[0].thread
    for stranger in (mara, cleo):
        assert thread_page(stranger, tarn, thread.public_id) is None
        assert not inbox(stranger, tarn).threads
        assert search(stranger, tarn, "ford") == ()
    assert thread_page(mara, tarn, "seat-2") is not None  # her own line to Ben, which is empty
    assert texts(mara, tarn, "seat-2") == []


def test_a_deputy_never_reads_the_players_private_messages(
    tarn: Campaign, ada: User, ben: User, nils: User, seat_of: Callable[[User], Seat]
) -> None:
    write(ben, tarn, "seat-1", "Between us alone.")
    write(ben, tarn, "all", "To everybody.")
    thread = Message.objects.get(text="Between us alone.").thread
    Deputy.objects.create(seat=seat_of(ada), user=nils, since=clock.now())
    assert thread_page(nils, tarn, thread.public_id) is None
    assert thread_page(nils, tarn, "seat-2") is None
    assert [row.name for row in inbox(nils, tarn).threads] == ["all"]
    write(nils, tarn, "all", "For Ada.")
    page = thread_page(ben, tarn, "all")
    assert page is not None
    assert (page.lines[1].author.army, page.lines[1].author.voice) == ("4th Iron Column", "deputy")


def test_a_replacement_does_not_read_what_was_written_to_the_player_before(
    tarn: Campaign, ada: User, ben: User, nils: User, seat_of: Callable[[User], Seat]
) -> None:
    write(ada, tarn, "seat-2", "Old friend")
    Seat.objects.filter(pk=seat_of(ben).pk).update(user=nils)
    assert inbox(nils, tarn).threads == ()
    write(ada, tarn, "seat-2", "Welcome")
    assert texts(nils, tarn, "seat-1") == ["Welcome"]


@pytest.mark.parametrize(
    ("press", "private", "everybody"),
    [("full", None, None), ("public", "press", None), ("none", "press", "press")],
)
def test_the_press_is_kept(
    tarn: Campaign, ada: User, mara: User, press: str, private: str | None, everybody: str | None
) -> None:
    set_press(tarn, press)
    for name, code in (("seat-2", private), ("all", everybody), ("facilitators", None)):
        if code is None:
            write(ada, tarn, name, "Hello")
        else:
            assert refused(ada, tarn, name) == code
    write(mara, tarn, "all", "From the desk")
    write(mara, tarn, "seat-1", "To you alone")
    assert "To you alone" in texts(ada, tarn, "facilitators")


@pytest.mark.parametrize("press", ["full", "public", "none"])
def test_a_battles_own_thread_is_open_under_every_press(press: str) -> None:
    war = begin_war(CLOSE, press=press)
    battle = battle_of(war)
    name = f"battle-{battle.public_id}"
    write(war.users["north"], war.campaign, name, "Thursday?")
    write(war.users["south"], war.campaign, name, "Friday.")
    assert texts(war.users["north"], war.campaign, name) == ["Thursday?", "Friday."]
    assert thread_page(war.facilitator, war.campaign, name) is None
    assert inbox(war.facilitator, war.campaign).threads == ()


def test_whoever_rules_reads_a_battles_thread_once_it_is_in_dispute() -> None:
    war = begin_war(CLOSE)
    battle = battle_of(war)
    judge = User.objects.create_user(email="judge@club.example", name="Judge")
    Role.objects.create(campaign=war.campaign, user=judge, kind=RoleKind.ARBITER)
    name = f"battle-{battle.public_id}"
    write(war.users["north"], war.campaign, name, "You moved it!")
    for reader in (war.facilitator, judge):
        assert thread_page(reader, war.campaign, name) is None
    for army in ("north", "south"):
        claim = Claim("tabletop", "own", 100, 900)
        report_result(battle=battle, seat=war.seat(army), claim=claim, by=war.users[army])
    for reader in (war.facilitator, judge):
        assert texts(reader, war.campaign, name)[0] == "You moved it!"
        assert [row.kind for row in inbox(reader, war.campaign).threads] == ["battle"]
        write(reader, war.campaign, name, "Show me a picture.")


def test_a_group_is_read_by_its_members_alone_and_can_be_left() -> None:
    war = begin_war({"north": ((1, 1),), "south": ((1, 8),), "east": ((12, 1),), "west": ((12, 8),)})
    north, south, east, west = (war.users[army] for army in ("north", "south", "east", "west"))
    first = start_group(
        user=north,
        campaign=war.campaign,
        title="The pact",
        numbers=[2, 3],
        text="Against the west",
        client_id="g",
    ).message
    again = start_group(
        user=north,
        campaign=war.campaign,
        title="The pact",
        numbers=[2, 3],
        text="Against the west",
        client_id="g",
    )
    assert again.repeated
    assert again.message == first
    name = first.thread.public_id
    write(south, war.campaign, name, "I am in.")
    assert texts(east, war.campaign, name) == ["Against the west", "I am in."]
    assert thread_page(west, war.campaign, name) is None
    assert thread_page(war.facilitator, war.campaign, name) is None
    leave_group(user=east, campaign=war.campaign, name=name)
    assert thread_page(east, war.campaign, name) is None
    for numbers in ([2], [1, 2], [2, 9]):
        with pytest.raises(Refusal) as caught:
            start_group(user=north, campaign=war.campaign, title="x", numbers=numbers, text="y")
        assert caught.value.field == "seats"


def test_what_is_sent_again_under_its_id_is_one_message(tarn: Campaign, ada: User) -> None:
    first = write(ada, tarn, "all", "Once", "abc")
    assert write(ada, tarn, "all", "Once", "abc") == first
    assert refused_key(ada, tarn) == "key_reused"
    assert Message.objects.count() == 1


def refused_key(user: User, campaign: Campaign) -> str:
    with pytest.raises(Refusal) as caught:
        write(user, campaign, "all", "Other words", "abc")
    return caught.value.code


def test_unread_is_counted_until_it_is_read(tarn: Campaign, ada: User, ben: User) -> None:
    write(ada, tarn, "seat-2", "One")
    write(ada, tarn, "seat-2", "Two")
    write(ada, tarn, "all", "Three")
    assert unread_in(ben, tarn) == 3
    assert unread_in(ada, tarn) == 0
    mark_thread_read(user=ben, campaign=tarn, name="seat-1")
    assert unread_in(ben, tarn) == 1
    mute_thread(user=ben, campaign=tarn, name="all", muted=True)
    assert unread_in(ben, tarn) == 0


def test_an_edit_keeps_what_was_said_before(tarn: Campaign, ada: User, ben: User) -> None:
    message = write(ada, tarn, "seat-2", "At seven")
    edit_message(user=ada, campaign=tarn, message_id=message.public_id, text="At eight")
    page = thread_page(ben, tarn, "seat-1")
    assert page is not None
    assert page.lines[0].text == "At eight"
    assert [one.text for one in page.lines[0].earlier] == ["At seven"]
    with pytest.raises(Refusal) as caught:
        edit_message(user=ben, campaign=tarn, message_id=message.public_id, text="Never")
    assert caught.value.code == "not_yours"


def test_a_flag_shows_one_message_and_nothing_around_it(
    tarn: Campaign, mara: User, ada: User, ben: User, as_user: As
) -> None:
    write(ada, tarn, "seat-2", "My plan is secret")
    rude = write(ada, tarn, "seat-2", "You rude word")
    flag = flag_message(user=ben, campaign=tarn, message_id=rude.public_id, reason="Rude")
    shown = as_user(mara).get(f"/c/{tarn.public_id}/messages/flags/").content.decode()
    assert "You rude word" in shown
    assert "My plan is secret" not in shown
    for other in (ada, ben):
        assert as_user(other).get(f"/c/{tarn.public_id}/messages/flags/").status_code == 404
    settle_flag(user=mara, campaign=tarn, flag_id=flag.public_id, hide=True, answer="Be kind")
    read = as_user(ben).get(f"/c/{tarn.public_id}/messages/seat-1/").content.decode()
    assert "You rude word" not in read
    assert "Be kind" in read
    with pytest.raises(Refusal):
        settle_flag(user=mara, campaign=tarn, flag_id=flag.public_id, hide=False, answer="Or not")


def test_too_many_at_once_wait(tarn: Campaign, ada: User) -> None:
    with clock.at(clock.now()):
        for number in range(30):
            write(ada, tarn, "all", f"No. {number}")
        assert refused(ada, tarn, "all") == "flood"


@pytest.mark.parametrize("text", ["", "   \n", "a\x00b", "x" * 4001])
def test_a_message_that_cannot_be_stored_says_why(tarn: Campaign, ada: User, text: str) -> None:
    assert refused(ada, tarn, "all", text) == "text"
    assert not Message.objects.exists()


def test_a_mail_tells_of_a_message_that_is_not_read_soon(
    tarn: Campaign, ada: User, ben: User, cleo: User
) -> None:
    moment = clock.now()
    with clock.at(moment):
        notices.send_due()
        mail.outbox.clear()
        write(ada, tarn, "seat-2", "First words")
        write(ada, tarn, "seat-2", "More words")
        assert notices.send_due() == 0
    with clock.at(moment + timedelta(minutes=3)):
        assert notices.send_due() == 1
        assert mail.outbox[0].to == [ben.email]
        assert "First words" in mail.outbox[0].body
        assert "And 1 more" in mail.outbox[0].body
        assert "words" not in mail.outbox[0].subject
        write(ada, tarn, "seat-2", "Still unread: no second mail")
    with clock.at(moment + timedelta(minutes=9)):
        assert notices.send_due() == 0
        mark_thread_read(user=ben, campaign=tarn, name="seat-1")
        write(ada, tarn, "seat-2", "Read before it leaves")
        mark_thread_read(user=ben, campaign=tarn, name="seat-1")
    with clock.at(moment + timedelta(minutes=19)):
        assert notices.send_due() == 0
        mute_thread(user=ben, campaign=tarn, name="seat-1", muted=True)
        write(ada, tarn, "seat-2", "Muted")
    with clock.at(moment + timedelta(minutes=29)):
        assert notices.send_due() == 0


# The pages


def test_the_pages_of_messages_work_without_a_script(
    tarn: Campaign, ada: User, ben: User, as_user: As
) -> None:
    base = f"/c/{tarn.public_id}/messages/"
    hers, his = as_user(ada), as_user(ben)
    assert "Write to" in hers.get(base).content.decode()
    sent = hers.post(f"{base}seat-2/", {"text": "By <b>hand</b>", "client_id": "k1"})
    assert sent.status_code == 302
    assert hers.post(f"{base}seat-2/", {"text": "By <b>hand</b>", "client_id": "k1"}).status_code == 302
    assert Message.objects.count() == 1
    listed = his.get(base).content.decode()
    assert 'class="count">1' in listed
    shown = his.get(f"{base}seat-1/").content.decode()
    assert "By &lt;b&gt;hand&lt;/b&gt;" in shown
    assert 'class="count">1' not in his.get(base).content.decode()
    assert "By &lt;b&gt;hand" in his.get(f"{base}?q=hand").content.decode()
    message = Message.objects.get()
    edited = hers.post(f"{base}seat-2/{message.public_id}/edit/", {"text": "By pen"})
    assert edited.status_code == 302
    assert "By pen" in his.get(f"{base}seat-1/").content.decode()
    flagged = his.post(f"{base}seat-1/{message.public_id}/flag/", {"reason": "Ink"})
    assert flagged.status_code == 302
    assert his.post(f"{base}seat-1/mute/", {"muted": "on"}).status_code == 302
    assert Member.objects.get(user=ben).muted


def test_a_refused_message_keeps_its_text(tarn: Campaign, ada: User, as_user: As) -> None:
    set_press(tarn, "none")
    answer = as_user(ada).post(f"/c/{tarn.public_id}/messages/all/", {"text": "Typed long", "client_id": "k"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "no press" in text
    assert "Typed long" in text


def test_an_observer_reads_what_is_told_to_all_and_writes_nothing(
    tarn: Campaign, nils: User, mara: User, as_user: As
) -> None:
    Role.objects.create(campaign=tarn, user=nils, kind=RoleKind.OBSERVER)
    write(mara, tarn, "all", "Welcome to the ford")
    client = as_user(nils)
    assert "Welcome to the ford" in client.get(f"/c/{tarn.public_id}/messages/all/").content.decode()
    assert client.post(f"/c/{tarn.public_id}/messages/all/", {"text": "Hi"}).status_code == 422
    assert client.get(f"/c/{tarn.public_id}/messages/facilitators/").status_code == 404


def test_a_facilitator_who_looks_as_a_player_reads_no_message_of_theirs(
    tarn: Campaign, mara: User, ada: User, ben: User, as_user: As, seat_of: Callable[[User], Seat]
) -> None:
    write(ada, tarn, "seat-2", "Not for the desk")
    client = as_user(mara)
    client.post(f"/c/{tarn.public_id}/desk/look/", {"seat": seat_of(ben).public_id})
    assert "Not for the desk" not in client.get(f"/c/{tarn.public_id}/messages/").content.decode()
    assert "Not for the desk" not in client.get(f"/c/{tarn.public_id}/messages/seat-1/").content.decode()


def test_reading_marks_the_notice_in_the_list_as_read(tarn: Campaign, ada: User, ben: User) -> None:
    write(ada, tarn, "seat-2", "One")
    assert ben.notices.filter(kind=notices_out.MESSAGE, read_at=None).exists()
    mark_thread_read(user=ben, campaign=tarn, name="seat-1")
    assert not ben.notices.filter(kind=notices_out.MESSAGE, read_at=None).exists()
