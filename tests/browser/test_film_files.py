"""Chromium shows what is made: every kind of file is decoded by it, and moves."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Page

from campaign.film.making.selectors import Wish
from campaign.models import FilmFormat, FilmKind
from tests.film.test_film_files import made
from tests.wars import CLOSE, begin_war, march

pytestmark = pytest.mark.django_db
DECODED = """async ({data, type}) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type });
  await decoder.tracks.ready;
  await decoder.completed;
  const count = decoder.tracks.selectedTrack.frameCount;
  const sizes = new Set();
  for (let frameIndex = 0; frameIndex < count; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    sizes.add(`${image.displayWidth}x${image.displayHeight}`);
    image.close();
  }
  return [count, [...sizes].join()];
}"""


@pytest.mark.long
def test_chromium_decodes_gif_and_webp_to_the_last_frame(site: str, page: Page) -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    # The decoder is there on pages that nobody can have changed on their way: loopback is one.
    page.goto(f"{site}/healthz")
    for form in (FilmFormat.GIF, FilmFormat.WEBP):
        data = made(war, Wish(FilmKind.FILM, 1, 0, 1, form, "960x540", "paper"))
        given = {"data": base64.b64encode(data).decode(), "type": f"image/{form}"}
        count, sizes = page.evaluate(DECODED, given)
        assert count > 10
        assert sizes == "960x540"
