"""A line to the site that can be cut: a browser that is told to be offline still sends a little.

Chromium lets go of "offline" as it leaves a page, and what that page sends in the moment it is left goes out.
A cut line takes nothing, whoever sends.
"""

from __future__ import annotations

import asyncio
from threading import Thread
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext

AT_ONCE = 65_536
PATIENCE = 10
"""Seconds that the line may take to stand or to go."""


class Cable:
    """Passes on what comes in at its ``address`` to a site, until it is cut."""

    def __init__(self, site: str) -> None:
        """A line to the site at an address as ``http://127.0.0.1:8000``."""
        self._site = urlsplit(site)
        self._whole = True
        self._open: set[asyncio.StreamWriter] = set()
        self._dead: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="cable", daemon=True)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._laid(), self._loop).result(PATIENCE)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self, window: BrowserContext) -> None:
        """Nothing passes any more, in either direction, and the browser knows."""
        window.set_offline(True)
        self._set(whole=False)

    def mend(self, window: BrowserContext) -> None:
        """All passes again, and the browser knows."""
        self._set(whole=True)
        window.set_offline(False)

    def fall_dead(self) -> None:
        """What is connected now hears and says nothing more, untold; what connects anew gets through."""
        self._dead = set(self._open)

    def remove(self) -> None:
        """Take the line away for good."""
        self._set(whole=False)
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    def _set(self, *, whole: bool) -> None:
        async def change() -> None:
            self._whole = whole
            for writer in () if whole else tuple(self._open):
                writer.transport.abort()

        asyncio.run_coroutine_threadsafe(change(), self._loop).result(PATIENCE)

    async def _laid(self) -> asyncio.Server:
        return await asyncio.start_server(self._joined, "127.0.0.1", 0)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection(self._site.hostname, self._site.port)
        self._open |= {writer, back}
        await asyncio.gather(self._passed(reader, back), self._passed(there, writer))
        self._open -= {writer, back}

    async def _passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while some := await reader.read(AT_ONCE):
                if writer not in self._dead:
                    writer.write(some)
                    await writer.drain()
        except ConnectionError:
            pass
        writer.close()
