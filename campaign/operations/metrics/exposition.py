"""The site's numbers as Prometheus reads them (text exposition format); no label names a war or a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from campaign.base.remedies import Cause
from campaign.operations.metrics.selectors import SiteStatus

PREFIX = "boltgun_"


class _Numbers(Collector):
    """The numbers of one look."""

    def __init__(self, status: SiteStatus, version: str) -> None:
        self.status, self.version = status, version

    def collect(self) -> Iterator[Metric]:
        """All of them."""
        yield self._labelled("version", "Which version runs.", ("version",), [((self.version,), 1.0)])
        yield from self._clock()
        yield from self._sending()
        yield from self._wars()

    def _clock(self) -> Iterator[Metric]:
        found = self.status
        health = found.clock
        for name, words, age in (
            ("tick_age_seconds", "Since the clock's last tick.", health.tick_age),
            ("web_age_seconds", "Since a web process last gave a sign of life.", found.web_age),
        ):
            yield _one(name, words, float("nan") if age is None else age)
        yield _one("clock_well", "Whether deadlines fire.", health.ticking)
        yield _one("clock_jumped", "Whether nothing is resolved because clocks went apart.", health.jumped)
        yield _one("clock_sick", "Whether not even a fixed war can be resolved.", health.sick)
        yield _one("turns_late", "Turns that are over a minute late.", found.late)
        yield _one("turns_late_seconds", "By how much the latest turn is late.", found.latest)
        yield _one("turns_failing", "Turns whose last step failed and is tried again.", found.failing)
        steps = found.steps
        ends = [(("well",), steps.well), (("failed",), steps.failed), (("unended",), steps.unended)]
        yield self._labelled("steps_last_hour", "The clock's steps of the last hour.", ("end",), ends)
        yield _one("step_longest_seconds", "The longest step of the last hour.", steps.longest)
        yield _one("downtime_last_day_seconds", "In which no plan could be saved.", found.downtime)

    def _sending(self) -> Iterator[Metric]:
        lanes = self.status.lanes
        for name, words, field in (
            ("outbox_waiting", "What waits in the outbox and is due.", "waiting"),
            ("outbox_oldest_seconds", "How long the oldest of it has waited.", "oldest"),
            ("outbox_failed_last_day", "What could not be sent for good.", "failed"),
            ("outbox_sent_last_day", "What was sent.", "sent"),
        ):
            samples = [((lane.channel,), getattr(lane, field)) for lane in lanes]
            yield self._labelled(name, words, ("channel",), samples)
        yield _one("breakers_open", "Hosts to which nothing is sent just now.", self.status.open_breakers)
        queues = self.status.queues
        waiting = [((one.kind,), one.waiting) for one in queues]
        yield self._labelled("jobs_waiting", "Work for later that waits.", ("kind",), waiting)
        oldest = [((one.kind,), one.oldest) for one in queues]
        yield self._labelled("jobs_oldest_seconds", "How long the oldest has waited.", ("kind",), oldest)

    def _wars(self) -> Iterator[Metric]:
        found = self.status
        wars = [((status,), count) for status, count in found.wars.items()]
        yield self._labelled("wars", "Wars of people against each other, by state.", ("state",), wars)
        causes = [cause.value for cause in (Cause.FAILED, Cause.STARTED, Cause.UNKNOWN)]
        held = [((cause,), sum(one.cause == cause for one in found.held)) for cause in causes]
        yield self._labelled("wars_held", "Wars on hold after a failure, by cause.", ("cause",), held)
        yield _one("accounts", "Accounts that may log in.", found.accounts)
        yield _one("guests", "Guests whose wars are kept.", found.guests)
        yield _one("flags_waiting", "Flags that wait for operators.", found.flags)

    @staticmethod
    def _labelled(
        name: str, words: str, labels: tuple[str, ...], samples: Iterable[tuple[tuple[str, ...], float]]
    ) -> Metric:
        family = GaugeMetricFamily(f"{PREFIX}{name}", words, labels=labels)
        for values, number in samples:
            family.add_metric(values, float(number))
        return family


def _one(name: str, words: str, number: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}{name}", words, value=float(number))


def exposition(status: SiteStatus, version: str) -> bytes:
    """The numbers as text."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Numbers(status, version))
    return generate_latest(registry)
