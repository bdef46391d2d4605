"""What is asked of a session, version by version."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from calibration.rubrics import rubric_editing
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import RubricError
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level, RubricVersion, Sees, lint, prompt, written
from pages.parts import (
    chosen,
    empty,
    opened,
    rubric_changes_view,
    rubric_examples,
    rubric_lint,
)
from pages.parts.outcome import chip
from pages.parts.plain import plain
from storage import Project, StoredVersion


def read(rubric: RubricVersion) -> None:
    """Draw the criteria as people read them, with what is weak in their wording."""
    found = lint(rubric)
    rubric_lint.summary(found)
    if rubric.instructions:
        st.write(plain(rubric.instructions))
    for criterion in rubric.criteria:
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{plain(criterion.name)}**", width="content")
                for text in about(criterion):
                    st.badge(text, color="gray")
            st.write(plain(criterion.question))
            passes, fails = st.columns(2)
            passes.markdown(chip(Outcome.PASS, criterion.kind).badge)
            passes.write(plain(criterion.pass_when))
            fails.markdown(chip(Outcome.FAIL, criterion.kind).badge)
            fails.write(plain(criterion.fail_when))
            rubric_lint.show(found, criterion.key)


def about(criterion: Criterion) -> list[str]:
    """Return what sets a criterion apart from an ordinary one."""
    return [
        *(["condition, never a failure"] if criterion.kind is Kind.CONDITION else []),
        *(["each assistant turn"] if criterion.level is Level.TURN else []),
        *([f"only where {criterion.applies_when}"] if criterion.applies_when else []),
        *(["assistant's turns only"] if criterion.sees is Sees.ASSISTANT_ONLY else []),
        *([f"meaning {criterion.meaning}"] if criterion.meaning > 1 else []),
    ]


def edited(rubric: RubricVersion) -> RubricVersion:
    """Draw the fields of an edit and return what they hold."""
    instructions = st.text_area("Instructions", rubric.instructions, key=f"{prefix}_instructions")
    criteria = [edited_criterion(criterion) for criterion in rubric.criteria]
    with st.container(border=True):
        st.markdown("**A new criterion**")
        key = st.text_input("Key", key=f"{prefix}_new_key", placeholder="lower_case_words")
        question = st.text_input("Question", key=f"{prefix}_new_question")
        passes, fails = st.columns(2)
        pass_when = passes.text_area("Pass when", key=f"{prefix}_new_pass")
        fail_when = fails.text_area("Fail when", key=f"{prefix}_new_fail")
    if key or question:
        level = rubric.criteria[0].level
        criteria.append(Criterion(key, question, pass_when, fail_when, level=level))
    kept = tuple(criterion for criterion in criteria if criterion is not None)
    return replace(rubric, criteria=kept, instructions=instructions.strip())


def edited_criterion(criterion: Criterion) -> Criterion | None:
    """Draw the fields of one criterion and return what they hold; None if it is to go."""
    own = f"{prefix}_{criterion.key}"
    with st.container(border=True):
        st.markdown(f"**{plain(criterion.name)}** · `{criterion.key}`")
        question = st.text_area("Question", criterion.question, key=f"{own}_question", height=70)
        passes, fails = st.columns(2)
        pass_when = passes.text_area("Pass when", criterion.pass_when, key=f"{own}_pass")
        fail_when = fails.text_area("Fail when", criterion.fail_when, key=f"{own}_fail")
        with st.container(horizontal=True):
            has_new_meaning = st.checkbox(
                "Its meaning changes, so earlier labels no longer count",
                key=f"{own}_meaning",
            )
            goes = st.checkbox("Remove it", key=f"{own}_goes")
    if goes:
        return None
    return replace(
        criterion,
        question=question.strip(),
        pass_when=pass_when.strip(),
        fail_when=fail_when.strip(),
        meaning=criterion.meaning + has_new_meaning,
    )


def edited_text(rubric: RubricVersion) -> RubricVersion:
    """Draw the rubric as a file and return what it holds."""
    text = st.text_area("As YAML", written(rubric), key=f"{prefix}_text", height=480)
    return rubric_editing.of_text(text, rubric)


def edit(project: Project, parent: StoredVersion) -> None:
    """Draw the form of an edit; saving it makes the next version."""
    as_text = st.toggle("Edit as text", key=f"{prefix}_as_text")
    with st.form(f"{prefix}_form", border=False):
        version = None
        try:
            version = edited_text(parent.rubric) if as_text else edited(parent.rubric)
        except RubricError as error:
            st.error(f"{plain(error.what)} {plain(error.fix)}")
        who, why = st.columns([1, 3])
        author = who.text_input("Your name", key=f"{prefix}_author")
        note = why.text_input("What changed, and why", key=f"{prefix}_note")
        if st.form_submit_button("Save as a new version", type="primary") and version:
            try:
                saved = rubric_editing.save(
                    project, version, parent=parent.rubric, author=author, note=note
                )
            except RubricError as error:
                st.error(f"{plain(error.what)} {plain(error.fix)}")
            else:
                st.session_state["rubric_saved"] = saved.rubric.label
                st.switch_page("rubric.py", query_params={"rubric": saved.rubric.label})


def asked(rubric: RubricVersion) -> None:
    """Draw what a model is sent of it, and the file."""
    st.write("What a model judge reads of this version; the transcript follows it.")
    st.code(prompt(rubric), language=None, wrap_lines=True)
    st.download_button(
        "Download as YAML",
        data=written(rubric),
        file_name=f"{rubric.name}-{rubric.number}.yaml",
        mime="application/yaml",
        on_click="ignore",
    )


st.title("Rubric", anchor=False)
project = opened.project()
if project is None:
    empty.no_sessions()
if saved_label := st.session_state.pop("rubric_saved", None):
    st.toast(f"Saved as {saved_label}.", icon=":material/check_circle:")
with st.container(width=340):
    stored = chosen.version(project)
if stored is None:
    st.info("This project has no rubric. Add one with: judging rubric add FILE")
    st.stop()
prefix = f"rubric_{stored.id}"
versions = project.rubrics.versions(stored.rubric.name)
saved_by = f" by {stored.rubric.author}" if stored.rubric.author else ""
st.write(
    plain(
        f"{stored.rubric.label}, saved{saved_by} on {stored.created_at:%d %b %Y}. "
        f"{stored.rubric.note}"
    )
)
tabs: dict[str, Callable[[], None]] = {
    "Criteria": partial(read, stored.rubric),
    "Edit": partial(edit, project, stored),
    "Examples": partial(rubric_examples.show, project, stored),
    "Changes": partial(rubric_changes_view.show, project, versions, stored),
    "Prompt": partial(asked, stored.rubric),
}
if not access.may(project, Right.EDIT_RUBRIC):
    tabs.pop("Edit")
for tab, show in zip(
    st.tabs(list(tabs), key="rubric_tab", on_change="rerun"), tabs.values(), strict=True
):
    if tab.open:
        with tab:
            show()
