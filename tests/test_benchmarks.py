"""Benchmarks that need no process of their own still run: a small one each, its figures are not looked at.

Those of processes are kept alive by what uses them: kills, fuzz and levels have tests of their own.
"""

from __future__ import annotations

import json

import pytest

from tests.benchmarks.__main__ import run

SMALL = {
    "engine": ("--rounds 1 --runs 1", {"plies_per_s", "ratio", "replay_moves_per_s", "stuck_ms_p99"}),
    "pictures": ("--positions 3 --baseline 3 --seconds 0.2", {"hand_ms", "board_bytes", "ratio"}),
    "standings": ("--results 500 --people 20", {"results", "people"}),
}


@pytest.mark.parametrize("name", SMALL)
def test_benchmark_ends_with_its_figures(name, capsys):
    words, keys = SMALL[name]
    assert not run([name, *words.split()])
    *table, last = capsys.readouterr().out.strip().splitlines()
    figures = json.loads(last)
    assert keys <= figures.keys()
    assert table
