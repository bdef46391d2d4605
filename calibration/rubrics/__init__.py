"""Versions of rubrics: how they come about, what changed, what stays valid."""
