"""The rows of what people write and are told: messages, notices, news, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from tests.secrecy import table
from tests.secrecy.asking import (
    FORM,
    JSON,
    Asking,
    Build,
    accept_of,
    both,
    each_turn,
    filled,
    get,
    own_account,
)
from tests.secrecy.cast import ALL_BUT_GUESTS, FACILITATOR, LOGGED_IN, OPERATOR, PLAYER, RIVAL
from tests.secrecy.crawl import Address, form
from tests.secrecy.table import MEMBERS, Row

_C = "c/<str:campaign_id>/"
_THREAD = f"{_C}messages/<str:name>/"


def _to(route: str, **values: object) -> str:
    return filled(route, **values)


def conversations(asking: Asking, route: str) -> Iterator[Address]:
    """Every conversation by its name: own ones, those of others, and one that does not exist."""
    names = ["all", "facilitators", "nosuchthread", "threadprivate", "seat-0", "seat-2", "seat-3"]
    names += [f"battle-{battle}" for battle in (*asking.own_battles, *asking.others.battles)]
    for name in (*names, *asking.strange.threads):
        yield Address(route, _to(route, name=name), accept=accept_of(route), mine=False)


def _in_others(asking: Asking, route: str) -> Iterator[str]:
    """The addresses of a private thread of two players, and of a message of theirs."""
    for name in ("threadprivate", "nosuchthread"):
        yield _to(route, name=name, message_id="messageshared2")


def written(body: str, content_type: str = FORM, method: str = "POST") -> Build:
    """What cannot be written, or by nobody but the two."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        for path in _in_others(asking, route):
            yield Address(route, path, method, body, content_type, accept_of(route), mine=False)

    return build


def looked_at(asking: Asking, route: str) -> Iterator[Address]:
    """A page about a message of two players."""
    for path in _in_others(asking, route):
        yield Address(route, path, accept=accept_of(route), mine=False)


def searches(asking: Asking, route: str) -> Iterator[Address]:
    """The list of messages, and what is found of words that others have written."""
    yield Address(route, _to(route), accept=accept_of(route))
    yield Address(route, _to(route) + "?q=letter", accept=accept_of(route), mine=False)


def a_flag(asking: Asking, route: str) -> Iterator[Address]:
    """The settling of a flag that does not exist."""
    yield Address(route, _to(route, flag_id="noflag"), "POST", form(answer="zz", hide=""), FORM, mine=False)


def feeds(asking: Asking, route: str) -> Iterator[Address]:
    """One's own calendar by its secret address, and one that does not exist."""
    for token in (f"feed{asking.role}", "nofeed"):
        yield Address(route, _to(route, token=token), mine=False)


def unread(asking: Asking, route: str) -> Iterator[Address]:
    """How much is new, here and in a campaign."""
    yield Address(route, _to(route))
    yield Address(route, _to(route) + "?campaign=longridge", mine=False)


def pieces(asking: Asking, route: str) -> Iterator[Address]:
    """A published piece, a draft that is none of most people's business, and one that does not exist."""
    for article in ("pieceout", "piecedraft", "nopiece"):
        path = _to(route, article_id=article, plate_id="noplate")
        yield Address(route, path, mine=False)


def a_piece(body: str) -> Build:
    """What only those who write the paper may do; of pieces that do not exist."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        path = _to(route, article_id="nopiece")
        if asking.role != FACILITATOR or "article_id" in route:
            yield Address(route, path, "POST", body, FORM, mine=False)

    return build


def fronts(asking: Asking, route: str) -> Iterator[Address]:
    """The front page of a turn, which there may be."""
    for number in (1, 9):
        yield Address(route, _to(route, number=number), mine=False)


def of_promises(body: str, content_type: str = FORM) -> Build:
    """An answer that is none, to promises of others and to one that does not exist."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        for ident in ("promiseshared", "promiseelsewhere", "nopromise"):
            path = _to(route, promise_id=ident)
            yield Address(route, path, "POST", body, content_type, accept_of(route), mine=False)

    return build


