import { h, useEffect, useState } from "../../vendor/preact.js";
import { useDescription } from "../games/catalogue.js";
import { moduleOf } from "../games/index.js";
import { heard } from "../state/heard.js";
import { Frame } from "../table/frame.js";
import { Clock } from "../ui/clock.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { FromServer } from "../../../javascript/types/v1.js" */

/** Milliseconds until the next look for a match. */
const PAUSE = 3_000;

/**
 * An overlay for streams: the running match of a player, seen from the player's seat, on a transparent page. The token is
 * behind the `#` of the address, so no server logs it.
 * @param {Page} page
 */
export function Overlay(page) {
  const { state, store } = page;
  const [id, setId] = useState("");
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    watch(location.hash.slice(1), left.signal, (message) => {
      store.change((known) => heard(known, message));
      if (message.type === "update") setId(message.match);
    }).then(
      () => setRefused(!left.signal.aborted),
      () => {},
    );
    return () => left.abort();
  }, []);
  const match = state.matches[id];
  const game = match?.update.game;
  useDescription(page, game);
  if (isRefused) return h("p", { class: "page", role: "alert" }, t("overlay.refused"));
  if (match === undefined || game === undefined) return null;
  const module = moduleOf(game, () => store.change((known) => ({ ...known })));
  if (module === undefined) return null;
  const { update } = match;
  return h(Frame, {
    ...page,
    match: { ...match, update: { ...update, seat: update.through ?? null } },
    module,
    description: state.games[game],
    cards: state.catalogues[game] ?? null,
    instead: h(
      "p",
      { class: "clocks", key: "prompt" },
      update.waiting.map(({ seat, until }) =>
        h("span", { key: seat }, [
          update.players[seat]?.name,
          " ",
          h(Clock, { until, ahead: state.ahead, key: "clock" }),
        ]),
      ),
    ),
  });
}

/**
 * Follow one match after the other, until the token is refused or the page is left.
 * @param {string} token
 * @param {AbortSignal} left
 * @param {(message: FromServer) => void} received
 */
async function watch(token, left, received) {
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/x-ndjson" };
  while (!left.aborted) {
    const answer = await fetch("/v1/overlay/events", { headers, signal: left }).catch(() => null);
    if (answer?.status === 401 || (answer?.status === 403 && (await answer.json()).code === "missing_scope")) return;
    if (answer?.status === 200 && answer.body !== null) await read(answer.body, received).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {(message: FromServer) => void} received
 */
async function read(body, received) {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let begun = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (begun + decoder.decode(part.value, { stream: true })).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) if (line !== "") received(JSON.parse(line));
  }
}
