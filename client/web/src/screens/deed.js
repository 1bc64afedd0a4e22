import { h } from "../../vendor/preact.js";
import { PlayerName } from "../ui/player.js";
import { moment } from "../ui/time.js";
import { t } from "../words.js";

/** @import { Deed } from "../../../javascript/types/v1.js" */

/** An entry of the audit log. @param {{ deed: Deed }} props */
export function DeedEntry({ deed: { at, by, what, whom, why, until, detail } }) {
  return h("article", { class: "panel", "data-deed": what }, [
    h("p", { key: "head" }, [
      h("strong", { key: "what" }, what.replaceAll("_", " ")),
      " ",
      whom && h(PlayerName, { player: whom, key: "whom" }),
      until ? ` ${t("moderation.until", { at: moment(until) })}` : "",
    ]),
    h("p", { class: "dim", key: "by" }, [by ? by.name : t("moderation.house"), " · ", moment(at)]),
    h("p", { key: "why" }, h("bdi", null, why)),
    detail ? h("p", { class: "dim", key: "detail" }, h("bdi", null, detail)) : null,
  ]);
}
