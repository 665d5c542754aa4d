"""What was corrected, for the log: an entry keeps the reason alone, so that a name taken away stays away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from campaign.base.words.log_messages import LogKind
from campaign.desk.banner_names import banner_of
from campaign.desk.review.truth_words import change_in_words
from campaign.models import AuditEntry, Banner, Correction, Feature, Relic, Seat


def corrections_logged(entries: Iterable[AuditEntry]) -> Mapping[int, str]:
    """What was corrected, in words, by the id of the entry that tells of it.

    Every correction has one entry, written with it; both count up in the same order. Where they do not
    match, as in what was brought over from elsewhere, nothing is said.
    """
    told = [one for one in entries if one.kind == LogKind.CORRECTION and one.turn_id is not None]
    if not told:
        return {}
    turns = {one.turn_id for one in told}
    written: defaultdict[int, list[int]] = defaultdict(list)
    known = AuditEntry.objects.filter(turn__in=turns, kind=LogKind.CORRECTION.value).order_by("id")
    for turn, number in known.values_list("turn", "id"):
        written[turn].append(number)
    made: defaultdict[int, list[Correction]] = defaultdict(list)
    for one in Correction.objects.filter(turn__in=turns).order_by("id"):
        made[one.turn_id].append(one)
    words = _Words(told[0].campaign_id)
    return {
        number: words.of(one)
        for turn in turns
        if turn is not None and len(written[turn]) == len(made[turn])
        for number, one in zip(written[turn], made[turn], strict=True)
    }


class _Words:
    """The names of a campaign's things, as they are called now."""

    def __init__(self, campaign: int) -> None:
        rows = Seat.objects.filter(campaign=campaign).order_by("id")
        self.armies = dict(rows.values_list("key", "army"))
        banners = Banner.objects.filter(campaign=campaign).order_by("id")
        self.banners = {
            key: banner_of(name, army) for key, name, army in banners.values_list("key", "name", "seat__army")
        }
        self.things: dict[str, str] = {}
        for model in (Relic, Feature):
            found = model._default_manager.filter(campaign=campaign).order_by("id")
            self.things.update(found.values_list("key", "name"))

    def of(self, made: Correction) -> str:
        """One correction: ``3rd Column (The north): level 12``."""
        return change_in_words(
            made.change,
            lambda key: self.banners.get(key, key),
            lambda key: self.things.get(key, key),
            lambda key: self.armies.get(key, key),
        )
