"""A war's public page, card, feed and embed: of open wars for anybody, of others as if there were none."""

from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ElementTree
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from campaign.archive.war_why import champions_aims
from campaign.base.sandbox.children import NoTurnError
from campaign.models import Advert, AuditEntry, Backdrop, Campaign, Invitation
from campaign.notices import war_card as cards
from campaign.notices.war_card import card_beside, given_for, site_card, war_card
from campaign.people.invitations.services import invite, revoke_invitation
from campaign.people.texts.services import save_texts
from campaign.press.news.services import publish_article, write_article
from tests.archive.test_war_end import client_of, finished
from tests.operations.test_roots import allowed
from tests.public.wars import open_war, played
from tests.wars import War

pytestmark = pytest.mark.django_db
TOKENS = r'name="csrf[^>]*>'
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def open_one() -> War:
    return open_war("facts")


def public(war: War) -> str:
    return f"/c/{war.campaign.public_id}/"


def close(war: War) -> None:
    Campaign.objects.filter(pk=war.campaign.pk).update(open_to_all=False)


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


# The page


def test_anybody_reads_the_public_page_at_the_wars_own_address(open_one: War) -> None:
    page = text_of(client_of(None), public(open_one))
    for words in ("The border war", "The north", "The south", "Turn 1", "Its feed (Atom)", "/embed/"):
        assert words in page
    about = text_of(client_of(None), f"{public(open_one)}about/")
    page, about = (re.sub(TOKENS, "", one).replace("/about/", "/") for one in (page, about))
    assert page == about
    for player in open_one.users.values():
        assert player.name not in page
    assert 'data-as="public"' not in page


def test_of_a_long_log_the_latest_stand_open_and_all_the_others_below(open_one: War) -> None:
    """A phone's reader would else roll through pages of it; the texts unfold one by one, too."""
    for number in range(9):
        AuditEntry.objects.create(campaign=open_one.campaign, kind="x", text=f"Told {number}.", public=True)
    save_texts(campaign=open_one.campaign, by=open_one.facilitator, texts={"conduct": "Be kind."})
    page = text_of(client_of(None), public(open_one))
    log = page[page.index('id="told"') : page.index('id="files"')]
    shown, _fold, folded = log.partition("<details>")
    assert shown.count("<li>") == 5
    for number in range(9):
        assert f"Told {number}." in log
    assert "Told 0." in folded
    assert f"{folded.count('<li>')} earlier entries" in folded
    assert re.search(
        r'<details id="text-conduct"><summary>Conduct</summary>\s*<div class="prose"><p>Be kind', page
    )


def test_the_public_page_shows_what_all_may_see_and_the_news() -> None:
    war = played(open_war(), 3)
    made = write_article(
        campaign=war.campaign, by=war.facilitator, kind="chronicle", title="Rain", text="It rained.", turn=3
    )
    draft = write_article(
        campaign=war.campaign, by=war.facilitator, kind="chronicle", title="A draft", text="Hush.", turn=3
    )
    publish_article(campaign=war.campaign, by=war.facilitator, article_id=made.public_id)
    page = text_of(client_of(None), public(war))
    assert 'data-as="public"' in page
    assert 'data-first="0" data-last="1"' in page
    assert "fought at" in page
    assert "It rained." in page
    assert draft.title not in page
    member = text_of(client_of(war.users["north"]), f"{public(war)}about/")
    assert 'data-as="public"' in member, "all may see it: its players, too"


def test_a_war_that_has_ended_shows_its_film() -> None:
    war = finished()
    Campaign.objects.filter(pk=war.campaign.pk).update(open_to_all=True)
    page = text_of(client_of(None), public(war))
    assert 'data-as="0"' in page
    assert "The war as a film" in page
    embed = text_of(client_of(None), f"{public(war)}embed/")
    assert 'data-as="0"' in embed
    assert "Champion: The" in embed or "without a champion" in embed
    aims = champions_aims(war.campaign)
    assert [f'data-word="aim{n}">{text}<' in embed for n, text in enumerate(aims)] == [True] * len(aims)


