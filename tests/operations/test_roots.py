"""What is asked for at the root of every site: the rules for search engines, and the icon."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from campaign.models import Campaign, User
from tests.secrecy.table import routes

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
OPEN = ("/c/", "/rules/", "/t/", "/help/", "/lesson/")
"""Below these stands what strangers read."""


def allowed(text: str, path: str) -> bool:
    """What a search engine makes of the rules: the longest that fits holds, and one that allows, of two."""
    rules = [
        (len(pattern), verb == "Allow", pattern)
        for verb, pattern in re.findall(r"^(Allow|Disallow): (\S+)$", text, re.MULTILINE)
    ]
    fitting = [
        (length, allows)
        for length, allows, pattern in rules
        if re.match(re.escape(pattern).replace(r"\*", ".*").replace(r"\$", "$"), path)
    ]
    return max(fitting, default=(0, True))[1]


def robots(client: Client) -> str:
    answer = client.get("/robots.txt")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def test_what_everybody_may_read_may_be_found(tarn: Campaign, as_user: As) -> None:
    """Every page that a stranger is shown of a site with a war that is open to all, and nothing else."""
    Campaign.objects.update(open_to_all=True)
    stranger = as_user(None)
    text = robots(stranger)
    found = set()
    for route in routes():
        path = "/" + re.sub(r"<\w+:campaign_id>", tarn.public_id, route)
        if re.search(r"[<^]|live/$", path):
            continue
        answer = stranger.get(path)
        html = answer.get("Content-Type", "").startswith("text/html")
        if answer.status_code == 200 and html and path.startswith(OPEN):
            found.add(path)
    assert {f"/c/{tarn.public_id}/about/", f"/c/{tarn.public_id}/chronicle/", "/rules/", "/t/"} <= found
    assert {"/help/", "/help/words/", "/lesson/"} <= found
    assert allowed(text, "/help/join/")
    hidden = {path for path in found if not allowed(text, path)}
    # A war's own address shows what ``about/`` does; to name it would name all that lies below.
    of_the_war = {f"/c/{tarn.public_id}/{page}" for page in ("", "embed/", "share/")}
    assert hidden == ({"/rules/verdicts/", "/t/rosters/"} | of_the_war) & found
    assert allowed(text, "/")


@pytest.mark.parametrize(
    "path",
    [
        "/account/login/",
        "/account/",
        "/admin/",
        "/api/v1/campaigns/",
        "/calendar/secret.ics",
        "/join/secret/",
        "/stand-in/secret/",
        "/shared/secret/",
        "/t/abcdef/",
        "/t/abcdef/report/",
        "/notices/",
        "/rules/verdicts/secret/",
        "/c/id/",
        "/c/id/report/",
        "/c/id/desk/",
        "/c/id/messages/",
        "/?next=/c/id/",
    ],
)
def test_nothing_else_may(path: str) -> None:
    assert not allowed(robots(Client()), path)


def test_no_war_is_named_and_all_are_told_the_same(tarn: Campaign, mara: User, as_user: As) -> None:
    before = robots(as_user(None))
    Campaign.objects.update(open_to_all=True)
    told = {robots(as_user(None)), robots(as_user(mara))}
    assert told == {before}
    assert tarn.public_id not in before


def mapped(client: Client) -> list[str]:
    """The paths that the sitemap names."""
    answer = client.get("/sitemap.xml")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml")
    assert "no-cache" in answer["Cache-Control"]
    found = re.findall(r"<loc>([^<]*)</loc>", answer.content.decode())
    assert all(one.startswith(f"{settings.SITE_URL}/") for one in found)
    return [one.removeprefix(settings.SITE_URL) for one in found]


def test_the_sitemap_names_what_strangers_read_and_search_engines_may_ask_for(
    tarn: Campaign, as_user: As
) -> None:
    Campaign.objects.update(open_to_all=True)
    stranger = as_user(None)
    rules = robots(stranger)
    assert f"\nSitemap: {settings.SITE_URL}/sitemap.xml\n" in rules
    assert allowed(rules, "/sitemap.xml")
    paths = mapped(stranger)
    assert {"/", "/rules/", "/rules/5.4/", "/help/join/", "/wars/", f"/c/{tarn.public_id}/about/"} <= {*paths}
    assert len(paths) == len({*paths})
    for path in paths:
        assert allowed(rules, path), path
        answer = stranger.get(path)
        assert answer.status_code == 200, path
        assert b"noindex" not in answer.content, path
        for kept in re.findall(r'rel="canonical" href="([^"]*)"', answer.content.decode()):
            assert kept == settings.SITE_URL + path


def test_a_war_that_not_all_may_read_is_in_no_sitemap(tarn: Campaign, mara: User, as_user: As) -> None:
    closed = mapped(as_user(None))
    assert not any(tarn.public_id in path for path in closed)
    assert mapped(as_user(mara)) == closed
    Campaign.objects.update(open_to_all=True)
    assert any(tarn.public_id in path for path in mapped(as_user(None)))
    Campaign.objects.update(kind="skirmish")
    assert mapped(as_user(None)) == closed


def test_the_icon_can_be_had_where_browsers_look_for_it() -> None:
    answer = Client().get("/favicon.ico")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/x-icon")
    with Image.open(io.BytesIO(answer.content)) as icon:
        assert icon.format == "ICO"
        assert {(16, 16), (32, 32), (48, 48)} <= set(icon.info["sizes"])
    assert "max-age" in answer["Cache-Control"]
    assert Client().head("/favicon.ico").status_code == 200
