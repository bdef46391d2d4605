"""What is said of a run before it is begun."""

from dataclasses import replace

import pytest

from calibration.runs.estimating import Estimate
from calibration.runs.planning import RunPlan
from judging.judges import ClaudeJudge, RulesJudge
from judging.judges.usage import Usage
from judging.rubrics import Level
from pages.parts import run_offer
from pages.parts.run_offer import Offer
from storage import Project

FOUND = Estimate(
    calls=200, usage=Usage(input=1_234_567, output=98_765), cost=3_104_000, looked_at=40
)
NOTHING = Estimate(0, Usage(), 0, 40)


@pytest.fixture
def offer(project: Project) -> Offer:
    version = project.rubrics.get("conversation@1")
    numbers = tuple(range(200))
    plan = RunPlan(version, Level.SESSION, numbers, numbers, units=200, cached=0)
    return Offer(plan, ClaudeJudge("m", secret=b""))


def test_sessions_and_money_come_first(offer: Offer) -> None:
    assert run_offer.first(offer, FOUND) == "200 sessions to judge, about $3.10"


def test_what_it_was_reckoned_from_stands_behind_it(offer: Offer) -> None:
    assert run_offer.more(offer, FOUND) == (
        "200 calls to the model, about 1,200,000 tokens in and 99,000 out: reckoned from 40 of "
        "them, without a cache."
    )


def test_how_often_each_is_asked_is_said_first(offer: Offer) -> None:
    thrice = replace(offer, planned=replace(offer.planned, runs=3))

    assert run_offer.more(thrice, FOUND).startswith(
        "Each is asked 3 times; the first answer counts. 200 calls"
    )


def test_a_price_that_is_not_known_is_never_nothing(offer: Offer) -> None:
    unpriced = replace(FOUND, cost=None)

    assert run_offer.price(unpriced) == "price unknown"
    assert "No price is known for this model" in run_offer.more(offer, unpriced)


def test_what_was_judged_before_is_said_to_cost_nothing(offer: Offer) -> None:
    plan = replace(offer.planned, left=tuple(range(150)), cached=50)

    partly = replace(offer, planned=plan)

    assert run_offer.first(partly, FOUND).startswith("150 sessions to judge")
    assert "50 sessions judged before cost nothing more." in run_offer.more(partly, FOUND)


def test_a_model_that_has_answered_all_before_is_not_asked(offer: Offer) -> None:
    assert run_offer.price(NOTHING) == "at no cost"
    assert "answered all of it before" in run_offer.more(offer, NOTHING)


def test_the_rules_ask_no_model(offer: Offer) -> None:
    rules = replace(offer, judge=RulesJudge())

    assert run_offer.more(rules, NOTHING) == "No model is asked."


def test_a_ceiling_is_said_where_there_is_a_price(offer: Offer) -> None:
    limited = replace(offer, max_cost=2_500_000)

    assert "It is paused before it costs more than $2.50." in run_offer.more(limited, FOUND)
    assert "paused" not in run_offer.more(limited, replace(FOUND, cost=None))
