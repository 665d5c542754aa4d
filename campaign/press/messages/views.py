"""Messages: the list, a conversation, a new group, search, and what was flagged."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access.membership import campaigns_of
from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.models import Campaign, User, Voice
from campaign.press.messages import selectors as reading
from campaign.press.messages import services as writing
from campaign.press.messages.forms import GroupForm, MessageForm, SearchForm
from campaign.press.messages.press_modes import campaign_to_write_in, person_in
from campaign.turn.stored_turns import latest_turn
from campaign.web.page_actions import fulfilled
from campaign.web.viewer import Viewer


def _viewer(request: HttpRequest, campaign_id: str) -> Viewer:
    """The viewer as oneself: nobody reads messages through a player's eyes. A stand-in may come in."""
    user = request.user
    assert isinstance(user, User)
    try:
        campaign = campaign_to_write_in(user, campaign_id)
    except Campaign.DoesNotExist:
        raise Http404 from None
    person = person_in(user, campaign)
    return Viewer(
        user,
        campaign,
        person.seat,
        facilitator=person.voice == Voice.FACILITATOR,
        stand_in=not campaigns_of(user).filter(pk=campaign.pk).exists(),
    )


def _head(viewer: Viewer) -> dict[str, object]:
    turn = latest_turn(viewer.campaign)
    frame = frame_of(viewer.campaign, turn, viewer.seat, facilitator=viewer.facilitator)
    return {"viewer": viewer, "frame": frame, "here": "messages"}


@login_required
@require_GET
def threads(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All threads, or what was found in them."""
    viewer = _viewer(request, campaign_id)
    form = SearchForm(request.GET)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    context = {
        **_head(viewer),
        "page": reading.inbox(viewer.user, viewer.campaign),
        "search": form,
        "words": words,
        "found": reading.search(viewer.user, viewer.campaign, words) if words else (),
    }
    return render(request, "press/messages/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_group(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Open a group."""
    viewer = _viewer(request, campaign_id)
    page = reading.inbox(viewer.user, viewer.campaign)
    if not page.may_group:
        raise Http404
    form = GroupForm(page.armies, request.POST if request.method == "POST" else None)

    def start() -> writing.Sent:
        return writing.start_group(
            user=viewer.user,
            campaign=viewer.campaign,
            title=form.cleaned_data["title"],
            numbers=form.cleaned_data["seats"],
            text=form.cleaned_data["text"],
            client_id=form.cleaned_data["client_id"],
        )

    if done := fulfilled(form, start):
        return redirect("conversation", campaign_id, done[0].message.thread.public_id)
    status = 422 if request.method == "POST" else 200
    return render(request, "press/messages/group.html", {**_head(viewer), "form": form}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, campaign_id: str, name: str) -> HttpResponse:
    """A conversation; a POST writes in it."""
    viewer = _viewer(request, campaign_id)
    page = _page(request, viewer, name)
    if request.method != "POST":
        answer = _show(request, viewer, page)
        if page.thread is not None and page.last and request.method == "GET":
            writing.mark_thread_read(user=viewer.user, campaign=viewer.campaign, name=name, last=page.last)
        return answer
    form = MessageForm(request.POST)
    user, campaign = viewer.user, viewer.campaign
    if fulfilled(
        form, lambda: writing.send_message(user=user, campaign=campaign, name=name, **form.cleaned_data)
    ):
        return redirect(_back(request, viewer, page))
    return _show(request, viewer, page, form)


def _page(request: HttpRequest, viewer: Viewer, name: str) -> reading.ThreadPage:
    before = request.GET.get("before", "")[:40]
    page = reading.thread_page(viewer.user, viewer.campaign, name, before)
    if page is None:
        raise Http404
    return page


def _back(request: HttpRequest, viewer: Viewer, page: reading.ThreadPage) -> str:
    """Where one goes after writing: the battle's page if it was written there."""
    if page.battle and request.POST.get("back") == "battle":
        return reverse("battle", args=[viewer.campaign.public_id, page.battle]) + "#thread"
    return reverse("conversation", args=[viewer.campaign.public_id, page.name]) + "#write"


def _show(
    request: HttpRequest, viewer: Viewer, page: reading.ThreadPage, form: MessageForm | None = None
) -> HttpResponse:
    if request.headers.get("HX-Request") and form is None:
        return render(request, "press/messages/_lines.html", {"viewer": viewer, "thread": page})
    context = {
        **_head(viewer),
        "thread": page,
        "form": form or MessageForm(),
        "press": person_in(viewer.user, viewer.campaign).press,
    }
    return render(request, "press/messages/thread.html", context, status=422 if form is not None else 200)


@login_required
@require_POST
def mute(request: HttpRequest, campaign_id: str, name: str) -> HttpResponse:
    """Mute a conversation, or hear of it again."""
    viewer = _viewer(request, campaign_id)
    page = _page(request, viewer, name)
    writing.mute_thread(
        user=viewer.user, campaign=viewer.campaign, name=name, muted=request.POST.get("muted") == "on"
    )
    return redirect("conversation", campaign_id, page.name)


@login_required
@require_POST
def leave(request: HttpRequest, campaign_id: str, name: str) -> HttpResponse:
    """Leave a group."""
    viewer = _viewer(request, campaign_id)
    _page(request, viewer, name)
    try:
        writing.leave_group(user=viewer.user, campaign=viewer.campaign, name=name)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("conversation", campaign_id, name)
    messages.success(request, _("You have left the group."))
    return redirect("messages", campaign_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, campaign_id: str, name: str, message_id: str) -> HttpResponse:
    """Change one's own message."""
    viewer = _viewer(request, campaign_id)
    page, line = _line(request, viewer, name, message_id)
    if not line.mine or line.hidden:
        raise Http404
    form = MessageForm(request.POST if request.method == "POST" else None, initial={"text": line.text})

    def act() -> None:
        writing.edit_message(
            user=viewer.user,
            campaign=viewer.campaign,
            message_id=message_id,
            text=form.cleaned_data["text"],
        )

    return _one(request, viewer, page, line, form, act, "edit")


def _line(
    request: HttpRequest, viewer: Viewer, name: str, message_id: str
) -> tuple[reading.ThreadPage, reading.Line]:
    page = _page(request, viewer, name)
    line = reading.line_of(viewer.user, viewer.campaign, page, message_id)
    if line is None:
        raise Http404
    return page, line


def _one(
    request: HttpRequest,
    viewer: Viewer,
    page: reading.ThreadPage,
    line: reading.Line,
    form: Form,
    act: Callable[[], None],
    doing: str,
) -> HttpResponse:
    """A page about one message with a form, and what the form does."""
    if fulfilled(form, act):
        return redirect("conversation", viewer.campaign.public_id, page.name)
    context = {**_head(viewer), "thread": page, "line": line, "form": form, "doing": doing}
    status = 422 if request.method == "POST" else 200
    return render(request, "press/messages/one.html", context, status=status)
