"""What each kind of notice says besides what all say: read when it is sent, for its reader alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from campaign.access.operators import operates
from campaign.base.dates.clock import now
from campaign.base.dates.rhythm import by_the_minute
from campaign.base.dates.times import when
from campaign.base.markdown import to_html
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.open_vision import lacks_consent
from campaign.base.words.log_words import date_words, reason_of
from campaign.base.words.setting_words import vision_words
from campaign.delivery.own_turn import own_turn
from campaign.models import (
    Article,
    AskState,
    Deputy,
    FlagKind,
    Invitation,
    Notice,
    Phase,
    PlanState,
    PlayerTurn,
    Role,
    RoleKind,
    Seat,
    SeatAsk,
    TextKind,
    Turn,
)
from campaign.notices.reminders.selectors import banners_without_orders
from campaign.outbox import services as notices_out
from campaign.people.invitations.selectors import closed_because
from campaign.press.messages.selectors import unread_of
from campaign.press.promises.selectors import open_offer
from campaign.turn.told.own_aims import aims_of

Facts = dict[str, Any]


def no_facts(notice: Notice) -> Facts | None:
    return {}


def _commitment(notice: Notice) -> Facts | None:
    return {"commitment": notice.detail["commitment"], **_plans(notice)}


def _sealed(notice: Notice) -> Facts | None:
    """What bound the plans and seals of the turn; and whether browsers are to open theirs."""
    asked = notice.seat is not None and notice.campaign is not None and not notice.campaign.beacon
    return {"closing": notice.detail["closing"], "asked": asked}


def _starts(notice: Notice) -> Facts | None:
    """The reader's own aims, as its seat knew them when the mail left; a facilitator's mail names none."""
    aims = aims_of(notice.seat).aims if notice.seat is not None else ()
    told = ((aim.words.text, aim.words.told or aim.words.standing, aim.words.primary) for aim in aims)
    return {**(_commitment(notice) or {}), "aims": tuple(told)}


def _plans(notice: Notice) -> Facts:
    turn = notice.turn
    return {"due": _when(turn.plan_due if turn is not None else None)}


def _results(notice: Notice) -> Facts | None:
    turn = notice.turn
    return {"due": _when(turn.results_due if turn is not None else None)}


def _missing(notice: Notice) -> Facts | None:
    """Only while the plan is still incomplete and its deadline still to come."""
    turn, seat = notice.turn, notice.seat
    if turn is None or seat is None or turn.phase != Phase.PLANNING or turn.plan_due is None:
        return None
    mine = PlayerTurn.objects.filter(turn=turn, seat=seat).first()
    if mine is None or mine.state == PlanState.SUBMITTED or turn.plan_due <= now():
        return None
    banners = banners_without_orders(mine)
    if mine.state == PlanState.DRAFT and not banners:
        return None
    minutes = notice.detail.get("minutes")
    return {**_plans(notice), "banners": banners, "begun": mine.state == PlanState.DRAFT, "minutes": minutes}


def _announced(notice: Notice) -> Facts | None:
    """The reader's own battles, or that there is none; a facilitator's mail names no battle."""
    abstract = notice.campaign is not None and Variables.of(notice.campaign).battles == "abstract"
    return {**_own(notice), **({"due": ""} if abstract else _results(notice) or {})}


def _published(notice: Notice) -> Facts | None:
    if notice.turn is None:
        return None
    following = Turn.objects.filter(campaign=notice.campaign, number=notice.turn.number + 1).first()
    due = following.plan_due if following is not None else None
    opened = following.number if following is not None and due and by_the_minute(notice.campaign) else None
    return {**_own(notice), "due": _when(due), "opened": opened}


def _own(notice: Notice) -> Facts:
    """What the reader's own seat was told of its plan and battles; of nobody else's."""
    told = own_turn(notice.seat, notice.turn) if notice.seat is not None and notice.turn is not None else None
    return {
        "side": told is not None,
        "plan": told.plan if told is not None else "",
        "battles": told.battles if told is not None else (),
        "receipt": told.receipt if told is not None else "",
    }


def _moved(notice: Notice) -> Facts | None:
    detail = notice.detail
    return {
        "date": date_words(detail["date"]),
        "before": _when(_moment(detail["from"])),
        "after": _when(_moment(detail["to"])),
        "reason": reason_of(detail),
    }


def _restored(notice: Notice) -> Facts | None:
    """When the backup was made that the campaign stands as now."""
    return {"backup": _when(_moment(notice.detail.get("from", "")))}


def _early(notice: Notice) -> Facts | None:
    return {"due": _when(_moment(notice.detail["to"]))}


def _battle(notice: Notice) -> Facts | None:
    """Who reads it: a side of the battle, or somebody who is to rule."""
    return {"side": notice.seat is not None, **(_results(notice) or {})}


def _ruled(notice: Notice) -> Facts | None:
    """Whether a person has ruled, or nobody did and the dice decide."""
    return {"dice": bool(notice.detail.get("dice"))}


def _dates(notice: Notice) -> Facts | None:
    """The dates it is about; where to meet stands on the battle's page alone."""
    return {"dates": [_when(_moment(one)) for one in notice.detail.get("dates", ())]}


