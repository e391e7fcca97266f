"""The port for those who run the bot."""

from __future__ import annotations

import aiohttp
import pytest
from prometheus_client import CollectorRegistry, Counter

from bot.health import HealthPort


@pytest.fixture
async def port():
    registry = CollectorRegistry()
    Counter("nertz_tests", "Something counted.", registry=registry).inc()
    problems: list[str] = []
    health = HealthPort(registry, lambda: problems)
    number = await health.start("127.0.0.1", 0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{number}") as session:
        yield session, problems
    await health.stop()


async def test_healthz_is_200_when_well_and_503_with_the_problems_otherwise(port):
    session, problems = port
    async with session.get("/healthz") as answer:
        assert (answer.status, await answer.json()) == (200, {"problems": []})
    problems.append("gateway")
    async with session.get("/healthz") as answer:
        assert (answer.status, await answer.json()) == (503, {"problems": ["gateway"]})


async def test_live_is_200_while_the_process_answers_whatever_is_wrong_with_discord(port):
    session, problems = port
    problems.append("gateway")
    async with session.get("/live") as answer:
        assert (answer.status, await answer.json()) == (200, {"alive": True})


async def test_metrics_speak_prometheus(port):
    session, _ = port
    async with session.get("/metrics") as answer:
        assert answer.content_type == "text/plain"
        assert "nertz_tests_total 1.0" in await answer.text()
