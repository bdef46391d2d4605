"""The page on which a criterion is revised, without a browser."""

from streamlit.testing.v1 import AppTest

from calibration.revision import proposal_trials, proposing
from judging.ratings import Outcome
from storage import Project, proposals
from tests import keeping, splitting, working
from tests.calibration import revising
from tests.model_server import ModelServer
from tests.pages.test_pages import HOSTILE, opened

PASS, FAIL = Outcome.PASS, Outcome.FAIL
PAGE = "propose.py"


def said(page: AppTest) -> str:
    """Return all that the page says."""
    assert not page.exception
    drawn = [*page.markdown, *page.info, *page.success, *page.caption, *page.warning, *page.error]
    drawn += [*page.header]
    return "\n".join(one.value for one in drawn).replace("\\", "")


def test_agreement_on_everything_needs_no_revision(project: Project) -> None:
    keeping.many(project, [(PASS, PASS), (FAIL, FAIL)])

    assert "agree on all 2 answers" in said(opened(PAGE))


def test_the_criterion_with_most_disagreements_comes_first(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, FAIL), (FAIL, PASS), (PASS, PASS)])

    page = opened(PAGE)

    assert "differ on **3 answers**" in said(page)
    assert "No session is set aside for a test yet" in said(page)
    assert "Say what has to fail" in said(page)
    assert page.button_group(key="criterion").value == "goal_met"


def test_only_what_is_not_sealed_is_evidence(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, FAIL), (FAIL, PASS), (PASS, PASS)])
    splitting.seal(project, "s0", "s3")

    page = opened(PAGE)

    assert "differ on **2 answers**, in the sessions that are not sealed" in said(page)
    assert "set aside" not in said(page)


def test_without_a_key_the_text_is_written_by_hand(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, PASS)])
    page = opened(PAGE)

    [fails] = [field for field in page.text_area if field.label == "Fail when"]
    fails.set_value("It only promised.")
    page.text_input(key="propose_author").set_value("ann")
    page.button[-1].click().run()

    [kept] = proposals.of(project).listed()
    assert (kept.author, kept.text["fail_when"]) == ("ann", "It only promised.")
    assert "By ann, for conversation@1." in said(page)
    assert "came from a file" in said(page)


def test_what_a_model_proposes_is_shown_change_by_change(
    project: Project, server: ModelServer
) -> None:
    copy = revising.change("pass_when", "It did, as late-0 comes to where is late-0 and late-0.")
    revising.filled(project, server, revising.change(), copy)
    keeping.add(project, keeping.session("late-9", copy["text"], "late"))
    keeping.label(project, "late-9", FAIL)
    version, judge = project.rubrics.get("one@1"), project.judges.get(working.MODEL)
    keeping.judge(project, {"late-9": PASS}, rubric="one@1", identity=judge.identity)
    page = opened(PAGE, rubric=version.rubric.label, judge=judge.identity.name)

    page.button(key="propose_ask").click().run()

    assert "Promises were let through." in said(page)
    assert "A change of “Pass when” was refused. It repeats words" in said(page)
    assert ":blue-background[" in said(page)
    assert page.button(key="propose_try").label.startswith("Judge 8 sessions anew")


def test_a_trial_says_what_it_fixes_and_a_person_publishes(
    project: Project, server: ModelServer
) -> None:
    held = revising.filled(project, server)
    proposal = proposing.propose(
        project, held, "goal_met", proposing.writer(project, working.MODEL)
    )
    ready = proposal_trials.prepare(project, proposal)
    proposal_trials.conduct(project, proposal, ready)
    page = opened(PAGE, rubric="one@1", judge=working.MODEL)

    assert [one.value for one in page.metric][:1] == ["3 of 3"]
    page.text_input(key=f"propose_by_{proposal.id}").set_value("ann")
    page.button(key=f"propose_publish_{proposal.id}").click().run()

    assert "Published as one@2" in said(page)
    assert project.rubrics.get("one").rubric.author == "ann"
    assert "one@2 has another text of this criterion" in said(page)


def test_nobody_decides_without_a_name(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)
    proposal = proposing.by_hand(project, held, "goal_met", {"fail_when": "x"}, author="ann")
    page = opened(PAGE, rubric="one@1", judge=working.MODEL)

    page.button(key=f"propose_dismiss_{proposal.id}").click().run()

    assert "Nobody is named" in said(page)
    assert proposals.of(project).get(proposal.id).is_open


def test_a_run_that_is_not_done_is_waited_for(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)
    proposing.by_hand(project, held, "goal_met", {"fail_when": "x"}, author="ann")
    page = opened(PAGE, rubric="one@1", judge=working.MODEL)

    page.button(key="propose_try").click().run()

    assert not page.exception
    assert "one-draft@1" in [line.rubric for line in project.runs.listed()]
    assert len(page.metric) == 0


def test_hostile_words_reach_no_markdown(project: Project, server: ModelServer) -> None:
    held = revising.filled(
        project, server, revising.change("fail_when", f"It did not {HOSTILE}.") | {"why": HOSTILE}
    )
    proposing.propose(project, held, "goal_met", proposing.writer(project, working.MODEL))

    page = opened(PAGE, rubric="one@1", judge=working.MODEL)

    assert not page.exception
    drawn = [*page.markdown, *page.info, *page.warning, *page.header, *page.caption]
    assert [text.value for text in drawn if "![x](" in text.value] == []
