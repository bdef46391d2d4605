"""Batches on the Run page: the switch that sends a run as one, and what is said while it waits."""

import streamlit as st

from calibration.runs import batch_waiting
from calibration.runs.batch_waiting import USUALLY
from calibration.runs.estimating import Estimate
from calibration.runs.money import dollars
from calibration.runs.watching import Watched
from judging.judges import Judge
from pages.parts import run_time
from pages.parts.plain import plain
from storage import Mode, RunStatus

CANCELLED = " The service is told to stop, and what it has answered by then is kept."
SLOW = f"The service answers {USUALLY} hours, and tells nothing of how far it is before."


def switch(judge: Judge, found: Estimate) -> bool:
    """Draw the choice to send a run as a batch, with its price, and return what was chosen."""
    if not found.calls or batch_waiting.objection(judge):
        return False
    with st.container(gap=None):
        is_on = st.toggle(plain(label(found)), key="run_batch", persist_state="session")
        st.markdown(f":gray[{plain(words(found))}]")
    return is_on


def label(found: Estimate) -> str:
    """Return what stands beside the switch."""
    if found.batch is None or not found.cost:
        return "Send as a batch"
    return f"Send as a batch: about {dollars(found.batch)} instead of {dollars(found.cost)}"


def words(found: Estimate) -> str:
    """Return what a batch means, and what else makes a run cheaper."""
    if found.cached is None or found.batch is None or found.cached >= found.batch:
        return SLOW
    return f"{SLOW} One by one, the service's cache may bring it to {dollars(found.cached)}."


def is_waiting(watched: Watched) -> bool:
    """Tell whether a run has nothing to do but wait for what it has sent."""
    return bool(watched.waiting) and watched.line.status is RunStatus.RUNNING


def sentence(watched: Watched) -> str:
    """Return what comes next of a run in batches; empty where no batch has to do with it."""
    line, waiting = watched.line, watched.waiting
    if waiting:
        if is_waiting(watched):
            at = run_time.said(waiting[0].sent_at)
            return f"Sent at {at}. {batch_waiting.next_step(line)}"
        return batch_waiting.sentence(line, waiting, run_time.said)
    is_sending = line.mode is Mode.BATCH and line.status is RunStatus.RUNNING
    return "The requests are put together, and sent as a batch." if is_sending else ""
