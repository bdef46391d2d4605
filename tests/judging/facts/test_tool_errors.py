"""Errors of tools, and those left at that."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns
from tests.judging.said import calls

FAILED = (calls("cancel_order", id=1), "tool: Error: already shipped")


def test_an_error_names_its_tool_and_the_turn_that_called_it() -> None:
    found = of_kind(FactKind.TOOL_ERROR, *FAILED)

    assert [(fact.turn, fact.related_turn, fact.note) for fact in found] == [
        (2, 1, "cancel_order answers with an error.")
    ]
    assert not found[0].is_pointer


def test_a_last_failure_that_the_agent_passes_over_is_unresolved() -> None:
    told = (*FAILED, "assistant: All done, have a nice day!")

    assert turns(FactKind.UNRESOLVED_ERROR, *told) == [2]


def test_a_last_failure_that_the_agent_tells_is_resolved() -> None:
    told = (*FAILED, "assistant: Unfortunately the order has shipped.")

    assert turns(FactKind.UNRESOLVED_ERROR, *told) == []


def test_a_failure_mended_by_a_later_change_is_resolved() -> None:
    told = (*FAILED, calls("return_order", id=1), "tool: {}", "assistant: All done!")

    assert turns(FactKind.UNRESOLVED_ERROR, *told) == []


def test_a_lookup_that_failed_leaves_nothing_unresolved() -> None:
    told = (calls("get_order", id=1), "tool: Error: not found", "assistant: All done!")

    assert turns(FactKind.UNRESOLVED_ERROR, *told) == []


@pytest.mark.parametrize("name", ["x" * 500, "two\nlines\tand\ttabs", ""])
def test_a_hostile_name_of_a_tool_is_cut_to_one_short_line(name: str) -> None:
    (found,) = of_kind(FactKind.TOOL_ERROR, calls(name), "tool: Error")

    assert len(found.note) < 100
    assert found.note.isprintable()
