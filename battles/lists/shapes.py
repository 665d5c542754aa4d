"""What programs send as an army list, and what they are answered."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict, cast

from django.utils.translation import gettext_lazy as lazy
from rest_framework import serializers

from battles.lists.intake import Answers
from campaign.base.answers import JsonObject
from campaign.web.api.fields import Line
from campaign.web.api.problems import invalid
from campaign.web.api.request_parsing import Strict
from rules.tabletop.lists.bounds import LONGEST_ANSWER, MOST_BYTES

TOO_LONG: dict[str, Any] = {"max_length": lazy("A list has at most 1 MiB (1048576 bytes).")}
"""The limit of lists, in the place of how many characters the packing of a file may have."""


class ListSent(Strict):
    """An army list in one of three ways: as text (``roster``), as a file in base64 (``file``: .ros, .rosz,
    JSON, text), or as a document (``list``). ``answers`` are by number of the unit and key of the question;
    with ``usual`` the usual answers are taken.
    """

    roster = serializers.CharField(max_length=MOST_BYTES, required=False, error_messages=TOO_LONG)
    file = serializers.CharField(max_length=MOST_BYTES * 4 // 3 + 8, required=False, error_messages=TOO_LONG)
    list = serializers.DictField(required=False)
    answers = serializers.DictField(
        child=serializers.DictField(child=Line(max_length=LONGEST_ANSWER)), required=False
    )
    usual = serializers.BooleanField(default=False)


class ListAnswer(TypedDict):
    """A list that has been read, with nothing open."""

    list: Annotated[JsonObject, "The ``boltgun_list`` document."]
    left_out: Annotated[list[str], "Headings, totals, comments."]


def field_of(asked: Mapping[str, Any]) -> str:
    """The field in which the list was sent. Raises ``ProblemError`` unless it is one."""
    sent = [name for name in ("roster", "file", "list") if name in asked]
    if len(sent) != 1:
        raise invalid("roster", "send the list once: as roster (text), as file (base64), or as list (JSON).")
    return sent[0]


def bytes_of(asked: Mapping[str, Any]) -> bytes:
    """The list that was sent, as bytes. Raises ``ProblemError``."""
    field = field_of(asked)
    if field == "roster":
        return str(asked["roster"]).encode()
    if field == "list":
        return json.dumps(asked["list"]).encode()
    try:
        return base64.b64decode(asked["file"], validate=True)
    except (binascii.Error, ValueError):
        raise invalid("file", "must be base64") from None


def answers_of(asked: Mapping[str, Any]) -> Answers:
    """The answers that came with it."""
    return cast("Answers", asked.get("answers", {}))
