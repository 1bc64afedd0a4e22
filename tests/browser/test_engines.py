"""Firefox and WebKitGTK play each game to its end, and each lesson, without one error in their consoles.

`make test` plays the shortest game and its lesson in each; `make engines` plays all games, and all lessons. With
PICTURES=FOLDER each board is photographed there, halfway through its match and at its end.
"""

import asyncio
import os
import random
from pathlib import Path

import msgspec
import pytest
from browser.test_lessons import NEXT, STEP
from browser.test_whole_matches import SITTINGS
from engines import ENGINES, Visit, visit, write
from golden.test_lessons import LISTED, lesson
from hands import LIT, STANDING, Standing
from servers import SOON

ALL = os.environ.get("ENGINES") == "all"
PICTURES = os.environ.get("PICTURES")
EACH = [(name, game) for name in ENGINES for game in LISTED]
SHORTEST = "density-deck"
SIZES = {"laptop": (1280, 800), "phone": (390, 844)}

RESULT = """() => new Promise((done) => {
  const look = () => {
    const said = document.querySelector(".prompt-text")?.textContent;
    said ? done(said) : requestAnimationFrame(look);
  };
  look();
})"""
"""What a table says of its match, as soon as it says anything."""


async def photograph(shown: Visit, name: str) -> None:
    """Keep pictures of a page in all sizes, if they are wanted."""
    if PICTURES is None:
        return
    for size, (width, height) in SIZES.items():
        await shown.engine.resize(width, height)
        await shown.engine.run("() => new Promise(requestAnimationFrame)")
        write(Path(PICTURES, f"{name}-{size}.png"), await shown.engine.picture())
    await shown.engine.resize(*SIZES["laptop"])


@pytest.mark.parametrize(("name", "game"), [each for each in EACH if ALL or each[1] == SHORTEST])
async def test_each_engine_plays_a_match_to_its_end(name: str, game: str) -> None:
    (sitting,) = (each for each in SITTINGS if each.game == game)
    chance = random.Random(sitting.luck)
    async with ENGINES[name]() as engine, visit(engine, luck=sitting.luck) as shown:
        opening = {"seats": 2, "time_limit": 86_400_000, "options": sitting.options}
        path = f"/lobby?open={game}"
        await shown.open(path, luck=sitting.luck, **{f"opening/{game}": opening})
        await engine.resize(*SIZES["laptop"])
        await shown.press("button", "Open the table")
        await shown.press("button", "Add a bot")
        await shown.press("[data-bot=greedy]")
        await shown.press("button:not([data-bot])", "Ready")
        moves = 0
        while not (stands := msgspec.convert(await engine.run(STANDING, LIT), Standing)).over:
            moves += 1
            if moves == 5:
                await photograph(shown, f"{game}-{name}")
            await shown.press(chance.choice(stands.asked or stands.offered))
        assert stands.sideways == 0
        await photograph(shown, f"{game}-{name}-over")
        assert (await engine.run(RESULT)).startswith(("You win.", "You lose."))


CHANGED = f"""(before) => new Promise((done) => {{
  let frames = 0;
  const look = () => {{
    frames += 1;
    const now = document.querySelector(".prompt-text") === null ? before : ({STEP})();
    now === before && frames < 100 ? requestAnimationFrame(look) : done(now);
  }};
  look();
}})"""
"""What stands where a lesson says its words, as soon as it is something else, or after a hundred frames: then a press
has met something that moved."""


@pytest.mark.parametrize(("name", "game"), [each for each in EACH if ALL or each[1] == SHORTEST])
async def test_each_engine_shows_a_lesson_to_its_end(name: str, game: str) -> None:
    async with ENGINES[name]() as engine, visit(engine) as shown:
        await shown.open(f"/learn/{game}", luck=0)
        await engine.resize(*SIZES["laptop"])
        *tasks, last = lesson(game).steps
        said = await engine.run(CHANGED, "")
        for task in tasks:
            async with asyncio.timeout(SOON):
                while task.say not in said:
                    said = await engine.run(CHANGED, said)
                while task.say in said:
                    await shown.press(NEXT)
                    said = await engine.run(CHANGED, said)
        async with asyncio.timeout(SOON):
            while last.say not in said:
                said = await engine.run(CHANGED, said)
        await shown.press("[data-do=easiest]")
