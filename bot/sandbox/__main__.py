"""`python -m bot.sandbox`: serve a local Discord, or trouble one that is running."""

from __future__ import annotations

from bot.sandbox.command_line import main

if __name__ == "__main__":
    raise SystemExit(main())
