import { h, useEffect, useState } from "../../vendor/preact.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";

/**
 * What a request answers, with a way to ask again.
 * @template Answer
 * @param {() => Promise<Answer>} ask
 */
export function useAnswer(ask) {
  const [answer, setAnswer] = useState(/** @type {Answer | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const again = () =>
    ask().then((found) => {
      setError(null);
      setAnswer(found);
    }, setError);
  useEffect(() => {
    again();
  }, []);
  return { answer, error, again };
}

/** The state of a request that has no answer yet. @param {{ error: unknown }} props */
export function NotYet({ error }) {
  return error === null ? h("p", { class: "dim" }, t("page.loading")) : h(Fault, { error });
}

/**
 * A table with a heading of its own, which scrolls by itself on narrow screens.
 * @param {{ title: string, heads: readonly string[], rows: readonly (readonly any[])[], note?: string }} props
 */
export function Table({ title, heads, rows, note }) {
  return h("section", { class: "panel" }, [
    h("h2", { key: "title" }, title),
    note ? h("p", { class: "dim", key: "note" }, note) : null,
    rows.length === 0
      ? h("p", { class: "dim", key: "none" }, t("moderation.none"))
      : h(
          "div",
          { class: "console-scroll", tabIndex: 0, role: "group", "aria-label": title, key: "table" },
          h("table", null, [
            h(
              "thead",
              { key: "head" },
              h(
                "tr",
                null,
                heads.map((each) => h("th", { scope: "col", key: each }, each)),
              ),
            ),
            h(
              "tbody",
              { key: "body" },
              rows.map((row, number) =>
                h(
                  "tr",
                  { key: number },
                  row.map((cell, column) =>
                    column === 0 ? h("th", { scope: "row", key: column }, cell) : h("td", { key: column }, cell),
                  ),
                ),
              ),
            ),
          ]),
        ),
  ]);
}
