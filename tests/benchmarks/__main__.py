"""`uv run python -m tests.benchmarks NAME …`: a readable table, and one JSON object as the last line."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def names() -> list[str]:
    """Return the benchmarks there are: the modules of this folder that have a `main`."""
    modules = Path(__file__).parent.glob("*.py")
    return sorted(path.stem for path in modules if "\ndef main(" in path.read_text(encoding="utf-8"))


def run(argv: list[str]) -> int:
    """Run the benchmark that the first word names with the rest of the words."""
    if not argv or argv[0] not in names():
        print("usage: python -m tests.benchmarks NAME [options]; NAME is one of", ", ".join(names()))
        return 2
    importlib.import_module(f"tests.benchmarks.{argv[0]}").main(argv[1:])
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
