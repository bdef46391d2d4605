"""What a judge was sent, and what it replied: behind a verdict, or behind a problem."""

from collections import defaultdict
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from calibration.runs import auditing
from calibration.runs.auditing import Audit
from calibration.runs.money import dollars
from judging.judges.reply import message
from judging.wording import counted
from pages.parts import run_links, run_request, run_time
from pages.parts.outcome import chip
from pages.parts.plain import plain
from storage import CallRecord, CallStatus, Project

HEIGHT = 440
STATES = {
    CallStatus.STARTED: "no reply",
    CallStatus.OK: "answered",
    CallStatus.INVALID: "no answer",
    CallStatus.ERROR: "error",
}


def show(project: Project, run: int, session: str, verdict: int | None) -> None:
    """Draw all that a run asked about a session, or what one verdict came of, as text alone."""
    found = auditing.audit(project, run, session, verdict)
    _ways(run, session)
    judge, rubric = found.judge.identity.name, found.rubric.label
    st.markdown(
        f"**{plain(judge)}** about **{plain(session)}** under **{plain(rubric)}**, in run {run}."
    )
    _verdicts(found)
    if not found.calls:
        st.info("Nothing is kept of a request here: no model was asked, or not by this run.")
        return
    calls = _question(found.calls)
    if (other := calls[0].run) != run:
        st.info(f"Nothing was sent: run {other} had asked the same, and its reply was taken again.")
    st.markdown(f"**{_summed(calls)}**")
    _attempts(calls)
    call = _attempt(calls)
    sent, came = st.columns(2, gap="medium")
    with sent:
        _request([one for one in calls if one.attempt <= call.attempt])
    with came:
        _reply(call)


def _ways(run: int, session: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        run_links.button(f"Run {run}", ":material/arrow_back:", run)
        st.page_link(
            "session.py",
            label="Read the session",
            icon=":material/forum:",
            query_params={"id": session},
        )


def _verdicts(found: Audit) -> None:
    """Draw each verdict in its chip, after its criterion."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for stored in found.verdicts:
            criterion = found.rubric.criterion(stored.verdict.criterion)
            shown = chip(stored.verdict.outcome, criterion.kind)
            st.markdown(f"{plain(criterion.name)} {shown.badge}", width="content")


def _question(calls: Sequence[CallRecord]) -> list[CallRecord]:
    """Return the attempts at one question; where several were put, draw the choice."""
    by_question: dict[str, list[CallRecord]] = defaultdict(list)
    for call in calls:
        by_question[question(call, calls)].append(call)
    asked = list(by_question)
    one = asked[0]
    if len(asked) > 1:
        one = st.selectbox("Criteria asked", asked, key="run_audit_asked", width=360) or one
    return by_question[one]


def question(call: CallRecord, calls: Sequence[CallRecord]) -> str:
    """Return the criteria that a call asked, and of several answers to these, which."""
    if all(one.sample == call.sample for one in calls):
        return call.criterion
    return f"{call.criterion or 'all'}, answer {call.sample}"


def _summed(calls: Sequence[CallRecord]) -> str:
    costs = [call.cost for call in calls if call.usage]
    known = [cost for cost in costs if cost is not None]
    total = dollars(sum(known) if len(known) == len(costs) else None)
    seconds = sum(call.latency_ms or 0 for call in calls) / 1000
    return plain(f"{counted(len(calls), 'attempt')}, {seconds:.2f} seconds, {total}")


def _attempts(calls: Sequence[CallRecord]) -> None:
    st.dataframe(
        table(calls),
        hide_index=True,
        placeholder="–",
        alt="One row an attempt, oldest first",
        column_config={
            "Sent": st.column_config.DatetimeColumn(
                format="D MMM YYYY, HH:mm:ss", timezone=run_time.zone()
            ),
            "Seconds": st.column_config.NumberColumn(format="%.2f"),
            "Tokens in": st.column_config.NumberColumn(help="Those that no cache had part in"),
        },
    )


def table(calls: Sequence[CallRecord]) -> pd.DataFrame:
    """Return attempts as people read them."""
    usages = [call.usage for call in calls]
    counts = {
        "HTTP": [call.http_status for call in calls],
        "Tokens in": [usage and usage.input for usage in usages],
        "To cache": [usage and usage.cache_write for usage in usages],
        "From cache": [usage and usage.cache_read for usage in usages],
        "Tokens out": [usage and usage.output for usage in usages],
    }
    whole = {name: pd.Series(column, dtype="Int64") for name, column in counts.items()}
    return pd.DataFrame(
        {
            "Attempt": [call.attempt for call in calls],
            "What came": [_came(call) for call in calls],
            "HTTP": whole.pop("HTTP"),
            "Seconds": [call.latency_ms and call.latency_ms / 1000 for call in calls],
            **whole,
            "Cost": [dollars(call.cost) if call.usage else "" for call in calls],
            "Request id": [call.request_id for call in calls],
            "Sent": [call.started_at for call in calls],
        }
    )


def _came(call: CallRecord) -> str:
    return f"{STATES[call.status]}: {call.error}" if call.error else STATES[call.status]


def _request(calls: Sequence[CallRecord]) -> None:
    """Draw what was sent last of these; it is kept only where it was not what was sent before."""
    kept = next((call.request for call in reversed(calls) if call.request), None)
    st.markdown("**Sent**")
    if kept is None:
        st.markdown(":gray[The request is not kept here.]")
        return
    parts = {
        "Session": run_request.said(kept),
        "Criteria": run_request.rules(kept),
        "Form": run_request.form(kept),
    }
    for tab, text in zip(st.tabs(list(parts)), parts.values(), strict=True):
        with tab:
            _text(text)


def _attempt(calls: Sequence[CallRecord]) -> CallRecord:
    """Return the last attempt; where there were several, draw the choice of one."""
    if len(calls) == 1:
        return calls[0]
    by_number = {call.attempt: call for call in calls}
    last = calls[-1].attempt
    chosen = st.segmented_control(
        "Attempt",
        list(by_number),
        default=last,
        required=True,
        format_func=lambda n: f"Attempt {n}",
        label_visibility="collapsed",
        key=f"run_audit_attempt_{calls[0].id}",
    )
    return by_number[chosen or last]


def _reply(call: CallRecord) -> None:
    """Draw what came back: the answer, and the whole of it."""
    st.markdown("**Came back**")
    if not call.reply:
        is_gone = call.status is CallStatus.OK
        came = "The reply is not kept any longer" if is_gone else plain(_came(call).capitalize())
        st.markdown(f":gray[{came}.]")
        return
    parts = {"Answer": message(call.reply).text, "As it came": call.reply}
    shown = {name: text for name, text in parts.items() if text}
    for tab, text in zip(st.tabs(list(shown)), shown.values(), strict=True):
        with tab:
            _text(run_request.indented(text))


def _text(text: str) -> None:
    """Draw a text that nobody vouches for: with no language it is neither coloured nor read."""
    st.code(text, language=None, wrap_lines=True, height=HEIGHT)
