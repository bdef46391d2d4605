"""The form for a new queue, with what it would be before it is made."""

import streamlit as st

from calibration.agreement.held import Held
from calibration.labels import queue_making
from calibration.labels.queue_making import Preview, QueueRequest
from judging.agreement.sample_size import CLASS_MINIMUM
from judging.errors import JudgingError
from judging.rubrics import Criterion
from judging.sampling import Design, Ordering
from judging.splitting import Part
from judging.wording import counted
from pages.parts import address, chosen, way
from pages.parts.plain import plain
from pages.parts.queue_words import DESIGNS, HOW, ORDERS
from storage import Project, Reference, Split, StoredVersion, label_queues, splits
from storage.label_queues import LEASE_MINUTES

SAID = "queues_said"
USUAL, MOST_REVIEWERS = 40, 10
FIELD, WIDE = 220, 456
ALL = "All criteria, rarest fails first"
PARTS = {Part.ALL: "All", Part.DEVELOP: "Develop", Part.TEST: "Test"}
SEALED = (
    "What it is drawn from is not told: some of the sessions are of the sealed test, and how often "
    "a judge fails those shows in a look alone."
)
NOTHING = "Every session of this part is labelled or was drawn: nothing is left to draw from."


def show(project: Project) -> None:
    """Draw the form; nothing is stored before its button."""
    if refused := st.session_state.pop(SAID, None):
        st.error(plain(refused))
    design = Design(address.segments("Which sessions", DESIGNS, Design.RANDOM, key="design"))
    st.caption(HOW[design])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width=FIELD):
            version = chosen.version(project)
        if version is None:
            st.info("There is no rubric yet, so nothing could be asked.")
            return
        drawn = None if design is Design.CHOSEN else _drawn(project)
    request = _request(project, design, version, drawn)
    if request is None:
        return
    try:
        found = queue_making.preview(project, request)
    except JudgingError as problem:
        st.warning(plain(problem.what))
        return
    _preview(found)
    st.button(
        f"Make a queue of {counted(found.sessions, 'session')}",
        type="primary",
        key="queues_make",
        disabled=not found.sessions,
        on_click=make,
        args=(project, request),
    )


def make(project: Project, request: QueueRequest) -> None:
    """Make the queue, or say why not."""
    try:
        queue = queue_making.create(project, request)
    except JudgingError as problem:
        st.session_state[SAID] = f"{problem.what} {problem.fix}"
        return
    st.toast(f"{plain(queue.name)} is open.", icon=":material/check:")


def _request(
    project: Project, design: Design, version: StoredVersion, drawn: tuple[int, Part] | None
) -> QueueRequest | None:
    """Draw the fields of a design, and return what they ask for; None while something lacks."""
    of = _of(project, version) if design is Design.VERDICT else None
    names = _names() if design is Design.CHOSEN else []
    n, part = drawn or (0, Part.ALL)
    if (design is Design.VERDICT and of is None) or not (names or n):
        return None
    reviewers, overlap, lease = _reviewers()
    ordering, target = _order(design)
    return QueueRequest(
        design=design,
        version=version,
        n=n,
        part=part,
        of=of,
        chosen=names,
        reviewers=reviewers,
        overlap=overlap,
        lease_minutes=lease,
        ordering=ordering,
        target=target,
        name=_name(),
    )


def _of(project: Project, version: StoredVersion) -> tuple[Held, list[Criterion]] | None:
    criteria = {one.key: one for one in version.rubric.criteria}
    with st.container(horizontal=True):
        with st.container(width=FIELD):
            judge = chosen.judge(project, version)
        if judge is None:
            st.info(f"No judge has answered {plain(version.rubric.label)} yet.")
            way.link("run.py", label="Run a judge", icon=":material/gavel:")
            return None
        key = st.selectbox(
            "On",
            ["", *criteria],
            format_func=lambda key: plain(criteria[key].name) if key else ALL,
            key="queues_criterion",
            width=WIDE,
        )
    wanted = [criteria[key]] if key else list(criteria.values())
    return Held(version, judge, Reference()), wanted


