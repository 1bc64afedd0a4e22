import { h } from "../../vendor/preact.js";
import { opened } from "../operations/tables.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/** The first page: what there is to play, and where one sits. @param {Page} page */
export function Home(page) {
  const { state } = page;
  const games = state.welcome?.games ?? [];
  return h("div", { class: "page home" }, [
    h("h1", { class: "unseen", key: "h1" }, t("home.games")),
    h(
      "div",
      { class: "offers", key: "offers" },
      games.map((offer) => h(Offer, { ...page, offer, key: offer.name })),
    ),
  ]);
}

/** @param {Page & { offer: GameOffer }} props */
function Offer({ offer, ...page }) {
  const { least_seats: least, most_seats: most } = offer;
  const seats = least === most ? t("home.players", { n: least }) : t("home.from_to", { least, most });
  /** @param {number} bots */
  const play = (bots) => opened(page, offer.name, { bots }).catch(page.failed);
  return h("article", { class: "panel offer" }, [
    h("h2", { key: "title" }, offer.title),
    h("p", { class: "dim", key: "seats" }, seats),
    h("div", { class: "row", key: "row" }, [
      offer.bots.length > 0 &&
        h(
          "button",
          { class: "main", type: "button", key: "bot", onClick: () => play(offer.default_seats - 1) },
          t("home.bot"),
        ),
      h("button", { type: "button", key: "friends", onClick: () => play(0) }, t("home.friends")),
    ]),
  ]);
}
