"""Pages one after another in one process."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs whole pages: it takes minutes, and has a target of its own."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.pages)


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    main = sys.modules["__main__"]
    yield
    # A page that was run stands in its place, and processes that are spawned would run it again.
    sys.modules["__main__"] = main
    st.cache_resource.clear()
    st.cache_data.clear()
