"""Who this process is, so that another one can tell whether it still lives."""

from __future__ import annotations

import os
import platform
import uuid
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProcessName:
    """A process: its host and number for people, and where its number means something."""

    host: str
    world: str
    """The boot of the kernel and the namespace that process numbers belong to."""
    pid: int

    def __str__(self) -> str:
        return f"{self.host}/{self.world}/{self.pid}"

    @classmethod
    def parse(cls, text: str) -> ProcessName | None:
        """Read what `str` wrote."""
        host, _, rest = text.partition("/")
        world, _, pid = rest.rpartition("/")
        return cls(host, world, int(pid)) if pid.isdecimal() else None

    def is_dead(self) -> bool:
        """Return whether that process is surely gone; processes of other machines may always live."""
        me = this_process()
        if self.world != me.world:
            return False
        # Our own number on an older lease: that process is gone, and we were given its number.
        return self.pid == me.pid or not _is_running(self.pid)


def this_process() -> ProcessName:
    """Return the name of this process."""
    return ProcessName(platform.node().replace("/", "-"), _world(), os.getpid())


@cache
def _world() -> str:
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        namespace = Path("/proc/self/ns/pid").readlink()
    except OSError:
        return f"{uuid.getnode():x}"
    return f"{boot}-{namespace}"


def _is_running(pid: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