def offers(body: str, content_type: str = FORM) -> Build:
    """An offer that is none, in talks of others and in none."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        for name in ("threadprivate", "nosuchthread", "all", *asking.strange.threads):
            path = _to(route, name=name)
            yield Address(route, path, "POST", body, content_type, accept_of(route), mine=False)

    return build


def things(asking: Asking, route: str) -> Iterator[Address]:
    """What is flagged by its kind and id: own things, what others see alone, and what there is none of."""
    battles = (*asking.own_battles, *asking.others.battles, "nobattle")
    ids = {
        "campaign": ("longridge", "nocampaign"),
        "army": tuple(f"longridge.{number}" for number in (1, 2, 9)),
        "article": ("pieceout", "piecedraft", "nopiece"),
        "message": ("messageshared2", "nomessage"),
        "person": ("person-rival", "person-outsider", "nobody"),
        "story": tuple(f"{battle}.{number}" for battle in battles for number in (1, 2)),
        "list": tuple(f"{battle}.{number}" for battle in battles for number in (1, 2)),
        "picture": ("nopicture",),
        "date": (*battles, "nodate"),
        "claim": tuple(f"noclaim.{part}" for part in ("evidence", "answer", "reason")),
        "group": (*asking.strange.threads, "nogroup"),
        "letter": tuple(f"longridge.{number}" for number in (1, 2, 9)),
        "pick": tuple(f"longridge.{number}{end}" for number in (1, 2, 9) for end in ("", ".reply")),
        "reason": ("longridge.noreason", "message:messageshared2", "message:nomessage"),
        "house": ("longridge.house_none",),
        "mission": ("longridge.raid.1",),
        "order": ("longridge.1.nobanner", "longridge.1.nobanner.reply"),
        "thing": ("nothing",),
        "ground": ("noground",),
        "answer": ("noask",),
    }
    for kind, found in ids.items():
        for thing in found:
            yield Address(route, _to(route, kind=kind, thing=thing), mine=False)


def of_flags(body: str) -> Build:
    """What an operator does about a flag and a measure that there is none of."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        path = _to(route, flag_id="noflag", measure_id="nomeasure")
        yield Address(route, path, "POST" if body else "GET", body or None, FORM, mine=False)

    return build


ROWS: dict[str, Row] = {
    "flag/<slug:kind>/<str:thing>/": Row(things, any_status=True),
    "flag/<slug:kind>/<str:thing>/picture.jpg": Row(things, any_status=True),
    "operator/flags/": Row(get, (OPERATOR,)),
    "operator/flags/<str:flag_id>/": Row(of_flags("kind=dismiss&reason=zz")),
    "operator/flags/<str:flag_id>/picture.jpg": Row(of_flags("")),
    "operator/measures/<str:measure_id>/undo/": Row(of_flags("reason=zz")),
    f"{_C}messages/flags/<str:flag_id>/picture.jpg": Row(of_flags("")),
    f"{_C}chronicle/": Row(get, MEMBERS),
    f"{_C}chronicle/write/": Row(own_account, (FACILITATOR,)),
    f"{_C}chronicle/open/": Row(a_piece("open=off")),
    f"{_C}chronicle/front/<whole:number>/": Row(fronts, MEMBERS),
    f"{_C}chronicle/<str:article_id>/": Row(pieces, MEMBERS),
    f"{_C}chronicle/<str:article_id>/edit/": Row(pieces, (FACILITATOR,)),
    f"{_C}chronicle/<str:article_id>/act/": Row(a_piece("do=publish")),
    f"{_C}chronicle/<str:article_id>/pictures/": Row(a_piece("remove=zz")),
    f"{_C}chronicle/<str:article_id>/pictures/<str:plate_id>.jpg": Row(pieces),
    f"{_C}share/": Row(get, MEMBERS),
    **{
        f"{_C}end/{page}": Row(own_account, at_the_end=MEMBERS)
        for page in ("", "statistics/", "revealed/", "replay/", "course/", "facts/")
    },
    f"{_C}end/replay/<whole:number>.json": Row(each_turn, at_the_end=MEMBERS),
    f"{_C}end/course/<whole:number>/": Row(each_turn, at_the_end=MEMBERS),
    "notices/": Row(own_account, LOGGED_IN),
    "notices/unread.json": Row(unread, ALL_BUT_GUESTS),
    "calendar/<str:token>.ics": Row(feeds, any_status=True),
    f"{_C}messages/": Row(searches, MEMBERS),
    f"{_C}messages/new/": Row(own_account, any_status=True),
    f"{_C}messages/flags/": Row(own_account, (FACILITATOR,)),
    f"{_C}messages/flags/<str:flag_id>/": Row(a_flag),
    _THREAD: Row(both(conversations, written("text=")), any_status=True),
    f"{_THREAD}promise/": Row(offers("until=zz"), any_status=True),
    f"{_C}promises/": Row(own_account, MEMBERS),
    f"{_C}promises/<str:promise_id>/": Row(of_promises("answer=zz")),
    f"{_THREAD}mute/": Row(looked_at),
    f"{_THREAD}leave/": Row(looked_at),
    f"{_THREAD}<str:message_id>/edit/": Row(looked_at, (PLAYER, RIVAL)),
    f"{_THREAD}<str:message_id>/flag/": Row(looked_at, (PLAYER, RIVAL)),
}
_A = "api/v1/campaigns/<slug:campaign_id>/"
_TALK = f"{_A}messages/<slug:name>/"


