import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** The time that is left, as `1:12`, or `24:02:00` from an hour on. @param {number} milliseconds */
export function spoken(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** What is left when whoever is waited for is told so once more, in milliseconds. */
const SHORT = 10_000;

/**
 * A clock that paints itself, so that nothing else is painted while it ticks. Whoever listens is told how long one has, and once more
 * shortly before the end.
 * @param {{ until: number, ahead: number, isMine?: boolean }} props `until` by the server's clock; nothing is told where it cannot be
 *   one's own
 */
export function Clock({ until, ahead, isMine }) {
  const [left, setLeft] = useState(until - Date.now() - ahead);
  useEffect(() => {
    const tick = () => setLeft(until - Date.now() - ahead);
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until, ahead]);
  const begun = useRef({ until: 0, all: 0 });
  if (begun.current.until !== until) begun.current = { until, all: until - Date.now() - ahead };
  const isShort = left < SHORT;
  const tone = `${isMine ? (isShort ? " clock-short" : " clock-mine") : ""}${left < 3_600_000 ? "" : " clock-long"}`;
  const said = isMine ? `${t("page.your_move")}, ${duration(isShort ? SHORT : begun.current.all)}` : "";
  return [
    h("span", { class: `clock${tone}`, role: "timer", "aria-label": spoken(left), key: "clock" }, spoken(left)),
    isMine !== undefined && h("span", { class: "unseen", role: "status", key: "said" }, said),
  ];
}

/** A length of time in words, as short as it goes. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120 && seconds % 60 !== 0) return t("time.seconds", { n: seconds });
  if (seconds < 3600) return t("time.minutes", { n: Math.round(seconds / 60) });
  if (seconds < 86_400) return t("time.hours", { n: Math.round(seconds / 3600) });
  return t("time.days", { n: Math.round(seconds / 86_400) });
}
