import { h } from "../../vendor/preact.js";
import { Again, refusalText } from "../ui/refusal.js";
import { t } from "../words.js";

/** @import { Refusal } from "../state/initial.js" */

/**
 * Why a choice was not taken: in words, with the rule that says so, and when it may be tried again.
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
