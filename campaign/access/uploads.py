"""What a person may send in a day, and have kept here: counted before it is read, in any form.

Pictures go through here to the child that reads them. What others send for nobody in particular (guests at a
table) is counted by the table.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from campaign.access import attempts
from campaign.access.attempts import DAY, Count
from campaign.base import pictures
from campaign.base.pictures import Encoded
from campaign.base.refusal import Refusal
from campaign.kept_bytes import named_in, start_of
from campaign.models import Backdrop, Parcel, Plate, RoleKind, TransferKind, User

MOST_PICTURES = 40
"""Pictures that a person sends in a day."""
MOST_BYTES = 200_000_000
"""Bytes that a person sends in a day, of all kinds of files."""
MOST_KEPT = 200 * 1024 * 1024
"""Bytes of a person's files that are kept."""
TOO_MUCH = "uploads"
"""The code of the refusal."""

Keeper = Callable[[User], int]


def size_of(rows: QuerySet, field: str) -> int:  # type: ignore[type-arg]
    """Bytes that a field of some rows takes, also of those that only name their files."""
    found = rows.exclude(**{field: None}).annotate(start=start_of(field), size=Length(field))
    return sum(named_in(bytes(start))[0] or size for start, size in found.values_list("start", "size"))


def _of_campaigns(user: User) -> int:
    """Pictures of what the person has written and builds, and files that are to be taken in."""
    builds = {"campaign__roles__user": user, "campaign__roles__kind": RoleKind.FACILITATOR}
    return (
        size_of(Plate.objects.filter(article__author=user), "data")
        + size_of(Backdrop.objects.filter(**builds), "picture")
        + size_of(Parcel.objects.filter(transfer__user=user, transfer__kind=TransferKind.IMPORT), "data")
    )


KEEPERS: list[Keeper] = [_of_campaigns]
"""What each room keeps of a person's files; others add theirs."""


def count(user: User | None, size: int, *, pictures: int = 0, field: str | None = None) -> None:
    """Count what a person sends: so many bytes, and pictures among them.

    Raises ``Refusal`` with code ``uploads`` and the limit; then nothing is counted. Outside of transactions.
    """
    if user is None:
        return
    counts = [Count("bytes sent", str(user.pk), MOST_BYTES, DAY, size)]
    if pictures:
        counts.append(Count("pictures sent", str(user.pk), MOST_PICTURES, DAY, pictures))
    full = attempts.take(*counts)
    if full is not None:
        raise Refusal(_full(full), code=TOO_MUCH, field=field)
    if sum(keeper(user) for keeper in KEEPERS) + size > MOST_KEPT:
        attempts.give_back(*counts)
        message = _("At most %(most)d MiB of your files are kept here: remove some of your pictures first.")
        raise Refusal(message % {"most": MOST_KEPT // 1024**2}, code=TOO_MUCH, field=field)


def _full(full: Count) -> str:
    if full.most == MOST_PICTURES:
        message = _("You may send %(most)d pictures in a day. Send this one tomorrow.")
        return message % {"most": MOST_PICTURES}
    message = _("You may send %(most)d MB in a day. Send this tomorrow.")
    return message % {"most": MOST_BYTES // 1_000_000}


def encode(raw: bytes | Encoded, *, by: User | None, field: str = "picture") -> Encoded:
    """A picture that a person sends, drawn anew; one that is that already stays as it is.

    Raises ``Refusal`` as ``pictures.encode``, and with code ``uploads``.
    """
    if isinstance(raw, Encoded):
        return raw
    pictures.check(raw, field=field)
    count(by, len(raw), pictures=1, field=field)
    return pictures.encode(raw, field=field)


def redraw(
    raw: bytes, *, by: User | None, longest: int, form: str, field: str = "picture", code: str = "impossible"
) -> Encoded:
    """The same in another form and size."""
    pictures.check(raw, field=field, code=code)
    count(by, len(raw), pictures=1, field=field)
    return pictures.redraw(raw, longest=longest, form=form, field=field, code=code)
