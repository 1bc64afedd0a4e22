import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Player, Rating } from "../../../javascript/types/v1.js" */

/**
 * A rating as one number. An uncertain one has a question mark.
 * @param {{ rating: Rating | null | undefined }} props
 */
export function RatingNumber({ rating }) {
  if (!rating) return null;
  const title = t(rating.provisional ? "rating.provisional" : "rating.sure", {
    n: rating.number,
    uncertainty: rating.uncertainty,
  });
  return h("span", { class: "rating", title, "aria-label": title, role: "img" }, [
    String(rating.number),
    rating.provisional ? "?" : "",
  ]);
}

/**
 * A player's name, which may be any text, with a link to their page, and the kind of a player who is no person.
 * @param {{ player: Player, isMe?: boolean }} props
 */
export function PlayerName({ player, isMe = false }) {
  const name = h("bdi", { key: "name" }, player.name);
  const isHouse = player.bot !== null && player.bot !== undefined;
  return h("span", { class: "player-name" }, [
    isHouse ? name : h("a", { href: `/u/${encodeURIComponent(player.id)}`, key: "link" }, name),
    player.kind === "bot" && h("span", { class: "badge", key: "bot" }, t("page.bot")),
    player.kind === "guest" && !isMe && h("span", { class: "badge", key: "guest" }, t("page.guest")),
    isMe && h("span", { class: "badge", key: "me" }, t("page.you")),
  ]);
}
