"""Pictures that people send: redrawn smaller by a limited child process, so that nothing rides along.

This process looks at their size and their first bytes only; it never unpacks one.
"""

from __future__ import annotations

import base64
import binascii
import json
from contextlib import nullcontext
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal, Unfit
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, KeptWaitingError, Limits, NoTurnError

MOST_BYTES = 5 * 1024 * 1024
LONGEST_SIDE = 1600
MEGAPIXELS = {"megapixels": 24, "megapixels_jpeg": 64}
"""How large a picture, and a JPEG, may be: all of the one is unpacked, the other smaller than it is."""
TEXTS = {"text": 1, "texts": 64}
"""MiB of a text in a picture, and of all of them: as much as Pillow unpacks."""
LIMITS = Limits(seconds=10, megabytes=512, niceness=5, clock=30, sealed=True)
MOST_PIECES = 64
"""Lines of an answer: a redrawn picture is a few of them at most."""

BUSY = "busy"
"""The code of the refusal when others' pictures are being read, and enough of them."""

_SIGNS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a")


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture drawn anew, without anything that was written into the original (place, camera, ...)."""

    data: bytes
    width: int
    height: int


def encode(raw: bytes | Encoded, *, field: str = "picture", asked: bool = True) -> Encoded:
    """A picture as JPEG of at most 1600 pixels a side; one that is that already stays as it is.

    Raises ``Refusal`` with the field: ``impossible``, or ``busy`` if too many are being read just now and it
    was ``asked`` for by somebody who waits. It takes a while: do it before a transaction, not in one.
    """
    if isinstance(raw, Encoded):
        return raw
    return redraw(raw, longest=LONGEST_SIDE, form="JPEG", field=field, asked=asked)


def redraw(
    raw: bytes,
    *,
    longest: int,
    form: str,
    field: str = "picture",
    code: str = "impossible",
    asked: bool = True,
) -> Encoded:
    """A picture written anew in a form, at most ``longest`` pixels a side. Raises ``Refusal``."""
    check(raw, field=field, code=code)
    head = json.dumps({"longest": longest, "form": form, **MEGAPIXELS}).encode()
    try:
        with children.in_turn() if asked else nullcontext():
            told = _told(head + b"\n" + raw)
    except (NoTurnError, KeptWaitingError):
        raise Refusal(
            _("Other pictures are being read just now: send yours again in a minute."), code=BUSY, field=field
        ) from None
    except ChildFailedError:
        message = _("Reading this picture takes more than the %(memory)d MiB or %(seconds)d s allowed.")
        allowed = {"memory": LIMITS.megabytes, "seconds": LIMITS.seconds}
        raise Unfit(message % allowed, code=code, field=field) from None
    return _made(told, code, field)


def check(raw: bytes, *, field: str = "picture", code: str = "impossible") -> None:
    """Look at a picture's size and first bytes. Raises ``Refusal``."""
    if len(raw) > MOST_BYTES:
        raise Unfit(_("A picture has at most 5 MB."), code=code, field=field)
    if not (raw.startswith(_SIGNS) or (raw[:4] == b"RIFF" and raw[8:12] == b"WEBP")):
        raise _unreadable(code, field)


def _told(given: bytes) -> list[str]:
    told: list[str] = []
    for line in children.lines("campaign.base.sandbox.redrawing", given, LIMITS):
        if line:
            told.append(line)
        if len(told) > MOST_PIECES:
            raise ChildFailedError(_("its answer was too long"))
    return told


def _made(told: list[str], code: str, field: str) -> Encoded:
    """The picture that the child tells of; the child has read a stranger's bytes, so it is not believed."""
    try:
        said = json.loads(told[0])
        if said["state"] != "done":
            raise _refused(str(said["state"]), code, field)
        data = b"".join(base64.b64decode(piece, validate=True) for piece in told[1:])
        return Encoded(data, int(said["width"]), int(said["height"]))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, binascii.Error):
        raise _unreadable(code, field) from None


def _refused(state: str, code: str, field: str) -> Refusal:
    if state == "large":
        message = _(
            "A picture has at most %(megapixels)d megapixels (million pixels),"
            " a JPEG at most %(megapixels_jpeg)d."
        )
        return Unfit(message % MEGAPIXELS, code=code, field=field)
    if state == "texts":
        message = _("A text in a picture has at most %(text)d MiB, all of them together %(texts)d MiB.")
        return Unfit(message % TEXTS, code=code, field=field)
    return _unreadable(code, field)


def _unreadable(code: str, field: str) -> Refusal:
    return Refusal(
        _("This is no picture that can be read: send a JPEG, PNG, WebP or GIF."), code=code, field=field
    )
