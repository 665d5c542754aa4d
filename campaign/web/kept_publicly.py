"""What anybody's cache may keep of a war, as long as it asks here each time before it shows it.

A war is closed from one moment to the next: made private, hidden, its invitation revoked. Nothing of it is
served here from then on, and no cache that keeps to RFC 9111 (5.2.2.4) serves it without having asked. What
has been copied elsewhere for good, as chats copy the pictures of links, no answer of ours calls back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.http.response import HttpResponseBase
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page

P = ParamSpec("P")


def asked_each_time(view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """A view for everybody's caches: unchanged it is answered by a 304, without its bytes."""
    return cache_control(public=True, no_cache=True)(conditional_page(view))


VISITORS_OWN = "private, no-cache"
"""The same for pages and films, which only a visitor's own browser keeps."""
