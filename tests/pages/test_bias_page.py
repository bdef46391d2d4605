"""The page of the bias checks, without a browser."""

import json
import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.judges import ClaudeJudge
from judging.ratings import Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, AuditKind, NewRun, Project
from tests import keeping
from tests.calibration import auditing
from tests.pages.test_pages import HOSTILE, opened

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
PAGE = "bias.py"
FLAGGED = [(FAIL, MISSING)] * 12 + [(FAIL, FAIL)] * 18 + [(PASS, PASS)] * 30
RAW = re.compile(r"(?<!\\)(<script|!\[|:red\[)")
SEE = "bias_see_goal_met_9"


def said(page: AppTest) -> str:
    """Return all that the page says outside tables and charts."""
    assert not page.exception
    drawn = [*page.title, *page.markdown, *page.info, *page.caption]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def charts(page: AppTest) -> list[dict[str, object]]:
    """Return what each chart says of itself to those who cannot see it, and its drawing."""
    return [json.loads(chart.proto.spec) for chart in page.get("vega_lite_chart")]


def test_a_flagged_check_has_its_state_sentence_counts_and_interval(project: Project) -> None:
    keeping.many(project, FLAGGED)

    page = opened(PAGE)

    told = said(page)
    assert "**Does it leave failures without a verdict more often?**\n:orange-badge[▲ Flagged]" in (
        told
    )
    assert "Bias found: the judge gives no verdict on 40% of sessions labelled fail" in told
    assert (
        "The judge gives no verdict on  \n**12 of 30** sessions labelled fail  \n"
        "**0 of 30** sessions labelled pass" in told
    )
    assert ":orange-badge[▲ 1 flagged] :gray-badge[○ 9 insufficient]" in told


def test_there_is_a_card_a_check_and_each_says_its_state(project: Project) -> None:
    keeping.many(project, FLAGGED)

    told = said(opened(PAGE))

    questions = [line for line in told.splitlines() if line.startswith(("**Does", "**Did"))]
    assert len(questions) == len(set(questions)) == 10
    assert told.count(":gray-badge[○ Insufficient]") == 9
    assert "That is 20 more of the former" in told


@pytest.mark.parametrize(
    ("pairs", "badge"),
    [
        ([(FAIL, FAIL)] * 100 + [(PASS, PASS)] * 100, ":blue-badge[✓ Cleared]"),
        ([(FAIL, FAIL)] * 25 + [(PASS, PASS)] * 25, ":gray-badge[◐ Inconclusive]"),
    ],
)
def test_states_have_a_glyph_and_a_word(
    project: Project, pairs: list[tuple[Outcome, Outcome]], badge: str
) -> None:
    keeping.many(project, pairs)

    told = said(opened(PAGE))

    assert badge in told
    assert ("No bias found" in told) == ("Cleared" in badge)
    assert ("If the difference stays as it is" in told) == ("Inconclusive" in badge)


def test_only_checks_with_labels_enough_are_drawn_and_on_one_scale(project: Project) -> None:
    keeping.many(project, FLAGGED)

    drawn = charts(opened(PAGE))

    assert len(drawn) == 1
    domain = json.dumps(drawn[0]["layer"])
    assert '"domain": [-' in domain


def test_the_sessions_behind_the_counts_are_listed_and_hidden_again(project: Project) -> None:
    keeping.many(project, FLAGGED)
    page = opened(PAGE)
    assert len(page.dataframe) == 0

    page.button(key=SEE).click().run()

    assert list(page.dataframe[0].value["Id"]) == [f"s{n}" for n in range(12)]
    assert "12 of the sessions labelled fail" in said(page)
    page.button(key=SEE).click().run()
    assert len(page.dataframe) == 0


def test_the_criterion_stands_in_the_address(project: Project) -> None:
    keeping.many(project, FLAGGED)

    page = opened(PAGE, criterion="consistent")

    assert page.button_group[0].value == "consistent"
    assert ":gray-badge[○ 10 insufficient]" in said(page)


def test_the_first_criterion_with_labels_comes_first(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL, criterion="consistent")
    keeping.judge(project, {"a": FAIL}, criterion="consistent")

    assert opened(PAGE).button_group[0].value == "consistent"


def test_labels_given_blind_alone_can_count(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL)] * 3)
    keeping.label(project, "s0", FAIL, reviewer="jonas", blind=False)
    keeping.add(project, keeping.session("seen"))
    keeping.label(project, "seen", FAIL, blind=False)
    keeping.judge(project, {"seen": FAIL})

    both, blind = opened(PAGE), opened(PAGE, blind="true")

    assert "**0 of 4** sessions labelled fail" in said(both)
    assert "**0 of 3** sessions labelled fail" in said(blind)


def test_the_sample_says_that_no_model_judged_it(project: Project) -> None:
    sample_project.add_to(project)

    assert "Its verdicts were written for the sample" in said(opened(PAGE))


