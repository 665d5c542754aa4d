"""The one runner of all jobs: what is called off or lost is let be, and what raises is that job's failure."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from datetime import timedelta

import pytest

from campaign.base.dates import clock
from campaign.base.jobs import runner
from campaign.base.jobs.lease import held
from campaign.base.jobs.runner import Ending, Kind, Step, carry_on
from campaign.base.refusal import Refusal
from campaign.models import Verdict

pytestmark = pytest.mark.django_db


def asked(count: int = 1) -> list[Verdict]:
    return [
        Verdict.objects.create(asker="me", scenario=str(number), asked_at=clock.now())
        for number in range(count)
    ]


def steps(verdict: Verdict) -> Generator[Step]:
    """A kind of work with three steps, each of which is told."""
    for number in range(len(verdict.answer), 3):
        yield {"answer": "x" * (number + 1)}
    yield Ending("done")


KIND = Kind(model=Verdict, work=steps, given_up=lambda one: "tried too often")


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is told."""
    monkeypatch.setattr(runner, "EVERY", 0.0)


def found(verdict: Verdict) -> Verdict:
    verdict.refresh_from_db()
    return verdict


def test_a_job_is_put_down_when_its_slice_is_over_and_goes_on_from_there() -> None:
    (job,) = asked()
    kind = replace(KIND, attempts=None)
    for told in ("x", "xx", "xxx"):
        assert carry_on(kind) == 1
        assert (found(job).answer, job.state, job.leased_until) == (told, "running", None)
    begun = job.started_at
    assert (carry_on(kind), carry_on(kind)) == (1, 0)
    assert (found(job).answer, job.state, job.attempts) == ("xxx", "done", 4)
    assert job.started_at == begun


def test_what_waits_is_done_oldest_first_until_the_slice_is_over() -> None:
    jobs = asked(3)
    assert carry_on(replace(KIND, slice=timedelta(minutes=5))) == 3
    assert {found(job).state for job in jobs} == {"done"}
    assert jobs[0].ended_at is not None
    assert jobs[2].ended_at is not None
    assert jobs[0].ended_at <= jobs[2].ended_at


def test_a_job_that_is_called_off_stops_at_its_next_step() -> None:
    (job,) = asked()
    done: list[str] = []

    def work(verdict: Verdict) -> Generator[Step]:
        try:
            yield {"answer": "x"}
            Verdict.objects.update(state="invalid")
            yield {"answer": "xx"}
            done.append("went on")
        finally:
            done.append("closed")

    assert carry_on(replace(KIND, work=work, slice=timedelta(minutes=5))) == 1
    assert (found(job).state, job.answer, done) == ("invalid", "x", ["closed"])


def test_who_has_lost_a_job_neither_tells_nor_stores_nor_ends_it() -> None:
    (job,) = asked()
    stored: list[int] = []

    def store() -> dict[str, object]:
        stored.append(1)
        return {}

    def work(verdict: Verdict) -> Generator[Step]:
        Verdict.objects.update(attempts=verdict.attempts + 1, answer="theirs")
        yield Ending("done", store=store)

    assert carry_on(replace(KIND, work=work)) == 1
    assert (found(job).state, job.answer, stored) == ("running", "theirs", [])
    job.attempts -= 1
    assert not held(job).exists()


@pytest.mark.parametrize("slow", [False, True])
def test_what_is_stored_goes_with_the_end_or_not_at_all(slow: bool) -> None:
    (job,) = asked()

    def store() -> dict[str, object]:
        Verdict.objects.filter(pk=job.pk).update(asker="stored")
        if slow:
            raise Refusal("Not like that.", code="no")
        return {"answer": "all"}

    def work(verdict: Verdict) -> Generator[Step]:
        yield Ending("done", store=store)

    carry_on(replace(KIND, work=work, refused="invalid"))
    said = (found(job).state, job.error, job.asker, job.answer)
    assert said == (("invalid", "Not like that.", "me", "") if slow else ("done", "", "stored", "all"))


def test_what_raises_is_that_jobs_failure_with_what_it_has_told(caplog: pytest.LogCaptureFixture) -> None:
    first, second = asked(2)

    def work(verdict: Verdict) -> Generator[Step]:
        yield {"answer": "x"}
        if verdict == first:
            raise KeyError("zebra")
        yield Ending("done")

    assert carry_on(replace(KIND, work=work, slice=timedelta(minutes=5))) == 2
    assert (found(first).state, first.answer) == ("failed", "x")
    assert first.error == "The site has failed at it; why stands in its log."
    assert found(second).state == "done"
    assert f"verdict {first.pk} failed" in caplog.text
    assert "zebra" in caplog.text


def test_one_that_has_had_its_attempts_or_its_time_is_given_up_and_the_next_is_done() -> None:
    tired, old, fresh = asked(3)
    Verdict.objects.filter(pk=tired.pk).update(state="running", attempts=3)
    long_ago = clock.now() - timedelta(hours=2)
    Verdict.objects.filter(pk=old.pk).update(state="running", started_at=long_ago)
    ends: list[tuple[Verdict, str]] = []
    kind = replace(
        KIND,
        slice=timedelta(minutes=5),
        in_all=timedelta(hours=1),
        ended=lambda job, state: ends.append((job, state)),
    )
    assert carry_on(kind) == 1
    assert (found(tired).state, tired.error) == ("failed", "tried too often")
    assert (found(old).state, old.error) == ("failed", "tried too often")
    assert found(fresh).state == "done"
    assert ends == [(tired, "failed"), (old, "failed"), (fresh, "done")]


def test_a_kind_that_is_put_down_often_is_not_given_up_for_its_attempts() -> None:
    (job,) = asked()
    Verdict.objects.update(attempts=300)
    carry_on(replace(KIND, attempts=None, slice=timedelta(minutes=5)))
    assert (found(job).state, job.attempts) == ("done", 301)
