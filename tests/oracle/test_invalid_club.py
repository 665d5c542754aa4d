"""A scenario with Rules 14 that is not valid is refused by the path of what is wrong."""

import pytest

from tests.oracle.engine import ask
from tests.oracle.invalid import fault
from tests.oracle.invalid_club import base, documents, put
from tests.oracle.world import Document

BROKEN = list(documents())


def test_the_document_that_the_others_break_is_valid() -> None:
    answer = ask(base())
    assert (answer.status, answer.err) == (0, "")


def test_there_are_five_hundred() -> None:
    assert len(BROKEN) >= 500


@pytest.mark.parametrize(("name", "document", "named"), BROKEN[::8], ids=[entry[0] for entry in BROKEN[::8]])
def test_a_broken_scenario_is_refused_by_its_path(
    name: str, document: Document, named: tuple[str, ...]
) -> None:
    assert fault(ask(document), named) is None, name


@pytest.mark.long
def test_all_broken_scenarios_are_refused_by_their_paths() -> None:
    found = {name: fault(ask(document), named) for name, document, named in BROKEN}
    assert {name: wrong for name, wrong in found.items() if wrong is not None} == {}


def test_the_line_says_what_is_missing() -> None:
    answer = ask(put(("triggers", 0, "when", 4, "feature"), "cellar"))
    assert answer.err == "triggers[0].when[4].feature: there is no feature 'cellar'\n"


def test_lists_of_a_hundred_rules_and_two_hundred_triggers_are_read() -> None:
    document = base()
    document["house"] += [{"id": f"house_{number}"} for number in range(98)]
    deed = {"do": "unseal", "relic": "gone"}
    document["triggers"] += [{"id": f"u{number}", "relic": "gone", "do": [deed] * 8} for number in range(198)]
    assert ask(document).status == 0
