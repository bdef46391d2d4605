"""What is known of a judge, as one page for whoever decides whether it runs unwatched."""

from functools import cache
from importlib.resources import files
from typing import TextIO

from judging.bundle import Bundle, CriterionResult, written
from judging.exporters import report_words
from judging.exporters.markup import Markup, element, joined
from judging.exporters.report_plot import plot
from judging.exporters.report_words import figure
from judging.rubrics import Criterion, Kind, Level, Sees

# It may load nothing, run nothing and send nothing, whatever the rubric's text holds.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
READING = (
    "Kappa is agreement beyond chance: 1 is perfect, 0 is what two raters who ignore each other "
    "reach. Fails found is the share of what the reference failed that the judge failed too; "
    "passes kept is the share of what it passed that the judge passed. The brackets hold what is "
    "likely with so few or so many labels; a decision goes by their weaker end."
)
COLUMNS = (
    *("Criterion", "The gate says", "Kappa", "Fails found", "Passes kept"),
    *("Decided by both", "Sessions", "Not scored"),
)


class Report:
    """One HTML page that needs nothing but itself: no script, no request, and it prints."""

    name = "report"
    title = "Page for a lead: may the judge run unwatched, and how do we know"
    suffixes = (".html",)

    def write(self, subject: Bundle, out: TextIO, suffix: str) -> int:  # noqa: ARG002  (one form)
        # Refuses a key of this environment in the rubric, as for a bundle.
        written(subject)
        out.write(f"<!doctype html>\n{_page(subject)}\n")
        return 1


def _page(bundle: Bundle) -> Markup:
    title = f"{bundle.identity.name} under {bundle.rubric.label}"
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", title),
        element("style", _style()),
    )
    body = (*_answer(bundle), *_criteria(bundle), *_basis(bundle), *_rubric(bundle))
    return element("html", head, element("body", element("main", *body)), lang="en")


@cache
def _style() -> Markup:
    return Markup(files("judging.exporters").joinpath("report.css").read_text(encoding="utf-8"))


def _answer(bundle: Bundle) -> tuple[Markup, ...]:
    tone = "answer yes" if bundle.certified else "answer"
    return (
        element("h1", "May this judge run unwatched?"),
        element("p", report_words.headline(bundle), class_=tone),
        element("p", report_words.reasons(bundle)),
        *(element("p", told, class_="ceiling") for told in report_words.ceilings(bundle)),
    )


def _criteria(bundle: Bundle) -> tuple[Markup, ...]:
    header = element("tr", *(element("th", column, scope="col") for column in COLUMNS))
    rows = [_row(bundle, result) for result in bundle.results]
    return (
        element("h2", "The criteria"),
        plot(bundle),
        element("table", element("thead", header), element("tbody", *rows)),
        element("p", READING),
    )


def _row(bundle: Bundle, result: CriterionResult) -> Markup:
    cells = (
        report_words.named(bundle, result),
        report_words.answer(result),
        figure(result.kappa),
        figure(result.tpr, as_percent=True),
        figure(result.tnr, as_percent=True),
        f"{result.n:,}",
        f"{result.sessions:,}",
        f"{result.not_scored:,}",
    )
    return element("tr", *(element("td", cell) for cell in cells))


def _basis(bundle: Bundle) -> tuple[Markup, ...]:
    identity, basis = bundle.identity, bundle.basis
    expires = bundle.expires_at
    facts = {
        "Judge": f"{identity.name}, fingerprint {identity.fingerprint}",
        "Labels": f"{basis.labels:,} by {report_words.WHOSE.get(basis.reference, basis.reference)}"
        f"{', blind only' if basis.blind_only else ''}; hash {basis.label_set}",
        "Sessions": report_words.SPLITS.get(basis.split, basis.split),
        "Looks": report_words.looks(bundle),
        "Expires": f"{expires:%Y-%m-%d %H:%M} UTC" if expires else "There is nothing to expire.",
        "Made": f"{bundle.made_at:%Y-%m-%d %H:%M} UTC with {bundle.made_with}",
    }
    pairs = [piece for term in facts.items() for piece in _pair(*term)]
    lapse = (
        "It holds for this judge, this rubric version and these labels. A changed model, prompt, "
        "rubric or label is another judge or another test, and has to pass anew."
    )
    return element("h2", "What it rests on"), element("dl", *pairs), element("p", lapse)


def _pair(term: str, told: str) -> tuple[Markup, Markup]:
    return element("dt", term), element("dd", told, class_="text")


def _rubric(bundle: Bundle) -> tuple[Markup, ...]:
    rubric = bundle.rubric
    instructions = element("p", rubric.instructions, class_="text") if rubric.instructions else ""
    heading = element("h2", f"The rubric, word for word: {rubric.label}")
    return heading, joined([instructions]), *map(_criterion, rubric.criteria)


def _criterion(criterion: Criterion) -> Markup:
    is_condition = criterion.kind is Kind.CONDITION
    bounds = {
        "Present" if is_condition else "Passes": criterion.pass_when,
        "Absent" if is_condition else "Fails": criterion.fail_when,
        "Example": "\n".join(criterion.examples),
    }
    pairs = [piece for term, told in bounds.items() if told for piece in _pair(term, told)]
    return element(
        "section",
        element("h3", criterion.name),
        element("p", f"{criterion.key}: {_scope(criterion)}", class_="scope"),
        element("p", criterion.question, class_="text"),
        element("dl", *pairs, class_="bounds"),
        class_="criterion",
    )


def _scope(criterion: Criterion) -> str:
    is_turn = criterion.level is Level.TURN
    words = [
        "asked of each assistant turn" if is_turn else "asked of the session as a whole",
        "a condition, never a failure" if criterion.kind is Kind.CONDITION else "",
        "from the assistant's turns only" if criterion.sees is Sees.ASSISTANT_ONLY else "",
        f"only where {criterion.applies_when} passes" if criterion.applies_when else "",
    ]
    return ", ".join(filter(None, words))
