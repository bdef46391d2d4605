"""How many sessions pass: what the judge says, beside what its labels make of it."""

import pandas as pd
import streamlit as st

from calibration.agreement import pass_rates
from calibration.agreement.pass_rates import PassRates
from calibration.agreement.reporting import AgreementReport, CriterionReport
from pages.parts import agreement_intervals, agreement_pass_words
from pages.parts.agreement_intervals import Across, Line
from pages.parts.outcome import Tone
from pages.parts.plain import plain
from storage import Project


def show(project: Project, report: AgreementReport, entry: CriterionReport) -> None:
    """Draw the two rates on one scale, with what is not scored taken either way."""
    found = pass_rates.of(project, entry.compared)
    whose = report.reference.whose
    if found.raw is None:
        st.info(plain(agreement_pass_words.nothing(found, entry)))
        return
    st.write(plain(" ".join(agreement_pass_words.sentences(found, entry, whose))))
    if found.objection:
        st.info(plain(found.objection), icon=":material/info:")
    plot(found, entry)
    if found.undecided:
        st.dataframe(
            either_way(found),
            hide_index=True,
            alt="Both rates under either assumption about what is not scored",
        )


def plot(found: PassRates, entry: CriterionReport) -> None:
    """Draw the judge's rate above the corrected one; a band is what is not decided, either way."""
    share = agreement_pass_words.share(entry.criterion)
    lines = [raw(found), corrected(found)]
    agreement_intervals.show(lines, Across(share, is_share=True))
    st.caption(agreement_pass_words.legend(found, is_wide=lines[1].is_wide))


def raw(found: PassRates) -> Line:
    """Return the judge's line, which has no interval: its errors are not of chance."""
    return Line(
        criterion="The judge says",
        value=found.raw,
        low=None,
        high=None,
        said=agreement_pass_words.percent(found.raw),
        counts=agreement_pass_words.raw_counts(found),
        least=found.raw_if(passing=False),
        most=found.raw_if(passing=True),
    ).toned(Tone.GRAY)


def corrected(found: PassRates) -> Line:
    """Return the corrected line, or the one that says that there is none."""
    rate = found.corrected
    return Line(
        criterion="Corrected by labels",
        value=rate.value,
        low=rate.low,
        high=rate.high,
        said=agreement_pass_words.interval(rate),
        counts=agreement_pass_words.corrected_counts(found),
        least=found.corrected_if(passing=False).value,
        most=found.corrected_if(passing=True).value,
    )


def either_way(found: PassRates) -> pd.DataFrame:
    """Return both rates under each assumption about what is not decided."""
    words = agreement_pass_words
    return pd.DataFrame(
        [
            {
                f"If all that is {words.undecided(found)}": assumed,
                "The judge says": words.percent(found.raw_if(passing=passing)),
                "Corrected by labels [95 %]": words.interval(found.corrected_if(passing=passing)),
            }
            for assumed, passing in (("fails", False), ("passes", True))
        ]
    )
