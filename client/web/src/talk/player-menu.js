import { h, useEffect, useState } from "../../vendor/preact.js";
import { Challenge } from "../notices/challenge.js";
import { canChallenge } from "../operations/can-challenge.js";
import { avoided } from "../operations/chat.js";
import { canTradeWith } from "../operations/collection.js";
import { Dialog } from "../ui/dialog.js";
import { t } from "../words.js";
import { Report } from "./report.js";

/** @import { Page } from "../page.js" */
/** @import { Player, Where } from "../../../javascript/types/v1.js" */

/**
 * The actions towards a player: mute, never be matched, report.
 * @param {Page & { player: Player, there: { where: Where, id: string | null }, close: () => void, children?: any }} props `children`:
 *   shown above the actions
 */
export function PlayerMenu({ player, there, close, children, ...page }) {
  const { state, failed, noted } = page;
  const [isReport, setReport] = useState(false);
  const [isChallenge, setChallenge] = useState(false);
  const [how, setHow] = useState(""); // one keeps away from them already
  const isPerson = player.kind !== "bot" || player.owner !== undefined;
  const mayAvoid = isPerson && state.me !== null;
  useEffect(() => {
    if (!mayAvoid) return;
    page.session.client.account
      .get()
      .then(({ avoided = [] }) => setHow(avoided.find((each) => each.player.id === player.id)?.how ?? ""), failed);
  }, [player.id]);
  if (isChallenge) return h(Challenge, { ...page, player, close });
  if (isReport) return h(Report, { ...page, player, there, close });
  /** @param {"mute" | "block" | "no"} wanted */
  const avoid = (wanted) => () =>
    avoided(page, player.id, wanted)
      .then(() => noted(t(`player.done_${wanted}`, { name: player.name })))
      .catch(failed)
      .finally(close);
  return h(Dialog, { title: player.name, close, class: "player-menu" }, [
    children,
    h("div", { class: "menu", key: "menu" }, [
      h("a", { class: "button", href: `/u/${encodeURIComponent(player.id)}`, key: "profile" }, t("player.profile")),
      canChallenge({ state }, player) &&
        h("button", { type: "button", key: "challenge", onClick: () => setChallenge(true) }, t("player.challenge")),
      canTradeWith({ state }, player) &&
        h(
          "a",
          { class: "button", href: `/trades/with/${encodeURIComponent(player.id)}`, key: "trade" },
          t("player.trade"),
        ),
      ...(mayAvoid
        ? [
            how === "" &&
              h(Entry, { title: t("player.mute"), note: t("player.mute_note"), take: avoid("mute"), key: "mute" }),
            how !== "block" &&
              h(Entry, { title: t("player.block"), note: t("player.block_note"), take: avoid("block"), key: "block" }),
            how !== "" &&
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
