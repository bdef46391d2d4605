"""How far a judge agrees with itself, and the sessions on which it does not."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import streamlit as st

from calibration.agreement import consistency
from calibration.agreement.consistency import USUAL_RUNS, USUAL_UNITS, Consistency
from calibration.agreement.reporting import AgreementReport, CriterionReport
from judging.agreement.reruns import FLIP_LIMIT, SelfConsistency
from judging.ratings import Outcome
from judging.rubrics import Criterion, Level
from judging.wording import counted
from pages.parts import agreement_behind, agreement_intervals, agreement_table, way
from pages.parts.agreement_intervals import Across, Line
from pages.parts.outcome import chip
from pages.parts.plain import plain
from storage import Project

TITLE = "Pairs of answers that differ, with the 95 % interval"
AGAIN = (
    "Once does not tell whether a judge would say the same again. Have it asked "
    f"{USUAL_RUNS} times about {USUAL_UNITS} sessions or more: on the Run judge page, *Ask each so "
    "many times* under *More*. What was answered before is not paid again."
)


def show(project: Project, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw what the answers come to in words, all criteria in a plot, and what differs."""
    chosen = consistency.of(project, entry)
    if chosen is None:
        nothing(entry)
    else:
        st.write(plain(" ".join(sentences(chosen, report.reference.whose))))
    plot(project, report)
    if chosen and chosen.flipped:
        agreement_behind.show(
            project,
            places(chosen),
            key=f"agreement_repeats_{entry.criterion.key}",
            opens_at="The session shows the first answer, which is the one that counts.",
        )


def without_labels(project: Project, report: AgreementReport) -> None:
    """Draw what can be told of a judge while nobody has labelled: how far it agrees with itself."""
    found = [one for entry in report.criteria if (one := consistency.of(project, entry))]
    if found:
        st.header("The judge with itself", anchor=False)
        st.write(plain(f"{found[0].criterion.name}: {found[0].sentence}"))
        plot(project, report)


def plot(project: Project, report: AgreementReport) -> None:
    """Draw every criterion that was asked again, against what the gate allows."""
    found = [consistency.of(project, entry) for entry in report.criteria]
    lines = [line(one) for one in found if one]
    if lines:
        agreement_intervals.show(lines, Across(TITLE, is_share=True, whole=FLIP_LIMIT))
        st.caption(legend(lines))


def nothing(entry: CriterionReport) -> None:
    """Say that the judge was asked once, and how it is asked again."""
    st.info(plain(f"{entry.criterion.name}: the judge was asked once about each."))
    st.markdown(AGAIN)
    way.link("run.py", label="Run judge", icon=":material/play_arrow:")


def sentences(found: Consistency, whose: str) -> list[str]:
    """Return what was found, whether it is little, and how it is on what `whose` labels fail."""
    said = [found.sentence, _verdict(found)]
    among = found.among_fails.flip_probability
    if among.value is not None:
        fail = agreement_table.classes(found.criterion)[Outcome.FAIL].lower()
        units = counted(found.among_fails.units, _noun(found))
        said.append(f"On {units} called {fail} by {whose}: {_share(found.among_fails)}.")
    unscored = sum(unit.outcomes.count(None) for unit in found.units)
    if unscored:
        answers = sum(len(unit.outcomes) for unit in found.units)
        said.append(f"Left out: {unscored:,} of {answers:,} answers, which are not scored.")
    return said


def line(found: Consistency) -> Line:
    """Return the line of a criterion."""
    units = counted(found.measured.units, _noun(found))
    said = _share(found.measured)
    counts = f"{units}, {len(found.flipped):,} differ"
    return Line.of(found.criterion.name, found.measured.flip_probability, said, counts)


def legend(lines: Sequence[Line]) -> str:
    """Say in words what the marks stand for, those that are drawn."""
    drawn = [one for one in lines if one.value is not None]
    marks = [] if all(one.is_wide for one in drawn) else ["● the judge with itself"]
    if any(one.is_wide for one in drawn):
        whose = "" if marks else "the judge with itself, "
        marks.append(f"○ {whose}far too wide an interval to say")
    return " · ".join([*marks, f"❘ the gate's limit: {FLIP_LIMIT:.0%}"])


def places(found: Consistency) -> Mapping[str, list[tuple[int, int]]]:
    """Return the units whose answers differ by what these are, those most alike last."""
    by_answers: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for unit in found.flipped:
        by_answers[_answers(unit.outcomes, found.criterion)].append((unit.session, unit.turn))
    return dict(sorted(by_answers.items(), key=lambda pair: (-len(pair[1]), pair[0])))


def _answers(outcomes: Sequence[Outcome | None], criterion: Criterion) -> str:
    counts = Counter(outcome or Outcome.NOT_SCORED for outcome in outcomes)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], list(Outcome).index(pair[0])))
    words = (f"{n} {chip(outcome, criterion.kind).word.lower()}" for outcome, n in ordered)
    return ", ".join(words)


def _verdict(found: Consistency) -> str:
    flips, limit = found.measured.flip_probability, f"{FLIP_LIMIT:.0%}"
    if flips.low is None or flips.high is None:
        return ""
    if flips.high <= FLIP_LIMIT:
        return f"That is below the {limit} that the gate allows."
    if flips.low > FLIP_LIMIT:
        return f"That is more than the {limit} that the gate allows: word the criterion sharper."
    more = "with more of them" if found.measured.units >= USUAL_UNITS else f"with {USUAL_UNITS}"
    return f"Whether it is below the {limit} that the gate allows would be told {more}."


def _share(found: SelfConsistency) -> str:
    flips = found.flip_probability
    if flips.value is None:
        return "no two answers that can be read"
    if flips.low is None or flips.high is None:
        return f"{flips.value:.0%}"
    return f"{flips.value:.0%} [{flips.low:.0%}, {flips.high:.0%}]"


def _noun(found: Consistency) -> str:
    return "turn" if found.criterion.level is Level.TURN else "session"
