"""What to watch: the page and the dashboard know every metric that the bot has, and no other."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from bot.discord_ui.metrics import REGISTRY

HOSTING: Final = Path(__file__).parents[2] / "bot" / "hosting"
NAMES: Final = {metric.name for metric in REGISTRY.collect()}
SERIES: Final = {
    name
    for metric in REGISTRY.collect()
    for name in {
        "histogram": (f"{metric.name}_bucket", f"{metric.name}_sum", f"{metric.name}_count"),
        "counter": (f"{metric.name}_total",),
        "gauge": (metric.name,),
    }[metric.type]
}


def _asked() -> list[str]:
    """Return the expressions of all panels."""
    dashboard = json.loads((HOSTING / "grafana.json").read_text())
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_the_dashboard_asks_for_series_that_the_bot_has():
    assert {name for asked in _asked() for name in re.findall(r"nertz_\w+", asked)} <= SERIES


def test_the_dashboard_shows_every_metric():
    together = " ".join(_asked())
    assert {name for name in NAMES if name not in together} == set()


def test_the_page_says_of_every_metric_what_is_normal_and_of_no_other():
    rows = [line for line in (HOSTING / "watch.md").read_text().splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"nertz_\w+", row)} == NAMES
    assert all(row.split("|")[3].strip() for row in rows)
