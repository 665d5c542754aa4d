"""The builder: a page for each step of founding a campaign, saved as it goes.

A page's script posts its form whenever something was typed, and asks for JSON; without it the buttons do.
Each form carries the version of what was before its writer; if somebody else has saved since, or no version
is sent, nothing is stored, and the answer (409) holds what is stored, beside what was typed.
Only those who build the campaign find these pages, and only until it starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaign.access.bot_words import bot_words
from campaign.access.membership import campaign_for, campaigns_of
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.dates.schedule_presets import PACES
from campaign.base.maps.war_templates import TEMPLATE, TEMPLATES
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.setting_words import changed_words
from campaign.founding import services as building
from campaign.founding.draft_parts import (
    schedule_version,
    seats_version,
    set_up_version,
    settings_version,
    story_version,
)
from campaign.founding.drafts import draft_for
from campaign.founding.forms import DiscardForm, NewForm, ScheduleForm, SeatsForm, SettingsForm, StoryForm
from campaign.founding.left_pace import left_words
from campaign.founding.selectors import build_page, turns_ahead
from campaign.founding.start.copying import copy_campaign
from campaign.founding.start.facilitator_seat import take_own_seat
from campaign.founding.start.services import start_campaign
from campaign.founding.start.started import of_started, to_the_war, while_built
from campaign.models import Campaign, Draft, User
from campaign.people.texts.forms import TextsForm
from campaign.people.texts.selectors import texts_version, to_agree_to, versions_of
from campaign.people.views import Around
from campaign.web.bounded_fields import whole
from campaign.web.confirmation import ask_first
from campaign.web.edit_conflict import differences, values_of


class Builder:
    """One request to a page of the builder: who builds, what, and how the page answers."""

    def __init__(self, request: HttpRequest, campaign_id: str, tab: str) -> None:
        user = request.user
        if not isinstance(user, User):
            raise Http404
        try:
            self.campaign: Campaign = campaign_for(user, campaign_id)
            self.draft: Draft = draft_for(user, self.campaign)
        except (Campaign.DoesNotExist, Draft.DoesNotExist):
            raise Http404 from None
        self.request, self.by, self.tab = request, user, tab

    @property
    def posted(self) -> bool:
        """Whether something was sent."""
        return self.request.method == "POST"

    @property
    def version(self) -> str:
        """Which version was before whoever sent this; none said is empty, and so never the present one."""
        return self.request.POST.get("version", "")[:64]

    def show(self, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
        """The page."""
        page = build_page(self.campaign, self.draft)
        shown = {"page": page, "frame": page.frame, "here": "build", "tab": self.tab, "draft": self.draft}
        return render(self.request, template, {**shown, **context}, status=status)

    def step(self, template: str, part: Part, **context: object) -> HttpResponse:
        """Show a step's form, or save it and go on; a script is answered in JSON."""
        form, version = part.form, self.version
        try:
            saved = self.posted and saved_with(form, lambda: part.save(version))
        except Changed as changed:
            return self._compare(template, part, changed, **context)
        if self.request.headers.get("Accept") == "application/json":
            errors = {name: [str(one) for one in found] for name, found in form.errors.items()}
            answer = {"saved": saved, "errors": errors, "version": part.now()[1] if saved else version}
            return JsonResponse(answer, status=200 if saved else 422)
        if saved:
            messages.success(self.request, _("Saved."))
            return redirect(self._next())
        context = {"part_version": version if self.posted else part.now()[1], **context}
        return self.show(template, status=422 if self.posted else 200, form=form, **context)

    def _compare(self, template: str, part: Part, changed: Changed, **context: object) -> HttpResponse:
        """Tell what somebody else has stored; what was typed stays in the form."""
        self.refresh()
        stored, version = part.now()
        if self.request.headers.get("Accept") == "application/json":
            told = {"message": str(changed), "version": version, "theirs": values_of(stored)}
            return JsonResponse({"saved": False, "errors": {}, **told}, status=409)
        context |= {
            "part_version": version,
            "meanwhile": differences(part.form, stored),
            "changed": str(changed),
        }
        return self.show(template, status=409, form=part.form, **context)

    def refresh(self) -> None:
        """Look at the campaign as it is now."""
        self.campaign.refresh_from_db()
        self.draft.refresh_from_db(fields=("board", "board_version", "players", "seen", "version"))

    def _next(self) -> str:
        """Where the button leads that was pressed."""
        if self.request.POST.get("then") == "next":
            return build_page(self.campaign, self.draft).after(self.tab)
        return self.request.path


