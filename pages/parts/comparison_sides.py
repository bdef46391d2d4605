"""Which two sides to compare: two rubric versions under one judge, or two judges under one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import streamlit as st

from calibration.agreement import comparing
from calibration.agreement.comparing import Side
from pages.parts import address
from storage import StoredJudge

Pair = tuple[Side, Side]


class What(StrEnum):
    """In what the two sides differ."""

    VERSIONS = "versions"
    JUDGES = "judges"


WIDTH = 170
SIDES = ("a", "b")
SWAP = ":material/swap_horiz:"
TITLES = {What.VERSIONS: "Two rubric versions", What.JUDGES: "Two judges"}


@dataclass(frozen=True, slots=True)
class Choice:
    """
    What there is to choose from.

    Attributes:
        pairs: Those that can be compared and differ as asked, the newest first.

        words: What stands for each judge in the address, as commands take it.
    """

    what: What
    pairs: Sequence[Pair]
    words: Mapping[int, str]

    def same(self, side: Side) -> str:
        """Return the word for what both sides have in common."""
        label = side.version.rubric.label
        return self.words[side.judge.id] if self.what is What.VERSIONS else label

    def differs(self, side: Side) -> str:
        """Return the word for what sets a side apart from the other."""
        label = side.version.rubric.label
        return label if self.what is What.VERSIONS else self.words[side.judge.id]


def what() -> What:
    """Draw in what the sides are to differ, and return it; the rest of the address tells it too."""
    asked = st.query_params
    implied = What.JUDGES if "rubric" in asked and "judge" not in asked else What.VERSIONS
    address.settle("what", list(What), implied if "a" in asked else What.VERSIONS)
    chosen = st.segmented_control(
        "Compare",
        list(What),
        format_func=TITLES.__getitem__,
        key="what",
        on_change=_turn,
        required=True,
        label_visibility="collapsed",
    )
    return What(chosen or What.VERSIONS)


def choice(sides: Sequence[Side], what: What) -> Choice:
    """Return what there is to choose from among `sides`, the newest of which come first."""
    pairs = [
        pair
        for pair in comparing.comparable(sides)
        if (pair[0].judge.id == pair[1].judge.id) == (what is What.VERSIONS)
    ]
    return Choice(what, pairs, _words(side.judge for side in sides))


def chosen(choice: Choice) -> Pair:
    """Draw the choice of one pair, of which there has to be one, and return it."""
    label, key = ("Judge", "judge") if choice.what is What.VERSIONS else ("Rubric", "rubric")
    word = _selected(label, key, [choice.same(pair[0]) for pair in choice.pairs])
    pairs = [pair for pair in choice.pairs if choice.same(pair[0]) == word]
    _forget({choice.differs(side) for pair in pairs for side in pair})
    both = pairs + [(later, earlier) for earlier, later in pairs]
    a = _selected("From", "a", [choice.differs(pair[0]) for pair in both])
    others = [choice.differs(pair[1]) for pair in both if choice.differs(pair[0]) == a]
    b = _selected("To", "b", others)
    st.button("Swap", key="compare_swap", icon=SWAP, on_click=_swap, args=(a, b))
    return next(
        pair for pair in both if (choice.differs(pair[0]), choice.differs(pair[1])) == (a, b)
    )


def _selected(label: str, key: str, options: Iterable[str]) -> str:
    words = list(dict.fromkeys(options))
    address.settle(key, words, words[0])
    chosen_one = st.selectbox(
        label,
        words,
        key=key,
        persist_state="session",
        on_change=address.write,
        args=(key,),
        width=WIDTH,
    )
    return str(chosen_one)


def _forget(known: Collection[str]) -> None:
    """
    Begin anew where one of the two sides is not among those there are.

    The other alone would be paired with whatever is left, the later with the earlier as like as
    not, and nobody had asked for that.
    """
    asked = [st.query_params.get(key) or st.session_state.get(key) for key in SIDES]
    if any(word and word not in known for word in asked):
        _begin_anew()


def _turn() -> None:
    """Turn to the other kind of pair: the names of this kind mean nothing there."""
    _begin_anew()
    address.write("what")


def _begin_anew() -> None:
    for key in SIDES:
        st.session_state.pop(key, None)
        st.query_params.pop(key, None)


def _swap(a: str, b: str) -> None:
    st.query_params["a"], st.query_params["b"] = b, a


def _words(judges: Iterable[StoredJudge]) -> dict[int, str]:
    found = {judge.id: judge for judge in judges}
    names = [judge.identity.name for judge in found.values()]
    return {
        number: judge.identity.name
        if names.count(judge.identity.name) == 1
        else judge.fingerprint[:12]
        for number, judge in found.items()
    }
