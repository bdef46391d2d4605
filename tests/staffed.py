"""A project with people in every role, and what a judge and two reviewers said of its sessions."""

from judging.judges import JudgeIdentity
from judging.ratings import Citation, Label, Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, Identity, NewLabel, NewRun, Project, ReviewerRole
from storage.identities import typed
from tests import keeping
from tests.label_sending import KEYS

LEAD, REVIEWER, VIEWER = ReviewerRole.LEAD, ReviewerRole.REVIEWER, ReviewerRole.VIEWER
NAMES = {LEAD: "lee", REVIEWER: "rita", VIEWER: "vera"}
SESSIONS = tuple(f"s{n}" for n in range(6))
# What nobody may read before it is for them.
JUDGED, PEERED, SPOKEN = "the judge gave this reason", "a peer wrote this note", "where is parcel"
JUDGE = "example"


def people(project: Project) -> None:
    """Give one person each role."""
    for role, name in NAMES.items():
        project.reviewers.set_role(project.reviewers.named(name).id, role, by="")


def visited(project: Project, role: ReviewerRole) -> Project:
    """Return a project as it is opened for the person who has a role."""
    return project.opened_for(who(role))


def who(role: ReviewerRole) -> Identity:
    """Return the person who has a role."""
    return typed(NAMES[role])


def fill(
    project: Project, *, judged: Outcome = Outcome.FAIL, peered: Outcome = Outcome.FAIL
) -> None:
    """Put sessions in, with one judge's verdicts on all and a peer's labels on all but the last."""
    keeping.add(
        project, *(keeping.session(name, f"{SPOKEN} {name}?", "Here.") for name in SESSIONS)
    )
    answer(project, judged)
    numbers = project.sessions.numbers(list(SESSIONS))
    project.labels.add(
        [
            NewLabel(numbers[name].id, 1, _label(name, key, peered))
            for name in SESSIONS[:-1]
            for key in KEYS
        ]
    )


def answer(project: Project, outcome: Outcome) -> None:
    """Have the judge say the same of every session, on every criterion."""
    version = project.rubrics.get("conversation@1")
    kept = project.judges.kept(JudgeIdentity(JUDGE, "recorded"))
    units = len(SESSIONS)
    run = project.runs.start(NewRun(kept.id, version.id, Level.SESSION, units=units))
    numbers = project.sessions.numbers(list(SESSIONS))
    verdicts = {
        numbers[name].id: [_verdict(name, key, outcome) for key in KEYS] for name in SESSIONS
    }
    project.verdicts.add(Answer(run, version.id, kept.id), verdicts)
    project.runs.finish(run)


def _verdict(session: str, criterion: str, outcome: Outcome) -> Verdict:
    cited = (Citation(2 if outcome is Outcome.FAIL else 1),)
    return Verdict(
        session=session,
        criterion=criterion,
        outcome=outcome,
        rationale=f"{JUDGED}: {outcome}",
        citations=cited,
    )


def _label(session: str, criterion: str, outcome: Outcome) -> Label:
    return Label(
        session=session,
        criterion=criterion,
        outcome=outcome,
        reviewer="pat",
        rationale=PEERED,
        blind=True,
    )
