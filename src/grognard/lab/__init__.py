"""The laboratory: batches of games, their reports, and adapters for research libraries."""

from __future__ import annotations

from .batch import Results, Row, Study, run

__all__ = ["Results", "Row", "Study", "run"]