class Changed(Exception):  # noqa: N818 - it is an answer, not a fault
    """Somebody else has saved the part meanwhile, or may have; the words of the refusal."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a step's page saves: its form, what is stored now with its version, and how it is stored."""

    form: forms.Form
    now: Callable[[], tuple[forms.Form, str]]
    save: Callable[[str], None]
    """Given the version that was before whoever saves."""


def saved_with(form: forms.Form, save: Callable[[], None]) -> bool:
    """Save what a form holds; what was refused is told beside its field. Raises ``Changed``."""
    if not form.is_valid():
        return False
    try:
        save()
    except Refusal as refusal:
        if refusal.code == "changed":
            raise Changed(refusal.message) from refusal
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return False
    return True


def people_step(user: User, campaign: Campaign) -> Around | None:
    """The step of the builder in which people are invited; None for whoever does not build."""
    try:
        page = build_page(campaign, draft_for(user, campaign))
    except Draft.DoesNotExist:
        return None
    return Around("founding/people.html", {"page": page, "frame": page.frame, "tab": "people"})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """A campaign is begun: empty, from a war on the shelf, or like an old one."""
    user = request.user
    assert isinstance(user, User)
    old = list(campaigns_of(user))
    starts = [
        ("", _("An empty map")),
        *((f"template:{one.key}", str(one.name)) for one in TEMPLATES),
        *((f"copy:{one.public_id}", _("Like %(name)s") % {"name": one.name}) for one in old),
    ]
    form = NewForm(request.POST or None, starts=starts, initial={"start": "template:crossing"})
    begun: list[Campaign] = []
    if request.method == "POST" and saved_with(form, lambda: begun.append(_begin(user, form.cleaned_data))):
        return redirect("build", begun[0].public_id)
    context = {"form": form, "templates": {f"template:{one.key}": one for one in TEMPLATES}}
    return render(request, "founding/new.html", context, status=422 if request.method == "POST" else 200)


def _begin(user: User, data: dict[str, Any]) -> Campaign:
    """Begin it as was chosen; all or nothing."""
    kind, _colon, key = data["start"].partition(":")
    blind = data["blind"] == "yes"
    if kind == "copy":
        return copy_campaign(by=user, source_id=key, name=data["name"], blind=blind)
    return building.begin(by=user, name=data["name"], seats=data["seats"], blind=blind, template=key)


_START = lazy(
    "All dice are bound, every player sees the deployment and a starting packet, turn 1 opens, and everybody"
    " is told. After that the set-up is fixed."
)


