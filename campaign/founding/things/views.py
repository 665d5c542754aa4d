"""Features, relics and what happens by itself with them, as those who build a campaign write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.documents import Board, BoardTrigger
from campaign.base.words.setting_words import changed_words
from campaign.base.words.trigger_words import ThingNames, trigger_sentences
from campaign.founding.draft_parts import board_version, lots_version
from campaign.founding.packet.selectors import board_picture
from campaign.founding.start.started import while_built
from campaign.founding.things import services
from campaign.founding.things.forms import DEEDS, TERMS, HeadForm, LotsForm, PlantForm, WordForm
from campaign.founding.things.forms import things as offered
from campaign.founding.things.selectors import lost_triggers, thing_lines, words_of
from campaign.founding.views import Builder
from rules.format.house import MOST_LISTED

Save = Callable[[str], object]
"""What stores something over the version that was before whoever sent it."""


@while_built
def things(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All features and relics with their triggers; of a blind campaign only what is put there by lot."""
    at = Builder(request, campaign_id, "things")
    act = request.POST.get("act", "") if at.posted else ""
    plant = PlantForm(request.POST if act == "plant" else None, prefix="plant")
    lots = LotsForm(
        request.POST if act == "lots" else None, prefix="lots", initial={"templates": at.draft.lots}
    )
    saved, status = False, 200
    if act == "lots":
        saved, status = _stored(at, lots, lambda version: _save_lots(at, lots, version))
    elif act == "plant" and not at.campaign.blind:
        saved, status = _stored(at, plant, lambda version: _plant(at, plant, version))
    elif act and not at.campaign.blind:
        saved = _do(at, act)
    if saved:
        return redirect(request.path)
    shown: dict[str, object] = {"lots": lots, "lots_version": lots_version(at.draft)}
    if not at.campaign.blind:
        shown |= {
            "plant": plant,
            "lines": thing_lines(at.draft.board),
            "lost": lost_triggers(at.draft.board),
            "picture": board_picture(at.campaign, at.draft),
            "part_version": board_version(at.draft),
        }
    return at.show("founding/things/things.html", status=status, **shown)


def _save_lots(at: Builder, form: LotsForm, version: str) -> None:
    before = Variables.of(at.campaign)
    services.save_lots(campaign=at.campaign, by=at.by, keys=form.cleaned_data["templates"], version=version)
    _tell_changed(at, before)


def _plant(at: Builder, form: PlantForm, version: str) -> None:
    data, before = form.cleaned_data, Variables.of(at.campaign)
    services.plant(
        campaign=at.campaign,
        by=at.by,
        key=data["template"],
        at=data["at"],
        other=data["other"],
        version=version,
    )
    _tell_changed(at, before)


def _tell_changed(at: Builder, before: Variables) -> None:
    """Say which settings have changed with what was put on the map."""
    at.refresh()
    changed = changed_words(before, Variables.of(at.campaign))
    if changed:
        told = _("It has changed these settings, too: %(settings)s.") % {"settings": "; ".join(changed)}
        messages.info(at.request, told)


def _do(at: Builder, act: str) -> bool:
    """Seal a relic or take a trigger out, if the board is as it was shown."""
    which = at.request.POST.get("which", "")[:64]
    try:
        if act == "remove":
            services.remove_trigger(campaign=at.campaign, by=at.by, key=which, version=at.version)
        else:
            services.seal(
                campaign=at.campaign, by=at.by, relic=which, sealed=act == "seal", version=at.version
            )
    except Refusal as refusal:
        messages.error(at.request, refusal.message)
    else:
        messages.success(at.request, _("Saved."))
    return True


def _stored(at: Builder, form: Form, save: Save) -> tuple[bool, int]:
    """Whether a form was stored, and the status if not; what was wrong is told beside what was typed."""
    if not form.is_valid():
        return False, 422
    try:
        save(at.version)
    except Refusal as refusal:
        at.refresh()
        field = (refusal.field or "").rpartition(".")[2]
        form.add_error(field if field in form.fields else None, refusal.message)
        return False, 409 if refusal.code == "changed" else 422
    messages.success(at.request, _("Saved."))
    return True, 200


def _open(request: HttpRequest, campaign_id: str) -> Builder:
    """The builder; of a blind campaign there is no such page."""
    at = Builder(request, campaign_id, "things")
    if at.campaign.blind:
        raise Http404
    return at


