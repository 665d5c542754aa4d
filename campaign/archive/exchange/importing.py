"""A campaign from an exchange file: checked line by line, taken in whole or not at all.

All that can be read and checked without the database is done before its writer (SQLite has one) is taken.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, models, transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from campaign.access.knowledge_barriers import keep_truth
from campaign.archive.exchange import file_limits, tables
from campaign.archive.exchange.consistency import (
    check_board,
    check_draft,
    check_fronts,
    check_heard,
    check_house,
    check_movement,
    check_settlements,
    check_thrown,
)
from campaign.archive.exchange.dice_arriving import check_beacon, take_in
from campaign.archive.exchange.early_files import changes_since
from campaign.archive.exchange.exporting import picture_mark
from campaign.archive.exchange.fresh_ids import fresh_ids, stands_here
from campaign.archive.exchange.tables import Table
from campaign.archive.exchange.zip_file import File, FileError, unpacked
from campaign.base import pictures
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.refusal import Refusal
from campaign.base.rows.rowdata import RowError, exported, read_row
from campaign.base.rows.rows import update
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.document_faults import UnreadableError, failure_words
from campaign.base.words.log_words import TAKEN_IN
from campaign.engine import seeds
from campaign.models import (
    Campaign,
    CampaignStatus,
    Member,
    Phase,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    Thread,
    ThreadKind,
    Turn,
    User,
)
from campaign.turn.plans.bot_limits import check_bots

LONGEST = timedelta(minutes=5)
"""How long reading a file may take; the greatest wars that have been played take seconds."""
_LONGEST_CHAIN = 100_000
_CAMPAIGN = "campaign"

Made = dict[str, dict[int, models.Model]]


@dataclass(frozen=True, slots=True)
class Arriving:
    """A campaign that has been read and checked as far as it can be without storing it."""

    file: File
    manifest: Mapping[str, object]
    campaign: Campaign
    made: Made
    chain: seeds.Chain | None
    anew: bool


def import_campaign(*, file: bytes, by: User) -> Campaign:
    """Store the campaign of an exchange file, with ``by`` as its facilitator and its seats open.

    A running one is paused, whatever its phase, and committed to a new chain of seeds from its present turn
    on; dice that have been seen stay as they fell. Raises ``Refusal`` with code ``exchange``, naming the
    file, the row and the field at fault; nothing is stored.
    """
    return store_campaign(read_campaign(file), by)


def read_campaign(file: bytes) -> Arriving:
    """Read and check an exchange file, storing nothing: nobody who writes has to wait. Raises ``Refusal``."""
    with _refusing():
        found = unpacked(file)
        return _read(found, json.loads("".join(found.rows(file_limits.MANIFEST))))


def store_campaign(arriving: Arriving, by: User) -> Campaign:
    """Store a campaign that has been read, in a short transaction. Raises ``Refusal``; nothing is stored."""
    with _refusing(), transaction.atomic():
        if not arriving.anew and stands_here(arriving.campaign.public_id):
            # Somebody has taken the same file in since it was read.
            arriving = _read(arriving.file, arriving.manifest)
        return _stored(arriving, by)


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except FileError as error:
        raise Refusal(str(error), code="exchange", field="file") from error


# The rows


def _read(file: File, manifest: Mapping[str, Any]) -> Arriving:
    until = time.monotonic() + LONGEST.total_seconds()
    renamed = fresh_ids(file)
    changes = changes_since(manifest["version"], renamed)
    facts = changes[file_limits.CAMPAIGN](next(renamed.rows(file_limits.CAMPAIGN), ""))
    campaign = _row(
        Table(Campaign, leave_out=tables.SECRETS), facts, _place(file_limits.CAMPAIGN, 1), 1, file, {}, None
    )
    assert isinstance(campaign, Campaign)
    _check_campaign(campaign)
    made: Made = {}
    for table in tables.TABLES:
        change = changes.get(table.file)
        rows = made[table.label] = {}
        for number, line in enumerate(renamed.rows(table.file), start=1):
            place = _place(table.file, number)
            if time.monotonic() > until:
                message = _("%(place)s: a campaign that is not read in %(most)d minutes is too large.")
                raise FileError(message % {"place": place, "most": LONGEST.total_seconds() // 60})
            now = line if change is None else change(line)
            rows[number] = _row(table, now, place, number, file, made, campaign)
    return Arriving(file, manifest, campaign, made, _new_chain(campaign, made), renamed is not file)


def _new_chain(campaign: Campaign, made: Made) -> seeds.Chain | None:
    """What a war that goes on here is committed to."""
    numbers = [turn.number for turn in made[Turn._meta.label].values() if isinstance(turn, Turn)]
    if campaign.status in (CampaignStatus.BUILDING, CampaignStatus.ENDED) or not numbers:
        return None
    return seeds.make_chain(max(numbers))


def _stored(arriving: Arriving, by: User) -> Campaign:
    campaign = arriving.campaign
    _save_all({1: campaign}, Campaign, file_limits.CAMPAIGN)
    for table in tables.TABLES:
        rows = arriving.made[table.label]
        if table.settle is not None:
            for row in rows.values():
                table.settle(row)
        _save_all(rows, table.model, table.file)
    _check_bots(campaign, by)
    _settle(arriving, by)
    return campaign


def _place(name: str, number: int) -> str:
    return _("%(file)s, row %(number)d") % {"file": name, "number": number}


def _row(
    table: Table, line: str, place: str, number: int, file: File, made: Made, campaign: Campaign | None
) -> models.Model:
    if len(line) > file_limits.LONGEST_LINE:
        message = _("%(place)s: is longer than %(most)d characters.")
        raise FileError(message % {"place": place, "most": file_limits.LONGEST_LINE})
    try:
        written = json.loads(line, parse_constant=_no_number)
        if isinstance(written, dict):
            for field in table.pictures:
                if field in written:
                    written |= _picture(field, written, file)
        row = read_row(table.model, written, number, made, table.leave_out)
        if campaign is not None and hasattr(row, "campaign_id"):
            setattr(row, _CAMPAIGN, campaign)
        if table.arrive is not None:
            table.arrive(row)
        return row
    except FileError:
        raise
    except (ValueError, RecursionError, OverflowError) as error:
        raise FileError(f"{place}: {failure_words(error)}.") from error


def _no_number(word: str) -> None:
    raise UnreadableError(_("%(word)s is no number of JSON") % {"word": word})


def _picture(field: str, written: Mapping[str, Any], file: File) -> dict[str, Any]:
    """The fields of a picture: as it is if this site has made it, else made anew, as every upload is."""
    said = written[field]
    if said is None:
        return {}
    digest = said.get("sha256") if isinstance(said, dict) else None
    data = file.picture(str(digest))
    if data is None:
        raise RowError(field, _("there is no such picture in the file"))
    if constant_time_compare(str(said.get("mark")), picture_mark(data)):
        return {field: data.hex()}
    try:
        made = pictures.encode(data, field=field, asked=False)
    except Refusal as refusal:
        raise RowError(field, refusal.message) from refusal
    sides = {"width": made.width, "height": made.height, "media_type": "image/jpeg"}
    return {field: made.data.hex(), **{key: value for key, value in sides.items() if key in written}}


def _save_all(rows: Mapping[int, models.Model], model: type[models.Model], file: str) -> None:
    """Store a table's rows with all their values, also those that a new row would be given."""
    own = [
        field.name
        for field in exported(model)
        if getattr(field, "auto_now_add", False) or getattr(field, "auto_now", False)
    ]
    kept = [[getattr(row, name) for name in own] for row in rows.values()]
    try:
        with transaction.atomic():
            model._default_manager.bulk_create(rows.values())
    except (ValueError, OverflowError, DatabaseError) as error:
        raise FileError(f"{_at_fault(rows, file, error)}.") from error
    if own:
        for row, values in zip(rows.values(), kept, strict=True):
            for name, value in zip(own, values, strict=True):
                setattr(row, name, value)
        update(model, own, [(row.pk, *values) for row, values in zip(rows.values(), kept, strict=True)])


