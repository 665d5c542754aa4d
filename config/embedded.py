"""Everything in one process: the worker and the clock as threads beside the web server.

The same tasks run as in a deployment with processes of their own; only the broker is memory. kombu's slow
default poll and ``worker -B`` cannot do this, hence ``WorkController`` and ``beat.Service`` by hand.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from functools import partial
from types import TracebackType

from celery import Celery
from celery.beat import Scheduler, Service
from celery.exceptions import WorkerShutdown
from celery.utils.nodenames import default_nodename
from celery.worker import WorkController, state
from celery.worker.control import control_command
from django.conf import settings

from config.celery import make_app

log = logging.getLogger("campaign.worker")
QUEUES = tuple(settings.LANES)
"""Each has a worker of its own: neither heavy work nor a mail server that never answers delays a tick."""

PATIENCE = 10.0
"""Seconds that stopping workers may take to end what they do."""


@control_command(name="leave")
def leave(panel: object, **kwargs: object) -> None:
    """End the worker that hears this. Celery's own command says so in the log, as if it were a fault."""
    raise WorkerShutdown(0)


class Embedded:
    """A solo worker for each queue and a beat, running while the ``with`` block does."""

    def __init__(self, app: Celery) -> None:
        self.app = app
        self._stopping = threading.Event()
        self._beat = Service(app, max_interval=1, scheduler_cls=Scheduler)
        # What a worker listens to is kept by its app: all but the first need an app of their own.
        self._apps = {queue: app if queue == QUEUES[0] else make_app(current=False) for queue in QUEUES}
        self._names = {queue: default_nodename(f"{queue}-{os.getpid()}") for queue in QUEUES}
        self._threads = (
            *(
                threading.Thread(
                    target=self._keep,
                    args=(f"{queue} worker", partial(self._work, queue)),
                    name=f"{queue} worker",
                    daemon=True,
                )
                for queue in QUEUES
            ),
            threading.Thread(target=self._keep, args=("beat", self._tick), name="beat", daemon=True),
        )

    def __enter__(self) -> Embedded:
        # All have their tasks before the first worker begins: one that is found later is told to every app,
        # and a worker that is just going through its own would end by that.
        for app in self._apps.values():
            app.loader.import_default_modules()
            app.finalize()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        state.should_stop = 0  # type: ignore[assignment]
        self._beat.stop(wait=False)
        if not settings.REDIS_URL:
            # Idle workers look at that only every few seconds, but listen all the time. A broker of its own
            # might be the very thing that is gone.
            self.app.control.broadcast("leave", destination=list(self._names.values()))
        # The clock sleeps for up to a second and has nothing to bring to an end.
        until = time.monotonic() + PATIENCE
        for thread in self._threads[: len(QUEUES)]:
            thread.join(max(0.0, until - time.monotonic()))
        state.should_stop = None

    def _keep(self, name: str, run: Callable[[], None]) -> None:
        """Run a part, and start it anew should it ever end unasked: deadlines must fire."""
        while not self._stopping.is_set():
            try:
                run()
            except Exception:
                log.exception("The %s failed and is started again", name)
            if not self._stopping.wait(1):
                log.error("The %s ended unasked and is started again", name)

    def _work(self, queue: str) -> None:
        worker = WorkController(
            app=self._apps[queue],
            pool_cls="solo",
            queues=[queue],
            hostname=self._names[queue],
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="WARNING",
        )
        worker.start()

    def _tick(self) -> None:
        self._beat.start()