def _opponent_left(notice: Notice) -> Facts | None:
    """Whose player has left, who plays it now, and the date that is off with that, if one was agreed."""
    detail = notice.detail
    facts = {"other": detail["other"], "bot": bool(detail.get("bot")), **(_dates(notice) or {})}
    return {**facts, **(_results(notice) or {})}


def _unled(notice: Notice) -> Facts | None:
    """Whether what facilitators decide has ended with the last of them, or only what a playing one may."""
    blind = notice.campaign is not None and notice.campaign.blind
    judges = Role.objects.filter(campaign=notice.campaign_id, kind=RoleKind.ARBITER)
    return {"blind": blind, "arbiter": judges.exists()}


def _stand_in(notice: Notice) -> Facts | None:
    """What has come of a stand-in's place: ``announced``, ``taken``, ``given_back`` or ``over``."""
    return {"what": notice.detail.get("what", ""), **(_results(notice) or {})}


def _claim(notice: Notice) -> Facts | None:
    """Whose claim it is, to its reader: ``own``, ``enemy``, or a side's army for who is to decide."""
    detail = notice.detail
    own = notice.seat is not None and notice.seat.number == detail.get("claimant")
    return {"side": notice.seat is not None, "own": own, "state": detail.get("state", "")}


def _deputy(notice: Notice) -> Facts | None:
    """For whom a deputy is to act and when; or whose place as a deputy is ``over``."""
    detail = notice.detail
    if detail["what"] == "named" and not _is_deputy(notice):
        return None
    return {
        **detail,
        "since": _when(_moment(detail.get("since", ""))),
        "until": _when(_moment(detail.get("until", ""))),
    }


def _is_deputy(notice: Notice) -> bool:
    return Deputy.objects.filter(user=notice.user, seat__campaign=notice.campaign).exists()


def _reason(notice: Notice) -> Facts | None:
    return {
        "reason": notice.detail.get("reason", ""),
        "until": _when(_moment(notice.detail.get("to", ""))),
    }


def _ended(notice: Notice) -> Facts | None:
    champion: Seat | None = notice.campaign.champion if notice.campaign is not None else None
    return {"champion": champion.army if champion is not None else ""}


def _seat(notice: Notice) -> Facts | None:
    return {"missing": notice.detail["army"], "deputy": notice.detail["deputy"]}


def _news(notice: Notice) -> Facts | None:
    """What was published for all; nothing if it has been taken back."""
    found = Article.objects.filter(public_id=notice.detail.get("article", ""), published_at__isnull=False)
    article = found.first()
    if article is None:
        return None
    return {"title": article.title, "formatted": to_html(article.text)}


def _message(notice: Notice) -> Facts | None:
    """Only what is still unread; the words go to their reader alone."""
    if notice.campaign is None or "thread" not in notice.detail:
        return None
    found = unread_of(notice.user, notice.campaign, notice.detail["thread"])
    if found is None:
        return None
    return {"sender": found[0], "count": found[1], "words": found[2]}


def _promise(notice: Notice) -> Facts | None:
    """An offer while it is open, an acceptance as it was: to the other player alone, not to a deputy."""
    if notice.seat is None or notice.seat.user_id != notice.user_id or "promise" not in notice.detail:
        return None
    found = open_offer(notice.detail["promise"], notice.detail["what"])
    if found is None:
        return None
    other = found.seat_by if found.seat_to_id == notice.seat.pk else found.seat_to
    return {"what": found.state, "other": other.army, "until": found.until}


def _invited(notice: Notice) -> Facts | None:
    """Only while the invitation still works."""
    found = Invitation.objects.select_related("campaign", "seat").get(public_id=notice.detail["invitation"])
    if closed_because(found):
        return None
    return {
        "by": notice.user.name,
        "kind": found.kind,
        "seat_offered": found.seat.army if found.seat is not None else "",
        "until": when(found.expires_at),
        "link": str(settings.SITE_URL) + reverse("join", args=[found.token]),
        "address": found.email,
    }


