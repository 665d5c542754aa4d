"""The shapes of promises."""

from __future__ import annotations

from dataclasses import dataclass

from rest_framework import serializers

from campaign.models import PromiseKind
from campaign.press.promises.selectors import PromiseLine
from campaign.press.promises.services import ANSWERS
from campaign.web.api.fields import Whole
from campaign.web.api.paging import ListPart
from campaign.web.api.request_parsing import Strict

MOST_TURN = 1_000_000


@dataclass(frozen=True, slots=True)
class OwnPromises(ListPart):
    """What your army has been promised and has promised, the latest first."""

    items: tuple[PromiseLine, ...]


class NewPromise(Strict):
    """A promise to be offered: what, and the last turn that it covers."""

    kind = serializers.ChoiceField(choices=PromiseKind.values)
    until = Whole(min_value=1, max_value=MOST_TURN)


class PromiseAnswer(Strict):
    """What becomes of an open offer."""

    answer = serializers.ChoiceField(choices=ANSWERS)
