"""The examples of RULES.md as data: this folder's, or those of `NERTZ_CASES`."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.rules.case_runner import run_case, run_perft, run_playout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.mark import ParameterSet

_FOLDER = Path(os.environ.get("NERTZ_CASES") or Path(__file__).parent / "cases")
_RUNNERS = {"case": run_case, "perft": run_perft, "playout": run_playout}


def _entries() -> Iterator[ParameterSet]:
    for path in sorted(_FOLDER.rglob("*.toml")):
        for kind, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for entry in entries:
                yield pytest.param(kind, entry, id=f"{path.stem}-{entry['id']}")


@pytest.mark.parametrize(("kind", "entry"), list(_entries()))
def test_case_holds(kind: str, entry: dict[str, Any]) -> None:
    assert kind in _RUNNERS, f"unknown kind of entry {kind}"
    _RUNNERS[kind](entry)


def test_folder_holds_cases() -> None:
    assert list(_FOLDER.rglob("*.toml")), f"no cases in {_FOLDER}"
