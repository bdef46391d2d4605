"""What an agreement report comes to, in a sentence or two."""

from collections.abc import Sequence
from enum import Enum, auto

from calibration.agreement.reporting import AgreementReport, CriterionReport
from judging.agreement.sample_size import KAPPA_MINIMUM
from judging.wording import listed


class Shown(Enum):
    """What kappa's interval says of the bound that a gate asks for."""

    REACHED = auto()
    MISSED = auto()
    OPEN = auto()
    NOTHING = auto()


def headline(report: AgreementReport) -> str:
    """Say on which criteria the judge is shown to agree well enough for a gate, and where not."""
    found: dict[Shown, list[str]] = {shown: [] for shown in Shown}
    for entry in report.criteria:
        found[shown(entry)].append(entry.criterion.name)
    sentences = {
        Shown.REACHED: "On {} the judge is shown to agree with the labels well enough for a gate: "
        f"kappa, agreement beyond chance, is {KAPPA_MINIMUM:.2f} or more even at the lower end of "
        "its interval.",
        Shown.MISSED: "On {} it is shown to agree less than a gate asks for: kappa is below "
        f"{KAPPA_MINIMUM:.2f} even at the upper end.",
        Shown.OPEN: "On {} there are too few labels to tell whether kappa, agreement beyond "
        f"chance, is as high as the {KAPPA_MINIMUM:.2f} that a gate asks for.",
        Shown.NOTHING: "On {} there is nothing to compare.",
    }
    told = [(found[kind], words) for kind, words in sentences.items() if found[kind]]
    return " ".join(words.format(_listed(names, len(report.criteria))) for names, words in told)


def shown(entry: CriterionReport) -> Shown:
    """Tell what kappa's interval says of the bound that a gate asks for."""
    if not entry.agreement.n:
        return Shown.NOTHING
    if entry.kappa.low is not None and entry.kappa.low >= KAPPA_MINIMUM:
        return Shown.REACHED
    if entry.kappa.high is not None and entry.kappa.high < KAPPA_MINIMUM:
        return Shown.MISSED
    return Shown.OPEN


def _listed(names: Sequence[str], every: int) -> str:
    if len(names) == every > 1:
        return f"all {every} criteria"
    return listed(names)
