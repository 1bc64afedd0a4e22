import { h, useState } from "../../vendor/preact.js";
import { avoided } from "../operations/chat.js";
import { canTradeWith } from "../operations/collection.js";
import { Dialog } from "../ui/dialog.js";
import { t } from "../words.js";
import { Report } from "./report.js";

/** @import { Page } from "../page.js" */
/** @import { Player, Where } from "../../../javascript/types/v1.js" */

/**
 * What one may do about somebody: not hear them, never meet them, tell the moderators.
 * @param {Page & { player: Player, there: { where: Where, id: string | null }, close: () => void }} props
 */
export function PlayerMenu({ player, there, close, ...page }) {
  const { state, failed, noted } = page;
  const [isReport, setReport] = useState(false);
  const isPerson = player.kind !== "bot" || player.owner !== undefined;
  if (isReport) return h(Report, { ...page, player, there, close });
  /** @param {"mute" | "block" | "no"} how */
  const avoid = (how) => () =>
    avoided(page, player.id, how)
      .then(() => noted(t(`player.done_${how}`, { name: player.name })))
      .catch(failed)
      .finally(close);
  return h(Dialog, { title: player.name, close, class: "player-menu" }, [
    h("div", { class: "menu", key: "menu" }, [
      h("a", { class: "button", href: `/u/${encodeURIComponent(player.id)}`, key: "profile" }, t("player.profile")),
      canTradeWith({ state }, player) &&
        h(
          "a",
          { class: "button", href: `/trades/with/${encodeURIComponent(player.id)}`, key: "trade" },
          t("player.trade"),
        ),
      ...(isPerson && state.me !== null
        ? [
            h(Entry, { title: t("player.mute"), note: t("player.mute_note"), take: avoid("mute"), key: "mute" }),
            h(Entry, { title: t("player.block"), note: t("player.block_note"), take: avoid("block"), key: "block" }),
            h(Entry, { title: t("player.allow"), note: t("player.allow_note"), take: avoid("no"), key: "allow" }),
            h(Entry, {
              title: t("player.report"),
              note: t("player.report_note"),
              take: () => setReport(true),
              key: "report",
            }),
          ]
        : []),
    ]),
  ]);
}

/** @param {{ title: string, note: string, take: () => void }} props */
function Entry({ title, note, take }) {
  return h("button", { type: "button", class: "menu-entry", onClick: take }, [
    h("span", { key: "title" }, title),
    h("span", { class: "dim", key: "note" }, note),
  ]);
}
