"""The unit for systemd: what systemd itself says of it, and that it fits what the bot does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from bot.cli.errors import Ending

HOSTING = Path(__file__).parents[2] / "bot" / "hosting"
UNIT = HOSTING / "nertz.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_has_nothing_to_say_against_the_unit(tmp_path):
    here = tmp_path / "nertz.service"
    here.write_text(UNIT.read_text().replace("/opt/nertz/.venv/bin/python", sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)], capture_output=True, text=True
    )
    assert "nertz.service" not in checked.stderr
    assert checked.returncode == 0, checked.stderr


def test_it_starts_the_command_of_the_readme_and_every_failure_again():
    unit = RawConfigParser()
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(UNIT.read_text())
    assert unit["Service"]["ExecStart"].endswith("python -m bot run")
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Service"]["User"] == "nertz"


def test_the_page_names_every_exit_code():
    page = (HOSTING / "systemd.md").read_text()
    for code in (0, *Ending):
        assert f"| {int(code)} |" in page
