"""What the Compare page says of two judges beside their agreement: leniency, and what it costs."""

from judging.judges import RulesJudge
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.calibration.judged import ONE
from tests.model_server import ModelServer
from tests.pages.compared import FAIL, PAGE, PASS, SIX, judges, said
from tests.pages.test_pages import opened


def test_who_passes_more_is_told_without_a_label(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in SIX))
    for at, name in ((1, "first"), (2, "second")):
        keeping.judge(project, {one: three[at] for one, three in SIX.items()}, name=name)

    page = opened(PAGE, what="judges")

    assert "Who passes more" in [one.value for one in page.header]
    assert "second alone passes 1 and first alone 2: **second** passes 17 points fewer" in said(
        page
    )
    assert "there is nothing to compare yet" in said(page)


def test_what_agreement_costs_is_shown_for_each_judge(project: Project) -> None:
    judges(project)
    rules = RulesJudge().identity
    keeping.judge(project, {name: three[0] for name, three in SIX.items()}, identity=rules)

    page = opened(PAGE, what="judges")

    table = page.dataframe[-1].value
    assert "What agreement costs" in [one.value for one in page.header]
    assert list(table["Judge"]) == ["rules", "first", "second"]
    assert list(table["100 sessions"])[:2] == [
        "$0.00",
        "not known: its verdicts came from a file",
    ]
    assert table["Kappa [95 %]"].iloc[0].startswith("1.00")


def test_judges_of_known_cost_are_drawn_against_their_agreement(
    project: Project, server: ModelServer
) -> None:
    judged.add(project, "a", "b", "c", "d")
    for name, outcome in zip("abcd", (PASS, FAIL, PASS, FAIL), strict=True):
        keeping.label(project, name, outcome)
    judged.run(project, ONE)
    verdicts = dict(zip("abcd", (PASS, FAIL, FAIL, FAIL), strict=True))
    keeping.judge(project, verdicts, rubric="one@1", identity=RulesJudge().identity)

    page = opened(PAGE, what="judges")

    (drawn,) = (one for one in page.get("vega_lite_chart") if "per 100 sessions" in str(one.proto))
    assert "rules: kappa 0.50" in str(drawn.proto)
    assert server.received == 4
