"""Makes one picture or film of a war, as a program with little memory and time.

It reads one JSON (``kind``, ``format``, ``size``, ``light``, ``title``, ``words``, ``scenes``) and writes
lines: JSON with ``state``, which is ``done``, or ``long`` for a film of more turns than one can show in the
time and bytes that it may have, with the ``turns`` that it could show; if it is done, the file follows in
base64. It knows no database, no settings and no secrets: what is in the file was in what it was given. Run it
by ``campaign.base.sandbox.children``.
"""

from __future__ import annotations

import base64
import json
import math
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from subprocess import PIPE
from typing import IO, Any

from campaign.film.drawing.card import card
from campaign.film.drawing.filming import Filming
from campaign.film.drawing.moving import Frame, Limit, TooLongError, changes, gif, webp
from campaign.film.drawing.pace import TooManyError
from campaign.film.drawing.poster import poster

MOST = 8 * 1024 * 1024
"""Bytes of a file: Discord takes 10 MiB from anybody."""
PIECE = 512 * 1024
STEPS = (8, 12, 20)
"""Hundredths between frames: 12, 8 and 5 a second."""
SIZES = {"wide": ((960, 540), (720, 404), (540, 304)), "tall": ((768, 960), (576, 720), (432, 540))}
"""The sizes of films, the longer side 960, 720 and 540 pixels; even, as MP4 has it."""
LADDER = ((0, 8), (0, 12), (0, 20), (1, 20), (2, 20))
"""Size and step, the best first: what goes into the bytes is taken."""
OF_A_VIDEO = ((0, 8), (1, 8), (2, 8))
"""The same of an MP4, whose pictures are even: it becomes hardly smaller by fewer of them that differ."""

BUSIEST = 105
"""Seconds of a processor after which no other turn is begun: a child has 120, and says how many it could."""
OF_THE_PROGRAM = 40
"""As many of them are the operator's program's, in all its tries, where there is one."""
MEGABYTES_OF_THE_PROGRAM = 160
"""What it gets of the child's memory: it takes 110 for the largest pictures."""
HOPELESS = 1.2
"""A try is left out that, by the one before, would be so many times as large as it may be."""