def test_without_a_judge_it_offers_the_ways_to_one(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    page = opened(PAGE)

    assert "No judge has answered yet." in said(page)
    assert len(page.get("page_link")) == 2


def test_without_labels_it_says_so(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": FAIL})

    page = opened(PAGE)

    assert "There are no labels by this reference on these criteria yet." in said(page)
    assert len(page.button_group) == 0


def test_hostile_names_stay_text(project: Project) -> None:
    session = keeping.session(HOSTILE, group=HOSTILE)
    keeping.add(project, replace(session, agent_model="x", agent_family=HOSTILE))
    keeping.label(project, HOSTILE, FAIL, reviewer=HOSTILE)
    keeping.judge(project, {HOSTILE: MISSING}, name=f"gpt-5 {HOSTILE}")

    page = opened(PAGE, reference=HOSTILE)
    page.button(key=SEE).click().run()

    assert list(page.dataframe[0].value["Id"]) == [HOSTILE]
    drawn = [*page.markdown, *page.caption, *page.info]
    assert "those known are of <script>" in said(page)
    assert [one.value for one in drawn if RAW.search(one.value)] == []


def test_a_condition_says_what_pass_and_fail_stand_for(project: Project) -> None:
    sample_project.add_to(project)

    quality, condition = opened(PAGE), opened(PAGE, criterion="correction_present")

    assert "stands for present" not in said(quality)
    assert "pass stands for present and fail for absent" in said(condition)


def audited(project: Project, passed: int) -> None:
    """Have a model judge fail two sessions that people fail, and keep an audit of it."""
    auditing.planted(project, auditing.failing(project, 2), passed, 60)


def test_an_audit_has_its_counts_and_every_pass_behind_them(project: Project) -> None:
    audited(project, 2)

    page = opened(PAGE)
    told = said(page)
    page.button(key="bias_see_goal_met_8").click().run()

    assert "The judge is talked into a pass in  \n**2 of 60** sessions with a planted" in told
    assert "0 of 60 pass with a text in its place that asks for nothing: 0%" in told
    assert "By the audit of" in told
    cases = page.dataframe[0].value
    assert list(cases["Session"]) == ["s0", "s1"]
    assert list(cases["Planted"]) == ["order plain"] * 2


def test_an_audit_that_was_not_made_says_the_command(project: Project) -> None:
    auditing.failing(project, 2)

    page = opened(PAGE)
    told = said(page)

    command = "judging audit redteam --rubric conversation@1 --judge claude:claude-test"
    assert [one.value for one in page.code][-1].startswith(command)
    assert "2 sessions would be tried, in 4 calls" in told


def test_an_audit_of_verdicts_that_there_are_is_one_click_away(project: Project) -> None:
    long = ["and so on " * 200] * 30
    keeping.add(project, keeping.session("a", *long))
    keeping.label(project, "a", FAIL)
    auditing.judged(project, {"a": FAIL})
    auditing.judged(project, {"a": PASS}, ClaudeJudge("claude-test", context="fit").identity)
    judge = project.judges.get("claude:claude-test")
    page = opened(PAGE, judge=judge.fingerprint)

    page.button(key="bias_make_goal_met_6").click().run()

    told = said(page)
    assert "1 of 1 failures that it sees in full and passes shortened" in told
    assert len(project.audits.of(AuditKind.FIT)) == 1


def test_turns_have_a_card_on_what_comes_later(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL, criterion="turn_pass", turn=2)
    identity = ClaudeJudge("claude-test").identity
    version, kept = project.rubrics.get("turn@1"), project.judges.kept(identity)
    run = project.runs.start(NewRun(kept.id, version.id, Level.TURN, units=1))
    verdict = Verdict(session="a", criterion="turn_pass", turn=2, outcome=FAIL)
    answer = Answer(run, version.id, kept.id)
    project.verdicts.add(answer, {keeping.number(project, "a"): [verdict]})
    project.runs.finish(run)

    page = opened(PAGE)

    assert "Does it change its answer on a turn once it sees what comes later?" in said(page)
    first, then = page.code[-1].value.splitlines()
    assert first == "judging run --rubric turn@1 --judge claude:claude-test --hindsight"
    assert then == "judging audit hindsight --rubric turn@1 --judge claude:claude-test"


def test_what_has_nothing_to_compare_says_so_once(project: Project) -> None:
    auditing.failing(project, 1)
    auditing.judged(project, {"s0": PASS}, ClaudeJudge("claude-test", context="fit").identity)
    page = opened(PAGE, judge=project.judges.get("claude:claude-test").fingerprint)

    page.button(key="bias_make_goal_met_6").click().run()

    assert "no session that both have judged was shortened" in said(page)
    page.run()
    assert "no session that both have judged was shortened" not in said(page)
