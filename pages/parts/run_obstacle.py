"""Why a run cannot be started, in a sentence, with the way on."""

import streamlit as st

from calibration.runs import planning
from calibration.runs.planning import RunPlan
from calibration.runs.run_scope import Which
from judging.errors import JudgeError
from judging.wording import counted
from pages.parts import run_links, run_state
from pages.parts.plain import plain

NOTHING = {
    Which.ALL: "There is no session yet: import some first.",
    Which.LABELLED: "No session is labelled yet. Judge all of them, or bring in labels first.",
    Which.FAILED: "No session is failed as a whole, by people or a judge. Judge all of them.",
    Which.DISPUTED: "No judge and label differ on a session, nor do reviewers. Judge all of them.",
    Which.DRAWN: "No session was drawn to be labelled. The Gate page draws some.",
}


def no_rubric() -> None:
    """Say that a rubric comes first."""
    st.info("There is no rubric yet: a judge answers the criteria of one.")
    st.page_link("rubric.py", label="Rubric", icon=":material/checklist:")


def no_model() -> None:
    """Say that a model has to be named."""
    st.info(
        "**No model is named.** Choose one above or type its id. To have one chosen from the "
        "start, set `JUDGE_MODEL` in the server's environment.",
        icon=":material/smart_toy:",
    )


def no_key(objection: JudgeError) -> None:
    """Say what is missing to ask a model, and what works without."""
    st.info(
        f"**{plain(objection.what)}** Set `{objection.where}` in the server's environment and "
        "start it again. Without it the rules judge works, and so do labelling, verdicts from "
        "files and agreement.",
        icon=":material/key:",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Use the rules judge", key="run_use_rules", on_click=_use_rules)
        st.page_link("label.py", label="Label sessions", icon=":material/edit_note:")
        st.page_link(
            "import_.py",
            label="Import verdicts",
            icon=":material/upload_file:",
            query_params={"what": "verdicts"},
        )


def no_sessions(planned: RunPlan, which: Which) -> None:
    """Say that the scope holds nothing that could be judged."""
    st.info(plain(" ".join(planning.left_out(planned) or [NOTHING[which]])))


def at_work(run: int) -> None:
    """Say that this is being done already."""
    st.info(f"Run {run} has this judge answer this rubric now.", icon=":material/gavel:")
    run_links.button(f"Watch run {run}", ":material/visibility:", run)


def nothing_left(planned: RunPlan, judge: str) -> None:
    """Say that all is judged, and where the verdicts are."""
    label = planned.version.rubric.label
    units = counted(planned.units, run_state.noun(planned.level))
    st.markdown(
        f":blue[✓] **{units}** judged by {plain(judge)} under {plain(label)}: nothing is left."
    )
    run_links.results(label, judge)


def _use_rules() -> None:
    st.session_state["run_judge"] = "rules"
