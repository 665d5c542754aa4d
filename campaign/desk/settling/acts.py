"""The acts of the desk on orders in words: saying what comes of each, and taking that back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from django.utils.translation import gettext as _

from campaign.desk.forms import ActForm
from campaign.desk.review.correctable import Correctable
from campaign.desk.review.review_pages import ReviewPage
from campaign.desk.settling.forms import SettleForm
from campaign.desk.settling.services import settle, unsettle
from campaign.models import Turn, User

Act = TypeVar("Act")


def settle_acts(
    act: Callable[..., tuple[str, Act]], turn: Turn, by: User, review: ReviewPage, things: Correctable
) -> dict[str, Act]:
    """Two acts for each order in words: ``settle-<banner>``, and ``unsettle-<banner>`` once it is settled."""
    acts: dict[str, Act] = {}
    for row in review.others:
        key = things.keys[row.banner]
        make = partial(SettleForm, things, row)
        acts.update((act(f"settle-{row.banner}", make, partial(_settle, turn, by, key)),))
        if row.settled and (things.movement or not row.start):
            acts.update((act(f"unsettle-{row.banner}", ActForm, partial(_unsettle, turn, by, key)),))
    return acts


def settle_forms(review: ReviewPage, forms: Mapping[str, ActForm]) -> list[dict[str, object]]:
    """For the page: each order in words with its forms."""
    found = []
    for row in review.others:
        names = {name: f"{name}-{row.banner}" for name in ("settle", "unsettle")}
        own = {name: forms[key] for name, key in names.items() if key in forms}
        found.append({"row": row, "names": names, **own})
    return found


def _settle(turn: Turn, by: User, banner: str, form: ActForm) -> str:
    assert isinstance(form, SettleForm)
    settle(turn=turn, banner=banner, said=form.said(), by=by, seen=form.cleaned_data["seen"] or None)
    return _("Settled, and worked out again.")


def _unsettle(turn: Turn, by: User, banner: str, form: ActForm) -> str:
    unsettle(turn=turn, banner=banner, by=by, seen=form.cleaned_data["seen"] or None)
    return _("Withdrawn, and worked out again.")
