import pytest

from judging.importers.html_text import html_text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("plain & simple", "plain & simple"),
        ("<p>Yes &amp; no</p>", "Yes & no"),
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<div> so \n far </div>", "so far"),
        ('see <img src="x"> and <a href="y">this</a>', "see [image] and this"),
        ("<style>p {}</style><script>x()</script><p>a</p>", "a"),
        ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        ("a&nbsp;b", "a b"),
        ("<p>cut off", "cut off"),
        ("", ""),
    ],
)
def test_the_text_is_what_a_reader_would_see(html: str, text: str) -> None:
    assert html_text(html) == text
