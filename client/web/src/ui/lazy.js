import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/**
 * A screen that is fetched when it is needed first: what somebody needs to play comes before it.
 * @param {() => Promise<(page: Page) => any>} load
 */
export function lazy(load) {
  /** @type {((page: Page) => any) | null} */
  let Screen = null;
  /** @param {Page} page */
  return function Lazy(page) {
    const [, arrived] = useState(false);
    useEffect(() => {
      if (Screen !== null) return;
      load().then((screen) => {
        Screen = screen;
        arrived(true);
      }, page.failed);
    }, []);
    return Screen === null ? h("p", { class: "page dim" }, t("match.loading")) : h(Screen, page);
  };
}
