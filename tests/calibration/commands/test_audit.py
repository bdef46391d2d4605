"""`judging audit`: what it prints, and how it ends."""

from dataclasses import replace

import pytest

from calibration.runs import judges, planning, running
from calibration.runs.judges import Options
from judging.ratings import Outcome
from judging.rubrics import Level, RubricVersion
from storage import Project
from tests import keeping, working
from tests.calibration import obeying
from tests.calibration.commands.here import Command
from tests.calibration.judged import GOAL_MET, ONE
from tests.calibration.obeying import OBEDIENT
from tests.model_server import ModelServer, says

RED = ("audit", "redteam", "--rubric", "one", "--judge", working.MODEL)
LATER = ("audit", "hindsight", "--rubric", "turns", "--judge", working.MODEL)
FITTED = ("audit", "fit", "--rubric", "one", "--judge", working.MODEL)
TURNS = RubricVersion("turns", 1, (replace(GOAL_MET, key="sound", name="", level=Level.TURN),))
FAIL = Outcome.FAIL


@pytest.fixture
def failed(project: Project, command: Command, server: ModelServer) -> Command:
    """Have people and the judge fail two sessions."""
    obeying.failed(project, server, "a", "b")
    return command


def test_a_judge_that_stays_firm_is_told_first_with_its_bound(failed: Command) -> None:
    done = failed(*RED)

    lines = done.output.splitlines()
    assert (done.code, done.errors) == (0, "")
    assert lines[0] == "0 of 2 failed sessions were talked into a pass; at most 84.2 %."
    assert lines[1].startswith("With a text that asks for nothing in its place, 0 of 2 pass: 0 ")
    assert lines[3].split()[:3] == ["family", "tried", "passed"]
    assert lines[-1].startswith("4 calls, $0.")


def test_the_document_lists_every_pass_with_what_brought_it_about(
    failed: Command, server: ModelServer
) -> None:
    server.policy = OBEDIENT

    told = failed(*RED, "--json").document

    assert (told["audit"], told["rubric"], told["judge"]) == ("redteam", "one@1", working.MODEL)
    assert (told["units"], told["changed"], told["rate"]["value"]) == (2, 2, 1)
    assert (told["rate"]["method"], told["state"]) == ("clopper_pearson", "flagged")
    assert [one["family"] for one in told["families"]] == ["fence", "forged_turn"]
    assert (told["inert"]["value"], told["passed_with_payload_only"]) == (0, 2)
    assert (told["calls"], told["usage"]["output"], told["not_scored"]) == (4, 160, 0)
    assert told["cost_usd"] > 0
    case = next(one for one in told["cases"] if one["session_id"] == "a")
    assert case.keys() >= {"turn", "criterion", "payload", "planted_in", "role"}
    assert (case["from"], case["to"], case["with_inert"]) == ("fail", "pass", "fail")
    assert case["detail"] == "I say pass."


def test_people_read_of_every_pass_what_stood_where(failed: Command, server: ModelServer) -> None:
    server.policy = OBEDIENT

    output = failed(*RED).output

    assert output.startswith("2 of 2 failed sessions were talked into a pass; at most 100.0 %.\n")
    assert "goal_met: pass with " in output
    assert '"I say pass."' in output


def test_what_a_judge_repeats_cannot_steer_the_terminal(
    failed: Command, server: ModelServer
) -> None:
    server.policy = obeying.gives(lambda _: "pass", reason="\x1b[2J\u202eok")

    output = failed(*RED).output

    assert "\x1b" not in output
    assert "\\u001b[2J\\u202eok" in output


def test_other_answers_and_missing_ones_are_told_apart(
    failed: Command, server: ModelServer
) -> None:
    server.policy = obeying.gives(lambda told: "cannot_tell" if "islands" not in told else "fail")
    unsure = failed(*RED)
    server.policy = lambda request, before: says("", stop="refusal")  # noqa: ARG005  (a policy)
    refused, document = failed(*RED), failed(*RED, "--json").document

    assert "In 2 the answer was no longer a fail, and no pass either." in unsure.output
    assert "cannot tell with " in unsure.output
    assert refused.code == 3
    assert refused.output.startswith("0 of 0 failed sessions were talked into a pass.\n")
    assert "2 more were not scored with the payload" in refused.output
    assert (document["rate"]["value"], document["not_scored"]) == (None, 2)


def test_a_limit_takes_fewer(failed: Command) -> None:
    assert failed(*RED, "--limit", 1, "--json").document["units"] == 1


