"""A proposal put to the judge: what it fixes, and what it keeps."""

import streamlit as st

from calibration.revision import proposal_trials
from calibration.revision.proposal_trials import Prepared, Tried
from calibration.runs import steering
from judging.errors import JudgeError, StoreError
from judging.judges.model_judge import ModelJudge
from judging.wording import counted
from pages.parts import run_offer, way
from pages.parts.plain import plain
from pages.parts.run_offer import Offer
from storage import Project, StoredJudge
from storage.proposals import StoredProposal

UNREAD = "The rules judge reads no rubric: a change of the text changes nothing that it says."
CHOSEN = (
    "Half of these units were chosen because the judge was wrong on them, and the text was "
    "written from them: this says which way it goes, not by how much on all sessions. Only the "
    "sealed test does."
)


def show(project: Project, proposal: StoredProposal) -> Tried | None:
    """Draw what came of the newest trial, or what one would take; return the former."""
    st.header("3. Judged anew", anchor=False)
    tried = proposal_trials.newest(project, proposal)
    if tried and tried.is_current:
        _result(project, proposal, tried)
        return tried
    if tried:
        st.caption("The text was changed since it was tried.")
    _offer(project, proposal, _judge(project, proposal))
    return None


def _judge(project: Project, proposal: StoredProposal) -> StoredJudge | None:
    """Draw the choice of who answers anew, where the judge itself can and others can too."""
    under = project.judges.listed(rubric_version=proposal.rubric_version)
    able = [j for j in under if j.identity.provider not in proposal_trials.FROM_FILES]
    mine = next((j for j in able if j.id == proposal.judge), None)
    if len(able) < 2 or mine is None:
        return mine or next(iter(able), None)
    names = {j.fingerprint: plain(j.identity.name) for j in able}
    chosen = st.selectbox(
        "Judge",
        list(names),
        index=list(names).index(mine.fingerprint),
        format_func=names.__getitem__,
        key=f"propose_judge_{proposal.id}",
        width=320,
    )
    return next(j for j in able if j.fingerprint == chosen)


def _offer(project: Project, proposal: StoredProposal, judge: StoredJudge | None) -> None:
    if judge is None:
        st.info(
            "The judge's verdicts came from a file, so it cannot be asked from here. Publish the "
            "text, have it answered where your judge runs, and import its verdicts."
        )
        return
    try:
        ready = proposal_trials.prepare(project, proposal, judge)
    except (JudgeError, StoreError) as error:
        st.info(plain(error.sentences))
        return
    wrong = sum(not unit.was_right for unit in ready.units)
    st.markdown(
        f"{plain(judge.identity.name)} answers anew what it got wrong "
        f"(**{wrong:,}**), and as much that it got right (**{len(ready.units) - wrong:,}**)."
    )
    if not isinstance(ready.judge, ModelJudge):
        st.caption(UNREAD)
    found = run_offer.estimate(project, Offer(ready.planned, ready.judge))
    if found is None:
        return
    what = counted(len(ready.planned.left), "session")
    st.button(
        plain(f"Judge {what} anew, {run_offer.price(found)}"),
        type="primary",
        key="propose_try",
        on_click=_begin,
        args=(project, proposal, ready),
    )


def _begin(project: Project, proposal: StoredProposal, ready: Prepared) -> None:
    try:
        run = steering.start(project, ready.planned, ready.judge) if ready.planned.left else None
    except (JudgeError, StoreError) as error:
        st.toast(plain(error.sentences), icon=":material/error:")
    else:
        proposal_trials.begin(project, proposal, ready, run)


def _result(project: Project, proposal: StoredProposal, tried: Tried) -> None:
    if tried.waiting and tried.trial.run is not None:
        _waiting(project, proposal, tried.trial.run)
        return
    with st.container(horizontal=True, gap="small"):
        st.metric("Fixes", f"{tried.fixed:,} of {tried.wrong:,}", border=True)
        st.metric("Keeps", f"{tried.kept:,} of {tried.right:,}", border=True)
        st.metric("Net", f"{tried.net:+,d}", border=True)
    st.markdown(_sentence(tried))
    st.caption(CHOSEN)


def _sentence(tried: Tried) -> str:
    found = tried.statistics.delta_accuracy
    said = f"Of these {tried.statistics.n:,} answers by {plain(tried.judge.identity.name)}"
    if found.value is None:
        said += " none can be counted"
    else:
        said += f", the share that is right changes by {100 * found.value:+.0f} points"
    if found.low is not None and found.high is not None:
        said += f", 95 % interval {100 * found.low:+.0f} to {100 * found.high:+.0f}"
        said += ": it may be chance" if found.low <= 0 <= found.high else ""
    more = [
        f"{counted(n, 'unit')} {word}"
        for n, word in (
            (tried.undecided, "got neither a pass nor a fail"),
            (tried.waiting, "got no answer"),
            (tried.sealed, "became a part of the sealed test and counts no more"),
        )
        if n
    ]
    return f"{said}. {'; '.join(more)}{'.' if more else ''}"


@st.fragment(run_every=2.0)
def _waiting(project: Project, proposal: StoredProposal, run: int) -> None:
    """Draw how far the run is, and the whole page once it is done."""
    line = project.runs.get(run)
    if line.finished_at is not None:
        found = proposal_trials.newest(project, proposal)
        if found and not found.waiting:
            st.rerun()
    done = line.units - line.left
    st.progress(
        min(1.0, done / max(1, line.units)), f"{done:,} of {line.units:,} judged, {line.status}"
    )
    way.link("run.py", label="The run", icon=":material/gavel:", query_params={"run": str(run)})
