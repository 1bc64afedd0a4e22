import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** For how long a big moment stands by itself, in milliseconds, and for how much longer with each row that is read. */
const STANDS = 3000;
const A_ROW = 1500;

/** Keys that would take something of the table beneath, without having been led there. */
const TAKES = /^[1-9]$/;

/**
 * A big moment, over the table as it already is: a fight and what it has cost. It goes by itself, with a click or tap wherever
 * that is, and with any key. What is beneath it is not hit by that tap: nobody draws a card by it.
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
