"""A recorded match, told to the real page as fast as it takes it.

The page, its files and what it asks over HTTP are a server's; only what is said of one match on its connection is the
record's, over and over, with versions that go on.
"""

import copy
import json
from typing import Any

import msgspec
from browsers import Window
from games.worlds import WORLDS
from node import CLIENT
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.patch import AnyOperation, patched
from quarterdeck_testing.plans import usual_plan
from quarterdeck_testing.random_matches import played

MATCH = "a-recorded-match"
LARGEST = "myacards"
"""The game with the largest board."""

TELLER = """
(() => {
  const told = %s;
  let version = 0;
  const next = (ref = null) => {
    const head = { type: "update", ref, match: "%s", epoch: 0, now: Date.now(), since: version, version: version + 1 };
    version += 1;
    return `${JSON.stringify(head).slice(0, -1)},${told[version %% told.length]}`;
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.recorded = {
        told,
        acts: 0,
        answers: false,
        acted: null, // what is told next answers it
        tell: (count = 1) => {
          for (let at = 0; at < count; at += 1) {
            this.hear(next(recorded.acted));
            recorded.acted = null;
          }
        },
      };
    }
    hear(data) {
      this.dispatchEvent(new MessageEvent("message", { data }));
    }
    send(text) {
      const command = JSON.parse(text);
      if (command.type === "watch_match") setTimeout(() => this.hear(next(command.ref)));
      else if (command.type === "act") {
        window.recorded.acts += 1;
        if (window.recorded.answers) setTimeout(() => this.hear(next(command.ref)));
        else window.recorded.acted = command.ref;
      }
      else super.send(text);
    }
  };
})()
"""


def updates(game: str) -> list[Any]:
    """Return what the player at the first seat was told, from the first moment of a match to the last but one: of the
    largest board as it lies among the tests of its table, of others as it is played now."""
    recorded = _recorded() if game == LARGEST else _played(game)
    return [update for update in recorded if update["result"] is None]


def _recorded() -> list[Any]:
    record = json.loads((CLIENT / "web" / "tests" / "frames" / f"{LARGEST}.json").read_text())["matches"][0]
    updates = [record["first"]]
    for operations in record["patches"]:
        updates.append(patched(copy.deepcopy(updates[-1]), msgspec.convert(operations, list[AnyOperation])))
    return updates


def _played(game: str) -> list[Any]:
    return [json.loads(playing.frame(Seat(0))) for playing in played(usual_plan(WORLDS[game]))]


DIFFERENT = ("type", "ref", "match", "epoch", "now", "since", "version", "link")


def rest_of(update: dict[str, Any]) -> str:
    """Return what follows in a message upon the fields that differ from telling to telling."""
    said = {name: value for name, value in update.items() if name not in DIFFERENT}
    return json.dumps(said).removeprefix("{")


async def opened(shown: Window, game: str = LARGEST) -> None:
    """Open the page at the recorded match, of which it has been told the first moment."""
    await shown.page.add_init_script(TELLER % (json.dumps([rest_of(update) for update in updates(game)]), MATCH))
    await shown.open(f"/m/{MATCH}")
    await shown.see(f".frame[data-game={game}] .board")
    await shown.page.wait_for_load_state("networkidle")


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""What is known is drawn."""

CLICKED = f"""
async () => {{
  const acts = recorded.acts;
  const one = document.querySelector("[data-lit]") ?? document.querySelector(".prompt-buttons [data-button]");
  if (one === null) return null;
  one.click();
  await ({PAINTED})();
  return recorded.acts > acts;
}}
"""
"""Click what is lit; whether an action was sent with that, and `null` if nothing is lit."""


async def tell(shown: Window, count: int, at_once: int = 1) -> None:
    """Tell the page some more moments, so many for each time that it draws."""
    await shown.page.evaluate(
        f"""async ([count, atOnce]) => {{
          for (let at = 0; at < count; at += atOnce) {{
            recorded.tell(Math.min(atOnce, count - at));
            await ({PAINTED})();
          }}
        }}""",
        [count, at_once],
    )
