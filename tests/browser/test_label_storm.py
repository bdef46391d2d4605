"""Labels typed faster than anybody reads, straight on from session to session."""

import pytest
from playwright.sync_api import Page

from tests.browser import labelling
from tests.browser.labelling import Office, given, saved, short, typed

pytestmark = pytest.mark.browser
LONG = 400


@pytest.mark.parametrize("gap", [0.03, 0.12])
def test_four_hundred_labels_typed_at_speed_are_all_where_they_belong(
    office: Office, page: Page, gap: float
) -> None:
    names = labelling.names(80)
    project = office.project(f"typing {gap}", *map(short, names))
    office.opened(page, project, "maya")
    keys, amount = labelling.stint(names)

    typed(page, keys, gap=gap)
    saved(page, LONG)

    assert len(amount) == 400
    assert given(project, "maya") == amount
