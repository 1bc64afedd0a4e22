import { CommandRefused } from "../../../javascript/src/index.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { described } from "../games/description.js";
import { moduleOf } from "../games/index.js";
import { Frame } from "../table/frame.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** A match: played, or watched. @param {Page} page */
export function Match(page) {
  const { state, session, store, failed } = page;
  const id = state.route.params.match ?? "";
  const match = state.matches[id];
  const isOpen = state.line.state === "open";
  const { client } = session;
  const [refused, setRefused] = useState("");
  useEffect(() => {
    if (!isOpen) return;
    client.watchMatch(id, match?.update.version ?? 0).catch((error) => {
      if (error instanceof CommandRefused) setRefused(error.text);
      else failed(error);
    });
  }, [id, isOpen, client, state.me?.player.id]);
  const game = match?.update.game;
  useEffect(() => {
    if (game === undefined || state.games[game] !== undefined) return;
    described(session.client, game).then(
      (description) => store.change((known) => ({ ...known, games: { ...known.games, [game]: description } })),
      failed,
    );
  }, [game]);
  if (match === undefined && refused !== "") {
    return h("section", { class: "page narrow" }, [
      h("h1", { key: "h1" }, t("match.unknown")),
      h("p", { class: "dim", key: "why" }, refused),
      h("a", { class: "button", href: "/lobby", key: "lobby" }, t("table.to_lobby")),
    ]);
  }
  if (match === undefined || game === undefined) return h("p", { class: "page dim" }, t("match.loading"));
  const module = moduleOf(game, () => store.change((known) => ({ ...known })));
  return h(Frame, { ...page, match, module, description: state.games[game] });
}
