"""The page one comes to: the loop, the next step, the reviewers and the last run."""

from streamlit.testing.v1 import AppTest

from calibration import sample_project
from judging.judges import JudgeIdentity
from judging.ratings import Outcome
from judging.rubrics import Level
from storage import Mode, NewRun, Project
from tests import keeping
from tests.pages.test_pages import HOSTILE, opened


def shown() -> AppTest:
    page = opened("home.py")
    assert not page.exception
    return page


def said(page: AppTest) -> str:
    return "\n".join(text.value for text in page.markdown).replace("\\", "")


def labelled(page: AppTest) -> list[tuple[str, int]]:
    """Return what stands over each bar, and how far it goes."""
    bars = page.get("progress")
    return [(bar.proto.text.replace("\\", ""), bar.proto.value) for bar in bars]


def test_one_step_is_the_next_and_leads_to_its_page(project: Project) -> None:
    keeping.many(project, [(Outcome.FAIL, Outcome.PASS), (Outcome.PASS, Outcome.PASS)])
    page = shown()

    [button] = page.button
    button.click().run()

    assert button.label == "Look at them"
    assert not page.exception
    assert [title.value for title in page.title] == ["Disagreements"]


def test_each_reviewers_share_is_drawn(project: Project) -> None:
    sample_project.add_to(project)

    assert labelled(shown()) == [("maya: 24 of 24 sessions", 100), ("jonas: 20 of 24 sessions", 83)]


def test_sessions_labelled_in_part_are_told(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", Outcome.PASS)

    assert labelled(shown()) == [("maya: 1 of 2 sessions, 1 of them in part", 50)]


def test_the_last_run_is_one_that_judged_here(project: Project) -> None:
    sample_project.add_to(project)
    judge = project.judges.kept(JudgeIdentity("from-a-file", "recorded"))
    version = project.rubrics.get("conversation@1").id
    project.runs.start(NewRun(judge.id, version, Level.SESSION, units=3, mode=Mode.IMPORT))

    text = said(shown())

    assert "✓ Done]\nrules under conversation@2" in text
    assert "24 of 24 sessions scored." in text
    assert "from-a-file under" not in text


def test_while_nothing_ran_and_nobody_labelled_it_is_said(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    text = said(shown())

    assert "Nobody has labelled yet." in text
    assert "No judge has run here yet." in text


def test_hostile_names_stay_text(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.PASS, reviewer=HOSTILE)
    keeping.judge(project, {"a": Outcome.FAIL}, name=HOSTILE)

    page = shown()

    drawn = [*(text.value for text in page.markdown), *(b.proto.text for b in page.get("progress"))]
    assert [text for text in drawn if "![x](" in text or ":red[" in text] == []
