import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** The version of this client in its own address and in those that a page names. */
const VERSION = /\/assets\/(\w+)\//;

/**
 * The offer to load a newer version of this client, if the server has one after a reconnect. It never loads by itself,
 * and at a table it is not even offered.
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

/** The server's present version of this client; `null` if it is unknown. */
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
