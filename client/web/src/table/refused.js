import { h } from "../../vendor/preact.js";
import { Again, refusalText } from "../ui/refusal.js";
import { t } from "../words.js";

/** @import { Refusal } from "../state/initial.js" */

/**
 * The reason why a choice was refused: in words, with its rule, and with the time for the next try.
 * @param {{ refused: Refusal | null, game: string }} props
 */
export function Refused({ refused, game }) {
  if (refused === null) return null;
  const rule = /\/rules#(?<rule>[\w-]+)$/.exec(refused.where ?? "")?.groups?.rule;
  return h("span", { class: "prompt-refused" }, [
    refusalText(refused),
    rule !== undefined &&
      h(
        "a",
        { href: `/games/${encodeURIComponent(game)}#${rule}`, target: "_blank", rel: "noopener", key: "rule" },
        t("match.rule", { rule }),
      ),
    h(Again, { until: refused.until, key: "again" }),
  ]);
}
