"""The API describes itself: a valid document, and a page to try it that the content policy lets through."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.db.utils import OperationalError
from django.test import Client, RequestFactory

from campaign.management.commands.declare_api import validate
from campaign.operations.docs_api import Document
from campaign.web.api.problem_kinds import KINDS
from config.errors import server_error


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The OpenAPI document, made as an operator makes it; refused if it is not valid or warned of."""
    file = tmp_path_factory.mktemp("api") / "schema.json"
    said = StringIO()
    form = {"format": "openapi-json", "fail_on_warn": True}
    call_command("spectacular", file=str(file), stdout=said, stderr=said, **form)
    made = json.loads(file.read_text())
    validate(made)
    return made


def test_the_document_is_valid_without_a_warning(document: Any) -> None:
    assert document["paths"]["/api/v1/campaigns/"]["get"]["operationId"] == "list_campaigns"
    assert document["components"]["securitySchemes"]["session"]["in"] == "cookie"


def test_every_operation_says_what_it_does_and_which_problems_it_may_answer(document: Any) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert "application/problem+json" in operation["responses"]["404"]["content"], where
            keyed = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"]
            has_effect = method in ("put", "post") and not path.endswith(
                ("/check/", "/map/draw/", "/map/read/", "/verdicts/", "/practice/", "/v1/webhooks/")
            )
            assert keyed == (["Idempotency-Key"] if has_effect else []), where


@pytest.mark.django_db
def test_the_page_to_try_it_has_nothing_that_the_content_policy_forbids(client: Client) -> None:
    page = client.get("/api/v1/docs/")
    html = page.content.decode()
    assert "unsafe-inline" not in page["Content-Security-Policy"]
    assert "<style" not in html
    assert re.search(r"\sstyle=|\son\w+=", html) is None
    assert re.findall(r"<script(?![^>]*\ssrc=)", html) == []
    (script,) = re.findall(r'src="([^"]*script=[^"]*)"', html)
    answered = client.get(script)
    assert answered["content-type"].startswith("application/javascript")
    assert "/api/v1/schema/" in answered.content.decode()
    assert client.get("/api/v1/schema/").status_code == 200


def test_the_document_is_made_once_for_each_form(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    generate = Document.generator_class.get_schema

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal made
        made += 1
        return generate(self, *args, **kwargs)

    monkeypatch.setattr(Document, "made", {})
    monkeypatch.setattr(Document.generator_class, "get_schema", counted)
    forms = ("application/vnd.oai.openapi+json", "application/vnd.oai.openapi")
    for _twice in range(2):
        as_json, as_yaml = (client.get("/api/v1/schema/", headers={"Accept": form}) for form in forms)
        assert as_json["Content-Type"] == forms[0]
    assert made == 2
    read = yaml.load(as_yaml.content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    assert as_json.json() == json.loads(json.dumps(read, default=str))
    for strange in ("lang=zz", "version=9", "lang=zz-zz"):
        assert client.get(f"/api/v1/schema/?{strange}", headers={"Accept": forms[0]}).json() == as_json.json()
    assert made == 2


@pytest.mark.django_db
@pytest.mark.parametrize("slug", KINDS)
def test_every_sort_of_problem_has_its_meaning_at_its_address(slug: str, client: Client) -> None:
    body = client.get(f"/api/v1/problems/{slug}/").json()
    assert body == {
        "slug": slug,
        "status": KINDS[slug].status,
        "title": KINDS[slug].title,
        "meaning": KINDS[slug].meaning,
    }


@pytest.mark.django_db
def test_what_is_not_there_is_a_problem_document_too(client: Client) -> None:
    answer = client.get("/api/v1/problems/unheard-of/")
    assert (answer.status_code, answer["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize(
    ("error", "status", "slug"), [(ValueError, 500, "failure"), (OperationalError, 503, "unavailable")]
)
def test_a_failure_of_the_app_is_a_problem_document_too(
    error: type[Exception], status: int, slug: str, rf: RequestFactory
) -> None:
    try:
        raise error("the seed is 00ff")
    except error:
        answer = server_error(rf.get("/api/v1/campaigns/"))
    assert (answer.status_code, answer["content-type"]) == (status, "application/problem+json")
    assert json.loads(answer.content)["type"] == f"/api/v1/problems/{slug}/"
    assert b"seed" not in answer.content


def test_every_address_belongs_to_a_part_that_is_described(document: Any) -> None:
    used = {tag for path in document["paths"].values() for one in path.values() for tag in one["tags"]}
    assert used == {tag["name"] for tag in document["tags"]}


def test_the_table_of_addresses_is_the_schemas(document: Any) -> None:
    described = {_nameless(path.removeprefix("/api/v1/")) for path in document["paths"]}
    text = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()
    table = text.partition("## All addresses by area")[2].partition("\n## ")[0]
    told = []
    for line in table.splitlines():
        if line.startswith("| ") and not line.startswith("| area"):
            below, addresses = (cell.strip().strip("`") for cell in line.split("|")[2:4])
            told += [below + ("" if one == "itself" else one.strip("`")) for one in addresses.split(", ")]
    assert len(told) == len(set(told))
    assert {_nameless(one.replace("{c}", "campaigns/{campaign}/")) for one in told} == described


def _nameless(path: str) -> str:
    """An address without the names of its parts."""
    return re.sub(r"\{\w+\}", "{}", path)
