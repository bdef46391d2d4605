"""What makes a rubric hard to agree on, found in its text before anybody is asked."""

from collections.abc import Iterator
from itertools import combinations

from judging.rubrics import wording
from judging.rubrics.criterion import Criterion, Level, RubricVersion, Sees
from judging.rubrics.weakness import Rule, Weakness

TEXTS = ("question", "pass_when", "fail_when")
# Below so many words two texts are alike by chance.
FEWEST_WORDS = 4
# Of the ready-made criteria no two share more than a ninth.
ALIKE = 0.4


def lint(rubric: RubricVersion) -> tuple[Weakness, ...]:
    """
    Return what is weak in the wording of a rubric, in the order of its criteria.

    It goes by words, in English: it is silent rather than wrong, so a rubric without a finding
    can still be unclear.

    Example:
        >>> from judging.rubrics import Criterion, RubricVersion
        >>> tone = Criterion("tone", "Is the tone right?", "It is appropriate.", "It is rude.")
        >>> [found.words for found in lint(RubricVersion("support", 0, (tone,)))]
        ['appropriate']
    """
    found = [one for criterion in rubric.criteria for one in _of_criterion(criterion)]
    found += _overlaps(rubric.criteria)
    order = rubric.keys.index
    return tuple(sorted(found, key=lambda one: order(one.criterion)))


def _of_criterion(criterion: Criterion) -> Iterator[Weakness]:
    yield from _bounds(criterion)
    yield from _vague(criterion)
    yield from _two_questions(criterion)
    yield from _when(criterion)
    if criterion.sees is Sees.ASSISTANT_ONLY:
        yield from _hidden_user(criterion)
    if criterion.level is Level.TURN:
        yield from _later_turns(criterion)


def _bounds(criterion: Criterion) -> Iterator[Weakness]:
    key = criterion.key
    if not criterion.pass_when:
        yield Weakness(
            Rule.NO_PASS_WHEN,
            key,
            "pass_when",
            "",
            "It does not say what passes, so every judge draws the line elsewhere.",
            "Write what has to stand in the session for a pass.",
        )
    if not criterion.fail_when:
        yield Weakness(
            Rule.NO_FAIL_WHEN,
            key,
            "fail_when",
            "",
            "It does not say what fails, so every judge draws the line elsewhere.",
            "Write what in the session makes it a fail.",
        )
    elif _plain(criterion.pass_when) == _plain(criterion.fail_when):
        yield Weakness(
            Rule.SAME_BOUNDS,
            key,
            "fail_when",
            criterion.fail_when,
            "The same words say what passes and what fails.",
            "Write of one of them what sets it apart from the other.",
        )


def _vague(criterion: Criterion) -> Iterator[Weakness]:
    """Find vague words; in a question only where nothing below it says what they mean."""
    is_explained = bool(criterion.pass_when and criterion.fail_when)
    for part in TEXTS[is_explained:]:
        text = wording.unquoted(getattr(criterion, part))
        words = dict.fromkeys(found[0].lower() for found in wording.VAGUE.finditer(text))
        if words:
            named = ", ".join(f"“{word}”" for word in words)
            yield Weakness(
                Rule.VAGUE_WORD,
                criterion.key,
                part,
                ", ".join(words),
                f"{named} can be read in more than one way.",
                "Say what one would see in the session, or give an example.",
            )


def _two_questions(criterion: Criterion) -> Iterator[Weakness]:
    text = wording.unquoted(criterion.question.strip())
    patterns = (wording.SECOND, wording.QUALITIES, wording.DOUBLE_DEED)
    found = next(filter(None, (pattern.search(text) for pattern in patterns)), None)
    if found:
        words = found.groupdict().get("two") or found[0].strip()
        yield Weakness(
            Rule.TWO_QUESTIONS,
            criterion.key,
            "question",
            words,
            "It asks two things, and one answer cannot say which of them failed.",
            "Make a criterion of each, or ask only for the one that matters.",
        )


def _when(criterion: Criterion) -> Iterator[Weakness]:
    texts = " ".join(getattr(criterion, part) for part in TEXTS)
    if criterion.applies_when or wording.SAYS_WHEN_NOT.search(texts):
        return
    if found := wording.CONDITION.search(wording.unquoted(criterion.question.strip())):
        yield Weakness(
            Rule.NOT_APPLICABLE,
            criterion.key,
            "question",
            found[0].strip(" ,"),
            "It asks of some sessions only, and does not say what the others get.",
            "Make the condition a criterion of kind condition and name it in applies_when, or "
            "write when it is not applicable.",
        )


def _hidden_user(criterion: Criterion) -> Iterator[Weakness]:
    yield from _spoken_of(
        criterion,
        Rule.HIDDEN_USER,
        "It speaks of the user, whom a judge that sees the assistant's turns only cannot read.",
        "Let it see the conversation, or ask what the assistant's turns alone can show.",
    )


def _later_turns(criterion: Criterion) -> Iterator[Weakness]:
    yield from _spoken_of(
        criterion,
        Rule.LATER_TURNS,
        "It speaks of what comes later, which a turn is judged without.",
        "Ask what can be told at this turn, or ask it of the session.",
    )


def _spoken_of(criterion: Criterion, rule: Rule, what: str, fix: str) -> Iterator[Weakness]:
    pattern = wording.USER if rule is Rule.HIDDEN_USER else wording.LATER
    for part in TEXTS:
        if found := pattern.search(wording.unquoted(getattr(criterion, part))):
            yield Weakness(rule, criterion.key, part, found[0], what, fix)
            return


def _overlaps(criteria: tuple[Criterion, ...]) -> Iterator[Weakness]:
    for first, second in combinations(criteria, 2):
        is_chained = first.key == second.applies_when or second.key == first.applies_when
        if first.level is second.level and not is_chained and _are_alike(first, second):
            yield Weakness(
                Rule.OVERLAP,
                second.key,
                "question",
                first.key,
                f"It says nearly what {first.key} says, so one fault counts twice.",
                "Put the two together, or write into each what the other leaves to it.",
            )


def _are_alike(first: Criterion, second: Criterion) -> bool:
    """Tell whether two ask the same, or share many of the words that either is about."""
    if _plain(first.question) == _plain(second.question):
        return True
    one, other = (
        wording.matter(" ".join(getattr(criterion, part) for part in TEXTS))
        for criterion in (first, second)
    )
    is_enough = min(len(one), len(other)) >= FEWEST_WORDS
    return is_enough and len(one & other) >= ALIKE * len(one | other)


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .?!")
