"""Elements in which no text can become markup."""

from judging.exporters.markup import Markup, element, joined


def test_text_is_escaped_and_an_element_is_not() -> None:
    made = element("p", "<b>", element("i", "&"))

    assert made == "<p>&lt;b&gt;<i>&amp;</i></p>"
    assert isinstance(made, Markup)


def test_an_attribute_cannot_end_early() -> None:
    assert element("p", title='" onload="x') == '<p title="&quot; onload=&quot;x"></p>'


def test_names_with_a_dash_or_of_a_keyword_can_be_given() -> None:
    assert element("p", class_="a", aria_label="b") == '<p class="a" aria-label="b"></p>'


def test_pieces_are_joined_escaped() -> None:
    assert joined(["<", Markup("<b></b>")]) == "&lt;<b></b>"
