"""Play now, keep the war, forget it: what guests press."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaign.access.visitors import asker_of
from campaign.base.jobs.wake import PLAN_AHEAD, wake
from campaign.base.refusal import Refusal
from campaign.home.own_skirmishes import own_skirmishes, skirmishes_of
from campaign.models import Campaign, User
from campaign.skirmish import claiming, services
from campaign.skirmish.admission import later, let_in
from campaign.skirmish.allowance import TooManyError
from campaign.skirmish.forms import ClaimForm, CodeForm, wish_of
from campaign.skirmish.selectors import first_banner
from campaign.skirmish.stepping import BACKEND, step_out
from campaign.web.confirmation import ask_first
from campaign.web.page_actions import fulfilled

CLAIM, BACK = "claim", "claim_back"
"""Where a session keeps what a guest has asked for, and where it wanted to go before it played."""


@never_cache
@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Begin a skirmish and open its map with a banner selected; a second click finds the same."""
    user = request.user if isinstance(request.user, User) else None
    typed = {name: str(value)[:40] for name, value in request.POST.items()}
    try:
        begun = services.play_now(
            key=request.POST.get("key", "")[:200], asker=asker_of(request), user=user, wish=wish_of(typed)
        )
    except TooManyError as full:
        return later(request, full)
    except Refusal as refusal:
        if refusal.code == "wish":
            context = {"wrong": refusal.message}
            return render(request, "skirmish/wish.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        messages.warning(request, refusal.message)
        return redirect("home")
    if user is None:
        let_in(request, begun.user)
    back = _invitation(request.POST.get("back", ""))
    if back:
        request.session[BACK] = back
    wake(PLAN_AHEAD)
    return HttpResponseRedirect(_map_of(begun.campaign, begun.user), status=HTTPStatus.SEE_OTHER)


def _map_of(campaign: Campaign, user: User) -> str:
    address = reverse("war_map", args=[campaign.public_id])
    banner = first_banner(campaign, user)
    return f"{address}#banner={banner}" if banner else address


def _invitation(path: str) -> str:
    """The address, if it is an invitation's on this site; else nothing."""
    try:
        found = resolve(path[:300])
    except Resolver404:
        return ""
    return path if found.url_name == "join" else ""


@require_POST
def forget(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Erase the war at once, once it has been asked whether that is meant."""
    user = request.user
    if not isinstance(user, User):
        return redirect("home")
    if not skirmishes_of(user).filter(public_id=campaign_id).exists():
        raise Http404
    question = _("The war and all that is known of it will be erased. Nobody can bring it back.")
    asked = ask_first(request, question, _("Delete this war"))
    if asked is not None:
        return asked
    try:
        services.forget_war(user=user, campaign_id=campaign_id)
    except Campaign.DoesNotExist:
        raise Http404 from None
    if user.guest and not User.objects.filter(pk=user.pk).exists():
        request.session.flush()
    messages.success(request, _("The war is deleted."))
    return redirect("home")


# Keeping it


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """Name and address; whether there is an account already is neither looked up nor told."""
    user = request.user
    if not isinstance(user, User) or not user.guest:
        return redirect("home")
    form = ClaimForm(request.POST or None)

    def act() -> None:
        typed = form.cleaned_data
        address = typed["email"].strip().lower()
        claiming.count_claim(guest=user, asker=asker_of(request), address=address)
        code = get_adapter(request).generate_login_code()
        kept = claiming.begin_claim(
            name=typed["name"], address=address, code=code, time_zone=typed["time_zone"]
        )
        request.session[CLAIM] = asdict(kept)
        get_adapter(request).send_mail("account/email/claim_code", address, {"code": code})

    if fulfilled(form, act, field="email"):
        return redirect("claim_code")
    back = _invitation(request.GET.get("back", ""))
    if back:
        request.session[BACK] = back
    context = {"form": form, "wars": own_skirmishes(user), "back": request.session.get(BACK, "")}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "skirmish/claim.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim_code(request: HttpRequest) -> HttpResponseBase:
    """The code; with it the guest is an account, or logs in to the one that it has."""
    user, kept = request.user, request.session.get(CLAIM)
    if not isinstance(user, User) or not user.guest:
        return redirect("home")
    if kept is None:
        return redirect("claim")
    waiting = claiming.Claim(**kept)
    form = CodeForm(request.POST or None)

    def act() -> None:
        request.session[CLAIM] = {**kept, "tries": waiting.tries + 1}
        claiming.check_code(waiting, form.cleaned_data["code"])

    if fulfilled(form, act, field="code"):
        return _claimed(request, user, waiting)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(
        request, "skirmish/claim_code.html", {"form": form, "address": waiting.address}, status=status
    )


def _claimed(request: HttpRequest, guest: User, waiting: claiming.Claim) -> HttpResponseBase:
    """The address is proven: become its account, or log in to it (its second factor is asked for, too)."""
    after = request.session.get(BACK) or reverse("home")
    with transaction.atomic():
        person = claiming.complete_claim(guest=guest, claim=waiting)
        if person is not None:
            request.session.pop(CLAIM, None)
            request.session.pop(BACK, None)
            login(request, person, BACKEND)
            request.session.cycle_key()
            request.session.set_expiry(None)
            messages.success(request, _("The war is yours to keep, %(name)s.") % {"name": person.name})
            return redirect(after)
        account = claiming.holder_of(waiting.address)
        if account is None:
            messages.warning(request, _("That did not work. Please ask for another code."))
            return redirect("claim")
        had_password = claiming.prove_address(account, waiting.address)
        step_out(request, guest)
        # Whoever logs in takes the wars along, and is told so: see config.accounts.
        answer: HttpResponseBase = perform_login(request, account, redirect_url=after, email=waiting.address)
        if not request.user.is_authenticated:
            messages.info(
                request,
                _("You have an account already. Once you have logged in to it, the war moves there."),
            )
        if had_password:
            messages.warning(
                request,
                _("Its password was set before anybody had shown that this address is theirs.")
                + " "
                + _("It opens nothing any more: set one on the page of your account."),
            )
        return answer
