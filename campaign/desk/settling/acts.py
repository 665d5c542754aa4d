"""The acts of the desk on orders in words: saying what comes of each, and taking that back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaign.desk.forms import ActForm
from campaign.desk.review.correctable import Correctable
from campaign.desk.review.review_pages import ReviewPage
from campaign.desk.settling.forms import SettleForm
from campaign.desk.settling.services import settle, unsettle

if TYPE_CHECKING:
    from campaign.desk.views import Act, Desk


def settle_acts(at: Desk, review: ReviewPage, things: Correctable) -> dict[str, Act]:
    """Two acts for each order in words: ``settle-<banner>``, and ``unsettle-<banner>`` once it is settled."""
    acts: dict[str, Act] = {}
    for row in review.others:
        make = partial(SettleForm, things, row)
        acts.update((at.act(f"settle-{row.banner}", make, partial(_settle, at, things.keys[row.banner])),))
        if row.settled and (things.movement or not row.start):
            undo = partial(_unsettle, at, things.keys[row.banner])
            acts.update((at.act(f"unsettle-{row.banner}", ActForm, undo),))
    return acts


def settle_forms(review: ReviewPage, acts: dict[str, Act]) -> list[dict[str, object]]:
    """For the page: each order in words with its forms."""
    found = []
    for row in review.others:
        names = {name: f"{name}-{row.banner}" for name in ("settle", "unsettle")}
        forms = {name: acts[key].form for name, key in names.items() if key in acts}
        found.append({"row": row, "names": names, **forms})
    return found


def _settle(at: Desk, banner: str, form: ActForm) -> str:
    assert isinstance(form, SettleForm)
    settle(turn=at.turn, banner=banner, said=form.said(), by=at.by, seen=form.cleaned_data["seen"] or None)
    return _("Settled, and worked out anew.")


def _unsettle(at: Desk, banner: str, form: ActForm) -> str:
    unsettle(turn=at.turn, banner=banner, by=at.by, seen=form.cleaned_data["seen"] or None)
    return _("Taken back, and worked out anew.")
