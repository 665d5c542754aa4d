"""Skirmishes: a war against bots, begun at once."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.base.jobs.wake import PLAN_AHEAD, wake
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.models import Scope
from campaign.skirmish import shapes
from campaign.skirmish.allowance import TooManyError
from campaign.skirmish.services import begin_for
from campaign.skirmish.setting_up import Wish
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.problems import FieldError, ProblemError


class Skirmishes(Endpoint):
    """Your skirmishes."""

    write_scope = Scope.PLAN

    @extend_schema(request=shapes.SkirmishWish, operation_id="begin_skirmish")
    @once(status=201)
    def post(self, request: Request) -> Once[shapes.SkirmishFacts]:
        """Begin a skirmish: you against two or three bots, on a small map, without dates.

        A turn is resolved as soon as you have submitted its plan. Three of yours may be open at a time, and
        twenty begun within a day; beyond that it is refused (429), and Retry-After says for how long.
        """
        said = self.read(shapes.SkirmishWish)
        yield
        try:
            begun = begin_for(user=self.person, token=random_id(), wish=Wish(**said))
        except TooManyError as full:
            headers = {"Retry-After": str(full.wait)}
            raise ProblemError("throttled", full.message, code=full.code, headers=headers) from None
        except Refusal as refusal:
            if refusal.code != "wish":
                raise
            error = FieldError(refusal.field or "", refusal.message)
            raise ProblemError("unknown", refusal.message, code=refusal.code, errors=(error,)) from None
        wake(PLAN_AHEAD)
        seat = begun.campaign.seats.get(user=self.person)
        return shapes.SkirmishFacts(begun.campaign.public_id, begun.campaign.name, seat.number, 1)