def _at_fault(rows: Mapping[int, models.Model], file: str, error: Exception) -> str:
    """Where a table's rows cannot be stored, and why: one by one, for it is not said of many at once."""
    for row in rows.values():
        row.pk = None
    for number, row in rows.items():
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except (ValueError, OverflowError, DatabaseError) as one:
            return f"{_place(file, number)}: {failure_words(one)}"
    return f"{file}: {failure_words(error)}"


# The campaign as a whole


def _check_campaign(campaign: Campaign) -> None:
    try:
        Variables.of(campaign)
        Schedule.of(campaign)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise FileError(
            _("%(steps)s: settings or schedule: %(error)s.")
            % {"steps": _place(file_limits.CAMPAIGN, 1), "error": failure_words(error)}
        ) from error
    _checked(check_thrown, campaign.thrown)
    _checked(check_house, campaign)
    _checked(check_beacon, campaign)


def _checked(check: Callable[..., None], *given: object) -> None:
    try:
        check(*given)
    except ValueError as error:
        raise FileError(str(error)) from error


def _settle(arriving: Arriving, by: User) -> None:
    """Give the campaign its facilitator, its dice and its state here; check that the engine can read it."""
    campaign, manifest, made = arriving.campaign, arriving.manifest, arriving.made
    named = manifest.get("champion")
    champion = made[Seat._meta.label].get(named) if isinstance(named, int) else None
    if isinstance(champion, Seat):
        campaign.champion = champion
    Seat.objects.filter(campaign=campaign, status=SeatStatus.PLAYER).update(status=SeatStatus.OPEN)
    _join_groups(made, by)
    Role.objects.create(campaign=campaign, user=by, kind=RoleKind.FACILITATOR)
    keep_truth(campaign, by)
    for check in (check_heard, check_fronts):
        _checked(check, campaign)
    if campaign.status == CampaignStatus.BUILDING:
        _checked(check_draft, campaign)
        return
    last = Turn.objects.filter(campaign=campaign).order_by("-number").first()
    if last is None:
        raise FileError(_("turn.jsonl: a campaign has at least one turn."))
    if campaign.status == CampaignStatus.ENDED:
        _bind_old(campaign, manifest)
    else:
        if last.phase == Phase.PUBLISHED:
            raise FileError(_("turn.jsonl: a campaign that has not ended has a turn that is not published."))
        assert arriving.chain is not None
        seeds.bind(campaign, arriving.chain)
        campaign.status = CampaignStatus.PAUSED
        campaign.paused_at = campaign.paused_at or clock.now()
        campaign.pause_reason = campaign.pause_reason or TAKEN_IN
    _take_in(campaign, manifest, last)


