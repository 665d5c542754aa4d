"""A campaign that is being built: every step is saved at once, by those who build it.

Building ends when the campaign starts. Whoever has the facilitator's role builds; of a blind campaign nobody
builds the board, because nobody may see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.knowledge_barriers import keep_truth
from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.dates.times import when as in_words
from campaign.base.refusal import Outdated, Refusal, check_line
from campaign.base.setup.boards import SEAT_KEYS, ScenarioError, empty_board, read_board
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.document_faults import fault, kind_of
from campaign.founding.draft_parts import board_version
from campaign.models import Campaign, CampaignStatus, Draft, Role, RoleKind, Seat, User
from campaign.people.texts.services import begin_texts

FEWEST_SEATS, MOST_SEATS = 2, len(SEAT_KEYS)
MOST_NAME = 80


def open_draft(*, by: User, name: str, seats: int = 4, blind: bool = False) -> Campaign:
    """Begin to build a campaign: its founder facilitates it, its seats are empty, its map is open ground.

    ``blind`` cannot be changed later: its set-up is drawn when it starts and shown to nobody, it is automatic
    for ever, and its founder may play. Raises ``Refusal`` (``draft``) with the field at fault.
    """
    name = check_name(name)
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise Refusal(
            _("A campaign has %(fewest)s to %(most)s seats.") % {"fewest": FEWEST_SEATS, "most": MOST_SEATS},
            code="draft",
            field="seats",
        )
    with transaction.atomic():
        campaign = Campaign.objects.create(
            name=name,
            blind=blind,
            automatic=blind,
            map_rows="\n".join(empty_board()["terrain"]),
            settings=Variables.of_new_war().document(),
            schedule=Schedule(time_zone=by.time_zone).document(),
        )
        Role.objects.create(campaign=campaign, user=by, kind=RoleKind.FACILITATOR)
        keep_truth(campaign, by)
        Draft.objects.create(campaign=campaign, board=empty_board())
        begin_texts(campaign, by)
        for _number in range(seats):
            add_place(campaign)
        return campaign


def add_place(campaign: Campaign) -> Seat:
    """Store an empty seat with the first number and the first key that are free (numbers may be swapped)."""
    seats = list(campaign.seats.all())
    number = min(set(range(1, MOST_SEATS + 1)) - {seat.number for seat in seats})
    return Seat.objects.create(
        campaign=campaign,
        key=min(set(SEAT_KEYS) - {seat.key for seat in seats}),
        number=number,
        army=_("Army %(number)s") % {"number": number},
        grace_left=Variables.of(campaign).grace,
    )


def check_name(name: str) -> str:
    """The name of a campaign. Raises ``Refusal``."""
    check_line(name.strip(), "name")
    name = " ".join(name.split())
    if not name:
        raise Refusal(_("A campaign needs a name."), code="draft", field="name")
    if len(name) > MOST_NAME:
        raise Refusal(
            _("A name has at most %(most)s characters.") % {"most": MOST_NAME}, code="draft", field="name"
        )
    return name


def locked_draft(campaign: Campaign, by: User) -> Draft:
    """The draft, locked, with its campaign as it is now; inside a transaction.

    Raises ``Refusal``: ``not_yours``, or ``started`` when building is over.
    """
    if not Role.objects.filter(campaign=campaign, user=by, kind=RoleKind.FACILITATOR).exists():
        raise Refusal(_("Only a facilitator builds the campaign."), code="not_yours")
    fresh = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    draft = Draft.objects.filter(campaign=fresh).first()
    if fresh.status != CampaignStatus.BUILDING or draft is None:
        raise Refusal(_("The campaign has started; what it was built of is fixed."), code="started")
    draft.campaign = fresh
    return draft


def note_save(draft: Draft, by: User, *parts: str) -> None:
    """Note who has saved parts of the draft, and when; for whoever saves the draft's row after it."""
    mark = {"by": by.pk, "at": clock.now().isoformat()}
    draft.saved = {**draft.saved, **dict.fromkeys(parts, mark)}


def check_version(draft: Draft, part: str, present: str, known: str | None, by: User) -> None:
    """Make sure that a part of the draft is as it was when it was read; None asks for no such check.

    Raises ``Outdated``, which says who has saved meanwhile: those who build a campaign know each other.
    """
    if known is None or known == present:
        return
    if not known:
        words = _("It was sent without the version that you have read. %(then)s") % {"then": _then()}
        raise Outdated(words, version=present, who="", when=None)
    mark = draft.saved.get(part)
    who = User.objects.filter(pk=mark["by"]).first() if mark else None
    when = datetime.fromisoformat(mark["at"]) if mark else None
    raise Outdated(
        _changed(who, when, by), version=present, who=who.name if who is not None else "", when=when
    )


def _then() -> str:
    return _("What you wrote is not saved yet: compare, and save again.")


def _changed(who: User | None, when: datetime | None, by: User) -> str:
    """Who has saved since, in a sentence, and what to do."""
    then = _then()
    if who is None or when is None:
        return _("This has changed since you opened it. %(then)s") % {"then": then}
    values = {"name": who.name, "when": in_words(when), "then": then}
    if who.pk == by.pk:
        return _("You have saved this elsewhere since you opened it here, on %(when)s. %(then)s") % values
    return _("%(name)s has saved this since you opened it, on %(when)s. %(then)s") % values


@transaction.atomic
def save_board(
    *, campaign: Campaign, by: User, board: Mapping[str, Json], version: str | None = None
) -> Draft:
    """Store the whole map and what stands on it, over ``version`` of it (None: any). Gives the draft.

    Raises ``Refusal``: ``not_yours``, ``started``, ``blind`` for a set-up that nobody may see, ``board`` with
    the JSON path as field; ``Outdated`` if something else has been saved since that version.
    """
    draft = locked_draft(campaign, by)
    if draft.campaign.blind:
        raise Refusal(
            _("This campaign is set up blind: its map is drawn when it starts, and nobody sees it before."),
            code="blind",
        )
    present = board_version(draft)
    try:
        # A map that does not speak of triggers, as scripts and older programs send it, leaves them be.
        draft.board = read_board({"triggers": draft.board.get("triggers", []), **board})
    except ScenarioError as error:
        raise kind_of(error)(f"{fault(error)}.", code="board", field=error.path) from error
    if version not in (None, present) and board_version(draft) == present:
        # A page that was left while it sent has stored what its writer, back again, now sends once more.
        return draft
    check_version(draft, "board", present, version, by)
    draft.board_version += 1
    note_save(draft, by, "board")
    draft.save(update_fields=("board", "board_version", "saved", "changed_at"))
    rows = "\n".join(draft.board["terrain"])
    if rows != draft.campaign.map_rows:
        draft.campaign.map_rows = rows
        draft.campaign.save(update_fields=("map_rows",))
    return draft