@while_built
def new(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """A trigger begins with the first thing that it does."""
    at = _open(request, campaign_id)
    board: Board = at.draft.board
    about = (request.POST if at.posted else request.GET).get("of", "")[:64]
    name = dict(offered(board)).get(about)
    if name is None:
        raise Http404
    act = request.POST.get("act", "") if at.posted else ""
    deeds = _forms(DEEDS, board, request, act, "do")
    form, status = deeds.get(act.partition("-")[2]), 200
    if form is not None:
        made: list[str] = []
        saved, status = _stored(at, form, lambda version: made.append(_begin(at, about, form, version)))
        if saved:
            return redirect("build_trigger", at.campaign.public_id, made[0])
    return at.show(
        "founding/things/new.html",
        status=status,
        about=about,
        name=name,
        deeds=deeds,
        acting=act,
        part_version=board_version(at.draft),
    )


def _begin(at: Builder, about: str, form: WordForm, version: str) -> str:
    """Store a new trigger about a thing; gives its id."""
    kind, _colon, key = about.partition(":")
    bare = {kind: key, "do": [form.document()]}
    return services.save_trigger(campaign=at.campaign, by=at.by, trigger=bare, version=version)


@while_built
def trigger(request: HttpRequest, campaign_id: str, key: str) -> HttpResponse:
    """One trigger: its words are added and taken out one by one."""
    at = _open(request, campaign_id)
    found = next((one for one in at.draft.board.get("triggers", ()) if one["id"] == key), None)
    if found is None:
        # Taken out in another tab, or by another builder.
        messages.error(request, _("This trigger is no longer there."))
        return redirect("build_things", at.campaign.public_id)
    act = request.POST.get("act", "") if at.posted else ""
    part, _dash, word = act.partition("-")
    if part == "drop":
        return _drop(at, found, word)
    head = HeadForm(request.POST, prefix="head") if act == "head" else HeadForm.of(found)
    words = {
        "when": _forms(TERMS, at.draft.board, request, act, "when"),
        "do": _forms(DEEDS, at.draft.board, request, act, "do"),
    }
    form: Form | None = head if act == "head" else words.get(part, {}).get(word)
    status = 200
    if form is not None:
        if (
            part == "when"
            and isinstance(form, WordForm)
            and form.is_valid()
            and form.document() in found["when"]
        ):
            form.add_error(None, _("This is asked already."))
        saved, status = _stored(at, form, lambda version: _save(at, _changed(found, part, form), version))
        if saved:
            return redirect(request.path)
    when, do = words_of(found, at.draft.board)
    return at.show(
        "founding/things/trigger.html",
        status=status,
        name=ThingNames.on(at.draft.board).of(found),
        sentences=trigger_sentences(found, ThingNames.on(at.draft.board)),
        head=head,
        when=when,
        do=do,
        terms=words["when"] if len(when) < MOST_LISTED else {},
        deeds=words["do"] if len(do) < MOST_LISTED else {},
        acting=act,
        part_version=board_version(at.draft),
    )


def _forms(
    kinds: Mapping[str, type[WordForm]], board: Board, request: HttpRequest, act: str, part: str
) -> dict[str, WordForm]:
    """A form for each word that the map allows; the one that was sent holds what was typed."""
    made = {
        word: kind(board, request.POST if act == f"{part}-{word}" else None, prefix=f"{part}-{word}")
        for word, kind in kinds.items()
    }
    return {word: form for word, form in made.items() if not form.empty}


def _changed(found: BoardTrigger, part: str, form: Form) -> dict[str, object]:
    """The trigger with what a form adds to it."""
    whole: dict[str, object] = {**found}
    if isinstance(form, HeadForm):
        return {**whole, **form.words()}
    assert isinstance(form, WordForm)
    kept: list[object] = [*(found["when"] if part == "when" else found["do"])]
    return {**whole, part: [*kept, form.document()]}


def _drop(at: Builder, found: BoardTrigger, part: str) -> HttpResponse:
    """Take out the word that was pointed at: the list must be the one that was shown."""
    text = at.request.POST.get("which", "")
    kept: list[object] = [*(found["when"] if part == "when" else found["do"])]
    place = int(text) if text.isdecimal() and len(text) < 4 else len(kept)
    left = [one for n, one in enumerate(kept) if n != place]
    if part == "do" and not left:
        messages.error(at.request, _("A trigger does at least one thing; add another first."))
        return redirect(at.request.path)
    try:
        _save(at, {**found, "when" if part == "when" else "do": left}, at.version)
    except Refusal as refusal:
        messages.error(at.request, refusal.message)
    else:
        messages.success(at.request, _("Removed."))
    return redirect(at.request.path)


def _save(at: Builder, trigger: Mapping[str, object], version: str) -> None:
    services.save_trigger(campaign=at.campaign, by=at.by, trigger=trigger, version=version)
