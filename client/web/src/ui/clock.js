import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** The time that is left, as `1:12`. @param {number} milliseconds */
export function spoken(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A clock that paints itself, so that nothing else is painted while it ticks.
 * @param {{ until: number, ahead: number, isMine?: boolean }} props `until` by the server's clock
 */
export function Clock({ until, ahead, isMine = false }) {
  const [left, setLeft] = useState(until - Date.now() - ahead);
  useEffect(() => {
    const tick = () => setLeft(until - Date.now() - ahead);
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until, ahead]);
  const tone = isMine ? (left < 10_000 ? " clock-short" : " clock-mine") : "";
  return h("span", { class: `clock${tone}`, role: "timer", "aria-label": spoken(left) }, spoken(left));
}

/** A length of time in words, as short as it goes. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120 && seconds % 60 !== 0) return t("time.seconds", { n: seconds });
  if (seconds < 3600) return t("time.minutes", { n: Math.round(seconds / 60) });
  if (seconds < 86_400) return t("time.hours", { n: Math.round(seconds / 3600) });
  return t("time.days", { n: Math.round(seconds / 86_400) });
}