def read(asking: Asking, route: str) -> Iterator[Address]:
    """A conversation by the names that there may be."""
    for name in ("all", "facilitators", "seat-2", "seat-3", "threadprivate", *asking.strange.threads):
        yield Address(route, _to(route, name=name), accept=JSON, mine=False)


def wrong(body: str, method: str = "POST", **values: object) -> Build:
    """A request that cannot be read."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        named = {"name": "threadprivate", "message_id": "messageshared2", "flag_id": "noflag"}
        path = _to(route, article_id="nopiece", number=1, **named, **values)
        yield Address(route, path, method, body, JSON, JSON, mine=False)

    return build


def read_pieces(asking: Asking, route: str) -> Iterator[Address]:
    """Pieces by the API."""
    for article in ("pieceout", "piecedraft", "nopiece"):
        yield Address(route, _to(route, article_id=article), accept=JSON, mine=False)


def no_plate(asking: Asking, route: str) -> Iterator[Address]:
    """Pictures that are not there, of pieces that are read, drafts, and none."""
    for article in ("pieceout", "piecedraft", "nopiece"):
        yield Address(route, _to(route, article_id=article, plate_id="noplate"), accept=JSON, mine=False)


def no_device(asking: Asking, route: str) -> Iterator[Address]:
    """A browser that there is none of."""
    yield Address(route, _to(route, device_id="nodevice"), "POST", "{}", accept=JSON, mine=False)


ROWS |= {
    "api/v1/notices/": Row(own_account, LOGGED_IN),
    "api/v1/notices/read/": Row(wrong('{"x": 1}')),
    "api/v1/notices/wishes/": Row(own_account, LOGGED_IN),
    "api/v1/notices/webhook/": Row(wrong('{"address": "https://x.example"}', "PUT")),
    "api/v1/notices/webhook/test/": Row(wrong("{}")),
    "api/v1/notices/push/": Row(wrong("{}")),
    "api/v1/notices/push/test/": Row(wrong('{"x": 1}')),
    "api/v1/notices/push/<slug:device_id>/remove/": Row(no_device),
    "api/v1/notices/calendar/reset/": Row(wrong('{"x": 1}')),
    f"{_A}messages/": Row(both(own_account, wrong('{"title": ""}')), MEMBERS),
    f"{_A}messages/search/": Row(own_account, MEMBERS),
    _TALK: Row(both(read, wrong('{"text": ""}')), any_status=True),
    f"{_TALK}promises/": Row(both(read, offers('{"until": 0}', JSON)), any_status=True),
    f"{_A}promises/": Row(own_account, MEMBERS),
    f"{_A}promises/<slug:promise_id>/": Row(of_promises('{"answer": "zz"}', JSON)),
    f"{_TALK}read/": Row(wrong('{"x": 1}')),
    f"{_TALK}mute/": Row(wrong("{}", "PUT")),
    f"{_TALK}leave/": Row(wrong('{"x": 1}')),
    f"{_TALK}<slug:message_id>/edit/": Row(wrong("{}")),
    f"{_TALK}<slug:message_id>/flag/": Row(wrong("{}")),
    "api/v1/flags/": Row(wrong("{}")),
    f"{_A}flags/": Row(own_account, (FACILITATOR,)),
    f"{_A}flags/<slug:flag_id>/": Row(wrong("{}")),
    f"{_A}news/": Row(both(own_account, wrong("{}")), MEMBERS),
    f"{_A}news/<slug:article_id>/": Row(read_pieces, MEMBERS),
    f"{_A}news/<slug:article_id>/publish/": Row(wrong("{}")),
    f"{_A}news/<slug:article_id>/remove/": Row(wrong("{}")),
    f"{_A}news/<slug:article_id>/pictures/": Row(wrong("{}")),
    f"{_A}news/<slug:article_id>/pictures/<slug:plate_id>/": Row(no_plate),
    f"{_A}end/statistics/": Row(own_account, at_the_end=MEMBERS),
    f"{_A}end/why/": Row(own_account, at_the_end=MEMBERS),
    f"{_A}end/facts/": Row(own_account, at_the_end=MEMBERS),
    f"{_A}end/aims/": Row(own_account, at_the_end=MEMBERS),
    f"{_A}end/promises/": Row(own_account, at_the_end=MEMBERS),
    f"{_A}end/course/<whole:number>/": Row(each_turn, at_the_end=MEMBERS),
    f"{_A}end/replay/<whole:number>/": Row(each_turn, at_the_end=MEMBERS),
    f"{_A}end/war/": Row(own_account, at_the_end=MEMBERS),
}
table.TABLE.update(ROWS)
