"""Make the PNG icons from the SVG icon, with the system's Chromium:

python client/web/scripts/icons.py
"""

import asyncio
import shutil
from pathlib import Path

from playwright.async_api import async_playwright

ICONS = Path(__file__).parents[1] / "icons"
SIZES = {
    "icon-192.png": (192, 0),
    "icon-512.png": (512, 0),
    "icon-180.png": (180, 0),
    "icon-maskable-512.png": (512, 64),
}
"""The size of each icon, and the share of its edge that a platform may cut off: there it is only ground."""


async def draw() -> None:
    """Draw the icon in each of its sizes."""
    svg = (ICONS / "icon.svg").read_text()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, edge) in SIZES.items():
            page = await browser.new_page(viewport={"width": size, "height": size})
            inner = size - 2 * edge
            ground = "#101a24" if edge or name == "icon-180.png" else "transparent"
            ground_style = f"html{{background:{ground}}}"
            style = f"{ground_style}body{{margin:{edge}px}}svg{{display:block;width:{inner}px;height:{inner}px}}"
            await page.set_content(f"<style>{style}</style>{svg}")
            await page.screenshot(path=ICONS / name, omit_background=True)
        await browser.close()


asyncio.run(draw())
