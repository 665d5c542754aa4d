"""A scenario that is not valid is refused by the path of what is wrong, and nothing else is said."""

import pytest

from tests.oracle.engine import ask, ask_process
from tests.oracle.invalid import base, documents, fault
from tests.oracle.world import Document

BROKEN = list(documents())


def test_the_document_that_the_others_break_is_valid() -> None:
    assert ask(base()).status == 0


@pytest.mark.parametrize(("name", "document", "named"), BROKEN, ids=[entry[0] for entry in BROKEN])
def test_a_broken_scenario_is_refused_by_its_path(
    name: str, document: Document, named: tuple[str, ...]
) -> None:
    assert fault(ask(document), named) is None, name


def test_the_command_in_its_own_process_refuses_it_too() -> None:
    _, document, named = BROKEN[0]
    assert fault(ask_process(document), named) is None


def test_the_movement_stage_refuses_it_too() -> None:
    for name, document, named in BROKEN:
        answer = ask(document, ["--stage", "movement"])
        assert fault(answer, named) is None, name
