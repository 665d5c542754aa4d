"""What somebody was told, how they want to be told, and their calendar."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access.membership import campaign_for
from campaign.base.integrations.web_push import public_key
from campaign.delivery.emails import headline_of
from campaign.delivery.unsubscribing import end_mails, named_in
from campaign.models import Campaign, Channel, User, Webhook
from campaign.notices import services as telling
from campaign.notices.feed.services import feed_text
from campaign.notices.forms import SilenceForm, WebhookForm
from campaign.notices.selectors import devices_of, listed, mail_refused_at, unread_notices, wishes_of
from campaign.outbox.groups import GROUPS
from campaign.outbox.services import mark_all_read
from campaign.press.messages.selectors import unread_in
from campaign.web.page_actions import fulfilled


@dataclass(frozen=True, slots=True)
class Switch:
    """A box of the table: a group of notices by one channel."""

    value: str
    label: str
    on: bool


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The list of what one was told; looking at it is reading it."""
    user = _user(request)
    rows = [headline_of(notice) for notice in listed(user)]
    answer = render(request, "delivery/list.html", {"rows": rows})
    mark_all_read(user)
    return answer


@require_GET
def unread(request: HttpRequest) -> HttpResponse:
    """How much is new: notices, and messages in the campaign that is looked at."""
    if not isinstance(request.user, User):
        return JsonResponse({"notices": 0, "messages": 0})
    user = request.user
    counts = {"notices": unread_notices(user), "messages": 0}
    if request.GET.get("campaign"):
        try:
            counts["messages"] = unread_in(user, campaign_for(user, request.GET["campaign"]))
        except Campaign.DoesNotExist:
            counts["messages"] = 0
    return JsonResponse(counts, headers={"Cache-Control": "no-store"})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest) -> HttpResponse:
    """The switches, the webhook, the calendar; a POST sets the switches."""
    user = _user(request)
    form = SilenceForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        telling.choose_silences(user=user, off=form.off())
        messages.success(request, _("Saved."))
        return redirect("wishes")
    return _wishes(request, user)


@login_required
@require_POST
def webhook(request: HttpRequest) -> HttpResponse:
    """Store the webhook, and with the other button try it."""
    user = _user(request)
    form = WebhookForm(request.POST)
    tested = request.POST.get("do") == "test"

    def act() -> None:
        telling.set_webhook(user=user, address=form.cleaned_data["address"])
        if tested:
            telling.test_webhook(user=user)
        messages.success(request, _("Sent: a notice should have arrived.") if tested else _("Saved."))

    if fulfilled(form, act, field="address"):
        return redirect("wishes")
    return _wishes(request, user, form)


@login_required
@require_POST
def reset_calendar(request: HttpRequest) -> HttpResponse:
    """A new secret address for the calendar."""
    telling.reset_feed(user=_user(request))
    messages.success(request, _("Your calendar has a new address; the old one no longer works."))
    return redirect("wishes")


@require_GET
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar of a secret address."""
    text = feed_text(token)
    if text is None:
        raise Http404
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex"},
    )


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails of a kind for whoever holds the link of one: mail programs post it unasked (RFC 8058)."""
    named = named_in(token)
    if named is None:
        raise Http404
    user, group = named
    if request.method == "POST":
        end_mails(user, group)
    page = {"group": GROUPS[group], "done": request.method == "POST"}
    return render(request, "delivery/unsubscribe.html", page)


def _wishes(request: HttpRequest, user: User, form: WebhookForm | None = None) -> HttpResponse:
    silences = wishes_of([user.pk])[user.pk].silences
    hook = Webhook.objects.filter(user=user).first()
    feed = telling.feed_of(user)
    address = settings.SITE_URL + reverse("feed", args=[feed.token])
    context = {
        "channels": [(one.value, one.label) for one in Channel],
        "groups": [(label, _switches(group, label, silences)) for group, label in GROUPS.items()],
        "mail_refused_at": mail_refused_at(user),
        "webhook": hook,
        "webhook_form": form or WebhookForm(initial={"address": hook.address if hook else ""}),
        "devices": devices_of(user),
        "push_key": public_key(),
        "calendar": address,
        "subscribe": "webcal://" + address.partition("://")[2],
    }
    return render(request, "delivery/wishes.html", context, status=422 if form is not None else 200)


def _switches(group: str, label: Promise, silences: frozenset[tuple[str, str]]) -> list[Switch]:
    return [
        Switch(
            value=f"{group}:{channel.value}",
            label=f"{label}: {channel.label}",
            on=(group, channel.value) not in silences,
        )
        for channel in Channel
    ]
