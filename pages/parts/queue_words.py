"""What designs and orders of queues are called on pages."""

from judging.sampling import Design, Ordering

DESIGNS: dict[str, str] = {
    Design.RANDOM: "At random",
    Design.VERDICT: "By a judge’s verdicts",
    Design.LENGTH: "By length",
    Design.FAMILY: "By model family",
    Design.CHOSEN: "By hand",
}
ORDERS: dict[str, str] = {
    Ordering.DRAWN: "In an order of chance",
    Ordering.NEXT_BEST: "What is short first",
}
HOW = {
    Design.RANDOM: "Every session has the same chance.",
    Design.VERDICT: (
        "Half of the sessions come from those that the judge fails, so that fails, where they are "
        "rare, are not missed. Reviewers are not told which."
    ),
    Design.LENGTH: "As many sessions of each length as there are, or as of any other.",
    Design.FAMILY: "As many sessions of each family of the agent’s model as of any other.",
    Design.CHOSEN: "Sessions that you name.",
}
