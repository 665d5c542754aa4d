"""The steps of building a campaign, each saved at once: story, settings, schedule, seats, template.

``version`` says which version of the part was before whoever saves (``campaign.founding.draft_parts``); if
somebody else has saved since, it is refused (``changed``) and nothing is stored. None stores in any case; an
empty one is what a page is sent with that says none, and refused.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.membership import facilitates
from campaign.base.answers import Json
from campaign.base.dates.schedule import Schedule, ScheduleError
from campaign.base.dates.schedule_presets import PACE
from campaign.base.maps.war_templates import TEMPLATE, draw
from campaign.base.refusal import Refusal, check_line
from campaign.base.setup.boards import read_board
from campaign.base.setup.campaign_settings import VariableError, Variables, check_automatic
from campaign.base.setup.dossiers import ScenarioError, read_dossier
from campaign.base.setup.open_vision import asked_of
from campaign.base.setup.setups import SetUp
from campaign.base.words.document_faults import fault, kind_of
from campaign.founding.draft_parts import (
    dossier_version,
    schedule_version,
    seats_version,
    set_up_version,
    settings_version,
    story_version,
)
from campaign.founding.draft_saving import (
    FEWEST_SEATS,
    MOST_SEATS,
    add_place,
    check_name,
    check_version,
    locked_draft,
    note_save,
    open_draft,
)
from campaign.founding.left_pace import before_pace, left_behind, note_pace
from campaign.models import Campaign, Draft, Gathering, Role, RoleKind, Seat, User
from campaign.people.open_vision.services import ask_anew
from campaign.people.seats.calling_off import call_off
from campaign.people.texts.services import fit_conduct, save_texts

MOST_STORY = 10_000
MOST_ARMY = 60


@transaction.atomic
def begin(*, by: User, name: str, seats: int, blind: bool = False, template: str = "") -> Campaign:
    """Begin to build a campaign, from a war on the shelf if one is named. Raises ``Refusal``."""
    campaign = open_draft(by=by, name=name, seats=seats, blind=blind)
    if template:
        try:
            use_template(campaign=campaign, by=by, key=template)
        except Refusal as refusal:
            raise Refusal(refusal.message, code="draft", field="start") from refusal
    return campaign


@transaction.atomic
def save_story(*, campaign: Campaign, by: User, name: str, story: str, version: str | None = None) -> None:
    """Store what the campaign is called and why they fight. Raises ``Refusal`` with the field."""
    draft = locked_draft(campaign, by)
    check_version(draft, "story", story_version(draft.campaign), version, by)
    if len(story) > MOST_STORY:
        raise Refusal(
            _("A story has at most %(most)s characters.") % {"most": MOST_STORY}, code="draft", field="story"
        )
    draft.campaign.name, draft.campaign.story = check_name(name), story.strip()
    draft.campaign.save(update_fields=("name", "story"))
    mark_saved(draft, by, "story")


@transaction.atomic
def save_club_texts(
    *, campaign: Campaign, by: User, texts: Mapping[str, str], version: str | None = None
) -> None:
    """Store what the club asks of whoever plays, as ``save_texts`` does; the step counts as done."""
    draft = locked_draft(campaign, by)
    save_texts(campaign=campaign, by=by, texts=texts, version=version)
    mark_saved(draft, by, "texts")


@transaction.atomic
def save_settings(
    *,
    campaign: Campaign,
    by: User,
    changes: Mapping[str, Json],
    automatic: bool | None = None,
    version: str | None = None,
) -> None:
    """Store variables by name, the others staying as they are, and whether reviews are left out.

    ``automatic`` None leaves that as it is. Raises ``Refusal`` with the variable as field; ``blind`` if a
    blind campaign is to be reviewed.
    """
    draft = locked_draft(campaign, by)
    before = settings_version(draft.campaign)
    check_version(draft, "settings", before, version, by)
    try:
        variables = Variables.parse({**draft.campaign.settings, **changes})
        check_automatic(variables, automatic=draft.campaign.automatic if automatic is None else automatic)
    except VariableError as error:
        raise Refusal(sentence(error.message), code="draft", field=error.name) from error
    if automatic is not None:
        if draft.campaign.blind and not automatic:
            raise Refusal(
                _("A campaign that is set up blind is automatic, and stays so."),
                code="blind",
                field="automatic",
            )
        draft.campaign.automatic = automatic
    other = asked_of(variables) != asked_of(Variables.of(draft.campaign))
    draft.campaign.settings = variables.document()
    draft.campaign.save(update_fields=("settings", "automatic"))
    draft.campaign.seats.update(grace_left=variables.grace)
    if other:
        ask_anew(draft.campaign, by)
    # Times are variables, too, and no part of this version: who saves them has not changed these.
    changed = settings_version(draft.campaign) != before
    mark_saved(draft, by, "settings", parts=("settings",) if changed else ())


@transaction.atomic
def save_schedule(
    *, campaign: Campaign, by: User, document: Mapping[str, object], version: str | None = None
) -> None:
    """Store the schedule. Raises ``Refusal`` with the part at fault as field."""
    draft = locked_draft(campaign, by)
    check_version(draft, "schedule", schedule_version(draft.campaign), version, by)
    try:
        schedule = Schedule.parse({**draft.campaign.schedule, **document})
    except ScheduleError as error:
        raise Refusal(sentence(error.message), code="draft", field=error.name) from error
    if schedule.ready:
        message = _("A campaign that is built has dates; only skirmishes and lessons have none.")
        raise Refusal(message, code="draft", field="ready")
    draft.campaign.schedule = schedule.document()
    draft.campaign.save(update_fields=("schedule",))
    mark_saved(draft, by, "schedule")


@transaction.atomic
def save_dates(
    *,
    campaign: Campaign,
    by: User,
    document: Mapping[str, Json],
    changes: Mapping[str, Json],
    version: str | None = None,
) -> None:
    """Store the schedule and the variables of time together. Raises ``Refusal`` as the two do."""
    save_schedule(campaign=campaign, by=by, document=document, version=version)
    save_settings(campaign=campaign, by=by, changes=changes)


@transaction.atomic
def use_pace(*, campaign: Campaign, by: User, key: str, version: str | None = None) -> None:
    """Take over a pace: its deadlines, least times and what its war needs; all else of the schedule stays.

    What the pace before it has changed, and nobody since, is as it was before that. Raises ``Refusal``.
    """
    pace = PACE.get(key)
    if pace is None:
        raise Refusal(
            _("There is no such pace; there are %(keys)s.") % {"keys": ", ".join(PACE)},
            code="draft",
            field="pace",
        )
    draft = locked_draft(campaign, by)
    variables = Variables.of(draft.campaign)
    back = before_pace(draft, variables)
    changes = {**back, **pace.variables}
    save_dates(campaign=campaign, by=by, document=pace.schedule, changes=changes, version=version)
    draft.refresh_from_db(fields=("saved",))
    note_pace(draft, pace, {**variables.document(), **back})
    draft.save(update_fields=("saved",))
    fit_conduct(campaign, by, by_the_minute=pace.rhythm is not None)


@transaction.atomic
def leave_pace(*, campaign: Campaign, by: User, version: str | None = None) -> None:
    """Put back what a pace by the minute has left in a war that goes by days again. Raises ``Refusal``."""
    draft = locked_draft(campaign, by)
    check_version(draft, "schedule", schedule_version(draft.campaign), version, by)
    left = left_behind(draft.campaign, draft)
    if left:
        save_settings(campaign=campaign, by=by, changes=left)
        fit_conduct(campaign, by, by_the_minute=False)


@transaction.atomic
def save_seats(*, campaign: Campaign, by: User, armies: Iterable[str], version: str | None = None) -> None:
    """Store how many seats there are, by the names of their armies in order; an empty name keeps the old one.

    Seats are added and taken away at the end; one that somebody holds is not taken away, nor renamed here:
    its army is its player's. Raises ``Refusal``.
    """
    draft = locked_draft(campaign, by)
    check_version(draft, "seats", seats_version(draft.campaign), version, by)
    names = [" ".join(army.split()) for army in armies]
    seats = list(draft.campaign.seats.order_by("number"))
    if not FEWEST_SEATS <= len(names) <= MOST_SEATS:
        raise Refusal(
            _("A campaign has %(fewest)s to %(most)s seats.") % {"fewest": FEWEST_SEATS, "most": MOST_SEATS},
            code="draft",
            field="count",
        )
    for seat in seats[len(names) :]:
        if seat.user_id is not None:
            raise Refusal(
                _("%(army)s has a player; remove the player first.") % {"army": seat.army},
                code="taken",
                field="count",
            )
        seat.delete()
    seats = seats[: len(names)]
    while len(seats) < len(names):
        seats.append(add_place(draft.campaign))
    for seat, name in zip(seats, names, strict=False):
        _rename(seat, name)
    mark_saved(draft, by, "seats")


def _rename(seat: Seat, name: str) -> None:
    if not name or name == seat.army or seat.user_id is not None:
        return
    check_line(name, f"army_{seat.number}")
    if len(name) > MOST_ARMY:
        raise Refusal(
            _("The name of an army has at most %(most)s characters.") % {"most": MOST_ARMY},
            code="draft",
            field=f"army_{seat.number}",
        )
    seat.army = name
    seat.save(update_fields=("army",))


@transaction.atomic
def save_dossier(
    *,
    campaign: Campaign,
    by: User,
    seat: Seat,
    dossier: Mapping[str, object],
    features: Collection[str] | None = None,
    relics: Collection[str] | None = None,
    version: str | None = None,
) -> None:
    """Store what a seat alone wants and knows; ``features`` and ``relics`` are those it knows from the start.

    None leaves these as they are; they stand on the board, which then has a new version. Raises ``Refusal``
    (``dossier``) with the JSON path as field.
    """
    draft = locked_draft(campaign, by)
    if draft.campaign.blind:
        raise Refusal(_("This campaign is set up blind: nobody writes or sees the aims."), code="blind")
    check_version(draft, seat.key, dossier_version(draft, seat), version, by)
    try:
        draft.players = {**draft.players, seat.key: read_dossier(dossier)}
    except ScenarioError as error:
        raise kind_of(error)(f"{fault(error)}.", code="dossier", field=error.path) from error
    told = [_tell(draft, "features", seat.key, features), _tell(draft, "relics", seat.key, relics)]
    if any(told):
        draft.board_version += 1
    parts = (seat.key, "board") if any(told) else (seat.key,)
    mark_saved(draft, by, "players", "board", "board_version", "players", parts=parts)


def _tell(draft: Draft, kind: str, key: str, known: Collection[str] | None) -> bool:
    """Let exactly these things be known to a seat; gives whether that changed anything."""
    if known is None:
        return False
    things = draft.board[kind]
    unknown = sorted(set(known) - {thing["id"] for thing in things})
    if unknown:
        raise Refusal(
            _("There is no %(id)s among the map's %(kind)s.") % {"id": unknown[0], "kind": kind},
            code="dossier",
            field=kind,
        )
    changed = False
    for thing in things:
        knowing = set(thing["known_to"])
        wanted = knowing | {key} if thing["id"] in known else knowing - {key}
        changed = changed or wanted != knowing
        thing["known_to"] = sorted(wanted)
    return changed


@transaction.atomic
def use_template(*, campaign: Campaign, by: User, key: str, version: str | None = None) -> None:
    """Build on a war from the shelf: its map, banners, features, relics and conditions replace the draft's.

    Its story is taken over where there is none yet. Of a blind campaign it is only noted, and drawn when the
    campaign starts. Raises ``Refusal`` (``draft``, field ``template``).
    """
    draft = locked_draft(campaign, by)
    if not draft.campaign.blind:
        check_version(draft, "board", set_up_version(draft), version, by)
    template = TEMPLATE.get(key)
    seats = [seat.key for seat in draft.campaign.seats.order_by("number")]
    if template is None:
        raise Refusal(
            _("There is no such war; there are %(keys)s.") % {"keys": ", ".join(TEMPLATE)},
            code="draft",
            field="template",
        )
    if not template.fits(len(seats)):
        raise Refusal(
            _("%(name)s is for %(fewest)s to %(most)s seats, and there are %(count)s.")
            % {
                "name": template.name,
                "fewest": template.seats[0],
                "most": template.seats[1],
                "count": len(seats),
            },
            code="draft",
            field="template",
        )
    draft.template = key
    campaign = draft.campaign
    story = () if campaign.story else ("story",)
    campaign.story = campaign.story or str(template.story)
    campaign.settings = {**campaign.settings, **template.variables}
    if not campaign.blind:
        put_up(draft, draw(template, seats, secrets.token_hex(8)))
    campaign.save(update_fields=("story", "settings", "map_rows"))
    parts = (*story, "settings", "board", *seats)
    mark_saved(draft, by, "template", "template", "board", "board_version", "players", parts=parts)


def put_up(draft: Draft, set_up: SetUp) -> None:
    """Put a set-up in the place of the draft's, not yet stored."""
    draft.board = read_board(set_up.board)
    draft.board_version += 1
    draft.players = {key: read_dossier(dossier) for key, dossier in set_up.players.items()}
    draft.campaign.map_rows = "\n".join(draft.board["terrain"])