def _texts(notice: Notice) -> Facts | None:
    """Which texts have changed; and whether the reader, as a seat's player, has to agree anew."""
    texts, seat = [str(TextKind(kind).label) for kind in notice.detail.get("texts", ())], notice.seat
    return {"texts": texts, "to_agree": seat is not None and seat.to_agree and seat.user_id == notice.user_id}


def _vision(notice: Notice) -> Facts | None:
    """What all shall see, as it is now; nothing for a player who has agreed, or is asked no more."""
    seat = notice.seat
    if seat is None or notice.campaign is None or seat.user_id != notice.user_id:
        return None
    seat.campaign = notice.campaign
    return (
        {"sees": vision_words(Variables.of(notice.campaign))}
        if lacks_consent(notice.campaign, seat)
        else None
    )


def _asked(notice: Notice) -> Facts | None:
    """Who asks for a seat, as long as nobody has answered."""
    found = SeatAsk.objects.select_related("user").filter(public_id=notice.detail.get("ask", "")).first()
    if found is None or found.state != AskState.OPEN:
        return None
    return {"who": found.user.name, "word": found.word}


def _answered(notice: Notice) -> Facts | None:
    """What became of the reader's own asking, with the word that came with it."""
    found = SeatAsk.objects.filter(public_id=notice.detail.get("ask", ""), user=notice.user_id).first()
    if found is None:
        return None
    return {"accepted": found.state == AskState.ACCEPTED, "word": found.answer}


def _site_on_hold(notice: Notice) -> Facts | None:
    """For operators: which campaign by its public id alone, for they take no part in it, and why."""
    return {"campaign": notice.detail["id"], "id": notice.detail["id"], "reason": reason_of(notice.detail)}


def _measured(notice: Notice) -> Facts | None:
    """What operators have done about a thing of the reader's, or about one that the reader has flagged."""
    called = str(FlagKind(notice.detail["thing"]).label)
    return {**notice.detail, "called": called, "until": _when(_moment(notice.detail.get("until", "")))}


def _site_flagged(notice: Notice) -> Facts | None:
    """For whoever still is an operator; what was flagged stands in the queue alone."""
    return {} if operates(notice.user) else None


def _said(notice: Notice) -> Facts | None:
    return dict(notice.detail)


def _when(moment: datetime | None) -> str:
    return when(moment) if moment is not None else ""


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


FACTS: Mapping[str, Callable[[Notice], Facts | None]] = {
    notices_out.CAMPAIGN_STARTS: _starts,
    notices_out.NEW_COMMITMENT: _commitment,
    notices_out.DICE_SEALED: _sealed,
    notices_out.PLAN_MISSING: _missing,
    notices_out.ANNOUNCED: _announced,
    notices_out.PUBLISHED: _published,
    notices_out.RESULT_WAITING: _battle,
    notices_out.DISPUTE: _battle,
    notices_out.RULED: _ruled,
    notices_out.DATE_MOVED: _moved,
    notices_out.TURN_HELD: _reason,
    notices_out.CAMPAIGN_ENDED: _ended,
    notices_out.EARLY_CLOSE: _early,
    notices_out.PAUSED: _reason,
    notices_out.SEAT_MISSING: _seat,
    notices_out.BATTLE_OPEN: _results,
    notices_out.STAND_IN: _stand_in,
    notices_out.DATE_OFFERED: _dates,
    notices_out.DATE_AGREED: _dates,
    notices_out.DATE_OFF: _dates,
    notices_out.DATE_SOON: _dates,
    notices_out.NO_SHOW: _dates,
    notices_out.CLAIM: _claim,
    notices_out.CLAIM_SETTLED: _claim,
    notices_out.MESSAGE: _message,
    notices_out.PROMISE: _promise,
    notices_out.NEWS: _news,
    notices_out.INVITED: _invited,
    notices_out.PEOPLE_CHANGED: _said,
    notices_out.OPPONENT_LEFT: _opponent_left,
    notices_out.CALLED_OFF: _said,
    notices_out.UNLED: _unled,
    notices_out.ARMY_DECIDED: _said,
    notices_out.SEAT_LOST: _said,
    notices_out.DEPUTY: _deputy,
    notices_out.SCHEDULE_CHANGED: _said,
    notices_out.TEXTS_CHANGED: _texts,
    notices_out.SITE_ON_HOLD: _site_on_hold,
    notices_out.RESTORED: _restored,
    notices_out.VISION_ASKED: _vision,
    notices_out.SEAT_ASKED: _asked,
    notices_out.SEAT_ANSWERED: _answered,
    notices_out.CHANNEL: _said,
    notices_out.SITE_FLAGGED: _site_flagged,
    notices_out.FLAG_SETTLED: _measured,
    notices_out.MEASURED: _measured,
}
