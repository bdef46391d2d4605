"""Pages one after another in one process."""

from collections.abc import Iterator

import pytest
import streamlit as st


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    yield
    st.cache_resource.clear()
    st.cache_data.clear()
