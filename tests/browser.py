"""A headless browser for tests of the page: without Chromium they are skipped, with `CI=true` they fail."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
ARTEFACTS = Path(__file__).parent.parent / "artefacts"
"""Where screenshots are kept to be looked at; git ignores it."""

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and os.environ.get("CI") != "true", reason="there is no chromium here"
)


@pytest.fixture
async def browser():
    """Start Chromium, and end it."""
    assert CHROMIUM is not None, "CI needs chromium"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        await browser.close()
