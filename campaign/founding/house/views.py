"""The club's own army rules, as those who build a campaign write them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.base.setup.house_rules import HouseDocument, house_documents
from campaign.base.words.house_words import house_sentences
from campaign.founding.draft_parts import house_version
from campaign.founding.house import services as house
from campaign.founding.house.forms import HouseRuleForm
from campaign.founding.house.selectors import rule_lines
from campaign.founding.start.started import while_built
from campaign.founding.views import Builder


@while_built
def rules(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All house rules, each with its sentences; one is taken out."""
    at = Builder(request, campaign_id, "house")
    if at.posted:
        return _remove(at)
    return at.show(
        "founding/house/rules.html", lines=rule_lines(at.campaign), part_version=house_version(at.campaign)
    )


def _remove(at: Builder) -> HttpResponse:
    key = at.request.POST.get("which", "")[:64]
    try:
        house.remove_rule(campaign=at.campaign, by=at.by, rule=key, version=at.version)
    except Refusal as refusal:
        messages.error(at.request, refusal.message)
    else:
        messages.success(at.request, _("Removed."))
    return redirect(at.request.path)


@while_built
def new(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """A rule is added."""
    return _write(Builder(request, campaign_id, "house"), None)


@while_built
def rule(request: HttpRequest, campaign_id: str, rule_id: str) -> HttpResponse:
    """A rule is changed."""
    at = Builder(request, campaign_id, "house")
    found = next((one for one in house_documents(at.campaign) if one["id"] == rule_id), None)
    if found is None:
        # Taken out in another tab, or by another builder.
        if at.posted:
            return _write_anew(at)
        messages.error(request, _("This rule is no longer there."))
        return redirect("build_house", at.campaign.public_id)
    return _write(at, found)


def _write_anew(at: Builder) -> HttpResponse:
    """What was typed of a rule that somebody has taken out meanwhile, as a new one that is not saved yet."""
    others = [one["title"] for one in house_documents(at.campaign)]
    form = HouseRuleForm(None, at.request.POST, others=others)
    form.add_error(
        None, _("This rule has been removed meanwhile. Saving adds what is written here as a new one.")
    )
    return at.show(
        "founding/house/rule.html",
        status=409,
        form=form,
        rule=None,
        to=reverse("build_house_new", args=[at.campaign.public_id]),
        part_version=house_version(at.campaign),
    )


def _write(at: Builder, found: HouseDocument | None) -> HttpResponse:
    """The form of a rule, or what was sent of it stored; what was typed stays until then."""
    others = [one["title"] for one in house_documents(at.campaign) if one != found]
    form = HouseRuleForm(found, at.request.POST if at.posted else None, others=others)
    version, status = at.version if at.posted else house_version(at.campaign), 200
    if at.posted:
        status = 422
        try:
            if form.is_valid():
                own = found["id"] if found is not None else None
                house.save_rule(
                    campaign=at.campaign, by=at.by, rule=form.rule(), instead_of=own, version=version
                )
                messages.success(at.request, _("Saved."))
                return redirect("build_house", at.campaign.public_id)
        except Refusal as refusal:
            if refusal.code == "changed":
                at.refresh()
                version, status = house_version(at.campaign), 409
            form.add_error(form.field_of(refusal.field or ""), refusal.message)
    return at.show(
        "founding/house/rule.html",
        status=status,
        form=form,
        rule=found,
        sentences=tuple(house_sentences(found)) if found is not None else (),
        part_version=version,
    )
