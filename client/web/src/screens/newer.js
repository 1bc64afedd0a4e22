import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** In whose address, as in those that a page names, is which version of this client it is. */
const VERSION = /\/assets\/(\w+)\//;

/**
 * Once the connection is up again, whether its server has another version of this client by now: that is offered, and never taken by itself;
 * at a table not even offered.
 * @param {Page} page
 */
export function Newer({ state }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    served().then((version) => setHere(version !== null && version !== versionIn(import.meta.url)));
  }, []);
  if (!isHere || state.route.screen === "match") return null;
  return h("div", { class: "page newer", role: "status" }, [
    h("div", { class: "panel pause row", key: "offer" }, [
      h("span", { key: "text" }, t("newer.here")),
      h("button", { type: "button", class: "main", key: "load", onClick: () => location.reload() }, t("newer.load")),
    ]),
  ]);
}

/** Which version the server has now; `null` if that cannot be learnt. */
async function served() {
  try {
    const answer = await fetch("/", { headers: { accept: "text/html" }, cache: "no-cache" });
    return versionIn(await answer.text());
  } catch {
    return null;
  }
}

/** @param {string} text */
function versionIn(text) {
  return VERSION.exec(text)?.[1] ?? null;
}
