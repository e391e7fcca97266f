"""Where Discord's published API description lies, which every body of the whole test suite is held against.

The description is Discord's own (MIT, `tests/published/LICENSE`): the part of it that a bot like this uses.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

OPENAPI: Final = Path(__file__).parent / "published" / "openapi.json"
"""For `Sandbox.start(openapi=OPENAPI)`."""
