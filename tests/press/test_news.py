"""The campaign's paper: who writes it, who reads it, what a picture may be, and what is shared."""

from __future__ import annotations

import time
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from campaign.base import markdown
from campaign.base.markdown import to_html
from campaign.base.plain_text import to_text
from campaign.base.refusal import Refusal
from campaign.delivery.emails import letter_of
from campaign.models import Article, Campaign, Notice, Plate, Role, RoleKind, User
from campaign.outbox import services as notices_out
from campaign.press.news.selectors import first_draft, share_text
from campaign.press.news.services import add_plate, open_to_all, publish_article, write_article
from tests.archive.test_war_end import finished
from tests.words import says

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


def piece(
    campaign: Campaign, by: User, title: str = "Rain at the ford", text: str = "It *rained*."
) -> Article:
    return write_article(campaign=campaign, by=by, kind="chronicle", title=title, text=text, turn=1)


def picture(size: tuple[int, int] = (40, 30), form: str = "PNG") -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "red").save(out, form)
    return out.getvalue()


def base(campaign: Campaign) -> str:
    return f"/c/{campaign.public_id}/chronicle/"


def test_a_draft_is_its_writers_until_it_is_published_and_all_are_told_at_once(
    tarn: Campaign, mara: User, ada: User, ben: User, as_user: As
) -> None:
    made = piece(tarn, mara)
    for reader, status in ((mara, 200), (ada, 404)):
        assert as_user(reader).get(f"{base(tarn)}{made.public_id}/").status_code == status
    assert "Rain at the ford" not in as_user(ada).get(base(tarn)).content.decode()
    publish_article(campaign=tarn, by=mara, article_id=made.public_id)
    publish_article(campaign=tarn, by=mara, article_id=made.public_id)
    assert "<em>rained</em>" in as_user(ada).get(base(tarn)).content.decode()
    told = Notice.objects.filter(kind=notices_out.NEWS)
    assert told.count() == 3
    assert len({one.not_before for one in told}) == 1


def test_only_those_who_keep_the_campaign_write(tarn: Campaign, mara: User, ada: User, as_user: As) -> None:
    with pytest.raises(Refusal):
        piece(tarn, ada)
    assert as_user(ada).get(f"{base(tarn)}write/").status_code == 404
    made = piece(tarn, mara)
    assert as_user(ada).post(f"{base(tarn)}{made.public_id}/act/", {"do": "publish"}).status_code == 404


def test_a_playing_facilitator_writes_too(tarn: Campaign, ada: User) -> None:
    Role.objects.create(campaign=tarn, user=ada, kind=RoleKind.FACILITATOR)
    assert piece(tarn, ada).title == "Rain at the ford"


def test_the_page_writes_publishes_and_takes_back(tarn: Campaign, mara: User, as_user: As) -> None:
    client = as_user(mara)
    shown = client.get(f"{base(tarn)}write/").content.decode()
    assert "The armies gather" in shown
    assert "Crimson Host" in shown
    wrong = client.post(f"{base(tarn)}write/", {"kind": "chronicle", "title": "", "text": "Kept text"})
    assert wrong.status_code == 422
    assert "Kept text" in wrong.content.decode()
    sent = {"kind": "announcement", "title": "Snow", "text": "No war on Sunday", "turn": "", "do": "publish"}
    assert client.post(f"{base(tarn)}write/", sent).status_code == 302
    made = Article.objects.get()
    assert made.published_at is not None
    changed = {**sent, "text": "War on Sunday", "turn": "1"}
    assert client.post(f"{base(tarn)}{made.public_id}/edit/", changed).status_code == 302
    assert "War on Sunday" in client.get(f"{base(tarn)}front/1/").content.decode()
    assert (
        client.post(f"{base(tarn)}{made.public_id}/act/", {"do": "delete", "sure": "yes"}).status_code == 302
    )
    assert client.get(f"{base(tarn)}front/1/").status_code == 404


def test_a_picture_is_written_anew_and_served_to_readers_alone(
    tarn: Campaign, mara: User, ada: User, nils: User, as_user: As
) -> None:
    made = piece(tarn, mara)
    sent = {"picture": SimpleUploadedFile("x.png", picture((3000, 20))), "caption": "The ford"}
    assert as_user(mara).post(f"{base(tarn)}{made.public_id}/pictures/", sent).status_code == 302
    plate = Plate.objects.get()
    path = f"{base(tarn)}{made.public_id}/pictures/{plate.public_id}.jpg"
    program = f"/api/v1/campaigns/{tarn.public_id}/news/{made.public_id}/pictures/{plate.public_id}/"
    assert [as_user(ada).get(one).status_code for one in (path, program)] == [404, 404]
    publish_article(campaign=tarn, by=mara, article_id=made.public_id)
    answer = as_user(ada).get(path)
    assert answer["Content-Type"] == "image/jpeg"
    assert b64decode(as_user(ada).get(program).json()["picture"]) == answer.content
    with Image.open(BytesIO(answer.content)) as image:
        assert (image.format, image.width) == ("JPEG", 1600)
    assert [as_user(nils).get(one).status_code for one in (path, program)] == [404, 404]
    assert [as_user(None).get(one).status_code for one in (path, program)] == [302, 401]


