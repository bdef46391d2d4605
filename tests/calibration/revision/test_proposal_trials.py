"""A proposal put to the judge on what it got wrong, and on as much that it got right."""

import pytest

from calibration.agreement.held import Held
from calibration.revision import proposal_deciding, proposal_trials, proposing
from calibration.revision.proposal_trials import Tried
from calibration.runs import planning, running
from judging.errors import JudgeError, RubricError, StoreError
from judging.ratings import Outcome
from storage import Project, Reference
from storage.proposals import StoredProposal
from tests import keeping, splitting, working
from tests.calibration import judged, revising
from tests.model_server import ModelServer


def tried(project: Project, proposal: StoredProposal) -> Tried:
    ready = proposal_trials.prepare(project, proposal)
    proposal_trials.conduct(project, proposal, ready)
    found = proposal_trials.newest(project, proposal)
    assert found is not None
    return found


def proposed(project: Project, held: Held) -> StoredProposal:
    return proposing.propose(project, held, "goal_met", proposing.writer(project, working.MODEL))


def test_what_it_fixes_and_keeps_is_counted(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)

    found = tried(project, proposed(project, held))

    names = {keeping.number(project, name): name for name in revising.SESSIONS}
    controls = [names[one.session] for one in found.trial.units if one.was_right]
    broken = int(revising.BROKEN in controls)
    assert (found.fixed, found.wrong) == (3, 3)
    assert (found.kept, found.right) == (3 - broken, 3)
    assert found.net == 3 - broken
    assert (found.undecided, found.waiting, found.is_current) == (0, 0, True)
    change = found.statistics.delta_accuracy
    assert change.value == pytest.approx(found.net / 6)
    assert (change.low is None, change.high is None) == (False, False)


def test_the_same_labels_draw_the_same_units_as_many_right_as_wrong(
    project: Project, server: ModelServer
) -> None:
    held = revising.filled(project, server)

    one, other = (proposal_trials.draw(project, held, "goal_met") for _ in range(2))

    assert one == other
    assert [unit.was_right for unit in one] == [False] * 3 + [True] * 3


def test_what_was_answered_is_not_paid_for_again(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)
    proposal = proposed(project, held)
    tried(project, proposal)
    sent = server.received

    again = tried(project, proposal)

    assert (server.received, again.trial.run) == (sent, None)
    assert again.fixed == 3


def test_the_published_version_asks_no_more_of_what_the_trial_asked(
    project: Project, server: ModelServer
) -> None:
    held = revising.filled(project, server)
    proposal = proposed(project, held)
    found = tried(project, proposal)
    sent = server.received
    saved = proposal_deciding.publish(project, proposal, by="ann", why="Promises.")
    judge = judged.judge(project)

    running.run(project, planning.plan(project, saved.rubric.label, judge), judge)

    assert server.received - sent == len(revising.SESSIONS) - len(found.trial.units)


def test_a_draft_is_listed_nowhere(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)
    before = [v.rubric.label for v in project.rubrics.versions()]
    pairs, disputed = project.verdicts.pairs(), project.verdicts.disputed()
    failed = project.verdicts.failed()

    found = tried(project, proposed(project, held))

    assert [v.rubric.label for v in project.rubrics.versions()] == before
    assert project.verdicts.pairs() == pairs
    assert project.verdicts.disputed() == disputed
    assert project.verdicts.failed() == failed
    assert project.rubrics.numbered(found.trial.draft).rubric.label == "one-draft@1"
    with pytest.raises(StoreError):
        project.rubrics.get("one-draft@1")


def test_sessions_that_are_sealed_afterwards_are_left_out(
    project: Project, server: ModelServer
) -> None:
    held = revising.filled(project, server)
    proposal = proposed(project, held)
    tried(project, proposal)
    splitting.seal(project, "late-0")

    found = proposal_trials.newest(project, proposal)

    assert found is not None
    assert (found.fixed, found.wrong, found.sealed, found.waiting) == (2, 2, 1, 0)


def test_a_text_that_was_edited_since_is_told_apart(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)
    proposal = proposed(project, held)
    tried(project, proposal)

    edited = proposing.reword(project, proposal, {"fail_when": "It failed."}, by="ann")

    found = proposal_trials.newest(project, edited)
    assert found is not None
    assert not found.is_current
    assert tried(project, edited).fixed == 0


def test_a_judge_from_a_file_cannot_be_asked(project: Project) -> None:
    keeping.many(project, [(Outcome.FAIL, Outcome.PASS), (Outcome.PASS, Outcome.PASS)])
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")
    held = Held(version, judge, Reference())
    proposal = proposing.by_hand(project, held, "goal_met", {"pass_when": "x"}, author="ann")

    with pytest.raises(JudgeError, match="came from a file"):
        proposal_trials.prepare(project, proposal)


def test_publishing_makes_the_next_version_with_its_line_of_descent(
    project: Project, server: ModelServer
) -> None:
    held = revising.filled(project, server)
    proposal = proposed(project, held)

    saved = proposal_deciding.publish(project, proposal, by="ann", why="Promises.")

    rubric = saved.rubric
    assert (rubric.label, rubric.parent, rubric.author, rubric.note) == (
        *("one@2", 1, "ann", "Promises."),
    )
    assert revising.CURE in rubric.criterion("goal_met").fail_when
    assert rubric.criterion("goal_met").meaning == 1
    with pytest.raises(StoreError, match="decided on"):
        proposal_deciding.publish(project, proposal, by="ben", why="")
    with pytest.raises(StoreError, match="decided on"):
        proposal_deciding.dismiss(project, proposal, by="ben", why="")


def test_a_new_meaning_is_the_publishers_to_say(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)

    saved = proposal_deciding.publish(
        project, proposed(project, held), by="ann", why="", has_new_meaning=True
    )

    assert saved.rubric.criterion("goal_met").meaning == 2


def test_a_criterion_that_was_changed_since_is_not_overwritten(
    project: Project, server: ModelServer
) -> None:
    held = revising.filled(project, server)
    first = proposed(project, held)
    proposal_deciding.publish(project, first, by="ann", why="")
    second = proposing.by_hand(project, held, "goal_met", {"fail_when": "No."}, author="ben")

    with pytest.raises(RubricError, match="was changed in one@2"):
        proposal_deciding.publish(project, second, by="ben", why="")


def test_whoever_dismisses_says_who_and_why(project: Project, server: ModelServer) -> None:
    held = revising.filled(project, server)
    proposal = proposed(project, held)

    with pytest.raises(StoreError, match="Nobody is named"):
        proposal_deciding.dismiss(project, proposal, by=" ", why="")
    gone = proposal_deciding.dismiss(project, proposal, by="ann", why="Too narrow.")

    assert (str(gone.state), gone.decided_by, gone.decided_why) == (
        *("dismissed", "ann", "Too narrow."),
    )
    assert proposed(project, held).id != proposal.id
    assert len(revising.asked_to_revise(server)) == 2
