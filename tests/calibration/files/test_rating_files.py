"""Labels and verdicts from files."""

import io

import pytest

from calibration.files.label_files import LabelOptions, Sampling, import_labels
from calibration.files.placing import RatingReport
from calibration.files.verdict_files import VerdictOptions, import_verdicts
from judging.importers import RatingOptions, Source
from judging.ratings import Citation, Maker, Outcome, Problem, Verdict
from storage import Project
from tests import keeping


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in ("a", "b", "c", "d")))


def source(text: str, name: str = "some.csv") -> Source:
    return Source(name, lambda: io.BytesIO(text.encode()))


def labels(project: Project, text: str, **options: object) -> RatingReport:
    chosen = LabelOptions(RatingOptions(), **options)  # type: ignore[arg-type]
    return import_labels(project, source(text), chosen)


def verdicts(project: Project, text: str, **options: object) -> RatingReport:
    chosen = VerdictOptions(RatingOptions(verdicts=True), "mine", **options)  # type: ignore[arg-type]
    return import_verdicts(project, source(text), chosen)


HEAD = "session_id,criterion,value,reviewer,cited_turns,note\n"


def test_a_label_keeps_its_reviewer_citations_and_note(project: Project) -> None:
    labels(project, HEAD + "a,goal_met,fail,maya,1;2,Not done.\n")

    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert kept.label.reviewer == "maya"
    assert kept.label.citations == (Citation(1), Citation(2))
    assert kept.label.rationale == "Not done."


def test_an_unknown_session_is_named_with_its_line_and_nothing_is_stored(
    project: Project,
) -> None:
    report = labels(project, HEAD + "a,goal_met,pass,maya,,\nnobody,goal_met,pass,maya,,\n")

    [rejected] = report.rejected
    assert rejected.where == "some.csv, line 3"
    assert "'nobody'" in rejected.reason
    assert project.labels.count() == 0


def test_an_unknown_criterion_is_named_once_with_its_count(project: Project) -> None:
    report = labels(project, HEAD + "a,polite,pass,maya,,\nb,polite,pass,maya,,\n")

    [rejected] = report.rejected
    assert rejected.where == "criterion polite"
    assert "2 rows" in rejected.reason


def test_unknown_criteria_join_a_rubric_that_is_named(project: Project) -> None:
    report = labels(project, HEAD + "a,Polite?,pass,maya,,\n", add_criteria="manners")

    assert report.imported == 1
    assert project.rubrics.get("manners@1").rubric.keys == ("polite",)


def test_unknown_criteria_make_a_new_version_of_a_rubric_that_is_there(project: Project) -> None:
    labels(project, HEAD + "a,polite,pass,maya,,\n", add_criteria="conversation")

    saved = project.rubrics.get("conversation").rubric
    assert saved.number == 2
    assert saved.keys[-1] == "polite"
    assert project.rubrics.get("conversation@1").rubric.keys == saved.keys[:-1]


def test_nameless_rows_of_one_unit_are_slots(project: Project) -> None:
    labels(project, "session_id,criterion,value\na,goal_met,pass\na,goal_met,fail\n")

    kept = project.labels.of_session(keeping.number(project, "a"))
    assert sorted((k.label.reviewer, k.label.slot) for k in kept) == [(None, 1), (None, 2)]


def test_of_two_rows_of_one_reviewer_the_later_counts(project: Project) -> None:
    report = labels(project, HEAD + "a,goal_met,pass,maya,,\na,goal_met,fail,maya,,\n")

    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert kept.label.outcome is Outcome.FAIL
    assert "twice" in report.warnings[0]


def test_the_same_file_twice_changes_nothing(project: Project) -> None:
    text = HEAD + "a,goal_met,pass,maya,1,Yes.\n"
    labels(project, text)

    again = labels(project, text)

    assert (again.imported, again.unchanged) == (0, 1)
    assert project.labels.count() == 1


def test_random_sampling_sets_the_inclusion_probability(project: Project) -> None:
    labels(project, HEAD + "a,goal_met,pass,maya,,\n", sampling=Sampling.RANDOM)

    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert kept.label.inclusion_prob == 0.25
    assert kept.label.stratum == "random"


