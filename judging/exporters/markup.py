"""HTML and SVG in which no text can become markup."""

from html import escape


class Markup(str):
    """HTML that is done. Any other text is escaped when it enters an element."""

    __slots__ = ()


def element(name: str, *inside: str, **attributes: str | float) -> Markup:
    """
    Return an element with texts and elements inside it.

    Args:
        name: Its tag.

        inside: What stands in it, in order; what is no `Markup` is text, whatever it holds.

        attributes: Its attributes; `_` stands for `-`, and a last one is left out: `class_`.

    Example:
        >>> print(element("p", "1 < 2 ", element("b", "so"), class_="note"))
        <p class="note">1 &lt; 2 <b>so</b></p>
    """
    stated = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value), quote=True)}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{name}{stated}>{joined(inside)}</{name}>")


def joined(pieces: "tuple[str, ...] | list[str]") -> Markup:
    """Return pieces one after the other, the texts among them escaped."""
    return Markup("".join(p if isinstance(p, Markup) else escape(p) for p in pieces))
