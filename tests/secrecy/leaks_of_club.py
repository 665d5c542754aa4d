"""Leaks of the club's own rules, planted at the door: what a page, an answer or the log might say.

What is planted of these rules, and where it is found:

1. a trigger's terms and its die; 2. for how many turns something is held; 3. that a trigger has fired; 4. a
hint of what is not known; 5. what would be told; 6. a relic under seal; 7. an order in words in an answer,
8. in the log, 9. in a mail, 10. in every seat's announcement; 11. whose order is settled; 12. the grade of an
unmarked sighting; 13. the banner that it means; 14. a promise of others; 15. a breach of others; 16. who has
agreed; 17. the truth explained: here and in ``leaks``, found by ``tests/test_secrecy.py``.

18. what fires told to the wrong seat; 19. a hint in the map of who does not know its thing; 20. a relic under
seal in the map: ``test_triggers``. 21. an order in words at the desk of a facilitator who plays; 22. a breach
that fog hides: ``test_club``. 23. an id that joins a sighting from before the war to its grade; 24. a mark on
an unmarked one: ``tests/founding/test_early_sightings.py``. 25. to 31., of a ledger, the settlement's owner,
the trigger, whom an entry is ``with``, to whose loss a reward is owed, the levels inflicted, the engine's
order, what was entered: ``tests/rules/test_own_ledger.py``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse

from campaign.models import Consent, Order, Promise, PromiseState, Relic, Seat, Trigger, Turn


def _with(response: HttpResponse, found: Iterable[object]) -> HttpResponse:
    response.content = response.content + json.dumps(list(found)).encode()
    return response


def terms_of_triggers(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What a trigger waits for, its die too."""
    return _with(response, Trigger.objects.order_by("document").values_list("document__when", flat=True))


def how_long_held(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """For how many turns somebody has held what a trigger is at."""
    return _with(response, [sum(Trigger.objects.values_list("held", flat=True))])


def who_has_fired(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """How many triggers have fired, for whomever."""
    return _with(response, [Trigger.objects.exclude(fired_by=[]).count()])


def hints_of_all(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The hints of features that are not known and of relics that are not carried."""
    return _with(response, Trigger.objects.order_by("key").values_list("hint", flat=True))


def what_is_told_if(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What would be told, or is told to another holder."""
    return _with(response, Trigger.objects.order_by("key").values_list("told", flat=True))


def what_is_sealed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Where relics lie under seal."""
    return _with(response, Relic.objects.filter(sealed=True).order_by("y", "x").values_list("x", "y"))


def in_words() -> list[str]:
    """Everybody's orders in words."""
    texts = Order.objects.filter(slot="special", detail__order="other").order_by("player_turn_id", "banner")
    return [str(text) for text in texts.values_list("detail__text", flat=True)]


def orders_in_words(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """What anybody has ordered in words."""
    return _with(response, in_words())


def orders_in_words_logged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The log tells a plan that counts, its words too."""
    logging.getLogger("campaign").warning("an order in words: %s", in_words())
    return response


def words_of_settlements(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Whose orders have been settled."""
    settled = Turn.objects.filter(settlements__isnull=False).order_by("settlements__banner")
    return _with(response, settled.values_list("settlements__seat__army", flat=True))


def grades(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Whether what was heard before the war is so, marked or not."""
    heard = Seat.objects.get(campaign__public_id="longridge", number=1).sightings
    return _with(response, [one["grade"] for one in heard])


def whom_a_sighting_means(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Whether a sighting from before the war is of a banner that there is."""
    heard = Seat.objects.get(campaign__public_id="longridge", number=1).sightings
    return _with(response, ["banner" in one for one in heard])


def promises_of_all(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Between whom peace has been promised."""
    made = Promise.objects.filter(state=PromiseState.ACCEPTED).order_by("seat_by__number")
    return _with(response, made.values_list("seat_by__number", "seat_to__number"))


def breaches_of_all(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """How often a promise has been broken, anybody's."""
    return _with(response, [sum(len(one.breaches) for one in Promise.objects.all())])


def agreements_of_all(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Who has agreed to what taking part asks for."""
    return _with(response, Consent.objects.order_by("user__name").values_list("user__name", flat=True))


def the_truth_explained(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The ledger of the whole turn instead of one's own."""
    explained = Turn.objects.get(campaign__public_id="longridge", number=1).explained
    return _with(response, [explained])


DURING = {
    "the terms of a trigger": terms_of_triggers,
    "for how long something is held": how_long_held,
    "a hint of what is not known": hints_of_all,
    "what would be told": what_is_told_if,
    "a relic under seal": what_is_sealed,
    "an order in words": orders_in_words,
    "an order in words in the log": orders_in_words_logged,
    "whose order is settled": words_of_settlements,
    "the grade of an unmarked sighting": grades,
    "the banner of an unmarked sighting": whom_a_sighting_means,
    "a promise of others": promises_of_all,
    "who has agreed": agreements_of_all,
}
"""While the turn runs."""
AFTERWARDS = {
    "that a trigger has fired": who_has_fired,
    "a breach of others": breaches_of_all,
    "the truth explained": the_truth_explained,
}
"""Once a turn has been published."""
