"""The page of judge runs, without a browser: what it says in each state, and what a click does."""

import pytest
from streamlit.testing.v1 import AppTest

from calibration.runs import judges, planning, steering
from calibration.runs.judges import Options
from judging.judges import Judge
from judging.ratings import Outcome, Problem
from judging.splitting import Part
from storage import CallStatus, Mode, Project, RunStatus
from tests import keeping, splitting
from tests.pages.test_pages import HOSTILE, opened
from tests.storage import at_work

MODEL = "claude-sonnet-5-5"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abc"))


@pytest.fixture(autouse=True)
def _no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def _model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    monkeypatch.setenv("JUDGE_MODEL", MODEL)


def said(page: AppTest) -> str:
    """Return all that the page says outside its tables and codes."""
    assert not page.exception
    drawn = [*page.title, *page.header, *page.markdown, *page.info, *page.button]
    words = [one.label if one.type == "button" else one.value for one in drawn]
    return "\n".join(words).replace("\\", "")


def labels(page: AppTest) -> list[str]:
    return [button.label.replace("\\", "") for button in page.button]


def start(
    project: Project,
    options: Options | None = None,
    word: str = f"claude:{MODEL}",
    *,
    max_cost: int | None = None,
    in_batches: bool = False,
) -> int:
    judge: Judge = judges.named(word, project.store.secret(), options)
    planned = planning.plan(project, "conversation@1", judge)
    return steering.start(project, planned, judge, max_cost=max_cost, in_batches=in_batches)


def put(project: Project, run: int, status: RunStatus) -> None:
    project.runs.steer(run, dict.fromkeys(RunStatus, status), word="put")


def done_with(project: Project, judge: str = f"claude:{MODEL}", **problems: Problem) -> int:
    """Return a run that is over, with these problems by session."""
    run = start(project, word=judge)
    project.runs.begin(run, epoch=0)
    for name in "abc":
        call = at_work.call(project, run, name, CallStatus.INVALID, reply="No.")
        at_work.judge(project, run, name, problem=problems.get(name))
        assert call
    project.runs.finish(run, epoch=0)
    return run


def test_without_a_key_the_rules_judge_is_offered_at_no_cost(project: Project) -> None:
    page = opened("run.py")

    assert "3 sessions to judge, at no cost" in said(page)
    page.button(key="run_start").click().run()
    line = project.runs.get(1)
    assert (line.judge, line.status, line.units) == ("rules", RunStatus.QUEUED, 3)
    assert page.query_params["run"] == "1"
    assert "3 sessions waiting" in said(page)


def test_a_model_without_a_key_names_the_variable_and_what_works_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", MODEL)
    page = opened("run.py")

    page.selectbox(key="run_judge").select("claude").run()

    assert "Set `ANTHROPIC_API_KEY`".replace("`", "") in said(page).replace("`", "")
    assert "3 sessions to judge, about $" in said(page)
    assert not [button for button in page.button if button.key == "run_start"]
    page.button(key="run_use_rules").click().run()
    assert page.button(key="run_start").label == "Judge 3 sessions, at no cost"


def test_a_judge_without_a_model_waits_for_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")

    page = opened("run.py")

    assert "No model is named" in said(page)
    page.selectbox(key="run_model").select(MODEL).run()
    assert "3 sessions to judge, about $" in said(page)


def openai(page: AppTest, address: str = "") -> None:
    """Choose a judge at any address."""
    page.selectbox(key="run_judge").select("openai").run()
    if address:
        page.text_input(key="run_address").input(address).run()


def test_another_service_waits_for_a_model_and_says_where_it_is() -> None:
    page = opened("run.py")

    openai(page)

    assert "No model is named" in said(page)
    assert page.text_input(key="run_address").placeholder == "https://api.openai.com/v1"


def test_openais_own_service_without_a_key_names_the_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", "gpt-5.5")
    page = opened("run.py")

    openai(page)

    assert "Set OPENAI_API_KEY" in said(page).replace("`", "")
    assert not [button for button in page.button if button.key == "run_start"]