@transaction.atomic
def discard(*, campaign: Campaign, by: User, name: str) -> None:
    """Throw away a campaign that has not started; ``name`` is typed to show that it is meant.

    Its people are told. Whoever may send players away does so first; a host for tonight, and who may send
    nobody away because all is set up blind, calls it off in one go.

    Raises ``Refusal``: ``draft`` if the name is another, ``taken`` while others have seats in it.
    """
    draft = locked_draft(campaign, by)
    if " ".join(name.split()) != draft.campaign.name:
        raise Refusal(_("Type the campaign's name as it is written above."), code="draft", field="name")
    builders = Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).values("user")
    others = draft.campaign.seats.filter(user__isnull=False).exclude(user__in=builders)
    in_one_go = not facilitates(by, campaign) or Gathering.objects.filter(campaign=campaign).exists()
    if not in_one_go and others.exists():
        raise Refusal(
            _("Players have joined already; remove them first, so that they are told."),
            code="taken",
        )
    call_off(campaign=draft.campaign, by=by)


def mark_saved(draft: Draft, by: User, step: str, *fields: str, parts: Iterable[str] | None = None) -> None:
    """Store the draft; the step counts as done from now on, and ``parts`` (else it) as saved by ``by``."""
    note_save(draft, by, *((step,) if parts is None else parts))
    if step not in draft.seen:
        draft.seen = [*draft.seen, step]
    draft.version += 1
    draft.save(update_fields=tuple({"seen", "saved", "version", "changed_at", *fields}))


def sentence(words: str) -> str:
    """A fault as a sentence."""
    return words[:1].upper() + words[1:].rstrip(".") + "."