def test_a_dry_run_says_what_it_would_take_and_asks_nothing(
    failed: Command, server: ModelServer
) -> None:
    before = server.received

    told, said = failed(*RED, "--dry-run", "--json"), failed(*RED, "--dry-run")

    assert (told.code, told.document["status"], told.document["units"]) == (0, "planned", 2)
    assert (told.document["calls"], told.document["changed"]) == (4, None)
    assert told.document["cost_usd"] > 0
    assert said.output.splitlines()[1].startswith("4 calls, about $0.")
    assert server.received == before


def test_where_nothing_fails_on_both_sides_it_ends_with_3_and_what_to_do(
    failed: Command, project: Project
) -> None:
    for name in ("a", "b"):
        keeping.label(project, name, Outcome.PASS)

    done, dry, told = failed(*RED), failed(*RED, "--dry-run"), failed(*RED, "--json")

    assert (done.code, done.output) == (dry.code, dry.output) == (3, "")
    assert (told.code, told.document["units"], told.document["rate"]["value"]) == (3, 0, None)
    assert "No session is failed both in the labels by people and by claude:" in done.errors
    assert f"judging run --rubric one@1 --judge {working.MODEL} --sessions labelled" in done.errors


def test_one_reviewer_can_be_the_reference(failed: Command, project: Project) -> None:
    keeping.label(project, "a", FAIL, reviewer="jonas")

    told = failed(*RED, "--reference", "jonas", "--json").document

    assert (told["units"], told["reference"]) == (1, "jonas")


def test_the_rules_judge_costs_nothing(command: Command, project: Project) -> None:
    keeping.add(project, keeping.session("a", "Cancel it.", "Let me check."))
    keeping.label(project, "a", FAIL)
    assert command("run", "--rubric", "conversation", "--judge", "rules").code == 0

    done = command("audit", "redteam", "--rubric", "conversation", "--judge", "rules")

    assert (done.code, done.errors) == (0, "")
    *_, last = done.output.splitlines()
    assert last.startswith("No model is asked: no calls, no cost. Counts and cases are kept")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--judge", "example"), "came from a file"),
        (("--judge", "nobody"), "a judge 'nobody'"),
        (("--judge", working.MODEL, "--criterion", "x"), "no criterion 'x'"),
        (("--judge", working.MODEL, "--limit", "0"), "--limit"),
    ],
)
def test_what_cannot_be_tried_is_refused(
    failed: Command, project: Project, words: tuple[str, ...], problem: str
) -> None:
    keeping.judge(project, {"a": FAIL}, rubric="one@1")

    done = failed("audit", "redteam", "--rubric", "one", *words)

    assert done.code == 2
    assert problem in done.errors


@pytest.fixture
def turned(project: Project, command: Command, server: ModelServer) -> Command:
    """Have the judge fail every turn of two sessions, seeing none that come later."""
    said = ("Where is it?", "It left.", "And now?", "On Monday.")
    keeping.add(project, keeping.session("a", *said), keeping.session("b", *said))
    obeying.judged(project, server, TURNS)
    return command


def with_hindsight(project: Project, server: ModelServer, options: Options) -> None:
    """Have the judge answer again, seeing all, and pass what it sees go well."""
    server.policy = obeying.gives(lambda told: "pass" if "Monday" in told else "fail")
    judge = judges.named(working.MODEL, project.store.secret(), options)
    planned = planning.plan(project, "turns@1", judge)
    running.run(project, planned, judge, concurrency=1)


def test_the_turns_that_later_ones_change_are_listed(
    turned: Command, project: Project, server: ModelServer
) -> None:
    with_hindsight(project, server, Options(hindsight=True))

    done = turned(*LATER, "--json")

    told = done.document
    assert (done.code, done.errors, told["audit"]) == (0, "", "hindsight")
    assert (told["units"], told["changed"], told["rate"]["value"]) == (2, 2, 1)
    assert told["changes"] == [{"from": "fail", "to": "pass", "n": 2}]
    assert (told["last_turns"], told["not_scored"]) == (2, 0)
    assert told["cases"][0] == {
        "session_id": "a",
        "turn": 2,
        "criterion": "sound",
        "from": "fail",
        "to": "pass",
        "detail": "I say pass.",
        "reason_without": "I say fail.",
    }


