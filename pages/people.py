"""Who may do what in a project, and when reviewers see what a judge said."""

import streamlit as st

st.title("People", anchor=False)