def test_a_maker_and_blindness_are_taken_from_the_options_where_the_file_is_silent(
    project: Project,
) -> None:
    labels(project, HEAD + "a,goal_met,pass,maya,,\n", made_by=Maker.PROGRAM, blind=False)

    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert (kept.label.made_by, kept.label.blind) == (Maker.PROGRAM, False)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,turn_pass,pass,maya,0", "needs a turn"),
        ("a,goal_met,pass,maya,2", "leave the turn out"),
        ("a,turn_pass,pass,maya,9", "no turn 9"),
    ],
)
def test_a_turn_that_does_not_fit_the_criterion_is_rejected(
    project: Project, row: str, said: str
) -> None:
    report = labels(project, f"session_id,criterion,value,reviewer,turn\n{row}\n")

    assert said in report.rejected[0].reason


def test_a_dry_run_counts_outcomes_and_stores_nothing(project: Project) -> None:
    report = labels(
        project, HEAD + "a,goal_met,pass,maya,,\nb,goal_met,fail,maya,,\n", dry_run=True
    )

    assert report.outcomes == {("goal_met", Outcome.PASS): 1, ("goal_met", Outcome.FAIL): 1}
    assert project.labels.count() == 0


def test_a_verdict_that_cannot_be_read_is_kept_raw_and_not_scored(project: Project) -> None:
    report = verdicts(project, "session_id,criterion,value\na,goal_met,maybe so\n")

    [kept] = _verdicts(project)
    assert report.imported == 1
    assert (kept.outcome, kept.problem) == (Outcome.NOT_SCORED, Problem.PARSE_FAILED)
    assert kept.raw_value == "maybe so"


def test_verdicts_twice_change_nothing_and_start_no_run(project: Project) -> None:
    text = "session_id,criterion,value,reason\na,goal_met,pass,Done.\n"
    verdicts(project, text)

    again = verdicts(project, text)

    assert (again.imported, again.unchanged) == (0, 1)
    assert len(project.runs.listed()) == 1


def test_a_changed_verdict_stands_from_then_on(project: Project) -> None:
    verdicts(project, "session_id,criterion,value\na,goal_met,pass\n")
    verdicts(project, "session_id,criterion,value\na,goal_met,fail\n")

    [kept] = _verdicts(project)
    assert kept.outcome is Outcome.FAIL


def test_another_judges_verdicts_are_left_out(project: Project) -> None:
    report = verdicts(
        project, "session_id,criterion,value,judge\na,goal_met,pass,mine\nb,goal_met,pass,his\n"
    )

    assert report.imported == 1
    assert "his" in report.skipped[0].reason


def test_verdicts_go_under_the_version_that_is_named(project: Project) -> None:
    verdicts(project, "session_id,criterion,value\na,goal_met,pass\n", rubric="conversation@1")

    assert project.runs.listed()[0].rubric == "conversation@1"


def test_turns_counted_from_0_are_moved(project: Project) -> None:
    options = LabelOptions(RatingOptions(turn_base="0"))
    text = "session_id,criterion,value,reviewer,turn\na,turn_pass,fail,maya,1\n"

    import_labels(project, source(text), options)

    [kept] = project.labels.of_session(keeping.number(project, "a"))
    assert kept.label.turn == 2


def _verdicts(project: Project) -> list[Verdict]:
    [judge] = project.judges.listed()
    version = project.rubrics.get("conversation@1").id
    ids = project.sessions.ids()
    found = project.verdicts.standing(ids, rubric_version=version, judge=judge.id)
    return [stored.verdict for stored in found.values()]


def test_an_empty_reply_is_not_scored_and_an_empty_cell_is_no_verdict(project: Project) -> None:
    verdicts(project, "session_id,criterion,value\na,goal_met,\nb,goal_met,pass\n")
    verdicts(project, "session_id,goal_met,consistent\nc,pass,\n")

    kept = {(v.session, v.criterion): v.outcome for v in _verdicts(project)}
    assert kept == {
        ("a", "goal_met"): Outcome.NOT_SCORED,
        ("b", "goal_met"): Outcome.PASS,
        ("c", "goal_met"): Outcome.PASS,
    }


def test_verdicts_on_criteria_of_another_rubric_are_named(project: Project) -> None:
    text = "session_id,criterion,value\na,goal_met,pass\n"

    report = verdicts(project, text, add_criteria="manners", dry_run=True)

    assert "goal_met (conversation@1). The rubric manners was not made" in report.warnings[0]


def test_labels_of_people_among_scores_are_no_judges_verdicts(project: Project) -> None:
    table = (
        "sessionId,name,dataType,value,source\n"
        "a,goal_met,BOOLEAN,1,ANNOTATION\n"
        "a,goal_met,BOOLEAN,0,EVAL\n"
    )

    report = verdicts(project, table)

    assert report.imported == 1
    assert [skipped.reason for skipped in report.skipped] == ["It is a person's label."]