def _take_in(campaign: Campaign, manifest: Mapping[str, object], last: Turn) -> None:
    """Store it as it stands here, and check that its turn can be gone on with."""
    _checked(take_in, campaign, manifest.get("mixed_as"))
    campaign.save()
    last.refresh_from_db()
    _checked(check_board, campaign, last.number)
    _checked(check_settlements, campaign)
    _checked(check_movement, campaign, last)


def _check_bots(campaign: Campaign, by: User) -> None:
    """Whether there may be as many bots as the file has, unless its war has ended."""
    if campaign.status == CampaignStatus.ENDED:
        return
    bots = Seat.objects.filter(campaign=campaign, status=SeatStatus.BOT)
    try:
        check_bots(by, list(bots.values_list("bot_level", flat=True)))
    except Refusal as refusal:
        raise FileError(refusal.message) from refusal


def _join_groups(made: Made, by: User) -> None:
    """The groups in the file are those of the person who took it out: whoever takes it in reads on there."""
    for thread in made[Thread._meta.label].values():
        if isinstance(thread, Thread) and thread.kind == ThreadKind.GROUP:
            Member.objects.create(thread=thread, user=by)


def _bind_old(campaign: Campaign, manifest: Mapping[str, object]) -> None:
    """Seal the seeds that a finished campaign has shown, so that its dice verify here too."""
    chains = manifest.get("chains")
    try:
        for one in reversed(chains if isinstance(chains, list) else []):
            first, length = int(one["first"]), int(one["length"])
            if not 1 <= length <= _LONGEST_CHAIN:
                raise FileError(
                    _("manifest.json: chains: length must be from 1 to %(most)d.") % {"most": _LONGEST_CHAIN}
                )
            chain = seeds.make_chain(first, length=length, last_seed=bytes.fromhex(one["last_seed"]))
            if chain.commitment != one["commitment"]:
                raise FileError(_("manifest.json: the seeds do not fit the commitment."))
            seeds.bind(campaign, chain)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(_("manifest.json: chains: %(error)s.") % {"error": failure_words(error)}) from error
