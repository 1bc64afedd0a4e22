import { h, useEffect, useState } from "../../vendor/preact.js";
import { learnt, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Part } from "../words.js" */

/**
 * What is fetched when it is needed first, with its words: what somebody needs to play comes before it. If it cannot be
 * loaded, the page says so where it would stand; it is tried again by hand, and by itself when the connection is back.
 * @template {Page} Props
 * @param {readonly Part[]} parts of the words that it says
 * @param {() => Promise<(props: Props) => any>} load
 * @param {{ isSmall?: boolean, sheet?: string }} [how] `isSmall`: nothing stands there meanwhile; `sheet`: the styles that are
 *   its own
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
      Promise.all([load(), learnt(parts), sheet === undefined ? null : styled(`${sheet}.css`)]).then(
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
 * A module that a click needs and that nothing is drawn with. It is fetched with the first movement over the page, or else
 * with the click.
 * @template Module
 * @param {() => Promise<Module>} load
 * @returns {() => Promise<Module>} rejects with what can be said to whoever clicked
 */
export function late(load) {
  return () =>
    load().catch((error) => {
      throw new Error(t("page.missed"), { cause: error });
    });
}

/**
 * A part of the page that did not come.
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
 * Wait until a sheet of styles is here. Rejects if it cannot be loaded; it can be asked for again.
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
