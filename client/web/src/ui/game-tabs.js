import { h } from "../../vendor/preact.js";
import { t } from "../words.js";
import { GameEmblem } from "./icon.js";

/** @import { Page } from "../page.js" */

/** Links to the same page of each game. @param {{ page: Page, game: string, path: string, only?: (offer: any) => boolean }} props */
export function GameTabs({ page, game, path, only = () => true }) {
  return h(
    "nav",
    { class: "row game-tabs", "data-emblem": game, "aria-label": t("home.games") },
    (page.state.welcome?.games ?? []).filter(only).map((offer) =>
      h(
        "a",
        {
          class: "button",
          href: `/${path}/${offer.name}`,
          "aria-current": offer.name === game ? "page" : undefined,
          key: offer.name,
        },
        [h(GameEmblem, { game: offer.name, key: "emblem" }), h("span", { key: "title" }, offer.title)],
      ),
    ),
  );
}
