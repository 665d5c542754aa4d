"""A whole campaign as one file, for its facilitators; for everybody with a part in it once it has ended."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection, models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from campaign import engine
from campaign.archive.exchange import file_limits, tables
from campaign.archive.exchange.dice_arriving import name_of_mixes
from campaign.archive.exchange.selectors import Reader, reader_of
from campaign.archive.exchange.tables import Table
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.rows.rowdata import Row, write_row
from campaign.base.words.log_words import TAKEN_IN
from campaign.engine import seeds
from campaign.models import Battle, Campaign, CampaignStatus, Phase, Turn, User
from campaign.turn.drawing.draw_dates import is_drawing

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The moment that every member of the zip bears, so that equal campaigns are equal files."""


def export_campaign(*, campaign: Campaign, by: User) -> bytes:
    """The exchange file of a campaign, the same bytes for the same rows and moment.

    A running one is written as it will arrive: paused now. Raises ``Refusal`` for anybody but a facilitator
    before the end.
    """
    reader = reader_of(by, campaign)
    if reader is None:
        raise Refusal(_("Only a facilitator can export a campaign before it has ended."), code="not_yours")
    with _one_moment():
        packed = _packed(reader)
    if len(packed) > file_limits.MOST_BYTES:
        raise Refusal(
            _("The file would be larger than the %(most)d MB that can be taken in: remove some pictures.")
            % {"most": file_limits.MOST_BYTES // 1024**2},
            code="size",
        )
    return packed


@contextmanager
def _one_moment() -> Iterator[None]:
    """All that is read inside is of one moment, and nobody who writes has to wait for it.

    Django's transactions do neither: on PostgreSQL each statement reads what has been stored by then, and on
    SQLite they hold the lock of those who write.
    """
    if connection.in_atomic_block:
        yield
        return
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if postgres else "BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def picture_mark(data: bytes) -> str:
    """What shows that this very picture was made by this site, and need not be made anew on its return."""
    return salted_hmac("campaign.archive.exchange.tables.picture", data.hex(), algorithm="sha256").hexdigest()


def _packed(reader: Reader) -> bytes:
    known: dict[str, dict[int, int]] = {}
    files: dict[str, bytes] = {}
    pictures: dict[str, bytes] = {}
    for table in tables.TABLES:
        numbers: dict[int, int] = {}
        lines = []
        for number, row in enumerate(_rows(table, reader), start=1):
            numbers[row.pk] = number
            written = write_row(row, number, known, (*table.leave_out, *table.pictures))
            for field in table.pictures:
                written[field] = _picture(getattr(row, field), pictures)
            if table.shape is not None:
                table.shape(row, written, reader)
            lines.append(_line(written))
        known[table.label] = numbers
        files[table.file] = "".join(lines).encode()
    manifest = {
        "format": file_limits.FORMAT,
        "version": file_limits.VERSION,
        "name": reader.campaign.name,
        "champion": known["campaign.Seat"].get(reader.campaign.champion_id or 0),
        "chains": [_chain(chain) for chain in seeds.chains_of(reader.campaign)] if reader.ended else [],
        **name_of_mixes(reader),
    }
    facts = _facts(reader, known)
    head = {file_limits.MANIFEST: _line(manifest).encode(), file_limits.CAMPAIGN: _line(facts).encode()}
    return _zip({**head, **files, **dict(sorted(pictures.items()))})


def _rows(table: Table, reader: Reader) -> Iterable[models.Model]:
    manager: models.Manager[models.Model] = table.model._default_manager
    rows = manager.filter(**{f"{table.path}campaign": reader.campaign}).order_by("pk")
    return rows if table.pick is None else table.pick(rows, reader)


def _picture(data: bytes | memoryview | None, pictures: dict[str, bytes]) -> dict[str, str] | None:
    """A picture beside the rows, and what a row says of it."""
    if data is None:
        return None
    whole = bytes(data)
    digest = hashlib.sha256(whole).hexdigest()
    pictures[f"{file_limits.PICTURES}{digest}"] = whole
    return {"sha256": digest, "mark": picture_mark(whole)}


def _facts(reader: Reader, known: dict[str, dict[int, int]]) -> Row:
    """The campaign's own row; of one that has not ended as it will arrive: paused."""
    campaign = reader.campaign
    facts = write_row(campaign, 1, known, tables.SECRETS)
    if reader.ended or reader.building:
        return facts
    if campaign.status != CampaignStatus.PAUSED:
        facts |= {"paused_at": clock.now().isoformat(), "pause_reason": TAKEN_IN}
    return {**facts, "status": CampaignStatus.PAUSED.value, "thrown": _thrown(campaign)}


def _thrown(campaign: Campaign) -> dict[str, dict[str, list[int]]]:
    """All dice seen so far of the turn that runs, and those thrown before the campaign came here."""
    turn = Turn.objects.filter(campaign=campaign).exclude(phase=Phase.PUBLISHED).first()
    if turn is None or turn.phase == Phase.PLANNING or turn.input is None or is_drawing(turn):
        return dict(campaign.thrown)
    shown: dict[tuple[str, str], int] = {}
    for battle in Battle.objects.filter(turn=turn).order_by("id"):
        shown[battle.first, battle.second] = len((battle.dice or {}).get("rolls", ()))
    if turn.phase == Phase.AFTERMATH_REVIEW:
        for one in (turn.proposal or {}).get("battles", ()):
            first, second = one["banners"]
            shown[first, second] = len(one.get("rolls") or ())
    return {**campaign.thrown, str(turn.number): engine.thrown(turn, turn.input, shown)}


def _chain(chain: seeds.Chain) -> dict[str, object]:
    return {
        "first": chain.first,
        "length": chain.length,
        "commitment": chain.commitment,
        "last_seed": seeds.last_seed(chain).hex(),
    }


def _line(document: object) -> str:
    return json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
