import { h, useEffect, useState } from "../../vendor/preact.js";
import { learnt, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Part } from "../words.js" */

/**
 * A component that is loaded at its first use, with its words, so that the parts for playing are loaded first. If
 * loading fails, the page says so in its place; the player can try again, and a new connection does so by itself.
 * @template {Page} Props
 * @param {readonly Part[]} parts the parts of the words that it needs
 * @param {() => Promise<(props: Props) => any>} load
 * @param {{ isSmall?: boolean, sheet?: string }} [how] `isSmall`: no placeholder while it loads; `sheet`: its own
 *   styles, in the order of the cascade
 */
export function lazy(parts, load, { isSmall = false, sheet } = {}) {
  /** @type {((props: Props) => any) | null} */
  let Loaded = null;
  /** @param {Props} props */
  return function Lazy(props) {
    const [isMissed, setMissed] = useState(false);
    const [, arrived] = useState(false);
    const fetch = () => {
      setMissed(false);
      Promise.all([load(), learnt(parts), ...(sheet?.split(" ").map((name) => styled(`${name}.css`)) ?? [])]).then(
        ([found]) => {
          Loaded = found;
          arrived(true);
        },
        () => setMissed(true),
      );
    };
    const isUp = props.state.connection.state === "open";
    useEffect(() => {
      if (Loaded === null) fetch();
    }, []);
    useEffect(() => {
      if (isUp && isMissed) fetch();
    }, [isUp]);
    if (Loaded !== null) return h(Loaded, props);
    if (isMissed) return h(Missed, { again: fetch });
    return isSmall ? null : h("p", { class: "page dim" }, t("page.loading"));
  };
}

/**
 * A module for a click, without a component. It is loaded at the first movement over the page, or else with the click.
 * @template Module
 * @param {() => Promise<Module>} load
 * @returns {() => Promise<Module>} rejects with a message for the player
 */
export function late(load) {
  return () =>
    load().catch((error) => {
      throw new Error(t("page.missed"), { cause: error });
    });
}

/**
 * The placeholder of a part that could not be loaded.
 * @param {{ again: () => void }} props
 */
export function Missed({ again }) {
  return h("div", { class: "page narrow missed", role: "alert" }, [
    h("p", { key: "why" }, t("page.missed")),
    h("div", { class: "row", key: "ways" }, [
      h("button", { type: "button", class: "main", key: "again", onClick: again }, t("line.again")),
      h("button", { type: "button", key: "anew", onClick: () => location.reload() }, t("page.anew")),
    ]),
  ]);
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Wait until a style sheet is loaded. Rejects if it fails; the next call tries again.
 * @param {string} path in `styles/`
 */
export function styled(path) {
  const known = sheets.get(path);
  if (known !== undefined) return known;
  const arrival = new Promise((/** @type {(nothing: void) => void} */ done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      sheets.delete(path);
      failed(new Error(`${path} could not be loaded`));
    };
    link.href = new URL(`../../styles/${path}`, import.meta.url).href;
    document.head.append(link);
  });
  sheets.set(path, arrival);
  return arrival;
}
