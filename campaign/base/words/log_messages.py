"""What the log can say: a kind for each act, and for each kind its sentence.

An entry keeps its kind and the names and numbers that were true then; it becomes words where somebody reads
it (``log_words``). Whoever logs something new adds a member here, and a ``note`` that names it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Self

from django.utils.translation import gettext_noop as _

_NAME = re.compile(r"%\((\w+)\)s")


class LogKind(StrEnum):
    """A kind of entry: its code, its sentence, and its topic if that is not the code.

    The API calls an entry by its topic, which several kinds may share. The names in the sentence are those
    of the entry's values; which of them are not shown as they are, ``log_words.SHOWN`` says.
    """

    sentence: str
    topic: str
    names: frozenset[str]

    def __new__(cls, code: str, sentence: str, topic: str = "") -> Self:
        """The member of this code."""
        made = str.__new__(cls, code)
        made._value_ = code
        made.sentence, made.topic = sentence, topic or code
        made.names = frozenset(_NAME.findall(sentence))
        return made

    # The campaign

    STARTED = "started", _("The campaign starts. All dice are bound by %(commitment)s")
    DICE_OF_BEACON = (
        "dice_of_beacon",
        _(
            "Dice are open, and mixed with the public beacon %(hash)s (a round every %(period)s seconds since"
            " second %(genesis)s of 1970)"
        ),
        "dice",
    )
    DICE_OF_SHARES = "dice_of_shares", _("Dice are open, and mixed with what players' browsers give"), "dice"
    COMMITMENT = "commitment", _("New dice are bound by %(commitment)s")
    RULES = (
        "rules",
        _("The app's rules have been mended (version %(version)s); that counts from turn %(turn)s"),
    )
    SCHEDULE = "schedule", _("The schedule of coming turns has changed: %(reason)s")
    MISSIONS = "missions", _("The mission table %(table)s was changed")
    TEXT = "text", _("The text “%(text)s” is at version %(version)s now")
    OPENED_TO_ALL = (
        "opened_to_all",
        _("Anybody may read what is public of this campaign."),
        "open_to_all",
    )
    CLOSED_TO_ALL = (
        "closed_to_all",
        _("Only members may read what is public of this campaign."),
        "open_to_all",
    )
    VISION_ENDED = (
        "vision_ended",
        _("All see nothing but the public facts from now on: %(reason)s"),
        "open_vision",
    )
    SEEKING = "seeking", _("The campaign looks for players: its free seats stand on the list of wars")
    SEEKING_ENDED = "seeking_ended", _("The campaign no longer looks for players"), "seeking"
    PAUSED = "paused", _("The campaign is paused: %(reason)s")
    RESUMED = "resumed", _("The campaign goes on")
    ON_HOLD = "on_hold", _("The campaign is on hold after a failure; all plans and results are safe")
    ON_HOLD_FAILED = (
        "on_hold_failed",
        _("Turn %(turn)s cannot be resolved: it failed %(count)s times in a row (%(error)s)"),
        "on_hold",
    )
    ON_HOLD_STARTED = (
        "on_hold_started",
        _(
            "Turn %(turn)s cannot be resolved: it was started %(count)s times without an end,"
            " and others came to theirs"
        ),
        "on_hold",
    )
    OFF_HOLD = "off_hold", _("The campaign goes on")
    ENDED_PRIMARY = (
        "ended_primary",
        _("The campaign ends, and %(army)s is its champion: primary conditions hold"),
        "ended",
    )
    ENDED_LAST_TURN = (
        "ended_last_turn",
        _("The campaign ends, and %(army)s is its champion: it was the last turn"),
        "ended",
    )
    ENDED_NO_BANNER = (
        "ended_no_banner",
        _("The campaign ends, without a champion: no banner is left on the map"),
        "ended",
    )

    # The turn

    PLANS_CLOSED = "plans_closed", _("The plan deadline has passed; the movement is worked out")
    PLANS_SEALED = (
        "plans_sealed",
        _("The plan deadline has passed; the dice are drawn, and plans and seals are bound by %(closing)s"),
        "plans_closed",
    )
    DICE_DRAWN = "dice_drawn", _("The dice are drawn; the movement is worked out")
    DICE_DRAWN_BY_BEACON = (
        "dice_drawn_by_beacon",
        _("The dice are drawn with round %(round)s of the beacon; the movement is worked out"),
        "dice_drawn",
    )
    ANNOUNCED = "announced", _("The battles are announced")
    BATTLES_CLOSED = "battles_closed", _("The battles are over")
    PUBLISHED = "published", _("The turn is published")
    HELD = "held", _("The %(review)s is held: %(reason)s")
    DATE_MOVED = "date_moved", _("The %(date)s moves from %(before)s to %(after)s: %(reason)s")
    DATE_MOVED_ALL_IN = (
        "date_moved_all_in",
        _("The %(date)s moves from %(before)s to %(after)s: all plans are in"),
        "date_moved",
    )
    DATE_MOVED_NONE_LEFT = (
        "date_moved_none_left",
        _("The %(date)s moves from %(before)s to %(after)s: no battle is left to play or report"),
        "date_moved",
    )
    DATE_MOVED_LATE = (
        "date_moved_late",
        _("The %(date)s moves from %(before)s to %(after)s: the announcement was late"),
        "date_moved",
    )
    DATE_MOVED_REOPENED = (
        "date_moved_reopened",
        _("The %(date)s moves from %(before)s to %(after)s: a battle was opened again"),
        "date_moved",
    )
    DATE_MOVED_DOWNTIME = (
        "date_moved_downtime",
        _("The %(date)s moves from %(before)s to %(after)s: the app was down in the two hours before it"),
        "date_moved",
    )
    DATE_MOVED_DRAWING = (
        "date_moved_drawing",
        _(
            "The drawing of the dice moves from %(before)s to %(after)s: the app was down when seals could be"
            " opened"
        ),
        "date_moved",
    )
    DATE_MOVED_PAUSED = (
        "date_moved_paused",
        _("The %(date)s moves from %(before)s to %(after)s: the campaign was paused"),
        "date_moved",
    )
    DATE_MOVED_AWAY = (
        "date_moved_away",
        _("The %(date)s moves from %(before)s to %(after)s: %(away)s"),
        "date_moved",
    )
    PUT_OFF = "put_off", _("The plan deadline is %(days)s later: %(away)s"), "date_moved"
    VACATION = "vacation", _("%(army)s is away from %(first_day)s to %(last_day)s")
    VACATION_CANCELLED = (
        "vacation_cancelled",
        _("%(army)s is not away from %(first_day)s to %(last_day)s"),
        "vacation",
    )

    # Plans

    REMINDED = "reminded", _("Reminded of the plan: %(armies)s")
    FALLBACK = "fallback", _("%(army)s: no plan stood, and its fallback was used")
    MISSED = "missed", _("%(army)s: no plan; its battles are forfeited")
    EXCUSED = "excused", _("%(army)s is excused from planning: %(reason)s")
    EXCUSED_FIRST = (
        "excused_first",
        _("%(army)s: no plan; excused by itself, as the first one missed"),
        "excused",
    )
    SEAT_TO_DEPUTY = (
        "seat_to_deputy",
        _("%(army)s has missed %(count)s plans in a row: its deputy acts in it"),
        "seat_missing",
    )
    SEAT_TO_BOT = (
        "seat_to_bot",
        _("%(army)s has missed %(count)s plans in a row: the bot acts in it"),
        "seat_missing",
    )
    PLAN_CORRECTED = "plan_corrected", _("%(army)s had no plan; by this correction one counts")
    CORRECTION = "correction", _("Corrected the %(stage)s: %(reason)s")
    CORRECTION_WITHDRAWN = "correction_withdrawn", _("Withdrew a correction (%(what)s): %(reason)s")
    SETTLED = "settled", _("Settled what comes of the order in words of %(banner)s (%(army)s)")
    UNSETTLED = (
        "unsettled",
        _("Took back what was settled of the order in words of %(banner)s (%(army)s)"),
        "settled",
    )
    VIEW_AS = "view_as", _("Looked through the eyes of %(army)s")

    # Battles

    RESULT_ABSTRACT = (
        "result_abstract",
        _("%(who)s tells of %(first)s against %(second)s: the dice shall decide"),
        "result",
    )
    RESULT_WON = (
        "result_won",
        _("%(who)s tells of %(first)s against %(second)s: won, %(own)s points lost against %(enemy)s"),
        "result",
    )
    RESULT_LOST = (
        "result_lost",
        _("%(who)s tells of %(first)s against %(second)s: lost, %(own)s points lost against %(enemy)s"),
        "result",
    )
    RESULT_DRAW = (
        "result_draw",
        _("%(who)s tells of %(first)s against %(second)s: a draw, %(own)s points lost against %(enemy)s"),
        "result",
    )
    SACRIFICE = "sacrifice", _("%(who)s seals a sacrifice of %(levels)s: %(first)s against %(second)s")
    REOPEN = "reopen", _("%(who)s asks to open the result again: %(first)s against %(second)s")
    BATTLE_LOAD = "battle_load", _("%(who)s leaves a battle to the dice: %(first)s against %(second)s")
    DISPUTE = "dispute", _("The two results differ: %(first)s against %(second)s, %(sector)s")
    DISPUTE_SOMEWHERE = (
        "dispute_somewhere",
        _("The two results differ: %(first)s against %(second)s"),
        "dispute",
    )
    """Of an entry of early versions, which did not say where."""
    DISPUTES_WAIT = (
        "disputes_wait",
        _("%(count)s results are in dispute; the turn waits for a ruling"),
        "dispute",
    )
    DISPUTE_TO_DICE = (
        "dispute_to_dice",
        _("Nobody ruled in time, so the dice decide: %(first)s against %(second)s"),
    )
    RULING = "ruling", _("Ruled on %(first)s against %(second)s: %(reason)s")
    FORFEIT = "forfeit", _("%(army)s has forfeited %(first)s against %(second)s: %(reason)s")
    FORFEIT_SILENT = (
        "forfeit_silent",
        _(
            "%(army)s has forfeited %(first)s against %(second)s: Two dates were offered and nothing was done"
            " on the battle's page for 48 hours (Rules 12)."
        ),
        "forfeit",
    )
    CLAIM = "claim", _("%(army)s claims that %(other)s has forfeited %(first)s against %(second)s")
    CLAIM_REFUSED = (
        "claim_refused",
        _("The claim of %(army)s is not granted: %(first)s against %(second)s: %(reason)s"),
        "claim",
    )
    SIDES_REMINDED = "remind", _("%(count)s sides were reminded of their battles")
    STAND_IN_SOUGHT = "stand_in_sought", _("A stand-in is sought for %(army)s"), "stand_in"
    STAND_IN = "stand_in", _("%(person)s stands in for %(army)s")

    # People

    INVITED = "invited", _("An invitation was made: %(part)s")
    INVITATION_REVOKED = "invitation_revoked", _("An invitation was taken back: %(part)s"), "invited"
    JOINED = "joined", _("%(person)s plays %(army)s")
    JOINED_ROLE = "joined_role", _("%(person)s is %(role)s"), "joined"
    ROLE_GIVEN = "role", _("%(person)s is %(role)s")
    ROLE_ENDED = "role_ended", _("%(person)s is no longer %(role)s"), "role"
    PROGRAM_STOPPED = (
        "program_stopped",
        _("A program at %(host)s is told no more: whoever had set that up has left"),
        "role",
    )
    CHANNEL_SET = (
        "channel",
        _("Public facts are posted to a channel at %(host)s from now on"),
    )
    CHANNEL_ENDED = (
        "channel_ended",
        _("Nothing is posted to a channel at %(host)s any more"),
        "channel",
    )
    SEAT_LEFT = "seat_left", _("%(person)s has left %(army)s"), "seat"
    SEAT_EMPTIED = "seat_emptied", _("%(person)s was removed from %(army)s: %(reason)s"), "seat"
    SEAT_BOT = "seat_bot", _("The bot plays %(army)s"), "seat"
    SEAT_RETURNED = "seat_returned", _("%(army)s is played by its player again"), "seat"
    DEPUTY = "deputy", _("%(person)s is deputy of %(army)s")
    DEPUTY_ENDED = "deputy_ended", _("%(person)s is no longer deputy of %(army)s"), "deputy"
    ASK_ACCEPTED = "ask_accepted", _("%(person)s asked for a seat, and is invited"), "seat_ask"
    ASK_DECLINED = "ask_declined", _("%(person)s asked for a seat, and was declined"), "seat_ask"
    ARMY_HANDED_IN = "army_handed_in", _("%(army)s is handed in"), "army"
    ARMY_APPROVED = "army_approved", _("%(army)s is approved"), "army"


_BY_CODE = {kind.value: kind for kind in LogKind}


def kind_of(code: str) -> LogKind | None:
    """The kind of this code, None for one that is unknown: an old entry kept as text may have any."""
    return _BY_CODE.get(code)


def topic_of(code: str) -> str:
    """What the API calls an entry of this kind; an unknown one is called by its code."""
    kind = kind_of(code)
    return code if kind is None else kind.topic


def codes_of(*topics: str) -> tuple[str, ...]:
    """The codes of all kinds of these topics; and the topics, by which old entries kept as text are known."""
    return (*topics, *(kind.value for kind in LogKind if kind.topic in topics and kind.value not in topics))
