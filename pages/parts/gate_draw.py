"""Drawing sessions of the test, so that their labels count."""

import streamlit as st

from calibration.agreement.held import Held
from calibration.labels import drawing
from judging.splitting import Part
from judging.wording import counted
from pages.parts import way
from pages.parts.plain import plain
from storage import Project, label_queues

USUAL = 200
HOW = {"random": "At random", "judge-stratified": "As many of each answer of this judge"}
NOTHING_LEFT = (
    "Every session of the test is drawn or labelled. Labels of sessions that were not drawn do "
    "not count: import more sessions, part them, and draw from those."
)
HELP = (
    "At random, labels tell of everything at once. Where fails are rare, as many of each of the "
    "judge's answers gives more of them; which is which is not told, and what is rare weighs less "
    "when it is counted."
)


def show(project: Project, held: Held) -> None:
    """Draw what was drawn so far, and the form for more; nothing where nothing is left."""
    there = label_queues.of(project).draws()
    for one in there:
        st.markdown(
            f"**{plain(one.name.capitalize())}**: {one.labelled:,} of "
            f"{counted(one.sessions, 'session')} labelled. They come first on the Label page."
        )
    if there:
        way.link("label.py", label="Label them, blind", icon=":material/edit_note:")
    population = len(label_queues.of(project).population(Part.TEST))
    if not population:
        st.caption(NOTHING_LEFT)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        most = st.number_input(
            "Sessions to draw", 1, population, min(USUAL, population), key="gate_n", width=160
        )
        how = st.segmented_control(
            "How",
            list(HOW),
            default="random",
            required=True,
            format_func=HOW.__getitem__,
            help=HELP,
        )
        names = {c.key: plain(c.name) for c in held.version.rubric.criteria}
        key = None
        if how == "judge-stratified":
            key = st.selectbox(
                "On", list(names), format_func=names.__getitem__, key="gate_on", width=220
            )
        st.button("Draw", key="gate_draw", on_click=draw, args=(project, held, int(most), key))
    st.caption(
        f"From {counted(population, 'session')} of the test that nobody has labelled. Only labels "
        "of sessions that were drawn count, since only then is it known what they stand for."
    )


def draw(project: Project, held: Held, n: int, key: str | None) -> None:
    """Draw them."""
    of = (held, held.version.rubric.criterion(key)) if key else None
    drawing.draw(project, n, Part.TEST, of=of)
