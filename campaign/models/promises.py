"""What two armies promise each other in their talk: it binds nothing, and is told to all at the end."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id
from campaign.models.campaigns import Campaign, Seat


class PromiseKind(models.TextChoices):
    """What can be promised (closed list)."""

    PEACE = "peace", _("Peace")


class PromiseState(models.TextChoices):
    """What came of an offer. Whether an accepted promise was kept is in its breaches."""

    OFFERED = "offered", _("Offered")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Promise(models.Model):
    """A promise between two seats, from its acceptance until the end of turn ``until``.

    ``since`` is the first turn that it covers: the one whose plans were still being made when it was
    accepted, else the one after. ``breaches`` are the truth, found at each publication: documents of
    ``campaign.turn.told.promise_keeping.Breach``. Nobody else knows of the row before the end.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="promises")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    kind = models.CharField(max_length=8, choices=PromiseKind.choices, default=PromiseKind.PEACE)
    seat_by = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="promises_offered")
    seat_to = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="promises_asked")
    until = models.PositiveIntegerField(help_text="The last turn that it covers.")
    since = models.PositiveIntegerField(null=True, help_text="The first turn that it covers, once accepted.")
    state = models.CharField(max_length=10, choices=PromiseState.choices, default=PromiseState.OFFERED)
    offered_in = models.PositiveIntegerField(help_text="The turn that ran when it was offered.")
    offered_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, help_text="When it was accepted, declined or withdrawn.")
    breaches = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("seat_by", "seat_to"),
                condition=models.Q(state="offered"),
                name="one_open_offer",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} until turn {self.until}"
