import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";
import { Fault } from "./form.js";

/**
 * A list that is loaded page by page.
 * @template Each, Mark
 * @param {(before: Mark | null) => Promise<{ found: readonly Each[], before: Mark | null }>} fetch
 */
export function usePages(fetch) {
  const [found, setFound] = useState(/** @type {readonly Each[] | null} */ (null));
  const [before, setBefore] = useState(/** @type {Mark | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {Mark | null} from */
  const fetched = (from) =>
    fetch(from).then((page) => {
      setFound((known) => (from === null ? page.found : [...(known ?? []), ...page.found]));
      setBefore(page.before);
    }, setError);
  useEffect(() => {
    fetched(null);
  }, []);
  return { found, error, again: () => fetched(null), more: before === null ? null : () => fetched(before) };
}

/**
 * A page of a list, or the reason why there is none.
 * @param {{ pages: { found: readonly any[] | null, error: unknown, more: (() => void) | null }, each: (one: any) => any }} props
 */
export function PageOf({ pages: { found, error, more }, each }) {
  if (error !== null) return h(Fault, { error });
  if (found === null) return h("p", { class: "dim" }, t("page.loading"));
  if (found.length === 0) return h("p", { class: "panel dim" }, t("moderation.none"));
  return h("div", { class: "stack" }, [
    ...found.map(each),
    more !== null && h("button", { type: "button", key: "more", onClick: more }, t("page.more")),
  ]);
}
