"""Which of all servers a process serves."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShardRange:
    """Shards out of a number of shards."""

    ids: tuple[int, ...]
    count: int

    def __str__(self) -> str:
        first, last = self.ids[0], self.ids[-1]
        together = last - first + 1 == len(self.ids)
        names = f"{first}-{last}" if together and last > first else ",".join(map(str, self.ids))
        return f"{names}/{self.count}"

    @classmethod
    def parse(cls, name: str) -> ShardRange:
        """Read `0-3/16`, `5/16` or `0,2,4/16`; `ValueError` for anything else."""
        names, _, count = name.partition("/")
        ids: set[int] = set()
        for part in names.split(","):
            first, _, last = part.partition("-")
            ids |= set(range(int(first), int(last or first) + 1))
        shards = cls(tuple(sorted(ids)), int(count))
        if not shards.ids or shards.ids[-1] >= shards.count or shards.ids[0] < 0:
            raise ValueError(name)
        return shards

    def serves(self, guild_id: int) -> bool:
        """Return whether a server lies in one of these shards (Discord's formula)."""
        return (guild_id >> 22) % self.count in self.ids

    def overlaps(self, other: ShardRange) -> bool:
        """Return whether some server belongs to both.

        Shards of different counts share servers exactly when they are equal modulo the greatest common
        divisor of the counts.
        """
        common = math.gcd(self.count, other.count)
        return bool({shard % common for shard in self.ids} & {shard % common for shard in other.ids})