@pytest.mark.parametrize("raw", [b"", b"<svg onload=alert(1)>", b"x" * (5 * 1024 * 1024 + 1)])
def test_what_is_no_picture_is_refused(tarn: Campaign, mara: User, raw: bytes) -> None:
    made = piece(tarn, mara)
    with pytest.raises(Refusal) as caught:
        add_plate(campaign=tarn, by=mara, article_id=made.public_id, raw=raw, caption="x")
    assert caught.value.field == "picture"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        '<img src=x onerror="alert(1)">',
        '<a href="https://x.example" onclick="alert(1)" style="color:red">x</a>',
        "<iframe src=https://x.example></iframe>",
    ],
)
def test_markdown_does_no_harm(text: str) -> None:
    html = to_html(text)
    for evil in ("<script", "javascript:", "onerror", "onclick", "<iframe", "<img", "style="):
        assert evil not in html


HOSTILE = {
    **{sign: sign * 20_000 for sign in "[]()*_`<>&\\\\#=-+!~|{}: \n\t"},
    **{
        unit: (unit * 20_000)[:20_000]
        for unit in (
            *(
                "[a](",
                "[a](b)",
                "![",
                "[]",
                "[a][",
                "*a ",
                "**a",
                "*_",
                "**_a_** ",
                "`a ",
                "<a ",
                "<!--",
                "<p>",
            ),
            *(
                "&a",
                "> ",
                ">",
                "- ",
                "* ",
                "1. ",
                "1) ",
                "a\n=\n",
                "a\n-\n",
                "[a]: b\n",
                "<http://a ",
                "[a](<",
            ),
            *("a\n\n", "- a\n", "> a\n", "[" * 149 + "\n\n", "<a " * 149 + "\n\n", "> > > > > > > > > > a\n"),
        )
    },
    "nested": "[" * 10_000 + "]" * 10_000,
    "ticks": "".join("`" * count + "a " for count in range(1, 196)),
    "lists": "".join("    " * depth + "- a\n" for depth in range(95)),
    "lists, and again": "".join("    " * (line % 29) + "- a\n" for line in range(300)),
    "quotations": "\n".join("> " * depth + "a" for depth in range(138)),
    "very long": "a [b](https://c.example) " * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_takes_long_to_render(name: str) -> None:
    """On a slow machine, too: what takes time grows with its square, and took minutes."""
    began = time.thread_time()
    html = to_html(HOSTILE[name])
    assert time.thread_time() - began < 4
    assert "<script" not in html


def test_what_is_not_rendered_is_shown_as_it_was_typed_and_is_not_stored(tarn: Campaign, mara: User) -> None:
    assert to_html("[" * 700 + "\n<b>") == f"<p>{'[' * 700}<br>&lt;b&gt;</p>"
    for text, said in (
        ("[" * 700, "600 times the sign"),
        ("<" * 200, "A paragraph may have 150 times the sign <"),
        ("1. " * 20, "nested 10 deep"),
    ):
        with pytest.raises(Refusal, match=said) as caught:
            piece(tarn, mara, text=text)
        assert caught.value.field == "text"


def test_a_text_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    real = markdown.markdown
    monkeypatch.setattr(
        markdown, "markdown", lambda text, **how: (counted.append(text), real(text, **how))[1]
    )
    assert len({to_html("A *new* text") for _time in range(3)}) == 1
    assert counted == ["A *new* text"]


def test_a_long_piece_as_people_write_it_is_rendered() -> None:
    paragraph = "The *first* of [them](https://a.example) came **at dawn**.\n\n- one\n    - two\n\n> said\n\n"
    html = to_html((paragraph * 300)[:20_000])
    assert html.count("<em>first</em>") > 200


def test_headings_stand_below_those_of_the_page() -> None:
    assert to_html("# One\n\n## Two\n\n### Three") == "<h3>One</h3>\n<h3>Two</h3>\n<h4>Three</h4>"


def test_the_draft_and_the_shared_text_hold_what_is_public(tarn: Campaign, mara: User) -> None:
    title, text, turn = first_draft(tarn)
    shared = share_text(tarn)
    for secret in ("Vanguard", "Old Guard", "Orb of Karst", "Mill depot", "Mara", "Ada"):
        assert not says(f"{title} {text} {shared}", secret)
    assert turn is None
    assert "Plans are due" in shared
    assert f"/c/{tarn.public_id}/about/" in shared


def test_an_open_campaigns_public_facts_are_anybodys_and_nothing_else_is(
    tarn: Campaign, mara: User, ada: User, nils: User, as_user: As
) -> None:
    made = piece(tarn, mara)
    publish_article(campaign=tarn, by=mara, article_id=made.public_id)
    about = f"/c/{tarn.public_id}/about/"
    guests = (as_user(None), as_user(nils))
    assert [client.get(about).status_code for client in guests] == [302, 404]
    assert "The Tarn Ford" not in as_user(None).get("/").content.decode()
    with pytest.raises(Refusal):
        open_to_all(campaign=tarn, by=ada, open_to_all=True)
    assert as_user(mara).post(f"{base(tarn)}open/", {"open": "on"}).status_code == 302
    for client in guests:
        for path in (about, f"/c/{tarn.public_id}/"):
            page = client.get(path).content.decode()
            assert "Crimson Host" in page
            assert "Vanguard" not in page
        assert "Rain at the ford" in client.get(base(tarn)).content.decode()
        for closed in ("report/", "battles/", "messages/", "desk/", "end/"):
            assert client.get(f"/c/{tarn.public_id}/{closed}").status_code in (302, 404)
    assert "The Tarn Ford" in as_user(None).get("/").content.decode()
    as_user(mara).post(f"{base(tarn)}open/", {"open": "off"})
    assert as_user(None).get(about).status_code == 302


MARKED = """# The *ford* is ours

**The Ironbound** is champion,
and `nobody` else. See [the map](https://example.org/a_b).

- one
- **two**

> They _ran_.
"""
PLAIN = """The ford is ours

The Ironbound is champion,
and nobody else. See the map (https://example.org/a_b).

• one
• two

They ran."""


def test_what_is_shared_is_plain_text_on_the_page_and_for_programs(
    tarn: Campaign, mara: User, ada: User, as_user: As
) -> None:
    made = piece(tarn, mara, text=MARKED)
    publish_article(campaign=tarn, by=mara, article_id=made.public_id)
    assert f"Rain at the ford\n{PLAIN}\n" in share_text(tarn)
    page = as_user(ada).get(f"/c/{tarn.public_id}/share/").content.decode()
    assert PLAIN in page
    told = as_user(ada).get(f"/api/v1/campaigns/{tarn.public_id}/news/").json()["share"]
    for text in (share_text(tarn), page.split("<textarea")[1].split("</textarea>")[0], told):
        assert "**" not in text
        assert "# The" not in text
        assert "](" not in text


def test_the_mail_of_a_piece_is_plain_in_its_text_and_formatted_in_its_html(
    tarn: Campaign, mara: User, ada: User
) -> None:
    made = piece(tarn, mara, text=MARKED)
    publish_article(campaign=tarn, by=mara, article_id=made.public_id)
    letter = letter_of(Notice.objects.get(kind=notices_out.NEWS, user=ada))
    assert letter is not None
    assert PLAIN in letter.text
    assert "<strong>The Ironbound</strong>" in letter.html
    for body in (letter.text, letter.html):
        assert "**" not in body
        assert "# The" not in body


def test_the_first_draft_of_a_finished_war_is_shared_without_its_marks() -> None:
    war = finished()
    title, text, turn = first_draft(war.campaign)
    assert "**" in text
    made = write_article(
        campaign=war.campaign, by=war.facilitator, kind="announcement", title=title, text=text, turn=turn
    )
    publish_article(campaign=war.campaign, by=war.facilitator, article_id=made.public_id)
    assert "**" not in share_text(war.campaign)
    assert "is champion." in share_text(war.campaign)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", ""),
        ("3. first\n4. second", "1. first\n2. second"),
        ("* loose\n\n* list", "\u2022 loose\n\n\u2022 list"),
        ("- a\n    - b\n- c", "\u2022 a\n  \u2022 b\n\u2022 c"),
        ("snake_case and 2*3 < 4 & 5", "snake_case and 2*3 < 4 & 5"),
        ("<b>bold</b><script>alert(1)</script>", "bold"),
        ("<https://example.org>", "https://example.org"),
        ("above\n\n---\n\nbelow", "above\n\nbelow"),
        ("    a  b\n    c", "a  b\nc"),
        ("[x](javascript:alert(1))", "x"),
    ],
)
def test_markdown_as_plain_text(text: str, plain: str) -> None:
    assert to_text(text) == plain