def _names() -> list[str]:
    typed = st.text_area(
        "Sessions",
        key="queues_chosen",
        placeholder="An id a line, as the Sessions page lists them",
    )
    return [line.strip() for line in typed.splitlines() if line.strip()]


def _drawn(project: Project) -> tuple[int, Part] | None:
    """Draw how many sessions of which part, and return it; None where nothing is left."""
    part = _part(project)
    n = _count(project, part)
    return (n, part) if n else None


def _part(project: Project) -> Part:
    if Split.TEST not in splits.of(project).counts():
        return Part.ALL
    word = st.segmented_control(
        "Of",
        list(PARTS),
        default=Part.ALL,
        format_func=PARTS.__getitem__,
        required=True,
        key="queues_part",
        help="Labels for the gate are of the test; those to revise a rubric by, of develop.",
    )
    return Part(word)


def _count(project: Project, part: Part) -> int:
    most = len(label_queues.of(project).population(part))
    if not most:
        st.info(NOTHING)
        return 0
    return int(
        st.number_input(
            "Sessions to draw",
            1,
            most,
            min(USUAL, most),
            # Another part has another most, which the old number may exceed.
            key=f"queues_n_{part}",
            width=FIELD,
            help=f"Of {counted(most, 'session')} that no person has labelled, and nobody drew.",
        )
    )


def _reviewers() -> tuple[int, float, int]:
    """Draw how many label a session, what share of them so many, and how long it stays theirs."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        reviewers = int(
            st.number_input(
                "Reviewers a session", 1, MOST_REVIEWERS, 1, key="queues_reviewers", width=FIELD
            )
        )
        lease = st.number_input(
            "Reserved for, in minutes",
            1,
            24 * 60,
            LEASE_MINUTES,
            key="queues_lease",
            width=FIELD,
            help="Each label renews them. After that others get the session.",
        )
        share = 100
        if reviewers > 1:
            share = st.slider(
                f"Sessions that {reviewers} label, in percent",
                10,
                100,
                20,
                10,
                key="queues_overlap",
                width=WIDE,
                help="Where several answer, it shows how far they agree. The others get one.",
            )
    return reviewers, share / 100, int(lease)


def _order(design: Design) -> tuple[Ordering, int]:
    if design in (Design.RANDOM, Design.CHOSEN):
        return Ordering.DRAWN, CLASS_MINIMUM
    target = CLASS_MINIMUM
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.segmented_control(
            "Order",
            list(ORDERS),
            default=Ordering.DRAWN,
            format_func=ORDERS.__getitem__,
            required=True,
            key="queues_order",
            help="Now and then one comes by chance all the same: the order gives nothing away.",
        )
        if design is Design.VERDICT and word == Ordering.NEXT_BEST:
            wanted = st.number_input(
                "Labels of each class", 1, 10_000, CLASS_MINIMUM, key="queues_target", width=FIELD
            )
            target = int(wanted)
    return Ordering(word), target


def _name() -> str:
    typed = st.text_input(
        "Name",
        max_chars=80,
        key="queues_name",
        placeholder="queue 1, queue 2 and so on",
        width=WIDE,
    )
    return " ".join((typed or "").split())


def _preview(found: Preview) -> None:
    """Say what it would be, and what its labels can be used for."""
    st.markdown(
        f"**{counted(found.sessions, 'session')}**, {_from(found)}in "
        f"**{counted(found.slots, 'slot')}**: one for each reviewer of a session."
    )
    if found.strata is None:
        st.caption(SEALED)
    elif found.strata:
        st.dataframe(
            {
                "From": [one.name or "not judged" for one in found.strata],
                "There": [one.there for one in found.strata],
                "In the queue": [one.drawn for one in found.strata],
            },
            hide_index=True,
            width="content",
            alt="How many sessions each stratum has, and how many of them are drawn",
        )
    for sentence in found.good_for:
        st.markdown(f":material/info: {sentence}")


def _from(found: Preview) -> str:
    if found.population == found.sessions:
        return ""
    return f"of {found.population:,} that no person has labelled and nobody drew, "
