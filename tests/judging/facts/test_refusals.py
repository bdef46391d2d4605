"""Agents that decline."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import turns


@pytest.mark.parametrize(
    "said",
    [
        "I'm sorry, but I cannot change the name.",
        "I am unable to issue a refund.",
        "Basic economy tickets cannot be modified.",
        "That is not possible.",
        "It would go against our policy.",
    ],
)
def test_declining_is_pointed_at(said: str) -> None:
    assert turns(FactKind.REFUSAL, "user: Please?", f"assistant: {said}") == [2]


@pytest.mark.parametrize(
    "said", ["I can change the name.", "I can't wait to help!", "Is that not possible?"]
)
def test_agreeing_and_asking_is_no_refusal(said: str) -> None:
    assert turns(FactKind.REFUSAL, "user: Please?", f"assistant: {said}") == []


def test_a_user_who_cannot_is_no_refusing_agent() -> None:
    assert turns(FactKind.REFUSAL, "user: I cannot find it.", "assistant: Let me see.") == []
