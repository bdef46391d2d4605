"""How many labels it takes: `plan`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing

if TYPE_CHECKING:
    from judging.agreement.sample_size import Plan

ROWS = (50, 100, 200, 400, 800)
STEP, MOST = 20, 2_000
GOOD_CHANCE = 0.8
DEFAULT_WIDTH = 0.10


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command("plan")(plan_labels)


def plan_labels(
    kappa: Annotated[float, typer.Option(help="The kappa that you expect.", min=0, max=1)],
    prevalence: Annotated[float, typer.Option(help="The share of fails that you expect.")],
    half_width: Annotated[
        float, typer.Option(help="How far kappa's interval may reach to either side.")
    ] = DEFAULT_WIDTH,
    design_effect: Annotated[
        float, typer.Option(help="By what clustering divides the labels; see judging agreement.")
    ] = 1.0,
    *,
    json: options.Json = False,
) -> int:
    """Say how many labels narrow kappa's interval, and how many a gate would take."""
    from judging.agreement import labels_for_half_width, plan

    _check(prevalence, half_width, design_effect)
    wanted = labels_for_half_width(kappa, prevalence, half_width, design_effect=design_effect)
    rows = [plan(n, kappa, prevalence, design_effect=design_effect) for n in ROWS]
    enough = _enough(kappa, prevalence, design_effect)
    if json:
        printing.document(
            {
                "kappa": kappa,
                "prevalence": prevalence,
                "half_width": half_width,
                "design_effect": design_effect,
                "labels": wanted,
                "fails": round(wanted * prevalence),
                "gate": _as_json(enough) if enough else None,
                "rows": [_as_json(row) for row in rows],
            }
        )
    else:
        _print(wanted, half_width, prevalence, kappa, enough)
        _table(rows)
    return 0


def _check(prevalence: float, half_width: float, design_effect: float) -> None:
    if not 0 < prevalence < 1:
        raise typer.BadParameter(
            f"--prevalence is a share strictly between 0 and 1, unlike {prevalence:g}."
        )
    if not 0 < half_width < 1:
        raise typer.BadParameter(f"--half-width lies between 0 and 1, unlike {half_width:g}.")
    if design_effect < 1:
        raise typer.BadParameter(f"--design-effect is 1 or more, unlike {design_effect:g}.")


def _enough(kappa: float, prevalence: float, design_effect: float) -> "Plan | None":
    """Return the smallest plan that clears the gate four times in five; None if none would."""
    from judging.agreement import plan
    from judging.agreement.sample_size import KAPPA_MINIMUM

    if kappa <= KAPPA_MINIMUM:
        return None
    for labels in range(STEP, MOST + 1, STEP):
        planned = plan(labels, kappa, prevalence, design_effect=design_effect)
        if planned.chance >= GOOD_CHANCE:
            return planned
    return None


def _print(
    wanted: int, half_width: float, prevalence: float, kappa: float, enough: "Plan | None"
) -> None:
    from judging.agreement.sample_size import KAPPA_MINIMUM

    print(
        f"About {wanted:,} labels, some {round(wanted * prevalence):,} of them fails, put a kappa "
        f"of {kappa:.2f} between {kappa - half_width:.2f} and {min(1, kappa + half_width):.2f}."
    )
    if enough:
        print(
            f"With about {enough.labels:,} blind labels of the test split, some {enough.fails:,} "
            f"of them fails, such a judge clears the gate at the first look "
            f"{100 * enough.chance:.0f} times in 100."
        )
    elif kappa <= KAPPA_MINIMUM:
        print(
            f"No number of labels lets such a judge clear the gate: kappa has to be shown to be "
            f"at least {KAPPA_MINIMUM:.2f}."
        )
    else:
        print(f"Even {MOST:,} labels would clear the gate less often than four times in five.")
    print()


def _table(rows: "list[Plan]") -> None:
    printing.table(
        ("labels", "fails", "kappa ±", "clears the gate"),
        [(row.labels, row.fails, row.half_width, f"{row.chance:.0%}") for row in rows],
    )


def _as_json(planned: "Plan") -> dict[str, Any]:
    return {
        "labels": planned.labels,
        "fails": planned.fails,
        "half_width": planned.half_width,
        "chance": planned.chance,
    }
