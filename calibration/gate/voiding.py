"""Why a look that passed a judge does not count for what is asked about now."""

from collections.abc import Iterator

from calibration.agreement.held import Held
from judging.agreement.gate import Deployment
from judging.judges import JudgeIdentity
from storage import Project, looks
from storage.looks import Look, LookKey

FULL = "full"


def reason(project: Project, held: Held, key: LookKey) -> str:
    """
    Say what has changed since a judge was last passed on a criterion.

    Args:
        project: Whose looks.

        held: The judge and the rubric version that are asked about.

        key: What a look at the criterion would be of now.

    Returns:
        One clause for each change; empty where nobody was ever passed on the criterion.
    """
    passed = [
        look
        for look in looks.of(project).listed()
        if look.key.criterion == key.criterion and look.answer["decision"] == Deployment.DEPLOYABLE
    ]
    if not passed:
        return ""
    # The one that is most like what is asked about.
    closest = max(passed, key=lambda look: (_likeness(look.key, key), look.number))
    changes = list(_changes(project, held, closest, key))
    return f"{', and '.join(changes)} since look {closest.number} passed {key.criterion}"


def _likeness(one: LookKey, other: LookKey) -> int:
    return (one.fingerprint == other.fingerprint) + (one.rubric_version == other.rubric_version)


def _changes(project: Project, held: Held, look: Look, key: LookKey) -> Iterator[str]:
    then = look.key
    if then.rubric_version != key.rubric_version:
        before = project.rubrics.numbered(then.rubric_version).rubric.label
        yield f"the rubric has changed from {before} to {held.version.rubric.label}"
    if then.fingerprint != key.fingerprint:
        there = {judge.fingerprint: judge.identity for judge in project.judges.listed()}
        yield _another(there[then.fingerprint], held.judge.identity)
    if then.test_set != key.test_set:
        yield "the sealed test has grown"
    if then.label_set != key.label_set:
        yield "the labels of the test have changed"


def _another(then: JudgeIdentity, now: JudgeIdentity) -> str:
    """Say in what two judges differ that have another fingerprint: what weighs most, once."""
    if (then.provider, then.model) != (now.provider, now.model):
        return f"the judge has changed from {then.name} to {now.name}"
    # Before the template, which has words for shortened sessions of its own.
    contexts = [one.settings.get("context", FULL) for one in (then, now)]
    if contexts[0] != contexts[1]:
        return f"the context mode has changed from {contexts[0]} to {contexts[1]}"
    if then.template != now.template:
        return f"the prompt template has changed from {then.template} to {now.template}"
    return f"the settings of {now.name} have changed"
