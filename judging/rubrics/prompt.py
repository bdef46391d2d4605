"""A rubric as a model judge reads it."""

from judging.rubrics.criterion import Criterion, Kind, RubricVersion, Sees

TEMPLATE = "1"
ANSWERS = (
    "Answer each criterion with one of: pass, fail, not_applicable, cannot_tell. Use "
    "not_applicable only where a criterion says when it applies and it does not. Use cannot_tell "
    "where the conversation does not decide it. Name the turns that an answer rests on, and quote "
    "the words in them exactly."
)


def prompt(rubric: RubricVersion) -> str:
    """
    Return the part of the prompt that a rubric makes up: instructions, criteria, answers.

    The transcript follows it in a message of its own. `TEMPLATE` changes whenever this text
    does, and is part of every model judge's fingerprint.
    """
    blocks = [rubric.instructions, *map(_block, rubric.criteria), ANSWERS]
    return "\n\n".join(filter(None, blocks))


def prompt_of(rubric: RubricVersion, criterion: Criterion) -> str:
    """
    Return the same for one criterion alone, for whoever asks them one by one.

    A criterion that says when it applies brings the text of the one that it applies by, since
    nobody else will have answered that.
    """
    blocks = [rubric.instructions]
    if criterion.applies_when:
        condition = _block(rubric.criterion(criterion.applies_when))
        blocks.append(f"Find out first, and do not answer:\n{condition}")
    return "\n\n".join(filter(None, [*blocks, _block(criterion), ANSWERS]))


def _block(criterion: Criterion) -> str:
    is_condition = criterion.kind is Kind.CONDITION
    lines = [
        f"{criterion.key}: {criterion.question}",
        f"  {'present (pass)' if is_condition else 'pass'}: {criterion.pass_when}",
        f"  {'absent (fail)' if is_condition else 'fail'}: {criterion.fail_when}",
    ]
    if criterion.applies_when:
        lines.append(f"  applies: only where {criterion.applies_when} passes")
    if criterion.sees is Sees.ASSISTANT_ONLY:
        lines.append("  looks at: the assistant's turns only")
    lines += [f"  example: {example}" for example in criterion.examples]
    return "\n".join(lines)
