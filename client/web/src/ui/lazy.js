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
      Promise.all([load(), learnt(parts), sheet === undefined ? null : styled(sheet)]).then(
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

/** @param {string} sheet */
async function styled(sheet) {
  await (await import("./stylesheet.js")).styled(`${sheet}.css`);
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
