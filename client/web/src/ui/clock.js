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
 * Render again every so many milliseconds; `null` for not now. What is left of a time follows from the moment of each render: kept as
 * state, it would be that of the turn before in the first render of the next one.
 * @param {number | null} milliseconds
 */
export function useTicks(milliseconds) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setInterval(() => tick(Date.now()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}

/**
 * A clock that paints itself, so that nothing else is painted while it ticks. Whoever listens is told how long one has, and once more
 * shortly before the end.
 * @param {{ until: number, ahead: number, isMine?: boolean }} props `until` by the server's clock; nothing is told where it cannot be
 *   one's own
 */
export function Clock({ until, ahead, isMine }) {
  useTicks(500);
  const left = until - Date.now() - ahead;
  const begun = useRef({ until: 0, all: 0 });
  if (begun.current.until !== until) begun.current = { until, all: Math.max(0, left) };
  const isShort = left < SHORT;
  const tone = `${isMine ? (isShort ? " clock-short" : " clock-mine") : ""}${left < 3_600_000 ? "" : " clock-long"}`;
  const said = isMine
    ? `${t("page.your_move")}, ${duration(Math.min(begun.current.all, isShort ? SHORT : Number.POSITIVE_INFINITY))}`
    : "";
  return [
    h("span", { class: `clock${tone}`, role: "timer", "aria-label": spoken(left), key: "clock" }, spoken(left)),
    isMine !== undefined && h("span", { class: "unseen", role: "status", key: "said" }, said),
  ];
}

/** A length of time in words, as short as it goes. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120 && seconds % 60 !== 0) return t("time.seconds", { n: seconds });
  if (seconds < 600 && seconds % 60 !== 0)
    return `${t("time.minutes", { n: Math.floor(seconds / 60) })} ${t("time.seconds", { n: seconds % 60 })}`;
  if (seconds < 3600) return t("time.minutes", { n: Math.round(seconds / 60) });
  if (seconds < 86_400) return t("time.hours", { n: Math.round(seconds / 3600) });
  return t("time.days", { n: Math.round(seconds / 86_400) });
}
