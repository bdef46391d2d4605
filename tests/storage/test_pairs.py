"""Two judges or versions on the units that a reference decided."""

from judging.judges import JudgeIdentity
from judging.ratings import Label, Maker, Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, Compared, NewLabel, NewRun, Project, Reference, Triple
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL
NOT_SCORED = Outcome.NOT_SCORED
Three = tuple[Outcome, Outcome, Outcome]


def judged(project: Project, outcomes: dict[str, Three], **group: str) -> tuple[Compared, Compared]:
    """Add sessions that the reference, a first judge and a second one answered like this."""
    names = list(outcomes)
    keeping.add(project, *(keeping.session(name, group=group.get(name, "")) for name in names))
    for name, (human, _, _) in outcomes.items():
        keeping.label(project, name, human)
    first = keeping.judge(project, {n: o[1] for n, o in outcomes.items()}, name="first")
    second = keeping.judge(project, {n: o[2] for n, o in outcomes.items()}, name="second")
    return first, second


def test_each_unit_has_the_references_answer_and_both_judges(project: Project) -> None:
    both = judged(project, {"a": (FAIL, PASS, FAIL), "b": (PASS, PASS, PASS)}, a="g")

    assert project.pairs.triples(*both) == [
        Triple("a", 0, "g", FAIL, PASS, FAIL),
        Triple("b", 0, "b", PASS, PASS, PASS),
    ]


def test_answers_that_decide_nothing_are_among_them(project: Project) -> None:
    both = judged(project, {"a": (UNSURE, PASS, FAIL), "b": (PASS, NOT_SCORED, PASS)})

    assert [(t.human, t.first) for t in project.pairs.triples(*both)] == [
        (UNSURE, PASS),
        (PASS, NOT_SCORED),
    ]


def test_a_unit_that_one_side_has_not_answered_is_left_out(project: Project) -> None:
    first, second = judged(project, {"a": (FAIL, PASS, FAIL)})
    keeping.add(project, keeping.session("b"), keeping.session("c"))
    keeping.label(project, "b", PASS)
    keeping.judge(project, {"b": PASS, "c": PASS}, name="first")

    assert [t.session for t in project.pairs.triples(first, second)] == ["a"]


def test_turns_of_a_session_are_units_of_their_own(project: Project) -> None:
    keeping.add(project, keeping.session("a", "Hi.", "Yes?", "Again.", "No."))
    number = keeping.number(project, "a")
    version = project.rubrics.get("turn@1")
    answers = {2: (FAIL, PASS, FAIL), 4: (PASS, FAIL, PASS)}
    sides = []
    for turn, (human, _, _) in answers.items():
        given = Label(session="a", criterion="turn_pass", outcome=human, reviewer="maya", turn=turn)
        project.labels.add([NewLabel(number, 1, given)])
    for at, name in enumerate(("first", "second"), start=1):
        judge = project.judges.kept(JudgeIdentity(name, "recorded"))
        run = project.runs.start(NewRun(judge.id, version.id, Level.TURN, units=2))
        verdicts = [
            Verdict(session="a", criterion="turn_pass", outcome=three[at], turn=turn)
            for turn, three in answers.items()
        ]
        project.verdicts.add(Answer(run, version.id, judge.id), {number: verdicts})
        sides.append(Compared("turn_pass", 1, version.id, judge.id))

    found = project.pairs.triples(sides[0], sides[1])

    assert [(t.turn, (t.human, t.first, t.second)) for t in found] == list(answers.items())


def test_a_tie_among_reviewers_is_no_answer(project: Project) -> None:
    both = judged(project, {"a": (FAIL, PASS, FAIL)})
    keeping.label(project, "a", PASS, reviewer="jonas")

    assert project.pairs.triples(*both) == []


def test_one_reviewers_labels_can_be_the_reference(project: Project) -> None:
    both = judged(project, {"a": (FAIL, PASS, FAIL)})
    keeping.label(project, "a", PASS, reviewer="jonas")
    jonas = Reference(reviewer="jonas")
    first, second = (
        Compared(c.criterion, c.meaning, c.rubric_version, c.judge, jonas) for c in both
    )

    assert [t.human for t in project.pairs.triples(first, second)] == [PASS]


def test_makers_are_not_pooled(project: Project) -> None:
    both = judged(project, {"a": (FAIL, PASS, FAIL)})
    keeping.label(project, "a", PASS, reviewer="script", made_by=Maker.PROGRAM)

    assert [t.human for t in project.pairs.triples(*both)] == [FAIL]