@while_built
def overview(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What is missing, and the start; once it has started, its builders are led to where it is run from."""
    started = of_started(request, campaign_id)
    if started is not None:
        return started
    at = Builder(request, campaign_id, "overview")
    act = request.POST.get("act") if at.posted else ""
    discard = DiscardForm(request.POST if act == "discard" else None)
    wrong = ""
    asked = ask_first(request, _START, _("Start the campaign")) if act == "start" else None
    if asked is not None:
        return asked
    if act == "start":
        try:
            start_campaign(campaign=at.campaign, by=at.by)
        except Refusal as refusal:
            wrong = refusal.message
        else:
            messages.success(request, _("The campaign has started: turn 1 is open, and all are told."))
            return to_the_war(at.by, at.campaign)
    if act == "discard" and saved_with(
        discard,
        lambda: building.discard(campaign=at.campaign, by=at.by, name=discard.cleaned_data["discard_name"]),
    ):
        messages.success(request, _("The campaign is deleted."))
        return redirect("home")
    return at.show("founding/overview.html", status=422 if at.posted else 200, wrong=wrong, discard=discard)


@while_built
def story(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Name and story."""
    at = Builder(request, campaign_id, "story")

    def now() -> tuple[forms.Form, str]:
        return StoryForm(initial=StoryForm.initial_of(at.campaign)), story_version(at.campaign)

    form = StoryForm(request.POST) if at.posted else now()[0]

    def save(version: str) -> None:
        building.save_story(campaign=at.campaign, by=at.by, version=version, **form.cleaned_data)
        at.refresh()

    return at.step("founding/story.html", Part(form, now, save))


@while_built
def texts(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What the club asks of whoever plays."""
    at = Builder(request, campaign_id, "texts")

    def now() -> tuple[forms.Form, str]:
        return TextsForm(initial=TextsForm.initial_of(at.campaign)), texts_version(at.campaign)

    form = TextsForm(request.POST) if at.posted else now()[0]

    def save(version: str) -> None:
        building.save_club_texts(campaign=at.campaign, by=at.by, texts=form.cleaned_data, version=version)
        at.refresh()

    return at.step("founding/texts.html", Part(form, now, save), versions=versions_of(at.campaign))


@while_built
def settings(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The settings, each with its rule."""
    at = Builder(request, campaign_id, "settings")

    def shown(data: QueryDict | None = None) -> SettingsForm:
        return SettingsForm(data, initial=SettingsForm.initial_of(at.campaign), blind=at.campaign.blind)

    form = shown(request.POST if at.posted else None)

    def save(version: str) -> None:
        building.save_settings(
            campaign=at.campaign,
            by=at.by,
            changes=form.changes(),
            automatic=form.is_automatic,
            version=version,
        )
        at.refresh()

    return at.step(
        "founding/settings.html", Part(form, lambda: (shown(), settings_version(at.campaign)), save)
    )


@while_built
def schedule(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The dates, and what they make of the first turns."""
    at = Builder(request, campaign_id, "schedule")
    if at.posted and "pace" in request.POST:
        return _use_pace(at)

    def now() -> tuple[forms.Form, str]:
        return ScheduleForm(initial=ScheduleForm.initial_of(at.campaign)), schedule_version(at.campaign)

    form = ScheduleForm(request.POST or None, initial=ScheduleForm.initial_of(at.campaign))

    def save(version: str) -> None:
        building.save_dates(
            campaign=at.campaign,
            by=at.by,
            document=form.document(Schedule.of(at.campaign)),
            changes=form.changes(),
            version=version,
        )
        at.refresh()

    ahead = turns_ahead(at.campaign, at.draft, clock.now())
    left = left_words(at.campaign, at.draft)
    return at.step("founding/schedule.html", Part(form, now, save), ahead=ahead, paces=PACES, left=left)


def _use_pace(at: Builder) -> HttpResponse:
    before = Variables.of(at.campaign)
    try:
        pace = at.request.POST["pace"][:64]
        if pace == "":
            building.leave_pace(campaign=at.campaign, by=at.by, version=at.version)
        else:
            building.use_pace(campaign=at.campaign, by=at.by, key=pace, version=at.version)
    except Refusal as refusal:
        messages.error(at.request, refusal.message)
    else:
        messages.success(at.request, _("Taken over: change what you like.") if pace else _("Put back."))
        at.refresh()
        changed = changed_words(before, Variables.of(at.campaign))
        if changed:
            told = _("It has changed these settings, too: %(settings)s.") % {"settings": "; ".join(changed)}
            messages.info(at.request, told)
    return redirect(at.request.path)


@while_built
def seats(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The seats."""
    at = Builder(request, campaign_id, "seats")
    if at.posted and "take" in request.POST:
        return _take_own(at)

    def now() -> tuple[forms.Form, str]:
        return SeatsForm(initial=SeatsForm.initial_of(at.campaign)), seats_version(at.campaign)

    form = SeatsForm(request.POST or None, initial=SeatsForm.initial_of(at.campaign))
    found = list(at.campaign.seats.select_related("user").order_by("number"))
    rows = [(form[f"army_{n}"], seat, bot_words(seat)) for n, seat in enumerate(found, start=1)]

    def save(version: str) -> None:
        building.save_seats(campaign=at.campaign, by=at.by, armies=form.armies(), version=version)
        at.refresh()

    return at.step(
        "founding/seats.html",
        Part(form, now, save),
        rows=rows,
        free=[seat for seat in found if at.campaign.blind and seat.user_id is None],
        own=next((seat for seat in found if seat.user_id == at.by.pk), None),
        agree=to_agree_to(at.campaign) if at.campaign.blind else None,
    )


def _take_own(at: Builder) -> HttpResponse:
    try:
        seat_id, agreed = at.request.POST["take"][:64], whole(at.request.POST.get("agreed", ""))
        take_own_seat(campaign=at.campaign, by=at.by, seat_id=seat_id, agreed=agreed)
    except Refusal as refusal:
        messages.error(at.request, refusal.message)
        return redirect(at.request.path)
    messages.success(at.request, _("The seat is yours: choose your army."))
    return redirect("army", at.campaign.public_id)


@while_built
def template(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The wars on the shelf."""
    at = Builder(request, campaign_id, "template")
    wrong = ""
    if at.posted:
        try:
            key = request.POST.get("template", "")[:64]
            building.use_template(campaign=at.campaign, by=at.by, key=key, version=at.version)
        except Refusal as refusal:
            wrong = refusal.message
        else:
            messages.success(request, _("Chosen.") if at.campaign.blind else _("Drawn: look at the map."))
            return redirect(request.path)
    shelf = [(one, one.fits(at.campaign.seats.count())) for one in TEMPLATES]
    chosen = TEMPLATE.get(at.draft.template)
    return at.show(
        "founding/template.html",
        status=422 if wrong else 200,
        wrong=wrong,
        shelf=shelf,
        chosen=chosen,
        part_version=set_up_version(at.draft),
    )
