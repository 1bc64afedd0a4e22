import { h, useState } from "../../vendor/preact.js";
import { Icon } from "../ui/icon.js";
import { lazy } from "../ui/lazy.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** @typedef {Page & { match: string, close: () => void }} Asked */
const Question = lazy(
  ["match"],
  async () => /** @type {(props: Asked) => any} */ ((await import("./resign-question.js")).ResignQuestion),
  { isSmall: true },
);

/**
 * The button to resign or to ask the others for a recess. Its question is loaded with the first click.
 * @param {Page & { match: string }} props
 */
export function Resign(props) {
  const [isAsked, setAsked] = useState(false);
  const label = t("match.resign_or_pause");
  return [
    h(
      "button",
      {
        type: "button",
        class: "quiet bar-resign",
        key: "resign",
        "aria-label": label,
        title: label,
        onClick: () => setAsked(true),
      },
      h(Icon, { name: "flag" }),
    ),
    isAsked && h(Question, { ...props, close: () => setAsked(false), key: "asked" }),
  ];
}
