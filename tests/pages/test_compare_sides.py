"""Which two sides the Compare page sets beside each other."""

from dataclasses import replace

from judging.ratings import Verdict
from judging.rubrics import Level
from storage import Answer, NewRun, Project
from tests import keeping
from tests.pages.compared import FAIL, PAGE, PASS, chosen, judges, label, said, versions
from tests.pages.test_pages import opened


def answer_as(project: Project, judge: int) -> None:
    """Have a judge that shares another one's name answer."""
    version = project.rubrics.get("conversation@1")
    run = project.runs.start(NewRun(judge, version.id, Level.SESSION, units=1))
    verdict = Verdict(session="a", criterion="goal_met", outcome=FAIL)
    project.verdicts.add(Answer(run, version.id, judge), {keeping.number(project, "a"): [verdict]})
    project.runs.finish(run)


def test_two_judges_are_compared_under_one_version(project: Project) -> None:
    judges(project)

    page = opened(PAGE, rubric="conversation@1", a="second", b="first")

    assert chosen(page)[:3] == ["conversation@1", "second", "first"]
    assert "**first** fixes 1 and breaks 2" in said(page)
    assert "Its text" not in said(page)


def test_an_address_of_versions_is_followed(project: Project) -> None:
    versions(project)

    page = opened(PAGE, a="conversation@2", b="conversation@1", judge="example")

    assert "**conversation@1** fixes 1 and breaks 2" in said(page)


def test_swapped_sides_are_in_the_address(project: Project) -> None:
    versions(project)
    page = opened(PAGE)

    page.button(key="compare_swap").click().run()

    assert (page.query_params["a"], page.query_params["b"]) == ("conversation@2", "conversation@1")
    assert "**conversation@1** fixes 1 and breaks 2" in said(page)


def test_a_side_that_would_meet_itself_gives_way(project: Project) -> None:
    versions(project)
    page = opened(PAGE)

    page.selectbox(key="a").select("conversation@2").run()

    assert chosen(page)[1:3] == ["conversation@2", "conversation@1"]


def test_a_judge_without_one_of_the_versions_begins_with_its_own_two_in_order(
    project: Project,
) -> None:
    versions(project)
    page = opened(PAGE, a="conversation@2", b="conversation@3", judge="example")

    assert chosen(page)[1:3] == ["conversation@1", "conversation@2"]
    assert "**conversation@2** fixes 2 and breaks 1" in said(page)


def test_judges_of_one_name_are_told_apart(project: Project) -> None:
    judges(project)
    version = project.rubrics.get("conversation@1")
    first, second = project.judges.listed(rubric_version=version.id)
    twin = project.judges.kept(replace(second.identity, name="first", model="another"))

    assert twin.fingerprint != first.fingerprint
    answer_as(project, twin.id)
    page = opened(PAGE, what="judges")

    assert first.fingerprint[:12] in page.selectbox(key="a").options
    assert not page.exception


def test_with_one_version_the_next_step_is_another(project: Project) -> None:
    label(project)
    keeping.judge(project, {"a": PASS})

    assert "No judge has answered two versions of a rubric yet." in said(opened(PAGE))
    assert "has been answered by two judges yet" in said(opened(PAGE, what="judges"))


def test_the_other_kind_of_pair_is_a_click_away(project: Project) -> None:
    judges(project)
    page = opened(PAGE)

    page.button_group[0].select("judges").run()

    assert page.query_params["what"] == "judges"
    assert chosen(page)[:3] == ["conversation@1", "first", "second"]