ADDRESSES = ("", "about/", "card.png", "feed.atom", "embed/", "film.json", "turns/1/film.json?as=public")


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("who", ["a stranger", "a visitor"])
def test_a_private_war_answers_as_one_that_does_not_exist(open_one: War, address: str, who: str) -> None:
    close(open_one)
    Advert.objects.create(campaign=open_one.campaign, seeking=True, changed_at=open_one.campaign.created_at)
    stranger = type(open_one.facilitator).objects.create_user("nils@elsewhere.example", name="Nils")
    known = open_one.campaign.public_id
    unknown = "x" * len(known)
    answers = []
    for one in (known, unknown):
        client = client_of(stranger if who == "a stranger" else None)
        answer = client.get(f"/c/{one}/{address}")
        head = {name: text.replace(one, "") for name, text in answer.headers.items()}
        answers.append((answer.status_code, head, answer.content.replace(one.encode(), b"")))
    if b"csrf" not in answers[0][2]:
        assert answers[0] == answers[1]
    assert answers[0][0] == answers[1][0]
    assert len(answers[0][2]) == len(answers[1][2])


def test_it_is_on_no_list_and_oembed_knows_nothing_of_it(open_one: War) -> None:
    close(open_one)
    Advert.objects.create(campaign=open_one.campaign, seeking=True, changed_at=open_one.campaign.created_at)
    client = client_of(None)
    for path in ("/wars/", "/wars/feed.atom", "/"):
        assert "The border war" not in text_of(client, path)
    assert client.get(f"/wars/{open_one.campaign.public_id}/").status_code == 404
    assert client.get(f"/oembed/?url={quote(settings.SITE_URL + public(open_one))}").status_code == 404


# Cards


def test_a_running_wars_card_shows_bare_ground_and_what_is_public(open_one: War) -> None:
    given: Any = given_for(open_one.campaign, "x")
    board = given["scenes"][0]["after"]
    for nothing in ("banners", "sightings", "features", "relics", "battles", "goals"):
        assert board[nothing] == []
    assert set("".join(board["territory"])) == {"."}
    assert given["bare"]
    assert "Plans are due" in given["scenes"][0]["mark"]
    answer = client_of(None).get(f"{public(open_one)}card.png")
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert len(answer.content) < 150_000
    assert answer.content != site_card()
    page = text_of(client_of(None), public(open_one))
    assert f'content="{settings.SITE_URL}{public(open_one)}card.png?v=1-running-planning-' in page
    assert page.count('property="og:image"') == 1


@pytest.mark.parametrize(
    "path",
    ["/lesson/", "/wars/", "/rules/short/", "/t/", "/help/", "/help/join/", "/rules/", "/rules/5.4/"],
)
def test_a_link_to_a_page_for_strangers_shows_what_that_page_is(path: str, db: None) -> None:
    page = text_of(client_of(None), path)
    (title,) = re.findall(r'property="og:title" content="([^"]*)"', page)
    (told,) = re.findall(r'property="og:description" content="([^"]*)"', page)
    assert f"<h1>{title}</h1>" in page
    assert f'name="description" content="{told}"' in page


def test_a_link_to_a_page_of_a_war_shows_what_that_page_is() -> None:
    over = finished()
    Campaign.objects.filter(pk=over.campaign.pk).update(open_to_all=True, name='Ash & "Embers"')
    piece = write_article(
        campaign=over.campaign,
        by=over.facilitator,
        kind="chronicle",
        title='It is "over" & done',
        text='The **last** of them said: "Go" & went.',
    )
    publish_article(campaign=over.campaign, by=over.facilitator, article_id=piece.public_id)
    stranger, at = client_of(None), public(over)
    for page, title in (
        ("", 'Ash & "Embers"'),
        ("end/", 'The end · Ash & "Embers"'),
        ("end/statistics/", 'The war in numbers · Ash & "Embers"'),
        ("chronicle/", 'News · Ash & "Embers"'),
        (f"chronicle/{piece.public_id}/", 'It is "over" & done · Ash & "Embers"'),
    ):
        text = text_of(stranger, at + page)
        found = re.findall(r'property="og:(?:title|url)" content="([^"]*)"', text)
        assert [unescape(one) for one in found] == [title, settings.SITE_URL + at + page], page
        # Who asks for oEmbed would show the whole war in place of the page.
        assert ("json+oembed" in text) == (not page), page
    (told,) = re.findall(r'property="og:description" content="([^"]*)"', text)
    assert unescape(told) == 'The last of them said: "Go" & went.'
    assert f'name="description" content="{told}"' in text