RATE = 8
"""Hundredths between the pictures of an MP4, whatever moves: players like them even."""
FIXED = (
    *("-an", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"),
    *(
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-rc-lookahead",
        "12",
        "-crf",
        "22",
        "-threads",
        "1",
        "-pix_fmt",
        "yuv420p",
    ),
    *("-bsf:v", "filter_units=remove_types=6"),
    *("-movflags", "frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets", "-f", "mp4", "pipe:1"),
)
"""What ffmpeg is told: pictures in, a film out, through pipes, and nothing else into the file."""


FRUGAL = {"MALLOC_ARENA_MAX": "1", "PATH": os.defpath}
"""It shares the little memory that there is: its threads must not each set some aside."""


def film(given: Mapping[str, Any]) -> bytes:
    """The film in the best quality that fits. Raises ``TooManyError``."""
    sizes = SIZES[given["shape"]]
    shown: tuple[int, Filming] | None = None
    turns, worth = 0, 0.0
    video = given["format"] == "mp4"
    until = time.process_time() + BUSIEST - (OF_THE_PROGRAM if video else 0)
    most = _used() + OF_THE_PROGRAM
    for which, step in OF_A_VIDEO if video else LADDER:
        pixels = sizes[which][0] * sizes[which][1] / step
        if worth and pixels > HOPELESS * worth:
            continue
        if shown is None or shown[0] != which:
            # The maps in the size before go before others are drawn.
            shown = None
            shown = which, Filming(given, sizes[which], until)
        filming = shown[1]
        try:
            return _encoded(given, filming, sizes[which], step, most)
        except TooLongError as full:
            turns = max(turns, filming.turns_in(full.done))
            worth = pixels * full.done / filming.whole
    raise TooManyError(max(1, turns))


def _encoded(
    given: Mapping[str, Any], filming: Filming, size: tuple[int, int], step: int, seconds: int
) -> bytes:
    frames = filming.frames(step)
    limit = Limit(MOST, filming.whole)
    if given["format"] == "gif":
        return gif(changes(frames, given["light"]), size, given["light"], limit)
    if given["format"] == "webp":
        return webp(changes(frames, given["light"]), size, given["light"], limit)
    return mp4(frames, size, given["ffmpeg"], limit, until=seconds)


def mp4(frames: Iterable[Frame], size: tuple[int, int], program: str, limit: Limit, *, until: int) -> bytes:
    """The film as the operator's ffmpeg makes it. Raises ``TooLongError``, and ``OSError`` if it cannot.

    ``until``: the seconds of a processor that this process's programs may have taken then, all together.
    """
    left = until - _used()
    if left < 1:
        raise TooLongError(0)
    before = ("-hide_banner", "-loglevel", "quiet", "-nostdin", "-f", "rawvideo", "-pix_fmt", "rgb24")
    shape = ("-s", f"{size[0]}x{size[1]}", "-r", f"100/{RATE}", "-i", "pipe:0")
    made = bytearray()
    with subprocess.Popen([program, *before, *shape, *FIXED], stdin=PIPE, stdout=PIPE, env=FRUGAL) as child:
        assert child.stdin is not None
        _limit(child.pid, left)
        # Beside the writing: it gives while it takes.
        reader = threading.Thread(target=_take, args=(child, made))
        reader.start()
        try:
            given = _feed(frames, child.stdin, made, limit)
        except BaseException:
            # Else it would wait for more, and this for it.
            child.kill()
            raise
        reader.join()
    if len(made) >= limit.most or (child.returncode and _used() >= until):
        raise TooLongError(given)
    if child.returncode:
        raise OSError(child.returncode, "ffmpeg failed")
    # The one word that ffmpeg writes about itself.
    return bytes(made).replace(b"\x0cLavc libx264", bytes(13))


def _used() -> int:
    """The seconds of a processor that the programs before took, rounded up."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return math.ceil(spent.ru_utime + spent.ru_stime)


def _limit(program: int, seconds: int) -> None:
    """Give a program its part of what the child has, so that both together stay below it."""
    resource.prlimit(program, resource.RLIMIT_CPU, (seconds, seconds + 1))
    most = MEGABYTES_OF_THE_PROGRAM * 1024 * 1024
    # What is its own: its libraries' code takes twice as much room again, but is shared and no more memory.
    resource.prlimit(program, resource.RLIMIT_DATA, (most, most))


def _take(child: subprocess.Popen[bytes], made: bytearray) -> None:
    """All that a program gives, up to the bytes that a file may have; then it is not waited for."""
    assert child.stdout is not None
    while part := os.read(child.stdout.fileno(), PIECE):
        made.extend(part)
        if len(made) >= MOST:
            child.kill()
            return


def _feed(frames: Iterable[Frame], pipe: IO[bytes], made: bytearray, limit: Limit) -> int:
    """Give each frame as often as its time has pictures; how many hundredths of a second were given.

    Raises ``TooLongError``.
    """
    clock = shown = 0
    # A program that has ended takes no more: its end is looked at elsewhere.
    with suppress(BrokenPipeError), pipe:
        for frame in frames:
            limit.check(len(made), clock)
            clock += frame.hundredths
            data = frame.image.tobytes()
            while (shown + 1) * RATE <= clock:
                pipe.write(data)
                shown += 1
    return clock


MAKERS: Mapping[str, Callable[[Mapping[str, Any]], bytes]] = {"poster": poster, "card": card}


def answer_to(given: Mapping[str, Any]) -> Iterator[str]:
    """The lines that are said to what was given."""
    try:
        data = MAKERS.get(given["kind"], film)(given)
    except TooManyError as many:
        yield json.dumps({"state": "long", "turns": many.turns})
        return
    yield json.dumps({"state": "done", "bytes": len(data)})
    for first in range(0, len(data), PIECE):
        yield base64.b64encode(data[first : first + PIECE]).decode()


def main() -> None:
    """Answer what is given."""
    for line in answer_to(json.loads(sys.stdin.buffer.read())):
        sys.stdout.write(line + "\n")
