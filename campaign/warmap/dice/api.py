"""My part in the dice: sealed while plans are made, opened when they have closed."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import seat_of
from campaign.models import Scope
from campaign.warmap.dice import shapes
from campaign.warmap.dice.selectors import OwnSeal, own_dice
from campaign.warmap.dice.services import open_seal, put_seal
from campaign.web.api.base import CampaignEndpoint, Once, once


class MyDice(CampaignEndpoint):
    """What my army has given to the dice."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_own_dice")
    def get(self, request: Request, campaign_id: str) -> OwnSeal:
        """Read what your army has sealed and opened in the turn that runs, and what bound the last turns."""
        return own_dice(self.campaign, seat_of(self.person, self.campaign))


class DiceSeal(CampaignEndpoint):
    """A share that my army seals."""

    write_scope = Scope.PLAN

    @extend_schema(request=shapes.DiceSeal, operation_id="seal_dice")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.Sealed]:
        """Seal a share of a turn while its plans are made; the last one counts. Nobody is told."""
        seat, sent = self.seat(), self.read(shapes.DiceSeal)
        yield
        made = put_seal(seat=seat, number=sent["turn"], seal=sent["seal"], by=self.person)
        return shapes.Sealed(sent["turn"], made.seal, made.sealed_at)


class DiceShare(CampaignEndpoint):
    """A share that my army opens."""

    write_scope = Scope.PLAN

    @extend_schema(request=shapes.DiceShare, operation_id="open_dice")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Opened]:
        """Open what you sealed, from the close of plans until the dice are drawn.

        What does not open your seal is refused with 422, what comes too early or too late with 409.
        """
        seat, sent = self.seat(), self.read(shapes.DiceShare)
        yield
        made = open_seal(seat=seat, number=sent["turn"], share=sent["share"], by=self.person)
        return shapes.Opened(sent["turn"], made.share, made.opened_at)
