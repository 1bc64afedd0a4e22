import { folded } from "../../../javascript/src/folding.js";
import { h, useState } from "../../vendor/preact.js";
import { Dialog } from "../ui/dialog.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Way } from "./plan.js" */

/** The step of a choice that is easily taken by mistake. @param {Way} way */
const riskOf = (way) => way.steps.find(({ tone }) => tone === "risky");

/**
 * All choices as a list of sentences: the fastest way for users of screen readers, the safest for those with shaky
 * hands. Choices that are easily taken by mistake come last, apart, and ask for confirmation.
 * @param {Pick<Page, "state"> & { ways: readonly Way[], close: () => void, take: (way: Way) => void }} props
 */
export function Choices({ state, ways, close, take }) {
  const [sought, setSought] = useState("");
  const [asked, setAsked] = useState(/** @type {Way | null} */ (null));
  const ordered = [...ways].sort((one, other) => Number(!!riskOf(one)) - Number(!!riskOf(other)));
  const found = ordered.filter((way) => folded(way.sentence).includes(folded(sought)));
  return h(Dialog, { title: t("match.choices"), close, class: "choices" }, [
    h("input", {
      key: "find",
      type: "search",
      "aria-label": t("page.find"),
      placeholder: t("page.find"),
      value: sought,
      onInput: (/** @type {any} */ event) => setSought(event.currentTarget.value),
    }),
    h(
      "ul",
      { key: "list" },
      found.map((way, key) => {
        const risk = riskOf(way);
        const isAsked = asked?.sentence === way.sentence;
        return h(
          "li",
          { key },
          h(
            "button",
            {
              type: "button",
              class: risk === undefined ? "" : "risky",
              ...(isAsked && { "data-asked": "" }),
              onClick: () => {
                if (risk !== undefined && !isAsked && state.settings.confirm) return setAsked(way);
                close();
                take(way);
              },
            },
            isAsked ? `${risk?.asks ?? `${way.sentence}?`} ${t("match.once_more")}` : way.sentence,
          ),
        );
      }),
    ),
  ]);
}
