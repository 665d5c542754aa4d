"""A disk that can be made full at any moment: a file system in memory that this process alone sees.

Root can have one, in a mount namespace of its own; where that is not allowed, this fault is left out.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

NEW_NAMESPACE = 0x20000
REMOUNT, PRIVATE_BELOW = 0x20, 0x44000
DETACHED = 2
ROOM = 768 * 1024 * 1024
"""Bytes at most; only what is written takes memory."""
BLOCK = 4096
TRIES = 100


class SmallDisk:
    """A folder that is a disk of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def made(cls, folder: Path) -> SmallDisk | None:
        """Make one in an empty folder, before there are threads; None where this machine does not let us."""
        libc = ctypes.CDLL(None, use_errno=True)
        if os.geteuid() != 0 or libc.unshare(NEW_NAMESPACE) != 0:
            return None
        if libc.mount(b"none", b"/", None, PRIVATE_BELOW, None) != 0:
            return None
        disk = cls(folder)
        return disk if disk._mount(0, ROOM) else None

    def fill(self) -> None:
        """From now on nothing more fits."""
        for more in range(TRIES):
            # Others write meanwhile: it cannot be made smaller than what is on it.
            found = os.statvfs(self.folder)
            used = (found.f_blocks - found.f_bfree + more // 4) * found.f_frsize
            if self._mount(REMOUNT, max(used, BLOCK)):
                return
        raise OSError("the small disk cannot be made full")

    def clear(self) -> None:
        """There is room again."""
        if not self._mount(REMOUNT, ROOM):
            raise OSError("the small disk cannot be cleared")

    def close(self) -> None:
        """It is gone, with all that is on it."""
        ctypes.CDLL(None).umount2(str(self.folder).encode(), DETACHED)

    def _mount(self, flags: int, size: int) -> bool:
        libc = ctypes.CDLL(None, use_errno=True)
        options = f"size={size},mode=0777".encode()
        done: int = libc.mount(b"tmpfs", str(self.folder).encode(), b"tmpfs", flags, options)
        return done == 0