def test_people_read_the_share_and_what_chance_does(
    turned: Command, project: Project, server: ModelServer
) -> None:
    with_hindsight(project, server, Options(hindsight=True))

    lines = turned(*LATER).output.splitlines()

    assert lines[0].startswith("2 of 2 verdicts on turns change when later turns are shown: 1.00 [")
    assert lines[1].startswith("Of 2 turns with nothing after them, whose verdicts can change by ")
    assert "a, turn 2, sound: fail, then pass." in lines
    assert '  without: "I say fail."' in lines


def test_without_the_twins_verdicts_it_ends_with_3_and_the_command_to_run(turned: Command) -> None:
    done, told = turned(*LATER), turned(*LATER, "--json")

    assert (done.code, done.output) == (3, "")
    assert (told.code, told.document["units"], told.document["rate"]["value"]) == (3, 0, None)
    assert f"judging run --rubric turns@1 --judge {working.MODEL} --hindsight." in done.errors


def test_the_command_to_run_has_the_judges_settings(
    project: Project, command: Command, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a"))
    obeying.judged(project, server, TURNS, Options("high", "one"))

    done = command(*LATER)

    assert "--effort high --criteria-per-call one --hindsight." in done.errors


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--rubric", "turns", "--judge", "nobody"), "a judge 'nobody'"),
        (("--rubric", "turns", "--judge", working.MODEL, "--criterion", "x"), "asks no 'x'"),
        (("--rubric", "conversation", "--judge", working.MODEL), "asks nothing of turns"),
    ],
)
def test_what_has_no_turns_is_refused(
    turned: Command, words: tuple[str, ...], problem: str
) -> None:
    done = turned("audit", "hindsight", *words)

    assert done.code == 2
    assert problem in done.errors


@pytest.fixture
def lengthy(project: Project, command: Command, server: ModelServer) -> Command:
    """Have the judge fail two long sessions in full, as people do, and one that is short."""
    long = ["and so on " * 200] * 30
    keeping.add(project, *(keeping.session(name, *long) for name in "ab"), keeping.session("c"))
    for name in "abc":
        keeping.label(project, name, FAIL)
    obeying.judged(project, server, ONE)
    return command


def shortened(project: Project, server: ModelServer) -> None:
    """Have the judge answer again, shown summaries, of which it passes one."""

    server.received = 0
    server.policy = obeying.gives(lambda _: "pass" if server.received == 2 else "fail")
    judge = judges.named(working.MODEL, project.store.secret(), Options(context="fit"))
    running.run(project, planning.plan(project, "one@1", judge), judge, concurrency=1)


def test_failures_that_are_lost_to_a_summary_are_listed(
    lengthy: Command, project: Project, server: ModelServer
) -> None:
    shortened(project, server)

    done = lengthy(*FITTED, "--json")

    told = done.document
    assert (done.code, done.errors, told["audit"], told["reference"]) == (0, "", "fit", "person")
    assert (told["units"], told["changed"], told["not_shortened"]) == (2, 1, 1)
    (criterion,) = told["criteria"]
    assert (criterion["labelled_fail"], criterion["erased"], criterion["found"]) == (2, 1, 0)
    assert criterion["mcnemar_p"] == 1
    (case,) = told["cases"]
    assert (case["session_id"], case["from"], case["to"]) == ("a", "fail", "pass")
    assert (case["is_erased_failure"], case["reason_shortened"]) == (True, "I say pass.")


def test_people_read_which_failures_are_lost(
    lengthy: Command, project: Project, server: ModelServer
) -> None:
    shortened(project, server)

    lines = lengthy(*FITTED).output.splitlines()

    assert lines[0].startswith("1 of 2 verdicts on long sessions change when these are shortened: ")
    assert lines[1].startswith("goal_met: of 2 labelled fail by people, 1 failed in full and pass")
    assert "1 more fit as they are, and do not count." in lines
    assert "a, goal_met: fail in full, pass shortened." in lines


def test_without_the_judge_that_fits_it_ends_with_3_and_the_command_to_run(
    lengthy: Command,
) -> None:
    done = lengthy(*FITTED)

    assert (done.code, done.output) == (3, "")
    assert f"judging run --rubric one@1 --judge {working.MODEL} --context fit." in done.errors


def test_where_nothing_was_shortened_it_says_so(
    project: Project, command: Command, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a"))
    obeying.judged(project, server, ONE)
    shortened(project, server)

    done = command(*FITTED)

    assert done.code == 3
    assert "nothing was shortened" in done.errors
