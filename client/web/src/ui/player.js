import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Player, Rating } from "../../../javascript/types/v1.js" */

/**
 * A rating as one number; one that is not sure yet has a question mark.
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
 * Who somebody is: a name that may be anything, and whether it is a bot's.
 * @param {{ player: Player, isMe?: boolean }} props
 */
export function PlayerName({ player, isMe = false }) {
  const name = h("bdi", { key: "name" }, player.name);
  const kind = player.kind === "bot" && h("span", { class: "badge", key: "bot" }, t("player.bot"));
  const own = isMe && h("span", { class: "badge", key: "me" }, t("player.you"));
  return h("span", { class: "player-name" }, [
    player.kind === "bot" ? name : h("a", { href: `/u/${encodeURIComponent(player.id)}`, key: "link" }, name),
    kind,
    own,
  ]);
}
