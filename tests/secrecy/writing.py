"""What people write to each other in the two worlds: to all, in private, and what the player never reads."""

from __future__ import annotations

from django.db.models import Q

from campaign.models import Article, Feed, Message, Notice, Promise, Thread, ThreadKind
from campaign.outbox.services import MESSAGE, PROMISE
from campaign.press.messages.services import send_message
from campaign.press.news.services import publish_article, write_article
from campaign.press.promises.services import ACCEPT, answer_promise, offer_promise
from tests.secrecy.cast import FACILITATOR, PLAYER, RIVAL, THIRD
from tests.secrecy.world import World


def feeds(world: World) -> None:
    """Calendars at addresses that are no secrets here: random ones would differ between the worlds."""
    for role, user in world.users.items():
        Feed.objects.create(user=user, token=f"feed{role}")


def letters(world: World) -> None:
    """Private ones are their two players' alone: no deputy, no facilitator and no observer reads them."""
    paper(world)
    feeds(world)
    for role, name, number in ((PLAYER, "seat-2", 1), (RIVAL, "seat-1", 2)):
        word = f"zqletter{number}x"
        world.named[f"letter {number}"] = word
        world.words.may_see[word] = frozenset((PLAYER, RIVAL))
        _write(world, role, name, f"My letter: {word}", f"shared{number}", "private")
    _promise(world, PLAYER, RIVAL, "seat-2", "shared")
    _write(world, FACILITATOR, "all", "Welcome to all.", "welcome", "all")
    _write(world, PLAYER, "facilitators", "A question of mine.", "question", "line")
    if world.left:
        word = world.words.hide("letterelsewhere", THIRD)
        world.words.may_see[word] = frozenset((RIVAL, THIRD))
        world.named["letter elsewhere"] = word
        _write(world, RIVAL, "seat-3", f"A letter: {word}", "elsewhere", "elsewhere")
        _promise(world, RIVAL, THIRD, "seat-3", "elsewhere")
        word = world.hide_for("question of the rival", RIVAL, FACILITATOR)
        _write(world, RIVAL, "facilitators", f"A letter: {word}", "asked", "asked")


def paper(world: World) -> None:
    """A piece for all, and a draft that only the facilitator sees."""
    for ident, published in (("pieceout", True), ("piecedraft", False)):
        text = "The war has begun."
        if not published:
            text = world.hide_for("draft of the paper", FACILITATOR)
        with world.time():
            made = write_article(
                campaign=world.campaign,
                by=world.users[FACILITATOR],
                kind="chronicle",
                title="Rain",
                text=text,
                turn=1,
            )
            Article.objects.filter(pk=made.pk).update(public_id=ident)
            if published:
                publish_article(campaign=world.campaign, by=world.users[FACILITATOR], article_id=ident)


def _write(world: World, role: str, name: str, text: str, ident: str, thread: str) -> None:
    """Write, and give the rows ids that are alike in both worlds."""
    with world.time():
        sent = send_message(user=world.users[role], campaign=world.campaign, name=name, text=text).message
    Message.objects.filter(pk=sent.pk).update(public_id=f"message{ident}", client_id=f"client{ident}")
    Thread.objects.filter(pk=sent.thread_id).update(public_id=f"thread{thread}")
    for notice in Notice.objects.filter(kind=MESSAGE, detail__thread=sent.thread_id):
        notice.detail["name"] = f"thread{thread}"
        notice.save(update_fields=("detail",))


def _promise(world: World, by: str, to: str, name: str, ident: str) -> None:
    """Peace between two, of which nobody else learns, whether or not it is broken."""
    with world.time():
        made = offer_promise(user=world.users[by], campaign=world.campaign, name=name, until=2)
        answer_promise(
            user=world.users[to], campaign=world.campaign, promise_id=made.public_id, answer=ACCEPT
        )
    Promise.objects.filter(pk=made.pk).update(public_id=f"promise{ident}")
    for notice in Notice.objects.filter(kind=PROMISE, detail__promise=made.public_id):
        notice.detail["promise"] = f"promise{ident}"
        notice.save(update_fields=("detail",))


def threads_of_others(world: World) -> list[str]:
    """The ids of the threads that the player does not read."""
    player = world.users[PLAYER]
    mine = Q(members__user=player) | Q(kind=ThreadKind.ALL) | Q(player=player)
    found = Thread.objects.filter(campaign=world.campaign).exclude(mine).order_by("public_id")
    return list(found.values_list("public_id", flat=True))
