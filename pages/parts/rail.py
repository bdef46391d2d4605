"""What was answered about a session, beside its transcript."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import streamlit as st

from judging.ratings import Verdict
from judging.rubrics import Criterion
from judging.sessions import Session
from pages.parts import assets, turn_words
from pages.parts.marks import Answer, Fact
from pages.parts.transcript import reference

_draw = st.components.v2.component(
    "judging_rail",
    css=assets.style("tokens", "rail"),
    js=assets.script("stage", "rail"),
)


@dataclass(frozen=True, slots=True)
class Rail:
    """
    What to show beside a session.

    Attributes:
        criteria: In the order to show; one without an answer is shown as unanswered.

        answers: Several of one criterion stand together, in their order.

        note: A sentence above everything, such as why there are no verdicts here.

        behind: By criterion and turn, the address of what an answer came of.
    """

    session: Session
    criteria: tuple[Criterion, ...] = ()
    answers: tuple[Answer, ...] = ()
    facts: tuple[Fact, ...] = ()
    note: str = ""
    behind: Mapping[tuple[str, int], str] = field(default_factory=dict)


def show(rail: Rail, *, key: str, height: str = "") -> None:
    """Draw the rail; its turn numbers move the transcript of the same session on the page."""
    _draw(key=key, data=rail_data(rail) | {"height": height})


def rail_data(rail: Rail) -> dict[str, Any]:
    """Return the rail as JSON for the browser; it holds what it is given and no more."""
    return {
        "session": reference(rail.session),
        "note": rail.note,
        "criteria": [_criterion(criterion, rail) for criterion in rail.criteria],
        "findings": list(_findings(rail.answers)),
        "facts": [asdict(fact) for fact in rail.facts],
    }


def _criterion(criterion: Criterion, rail: Rail) -> dict[str, Any]:
    answers = [answer for answer in rail.answers if answer.criterion.key == criterion.key]
    return {
        "key": criterion.key,
        "name": criterion.name,
        "kind": criterion.kind,
        "question": criterion.question,
        "answers": [_answer(answer, rail) for answer in answers],
        "headlines": list(_headlines(answers)),
    }


def _headlines(answers: Sequence[Answer]) -> Iterator[dict[str, str]]:
    """Yield what each rater's answers on turns come to."""
    for by in dict.fromkeys(answer.by for answer in answers):
        said = turn_words.headline(answer for answer in answers if answer.by == by)
        if said:
            yield {"by": by, "text": said}


def _answer(answer: Answer, rail: Rail) -> dict[str, Any]:
    rating = answer.rating
    return {
        "by": answer.by,
        "turn": rating.turn,
        "chip": asdict(answer.chip),
        "rationale": rating.rationale,
        "raw_value": rating.raw_value,
        "citations": [asdict(citation) for citation in rating.citations],
        "behind": rail.behind.get((answer.criterion.key, rating.turn), ""),
    }


def _findings(answers: Iterable[Answer]) -> Iterator[dict[str, Any]]:
    for answer in answers:
        if isinstance(answer.rating, Verdict):
            for finding in answer.rating.findings:
                yield asdict(finding) | {"tag": finding.tag.replace("_", " "), "by": answer.by}
