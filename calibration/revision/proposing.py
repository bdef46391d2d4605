"""Revised texts of criteria, proposed by a model or a person; neither publishes itself."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from calibration.agreement.held import Held
from calibration.revision import proposal_asking, proposal_cases, proposal_texts
from calibration.revision.proposal_cases import Grounds
from calibration.runs.judges import Options, named
from calibration.visitors import access, signing
from calibration.visitors.access import Right
from judging.errors import JudgeError, StoreError
from judging.judges import proposing as asking
from judging.judges.served import ServedJudge
from judging.rubrics import Criterion, RubricVersion
from judging.rubrics.copied import Copied
from judging.rubrics.revision import Change, Refused, revised
from judging.sessions import Session
from storage import Project, StoredVersion, proposals
from storage.proposal_calls import NewCall
from storage.proposals import NewProposal, StoredProposal, pending


@access.needs(Right.EDIT_RUBRIC)
def writer(project: Project, word: str) -> ServedJudge:
    """
    Return the model that a command or page names to write proposals.

    Raises:
        JudgeError: If there is none of that name, or it is no model.
    """
    judge = named(word, project.store.secret(), Options(effort="medium"))
    if not isinstance(judge, ServedJudge):
        raise JudgeError(
            f"{word} is no model, and cannot write.",
            fix="Name claude:MODEL or openai:MODEL[@BASE_URL], or write by hand on the page "
            "Revise.",
        )
    return judge


@access.needs(Right.EDIT_RUBRIC)
def propose(project: Project, held: Held, key: str, model: ServedJudge) -> StoredProposal:
    """
    Have a model revise one criterion from where judge and people differ, and keep what it says.

    What repeats a session's words, or is too long, is refused change by change, and the reason
    kept.

    Raises:
        RubricError: If the rubric has no such criterion.

        StoreError: If there is nothing to learn from, or a proposal for it is open already.

        JudgeError: If the model cannot be asked, or gave no answer that can be read.
    """
    rubric, criterion = held.version.rubric, held.version.rubric.criterion(key)
    if standing(project, rubric.name, key):
        raise pending(key)
    grounds = proposal_cases.grounds(project, held, key)
    if not grounds.some:
        raise _nothing_to_learn(held, grounds)
    sessions = _sessions(project, grounds)
    cases = proposal_cases.cases(grounds.chosen, sessions)
    told = asking.told(rubric, key, cases, project.store.secret())
    found = proposal_asking.written(
        project,
        model,
        model.request_of(told, asking.Proposed),
        NewCall(held.version.id, key, model.identity.name),
        asking.read,
        sample=1 + _written_before(project, held.version, key),
    )
    proposal = asking.proposal(found.answer)
    revision = revised(criterion, proposal.changes, _copied(rubric, sessions))
    return proposals.of(project).add(
        NewProposal(
            **_about(held, key),
            author=model.identity.name,
            is_by_model=True,
            text=proposal_texts.parts(revision.criterion),
            call=found.call,
            reason=proposal.reason,
            changes=[_texts(change) for change in revision.changes],
            refused=[_texts(change) for change in revision.refused],
            evidence=grounds.counts,
        )
    )


@access.needs(Right.EDIT_RUBRIC)
def by_hand(
    project: Project, held: Held, key: str, text: Mapping[str, str], *, author: str
) -> StoredProposal:
    """
    Keep a text that a person wrote as a proposal.

    Raises:
        RubricError: If a part of it is too long, or it has no question.

        StoreError: If nobody is named, or a proposal for the criterion is open already.
    """
    criterion = proposal_texts.reworded(held.version.rubric.criterion(key), text)
    if standing(project, held.version.rubric.name, key):
        raise pending(key)
    return proposals.of(project).add(
        NewProposal(
            **_about(held, key),
            author=signing.signed(project, author),
            is_by_model=False,
            text=proposal_texts.parts(criterion),
            evidence=proposal_cases.grounds(project, held, key).counts,
        )
    )


@access.needs(Right.EDIT_RUBRIC)
def reword(
    project: Project, seen: StoredProposal, text: Mapping[str, str], *, by: str
) -> StoredProposal:
    """
    Change the text of an open proposal by hand; one that is equal stays as it is.

    Raises:
        RubricError: If a part of it is too long, or it has no question.

        StoreError: If nobody is named, or somebody has changed it since, or decided on it.
    """
    criterion = proposal_texts.reworded(proposal_texts.criterion_of(project, seen), text)
    parts = proposal_texts.parts(criterion)
    if parts == seen.text:
        return seen
    return proposals.of(project).reword(seen, parts, signing.signed(project, by))


@access.needs(Right.EDIT_RUBRIC)
def standing(project: Project, rubric: str, key: str) -> StoredProposal | None:
    """Return the proposal for a criterion of a rubric that nobody has decided on, or None."""
    return next((one for one in _of(project, rubric, key) if one.is_open), None)


@access.needs(Right.EDIT_RUBRIC)
def decided(project: Project, rubric: str, key: str) -> list[StoredProposal]:
    """Return the proposals for a criterion of a rubric that were decided on, the newest first."""
    return [one for one in _of(project, rubric, key) if not one.is_open]


def _of(project: Project, rubric: str, key: str) -> list[StoredProposal]:
    versions = {version.id for version in project.rubrics.versions(rubric)}
    return [
        one
        for one in proposals.of(project).listed()
        if one.criterion == key and one.rubric_version in versions
    ]


def _about(held: Held, key: str) -> dict[str, Any]:
    return {
        "rubric_version": held.version.id,
        "criterion": key,
        "judge": held.judge.id,
        "reference": held.reference.word,
        "blind_only": held.reference.blind_only,
    }


def _texts(change: Change | Refused) -> dict[str, str]:
    return {name: str(value) for name, value in asdict(change).items()}


def _written_before(project: Project, version: StoredVersion, key: str) -> int:
    """Count what models wrote on a criterion before: asked once more, they are to write anew."""
    return sum(
        one.is_by_model and (one.rubric_version, one.criterion) == (version.id, key)
        for one in proposals.of(project).listed()
    )


def _sessions(project: Project, grounds: Grounds) -> dict[int, Session]:
    numbers = sorted({one.one.session.id for one in grounds.chosen})
    return {s.id: s for s in project.sessions.whole(numbers) if s.id is not None}


def _copied(rubric: RubricVersion, sessions: Mapping[int, Session]) -> Copied:
    said = {session.external_id: _said(session) for session in sessions.values()}
    return Copied(said, [rubric.instructions, *_words(rubric.criteria)])


def _words(criteria: tuple[Criterion, ...]) -> Iterator[str]:
    for criterion in criteria:
        yield from (*proposal_texts.parts(criterion).values(), *criterion.examples)


def _said(session: Session) -> Iterator[str]:
    """Yield every text of a session that a model could have taken words from."""
    yield session.goal or ""
    for turn in session.turns:
        yield turn.content
        yield from (str(call.arguments) for call in turn.tool_calls)


def _nothing_to_learn(held: Held, grounds: Grounds) -> StoreError:
    judge, people = held.judge.identity.name, held.reference.whose
    if grounds.slips:
        return StoreError(
            f"Where {judge} and {people} differ here, reviewers found the label wrong.",
            fix="Label these sessions again: the rule has nothing to learn from them.",
        )
    return StoreError(
        f"{judge} and the labels by {people} do not differ on this criterion.",
        fix="Choose another criterion or judge, or label more sessions that it has judged.",
    )