def test_a_service_of_ones_own_is_asked_without_a_key(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", "qwen3")
    page = opened("run.py")

    openai(page, address="http://127.0.0.1:8000/v1")
    page.button(key="run_start").click().run()

    assert project.runs.get(1).judge == "openai:qwen3@http://127.0.0.1:8000/v1"


@pytest.mark.parametrize("address", ["nowhere", "http://me:pass-4711@127.0.0.1/v1"])
def test_an_address_that_is_none_is_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("JUDGE_MODEL", "qwen3")
    page = opened("run.py")

    openai(page, address=address)

    assert "address" in said(page)
    assert "4711" not in said(page)
    assert "run_start" not in [button.key for button in page.button]


@pytest.mark.usefixtures("_model")
def test_the_button_says_what_it_does_and_what_that_costs() -> None:
    page = opened("run.py")

    assert (
        page.button(key="run_start")
        .label.replace("\\", "")
        .startswith("Judge 3 sessions, about $0.0")
    )
    assert "3 calls to the model" in said(page)
    assert "reckoned from all of them" in said(page)


@pytest.mark.usefixtures("_model")
def test_a_model_without_a_price_is_said_to_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_MODEL", "claude-of-tomorrow")

    page = opened("run.py")

    assert page.button(key="run_start").label == "Judge 3 sessions, price unknown"
    assert "JUDGE_PRICES" in said(page)


@pytest.mark.usefixtures("_model")
def test_what_is_chosen_under_more_is_part_of_the_judge(project: Project) -> None:
    page = opened("run.py")

    page.session_state["run_effort"] = "high"
    page.session_state["run_per_call"] = "one"
    page.session_state["run_context"] = "fit"
    page.number_input(key="run_at_once").set_value(3).run()

    assert "15 calls to the model" in said(page)
    page.button(key="run_start").click().run()
    work = project.runs.work(1)
    settings = project.judges.numbered(work.judge).identity.settings
    assert (settings["effort"], settings["criteria_per_call"]) == ("high", "one")
    assert settings["context"] == "fit"
    assert work.concurrency == 3
    words = "effort high, one criterion a call, the middle of long sessions summarised"
    assert words in said(page)


@pytest.mark.usefixtures("_model")
def test_a_ceiling_is_said_and_goes_with_the_run(project: Project) -> None:
    page = opened("run.py")

    page.number_input(key="run_max_cost").set_value(0.5).run()

    assert "It is paused before it costs more than $0.50." in said(page)
    page.button(key="run_start").click().run()
    assert project.runs.work(1).max_cost == 500_000
    assert "Cost ceiling" in said(page)


@pytest.mark.usefixtures("_model")
def test_a_ceiling_without_a_price_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_MODEL", "claude-of-tomorrow")
    page = opened("run.py")

    page.number_input(key="run_max_cost").set_value(0.5).run()

    assert "a cost ceiling cannot be kept" in said(page)
    assert "run_start" not in [button.key for button in page.button]


def test_a_run_that_came_to_its_ceiling_is_resumed_with_a_higher_one(project: Project) -> None:
    run = start(project, max_cost=500_000)
    project.runs.begin(run, epoch=0)
    put(project, run, RunStatus.PAUSING)
    project.runs.finish(run, reason="The cost ceiling of $0.50 is reached.")
    page = opened("run.py", run=str(run))
    assert "The cost ceiling of $0.50 is reached." in said(page)

    page.number_input(key="run_ceiling").set_value(2.0)
    page.button(key="run_resume").click().run()

    assert not page.exception
    assert project.runs.status(run) is RunStatus.QUEUED
    assert project.runs.work(run).max_cost == 2_000_000


@pytest.mark.usefixtures("_model")
def test_a_scope_leaves_out_what_is_not_labelled_and_what_is_too_much(project: Project) -> None:
    page = opened("run.py")

    page.number_input(key="run_limit").set_value(2).run()
    limited = labels(page)[0]
    page.selectbox(key="run_sessions").select_index(1).run()
    none_labelled = said(page)
    keeping.label(project, "b", Outcome.PASS)
    page.run()

    assert limited.startswith("Judge 2 sessions")
    assert "No session is labelled yet" in none_labelled
    assert labels(page)[0].startswith("Judge 1 session,")


@pytest.mark.usefixtures("_model")
def test_a_part_of_the_split_can_be_judged_alone_once_there_is_one(project: Project) -> None:
    before = [one.key for one in opened("run.py").selectbox]
    splitting.seal(project, "b")
    page = opened("run.py")
    page.selectbox(key="run_split").set_value(Part.TEST).run()

    assert "run_split" not in before
    assert page.selectbox(key="run_split").options == [
        "Both (3)",
        "Develop (2)",
        "Sealed test (1)",
    ]
    assert any(label.startswith("Judge 1 session,") for label in labels(page))


def test_a_second_click_leads_to_the_run_that_the_first_one_started(project: Project) -> None:
    first, second = opened("run.py"), opened("run.py")

    first.button(key="run_start").click().run()
    second.button(key="run_start").click().run()

    assert [line.id for line in project.runs.listed()] == [1]
    assert second.query_params["run"] == "1"
    assert "Run 1 has the same judge answer the same rubric" in said(second)
    assert "It is shown here" in said(second)


@pytest.mark.usefixtures("_model")
def test_what_is_being_judged_is_not_offered_again(project: Project) -> None:
    run = start(project)

    page = opened("run.py", run="new")

    assert f"Run {run} has this judge answer this rubric now" in said(page)
    page.button(key="run_back").click().run()
    assert page.query_params["run"] == str(run)


def test_nothing_left_leads_to_what_was_said(project: Project) -> None:
    rules = judges.named("rules", b"")
    run = steering.start(project, planning.plan(project, "conversation@1", rules), rules)
    project.runs.begin(run, epoch=0)
    for name in "abc":
        at_work.judge(project, run, name)
    project.runs.finish(run, epoch=0)

    page = opened("run.py")

    assert "3 sessions judged by rules under conversation@1: nothing is left." in (
        said(page).replace("**", "")
    )


def test_a_run_at_work_is_shown_first(project: Project) -> None:
    run = start(project)

    page = opened("run.py")

    assert f"**Run {run}**" in said(page)
    assert "New run" in labels(page)


@pytest.mark.parametrize(
    ("status", "heading", "words", "buttons"),
    [
        ("queued", "3 sessions waiting", "This server starts one by itself", ["Pause"]),
        ("pausing", "0 of 3 sessions judged", "No worker is at work", []),
        ("paused", "Stopped at 0 of 3 sessions", "It was paused.", ["Resume"]),
        ("cancelling", "0 of 3 sessions judged", "No worker is at work", []),
        ("cancelled", "Stopped at 0 of 3 sessions", "can be resumed", ["Resume"]),
        ("failed", "Stopped at 0 of 3 sessions", "then resume", ["Resume"]),
        ("done", "0 of 3 sessions scored", "Every one has an outcome", []),
    ],
)
def test_each_state_has_its_words_and_one_next_step(
    project: Project, status: str, heading: str, words: str, buttons: list[str]
) -> None:
    run = start(project)
    put(project, run, RunStatus(status))

    page = opened("run.py", run=str(run))

    assert heading in said(page)
    assert words in said(page)
    assert [label for label in labels(page) if label in {"Pause", "Resume"}] == buttons


def test_a_failed_run_says_why_and_is_resumed(project: Project) -> None:
    run = start(project)
    project.runs.begin(run, epoch=0)
    project.runs.fail(run, "127.0.0.1 does not accept the API key.")
    page = opened("run.py", run=str(run))
    assert "127.0.0.1 does not accept the API key." in said(page)

    page.button(key="run_resume").click().run()

    assert project.runs.status(run) is RunStatus.QUEUED
    assert "3 sessions waiting" in said(page)


def test_a_run_is_cancelled_only_after_it_was_asked_for_twice(project: Project) -> None:
    run = start(project)
    page = opened("run.py", run=str(run))

    assert "Stop this run for good? 3 sessions would stay without verdicts." in said(page)
    page.button(key="run_cancel").click().run()

    assert project.runs.status(run) is RunStatus.CANCELLED


def test_a_click_that_comes_too_late_is_explained(project: Project) -> None:
    run = start(project)
    page = opened("run.py", run=str(run))
    put(project, run, RunStatus.DONE)

    page.button(key="run_pause").click().run()

    assert f"Run {run} is done, and cannot be paused." in said(page)


@pytest.mark.usefixtures("_model")
def test_problems_are_counted_by_kind_explained_and_asked_about_again(project: Project) -> None:
    run = done_with(project, a=Problem.REFUSED, b=Problem.PARSE_FAILED)
    page = opened("run.py", run=str(run))
    assert "Not scored: 1 parse failed, 1 refused." in said(page)
    assert list(page.dataframe[0].value["Session"]) == ["b", "a"]

    page.session_state[f"run_problem_{run}"] = Problem.REFUSED
    page.run()

    assert "The model declined to answer." in said(page)
    assert list(page.dataframe[0].value["Session"]) == ["a"]
    page.button(key="run_retry").click().run()
    again = project.runs.work(run + 1)
    assert again.sessions == (keeping.number(project, "a"),)
    assert page.query_params["run"] == str(run + 1)


def test_without_a_key_a_retry_says_so(project: Project) -> None:
    run = done_with(project, a=Problem.REFUSED)

    page = opened("run.py", run=str(run))

    assert "There is no API key" in said(page)
    assert not [button for button in page.button if button.key == "run_retry"]


@pytest.mark.parametrize(
    ("judge", "is_offered"), [("openai:gpt-test", False), ("openai:m@http://127.0.0.1:9/v1", True)]
)
def test_a_retry_needs_a_key_only_where_the_judges_own_service_does(
    project: Project, judge: str, *, is_offered: bool
) -> None:
    run = done_with(project, judge, a=Problem.REFUSED)

    page = opened("run.py", run=str(run))

    assert ("There is no API key for the OpenAI judge." in said(page)) is not is_offered
    assert any(button.key == "run_retry" for button in page.button) is is_offered


def test_a_run_at_rest_lists_its_counts_and_one_at_work_none(project: Project) -> None:
    done_with(project, a=Problem.REFUSED)
    start(project, Options(effort="high"))

    listed = opened("run.py", run="new").dataframe[-1].value

    assert list(listed["State"]) == ["○ Queued", "✓ Done"]
    assert list(listed["Scored"].fillna(-1)) == [-1, 2]
    assert list(listed["Not scored"].fillna(-1)) == [-1, 1]


def test_requests_and_replies_are_shown_as_text_alone(project: Project) -> None:
    keeping.add(project, keeping.session(HOSTILE, HOSTILE, HOSTILE))
    run = start(project)
    at_work.call(project, run, HOSTILE, reply=HOSTILE)
    project.ledger.settle(at_work.judged(project, run, HOSTILE, rationale=HOSTILE))

    page = opened("run.py", run=str(run), session=HOSTILE)

    assert not page.exception
    assert HOSTILE in [code.value for code in page.code]
    drawn = [*page.markdown, *page.title, *page.header, *page.info]
    assert [text.value for text in drawn if "![x](" in text.value or HOSTILE in text.value] == []


def test_the_way_back_from_a_reply_is_its_run(project: Project) -> None:
    run = start(project)
    at_work.call(project, run, "a")
    page = opened("run.py", run=str(run), session="a")
    assert [title.value for title in page.title] == ["Request and reply"]

    page.button(key="run_back").click().run()

    assert page.query_params == {"run": str(run)}
    assert [title.value for title in page.title] == ["Run judge"]


def test_a_session_nobody_asked_about_says_so(project: Project) -> None:
    run = start(project)

    page = opened("run.py", run=str(run), session="a")

    assert "Nothing is kept of a request here" in said(page)


def test_a_run_that_is_not_there_is_said_to_be() -> None:
    page = opened("run.py", run="77")

    assert "There is no run 77" in str(page.exception[0].value)


def test_a_verdict_of_a_model_leads_to_what_it_came_of(project: Project) -> None:
    run = start(project)
    call = at_work.call(project, run, "a")
    project.ledger.settle(at_work.judged(project, run, "a", calls={"goal_met": call}))

    page = opened("session.py", id="a", judge=f"claude:{MODEL}")

    assert not page.exception
    rail = page.get("bidi_component")[1].proto.json
    assert f"run?run={run}&session=a&verdict=1" in rail


@pytest.mark.usefixtures("_model")
def test_each_session_can_be_asked_several_times(project: Project) -> None:
    page = opened("run.py")
    assert not [one for one in page.segmented_control if one.key == "run_answers"]

    page.number_input(key="run_times").set_value(3).run()

    assert "it costs three times as much" in said(page)
    assert "Each is asked 3 times; the first answer counts. 9 calls" in said(page)
    page.button(key="run_start").click().run()
    line = project.runs.get(1)
    assert (line.samples, line.units, line.judge) == (3, 3, f"claude:{MODEL}")
    assert "3 times" in said(page)


@pytest.mark.usefixtures("_model")
def test_several_answers_can_make_one_verdict(project: Project) -> None:
    page = opened("run.py")
    page.number_input(key="run_times").set_value(3).run()

    page.segmented_control(key="run_answers").set_value("majority").run()

    assert "another judge, to be calibrated for itself" in said(page)
    page.button(key="run_start").click().run()
    line = project.runs.get(1)
    assert (line.samples, line.judge) == (1, f"claude:{MODEL}+majority3")
    assert "the majority of 3 answers" in said(page)


@pytest.mark.usefixtures("_model")
def test_after_a_run_that_asked_again_there_is_a_way_to_what_it_tells(project: Project) -> None:
    judge = judges.named(f"claude:{MODEL}", project.store.secret())
    planned = planning.plan(project, "conversation@1", judge, runs=2)
    run = steering.start(project, planned, judge)
    put(project, run, RunStatus.DONE)

    page = opened("run.py", run=str(run))

    ways = {link.proto.label: link.proto.query_string for link in page.get("page_link")}
    assert "view=repeats" in ways["Compare with itself"]


@pytest.mark.usefixtures("_model")
def test_a_run_of_claude_can_be_sent_as_a_batch_for_half(project: Project) -> None:
    page = opened("run.py")
    switch = page.toggle(key="run_batch")
    before = labels(page)[-1]

    switch.set_value(True).run()
    after, words = labels(page)[-1], said(page)
    page.button(key="run_start").click().run()

    assert "instead of $" in switch.label.replace("\\", "")
    assert before != after
    assert "usually within an hour, at most 24 hours" in words
    [line] = project.runs.listed()
    assert (line.mode, line.status) == (Mode.BATCH, RunStatus.QUEUED)


@pytest.mark.parametrize("word", ["rules", "openai"])
@pytest.mark.usefixtures("_model")
def test_no_other_judge_can_be(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    page = opened("run.py")

    page.selectbox(key="run_judge").set_value(word).run()

    assert not page.toggle


@pytest.mark.usefixtures("_model")
def test_a_run_that_waits_for_its_batch_says_so_without_a_bar(project: Project) -> None:
    run = start(project, in_batches=True)
    project.store.workers.beat("a worker")
    project.runs.begin(run, epoch=0)
    project.batches.begin(run, 0, [at_work.asked(project, run, name) for name in "abc"])

    waiting = opened("run.py")
    project.runs.steer(run, {RunStatus.RUNNING: RunStatus.PAUSED}, word="paused")
    paused = opened("run.py", run=str(run))

    assert "Waiting for the batch: 3 requests" in said(waiting)
    assert "then the results are read" in said(waiting)
    assert not waiting.get("progress")
    assert "On their way" in said(waiting)
    assert "Sent in a batch: 3 requests, at " in said(paused)
    assert "At the service" in said(paused)
