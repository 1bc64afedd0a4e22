import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { titleOf } from "../state/initial.js";
import { Fault } from "../ui/form.js";
import { Nowhere } from "../ui/nowhere.js";
import { PlayerName } from "../ui/player.js";
import { t } from "../words.js";
import { PlayedMatches } from "./played.js";

/** @import { Page } from "../page.js" */
/** @import { HeadToHead as Known, Played } from "../../../javascript/types/v1.js" */

/** The results of two players against each other. @param {Page} page */
export function HeadToHead(page) {
  const { state, session } = page;
  const { player = "", other = "" } = state.route.params;
  const isOpen = state.connection.state === "open";
  const [found, setFound] = useState(/** @type {Known | null} */ (null));
  const [matches, setMatches] = useState(/** @type {readonly Played[]} */ ([]));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {number | null} [before] */
  const fetched = async (before = null) => {
    const newest = await session.client.standings.headToHead({ player, other, before });
    setMatches((known) => (before === null ? newest.matches : [...known, ...newest.matches]));
    setFound(newest);
  };
  useEffect(() => {
    if (isOpen) fetched().catch(setError);
  }, [player, other, isOpen]);
  if (error instanceof CommandRefused && error.code === "unknown_player")
    return h(Nowhere, { text: t("people.unknown") });
  if (error !== null) return h("div", { class: "page" }, h(Fault, { error }));
  if (found === null) return h("p", { class: "page dim" }, t("page.loading"));
  const before = found.before ?? null;
  return h("div", { class: "page people" }, [
    h("h1", { class: "against", key: "h1" }, [
      h(PlayerName, { player: found.player, key: "player" }),
      h("span", { class: "dim", key: "against" }, t("people.against")),
      h(PlayerName, { player: found.other, key: "other" }),
    ]),
    h("section", { class: "panel", key: "games" }, [
      h("h2", { key: "h2" }, t("home.games")),
      found.games.length === 0 && h("p", { class: "dim", key: "none" }, t("people.never_met")),
      h(
        "ul",
        { class: "entries", key: "list" },
        found.games.map(({ game, above, below, equal }) =>
          h("li", { key: game }, [
            h("strong", { key: "game" }, titleOf(page.state, game)),
            h("span", { key: "counts" }, t("people.counts", { above, below, equal })),
          ]),
        ),
      ),
    ]),
    h(PlayedMatches, { page, matches, more: before === null ? null : () => fetched(before).catch(setError), key: "m" }),
  ]);
}
