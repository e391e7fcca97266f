"""`python -m bot`, which tells on SIGUSR1 how much discord.py keeps in its view store."""

from __future__ import annotations

import gc
import signal
import sys

from bot.cli.main import main
from bot.discord_ui.client import NertzClient


def views_kept() -> int:
    """Return the views, buttons and modals that discord.py waits for."""
    kept = 0
    for client in [one for one in gc.get_objects() if isinstance(one, NertzClient)]:
        store = client._connection._view_store
        kept += sum(len(views) for views in store._views.values())
        kept += len(store._synced_message_views) + len(store._modals) + len(store._dynamic_items)
    return kept


def _tell(*_: object) -> None:
    gc.collect()
    print(f"view_store={views_kept()}", flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, _tell)
    sys.exit(main())
