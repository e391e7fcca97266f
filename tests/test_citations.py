"""What the code cites can be opened by whoever reads the repository."""

from __future__ import annotations

import re
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_CITED = re.compile(r"\b([A-Za-z_]+\.md)\b(?:,? (?:section )?(\d+))?")
_ISSUE = re.compile(r"\bissue \d+\b")


def _sources() -> list[Path]:
    return [path for room in ("bot", "migrations", "tests") for path in (_ROOT / room).rglob("*.py")]


def test_every_document_that_is_cited_is_in_the_repository_with_that_number() -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in (_ROOT / "bot").rglob("*.md")}
    pages["README.md"] = (_ROOT / "README.md").read_text(encoding="utf-8")
    cited = 0
    for path in _sources():
        for name, number in _CITED.findall(path.read_text(encoding="utf-8")):
            assert name in pages, f"{path.relative_to(_ROOT)} cites {name}"
            assert not number or re.search(rf"^(?:## )?{number}\.", pages[name], re.MULTILINE), (path, number)
            cited += 1
    assert cited > 30


def test_no_code_cites_an_issue() -> None:
    found = [path.name for path in _sources() if _ISSUE.search(path.read_text(encoding="utf-8"))]
    assert not found