def test_what_is_told_in_one_moment_stays_in_its_order_in_the_feed(open_one: War) -> None:
    entry = AuditEntry.objects.filter(campaign=open_one.campaign, public=True).earliest("id")
    for _ in range(12):
        entry.pk = None
        entry.save()
    AuditEntry.objects.update(created_at=entry.created_at)
    feed = client_of(None).get(f"{public(open_one)}feed.atom").content.decode()
    told = [int(one) for one in re.findall(r"<id>[^<]*#told-(\d+)</id>", feed)]
    assert told == sorted(told, reverse=True)
    assert len(told) > 12


@pytest.mark.parametrize("path", ["/account/login/", "/account/signup/", "/account/password/reset/"])
def test_the_picture_of_a_page_about_accounts_has_a_whole_address(path: str, db: None) -> None:
    (picture,) = re.findall(r'property="og:image" content="([^"]*)"', text_of(client_of(None), path))
    assert picture.startswith(f"{settings.SITE_URL}/static/")


def test_the_address_that_search_engines_keep_is_one_that_they_may_ask_for(open_one: War) -> None:
    rules = client_of(None).get("/robots.txt").content.decode()
    front = f"{settings.SITE_URL}{public(open_one)}about/"
    for page, kept in (("", front), ("about/", front), ("chronicle/?kind=a", front[:-6] + "chronicle/")):
        text = text_of(client_of(None), public(open_one) + page)
        assert re.findall(r'rel="canonical" href="([^"]*)"', text) == [kept], page
        assert allowed(rules, kept.removeprefix(settings.SITE_URL))


def test_a_war_is_found_under_its_own_words(open_one: War) -> None:
    page = text_of(client_of(None), public(open_one))
    (told,) = re.findall(r'name="description" content="([^"]*)"', page)
    assert open_one.campaign.name in told


def green() -> bytes:
    """A picture for under a map, of a colour that no map has."""
    out = io.BytesIO()
    Image.new("RGB", (64, 48), (0, 255, 0)).save(out, "WEBP", lossless=True)
    return out.getvalue()


def greens(card: bytes) -> int:
    """How many pixels of a card are of it, under the veil that lies over such a picture."""
    picture = Image.open(io.BytesIO(card)).convert("RGB")
    bare: Any = picture.get_flattened_data() if hasattr(picture, "get_flattened_data") else picture.getdata()
    return sum(1 for red, green, blue in bare if green > red + 60 and green > blue + 60)


def test_the_picture_under_a_map_is_on_its_card_after_the_end_alone_and_if_players_saw_it() -> None:
    war = finished()
    Backdrop.objects.create(
        campaign=war.campaign, picture=green(), media_type="image/webp", width=64, height=48, shown=True
    )
    campaign = Campaign.objects.get(pk=war.campaign.pk)
    board: Any = given_for(campaign, "x")
    assert board["scenes"][0]["after"]["sightings"], "how it stood at the end"
    assert greens(war_card(campaign)) > 50_000
    # A channel's readers are not the war's: of a private one they see no more than while it went on.
    shut: Any = given_for(campaign, "x", revealing=False)
    assert (shut["bare"], shut["scenes"][0]["after"]["sightings"]) == (True, [])
    assert greens(war_card(campaign, revealing=False)) == 0
    Backdrop.objects.update(shown=False)
    assert greens(war_card(campaign)) == 0
    Backdrop.objects.update(shown=True, public_id="other", picture=b"RIFF____WEBPno picture")
    assert greens(war_card(campaign)) == 0, "what cannot be read is left out"
    Campaign.objects.filter(pk=campaign.pk).update(status="running")
    Backdrop.objects.update(picture=green())
    assert greens(war_card(Campaign.objects.get(pk=campaign.pk))) == 0


def test_before_the_start_a_card_holds_no_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Campaign.objects.create(name="Karst", map_rows="..\n.X", status="building", open_to_all=True)
    seen: list[Any] = []
    monkeypatch.setattr(cards, "drawn_once", lambda given, *_more: seen.append(given) or b"")
    card_beside(draft)
    assert (seen[0]["kind"], seen[0]["heading"], seen[0]["armies"]) == ("card", "Before the start", [])
    assert "scenes" not in seen[0]


