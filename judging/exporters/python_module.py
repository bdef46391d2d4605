"""A bundle inside a Python module that asks its judge."""

from judging.bundle import Bundle, written

HEAD = '''\
"""
{title}

The judge is Judging's own: `pip install judging` where this runs. A bundle that no gate has passed,
or that has expired, is refused unless `uncertified=True` accepts it.

{usage}
"""
'''
# What stands around the bundle, in each module: whoever reads it finds the certificate there.
BUNDLE = """\
# Rubric, judge, results, labels and expiry; judging.bundle reads it and refuses a changed one.
BUNDLE = (
{lines}
)
CERTIFICATE = json.loads(BUNDLE)
"""


def module(bundle: Bundle, title: str, usage: str, imports: str, code: str) -> str:
    """
    Return the source of a module that holds `bundle` as text.

    Args:
        bundle: Its texts stand in literals, where nothing of them can run.

        title: What the module is, in a sentence; `{rubric}` is the rubric version's label.

        usage: How it is used; nothing in it is filled in.

        imports: Its imports, `json` among them.

        code: What follows the bundle.
    """
    lines = "\n".join(f"    {line!a}" for line in written(bundle).splitlines(keepends=True))
    head = HEAD.format(title=title.format(rubric=bundle.rubric.label), usage=usage)
    return "\n".join([head, imports, BUNDLE.format(lines=lines), "", code])
