import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** Milliseconds for which a big moment is shown, and for each further row. */
const STANDS = 3000;
const A_ROW = 1500;

/** Keys that would act on the table beneath. */
const TAKES = /^[1-9]$/;

/**
 * A big moment, shown over the finished table: a fight and its cost. It closes by itself, by a click or tap anywhere,
 * and by any key. That tap does nothing else, so that no player draws a card by it.
 * @param {import("../games/index.js").Moment & { ended: () => void }} props
 */
export function Moment({ title, rows, ended }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const end = () => {
      setOver(true);
      ended();
    };
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      if (TAKES.test(event.key)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      end();
    };
    const timer = setTimeout(end, STANDS + rows.length * A_ROW);
    addEventListener("click", end);
    addEventListener("keydown", pressed, true); // before the table hears of it
    return () => {
      clearTimeout(timer);
      removeEventListener("click", end);
      removeEventListener("keydown", pressed, true);
    };
  }, []);
  if (isOver) return null;
  return h("button", { type: "button", class: "moment" }, [
    h("strong", { key: "title" }, title),
    ...rows.map((row, at) => h("span", { class: "moment-row", key: at }, row)),
    h("span", { class: "moment-on", key: "on" }, t("match.go_on")),
  ]);
}
