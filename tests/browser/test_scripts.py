"""The tests of the scripts (``tests/js``), run in the browser; ``node --test`` runs them too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted((ROOT / "tests" / "js").glob("*.test.js"))
KINDS = {".js": "text/javascript", ".json": "application/json"}
HOST = "http://scripts.example"
RUNNER = """<!doctype html><script type="importmap">{"imports": {
  "node:test": "/tests/js/browser/runner.js", "node:assert/strict": "/tests/js/browser/assert.js"}}</script>
<script type="module">
import {results} from "node:test";
import("/tests/js/NAME")
  .then(results, (error) => [["loading", String(error)]])
  .then((found) => (window.found = found));
</script>"""


def _serve(route: Route) -> None:
    path = ROOT / route.request.url.removeprefix(f"{HOST}/")
    if path.suffix in KINDS and path.is_file():
        route.fulfill(path=path, content_type=KINDS[path.suffix])
    else:
        route.fulfill(status=404)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_scripts_do_what_their_tests_say(page: Page, path: Path) -> None:
    page.route(f"{HOST}/**", _serve)
    html = RUNNER.replace("NAME", path.name)
    page.route(f"{HOST}/run", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{HOST}/run")
    page.wait_for_function("window.found")
    found = page.evaluate("window.found")
    assert found, f"{path.name} holds no test"
    assert [one for one in found if one[1]] == []


def test_a_test_that_fails_is_noticed(page: Page) -> None:
    page.route(f"{HOST}/**", _serve)
    planted = """import test from "node:test";
        import assert from "node:assert/strict";
        test("no", () => assert.equal(1, 2));"""
    page.route(
        f"{HOST}/tests/js/planted.js",
        lambda route: route.fulfill(body=planted, content_type="text/javascript"),
    )
    html = RUNNER.replace("NAME", "planted.js")
    page.route(f"{HOST}/run", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{HOST}/run")
    page.wait_for_function("window.found")
    assert page.evaluate("window.found") == [["no", "1 is not 2"]]