def test_where_none_can_be_drawn_the_sites_card_goes_along(
    open_one: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def busy(*_given: object, **_more: object) -> bytes:
        tries.append(1)
        raise NoTurnError

    monkeypatch.setattr(cards, "drawn_once", busy)
    assert card_beside(open_one.campaign) == card_beside(open_one.campaign) == site_card()
    assert len(tries) == 1, "nothing waits for each mail of the war"


def test_a_private_war_has_the_sites_card(open_one: War) -> None:
    close(open_one)
    answer = client_of(open_one.facilitator).get(f"{public(open_one)}card.png")
    assert answer.content == site_card() == client_of(None).get("/c/nothing/card.png").content
    login = client_of(None).get(public(open_one), follow=True).content.decode()
    assert "/static/icons/card" in login
    assert "The border war" not in login


def test_an_invitations_card_says_what_its_page_says_and_uses_nothing_up(open_one: War) -> None:
    close(open_one)
    made = invite(campaign=open_one.campaign, by=open_one.facilitator)
    before = Invitation.objects.filter(pk=made.pk).values().get()
    page = text_of(client_of(None), f"/join/{made.token}/")
    assert f'content="{settings.SITE_URL}/join/{made.token}/card.png"' in page
    answer = client_of(None).get(f"/join/{made.token}/card.png")
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert answer.content != site_card()
    assert Invitation.objects.filter(pk=made.pk).values().get() == before
    revoke_invitation(invitation=made, by=open_one.facilitator)
    assert client_of(None).get(f"/join/{made.token}/card.png").content == site_card()
    assert client_of(None).get("/join/nothing/card.png").content == site_card()


# The feed


def check_atom(raw: bytes) -> ElementTree.Element:
    """What RFC 4287 asks of a feed: 4.1.1, 4.1.2, 4.2.4, 4.2.6 to 4.2.9, 4.2.15, 3.1, 3.3."""
    feed = ElementTree.fromstring(raw)
    assert feed.tag == f"{ATOM}feed"

    def one(part: ElementTree.Element, name: str) -> str:
        found = part.findall(f"{ATOM}{name}")
        assert len(found) == 1, name
        assert (found[0].text or "").strip(), name
        return found[0].text or ""

    def moment(text: str) -> datetime:
        found = datetime.fromisoformat(text)
        assert found.tzinfo is not None
        return found

    ids = [one(feed, "id")]
    one(feed, "title")
    newest = moment(one(feed, "updated"))
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None, "else each entry would need one"
    links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
    assert {"self", "alternate"} <= set(links)
    for entry in feed.findall(f"{ATOM}entry"):
        ids.append(one(entry, "id"))
        one(entry, "title")
        assert moment(one(entry, "updated")) <= newest
        assert [link.get("rel") for link in entry.findall(f"{ATOM}link")] == ["alternate"]
        for summary in entry.findall(f"{ATOM}summary"):
            assert summary.get("type") in (None, "text", "html")
    assert len(set(ids)) == len(ids)
    for one_id in ids:
        assert one_id.startswith(settings.SITE_URL)
    return feed


def test_the_feed_is_atom_and_says_what_all_were_told(open_one: War) -> None:
    played(open_one, 1)
    made = write_article(
        campaign=open_one.campaign,
        by=open_one.facilitator,
        kind="announcement",
        title="Tables & <chairs>",
        text="On **Thursday**.",
        turn=1,
    )
    publish_article(campaign=open_one.campaign, by=open_one.facilitator, article_id=made.public_id)
    answer = client_of(None).get(f"{public(open_one)}feed.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert not answer.cookies
    feed = check_atom(answer.content)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert "Tables & <chairs>" in titles
    assert "The turn is published (turn 1)" in titles, "whoever reads of several wars knows where this one is"
    ids = [entry.findtext(f"{ATOM}id") or "" for entry in feed.findall(f"{ATOM}entry")]
    assert f"{settings.SITE_URL}{public(open_one)}#told-1" in ids, (
        "its first is the first, whatever else is told"
    )
    check_atom(client_of(None).get("/wars/feed.atom").content)


def test_a_reader_of_feeds_reads_them(open_one: War) -> None:
    """One that others have written: it names what it could not read well."""
    played(open_one, 1)
    reader = pytest.importorskip("feedparser")
    for path, words in (
        (f"{public(open_one)}feed.atom", "The turn is published"),
        ("/wars/feed.atom", "border"),
    ):
        read = reader.parse(client_of(None).get(path).content)
        assert (read.bozo, read.version) == (False, "atom10"), read.get("bozo_exception")
        assert read.entries
        assert words in str([one.title for one in read.entries])
        for one in read.entries:
            assert one.id
            assert one.link.startswith(settings.SITE_URL)
            assert one.updated_parsed is not None


def test_what_xml_cannot_hold_is_left_out_of_feeds(open_one: War) -> None:
    """A text may have come with any character but NUL: one of them must not take the whole feed away."""
    campaign, by = open_one.campaign, open_one.facilitator
    text = "From\x0b a\x01 word\ufffe processor\uffff"
    piece = write_article(campaign=campaign, by=by, kind="chronicle", title="The\ufffe ford", text=text)
    publish_article(campaign=campaign, by=by, article_id=piece.public_id)
    Campaign.objects.update(name="Border\uffff war", story="Mud\x0c")
    for path in (f"{public(open_one)}feed.atom", "/wars/feed.atom"):
        check_atom(client_of(None).get(path).content)
    feed = client_of(None).get(f"{public(open_one)}feed.atom").content.decode()
    assert "The ford" in feed
    assert "From a word processor" in feed


def test_a_feed_of_nothing_is_one_all_the_same() -> None:
    assert check_atom(client_of(None).get("/wars/feed.atom").content).findall(f"{ATOM}entry") == []


# Embeds


def test_only_the_embed_stands_in_others_frames_and_sets_no_cookie(open_one: War) -> None:
    client = client_of(None)
    embed = client.get(f"{public(open_one)}embed/")
    assert embed.status_code == 200
    assert "frame-ancestors *" in embed["Content-Security-Policy"]
    assert "X-Frame-Options" not in embed
    assert not embed.cookies
    assert not client.cookies
    assert "<form" not in embed.content.decode()
    for path in (public(open_one), "/wars/", "/", f"/oembed/?url={settings.SITE_URL}{public(open_one)}"):
        answer = client.get(path)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], path
        assert answer["X-Frame-Options"] == "DENY", path


def test_oembed_names_the_embed_and_the_card(open_one: War) -> None:
    client, address = client_of(None), settings.SITE_URL + public(open_one)
    page = text_of(client, public(open_one))
    assert 'type="application/json+oembed"' in page
    told = json.loads(client.get(f"/oembed/?url={quote(address)}&maxwidth=1200&maxheight=9999").content)
    assert (told["version"], told["type"], told["width"], told["height"]) == ("1.0", "rich", 800, 560)
    assert f'src="{address}embed/"' in told["html"]
    assert told["thumbnail_url"] == f"{address}card.png"
    assert (told["thumbnail_width"], told["thumbnail_height"]) == (1200, 630)
    assert client.get(f"/oembed/?url={quote(address)}&format=xml").status_code == 501
    for wrong in (
        "",
        "nonsense",
        "https://elsewhere.example/c/x/",
        f"{settings.SITE_URL}/c/nothing/",
        "http://[",
    ):
        assert client.get(f"/oembed/?url={quote(wrong)}").status_code == 404, wrong


@pytest.mark.parametrize(
    "asked",
    [
        {"maxwidth": 500},
        {"maxwidth": 239},
        {"maxwidth": 1},
        {"maxheight": 120},
        {"maxwidth": 90, "maxheight": 60},
    ],
)
def test_oembed_answers_nothing_larger_than_is_asked_for(open_one: War, asked: dict[str, int]) -> None:
    """oEmbed 1.0, 2.2: the dimensions of the resource must not exceed them; 2.3.4: nor must the thumbnail."""
    address = quote(settings.SITE_URL + public(open_one))
    more = "".join(f"&{name}={value}" for name, value in asked.items())
    told = json.loads(client_of(None).get(f"/oembed/?url={address}{more}").content)
    for side in ("width", "height"):
        most = asked.get(f"max{side}", 9999)
        assert told[side] <= most
        assert told.get(f"thumbnail_{side}", 0) <= most
        assert f'{side}="{told[side]}"' in told["html"]
    assert "thumbnail_url" not in told, "the card is larger"


@pytest.mark.parametrize("asked", ["0", "-3", "wide", "1e3", "9" * 30, ""])
def test_what_is_no_size_asks_for_none(open_one: War, asked: str) -> None:
    address = quote(settings.SITE_URL + public(open_one))
    told = json.loads(client_of(None).get(f"/oembed/?url={address}&maxwidth={asked}").content)
    assert (told["width"], told["height"]) == (800, 560)
