"""The second language, for the tests of words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation

from campaign.warmap.views import _words
from tests.base.test_second_language import turned


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The second language, for everybody."""
    trans = translation._trans
    monkeypatch.setattr(trans, "gettext", turned, raising=False)
    monkeypatch.setattr(trans, "pgettext", lambda context, message: turned(message), raising=False)
    for name in ("ngettext", "npgettext"):
        monkeypatch.setattr(
            trans, name, lambda *given: turned(given[-3] if given[-1] == 1 else given[-2]), raising=False
        )
    _words.cache_clear()
    cache.clear()
    yield
    _words.cache_clear()
    cache.clear()
