"""What people say in the demo: messages under the press, the paper, and a finished war open to visitors."""

from __future__ import annotations

from datetime import datetime, timedelta

from campaign.base.dates import clock
from campaign.models import Campaign, Phase, Seat, User
from campaign.outbox.services import mark_history_read
from campaign.press.messages.services import send_message, start_group
from campaign.press.news.services import open_to_all, publish_article, write_article
from campaign.public.directory.services import save_advert

ARMISTICE = (
    "The plans are in, the battles are set, and the chairs in the club room are not. **Please tell your "
    "opponent by tomorrow** when you can play; the results deadline is fixed.\n\n"
    "- Bring your own dice.\n- Coffee is on the house.\n- A dispute goes to me, not to the other table."
)
CHRONICLE = (
    "Six armies came down into the Reach, and the ash rose behind them for a week.\n\n"
    "> We were promised mines, said a private of the 77th. We were given weather.\n\n"
    "Nobody holds all three shafts yet. Everybody says that it is a matter of days."
)
EPILOGUE = (
    "The crown was found where it had been all along: on the head of whoever dared to wear it.\n\n"
    "What each side knew, and when, stands in the replay; every die in the list of dice. It is all yours to "
    "read."
)


def write_press(ashfall: Campaign, moment: datetime) -> None:
    """Messages of all kinds and a paper in a war that runs, over the last hours before ``moment``."""
    seats = list(ashfall.seats.select_related("user").exclude(user=None).order_by("number"))
    facilitator = User.objects.get(roles__campaign=ashfall, roles__kind="facilitator")
    first, second, third = seats[:3]
    lines: tuple[tuple[User | None, str, str], ...] = (
        (facilitator, "all", "Turn is announced. Whoever fights: offer a date on the battle's page today."),
        (second.user, "all", "Thursday or Friday evening for me, whichever table is free."),
        (
            first.user,
            f"seat-{second.number}",
            "Thursday, then. Does the north road still mean anything to you?",
        ),
        (
            second.user,
            f"seat-{first.number}",
            "It means that somebody is on it. Leave my left alone till then.",
        ),
        (third.user, "facilitators", "My opponent counts the last turn differently. Could you look at it?"),
    )
    for number, (author, name, text) in enumerate(lines):
        assert author is not None
        with clock.at(moment - timedelta(hours=3) + timedelta(minutes=17 * number)):
            send_message(user=author, campaign=ashfall, name=name, text=text)
    with clock.at(moment - timedelta(hours=1)):
        _group(ashfall, first, (second, third))
    _piece(ashfall, facilitator, moment - timedelta(days=1), "chronicle", "Ash on both roads", CHRONICLE)
    _piece(ashfall, facilitator, moment - timedelta(hours=2), "announcement", "Tables on Thursday", ARMISTICE)


def open_the_end(ended: Campaign) -> None:
    """A finished war has a last piece in its paper, and any visitor may read it all."""
    facilitator = User.objects.get(roles__campaign=ended, roles__kind="facilitator")
    after = (ended.ended_at or clock.now()) + timedelta(hours=2)
    _piece(ended, facilitator, after, "chronicle", "The crown comes home", EPILOGUE)
    with clock.at(after):
        open_to_all(campaign=ended, by=facilitator, open_to_all=True)


def open_the_front(running: Campaign) -> None:
    """Anybody may follow a war that runs, and it looks for players."""
    facilitator = User.objects.get(roles__campaign=running, roles__kind="facilitator")
    with clock.at(clock.now() - timedelta(hours=4)):
        open_to_all(campaign=running, by=facilitator, open_to_all=True)
        save_advert(
            campaign=running,
            by=facilitator,
            seeking=True,
            language="en",
            experience="new",
            word="We meet on Thursdays in the club room; whoever lives elsewhere leaves battles to the dice.",
        )


def read_history(campaigns: tuple[Campaign, ...]) -> None:
    """Everybody has read what was told of turns gone by."""
    for campaign in campaigns:
        latest = campaign.turns.order_by("-number")[0]
        if latest.opened_at is not None:
            mark_history_read(campaign=campaign, before=latest.opened_at)


def _group(campaign: Campaign, first: Seat, others: tuple[Seat, ...]) -> None:
    assert first.user is not None
    start_group(
        user=first.user,
        campaign=campaign,
        title="A truce in the south",
        numbers=[seat.number for seat in others],
        text="Nobody goes south of the old well for two turns. Agreed?",
    )


def _piece(campaign: Campaign, by: User, moment: datetime, kind: str, title: str, text: str) -> None:
    with clock.at(moment):
        last = campaign.turns.filter(phase=Phase.PUBLISHED).order_by("-number")[0].number
        piece = write_article(campaign=campaign, by=by, kind=kind, title=title, text=text, turn=last)
        publish_article(campaign=campaign, by=by, article_id=piece.public_id)
