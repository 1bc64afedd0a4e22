import { h, useEffect, useRef, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** The remaining time as `1:12`, or `24:02:00` from an hour on. @param {number} milliseconds */
export function spoken(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Milliseconds of remaining time at which screen readers announce it once more. */
const SHORT = 10_000;

/**
 * Render again at this interval in milliseconds; never for `null`. The remaining time is computed in each render: as
 * state it would be outdated in the first render of the next turn.
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
 * A clock that renders itself only. Screen readers announce the remaining time once, and again shortly before the end.
 * @param {{ until: number, ahead: number, isMine?: boolean }} props `until` by the server's clock; nothing is announced
 *   if the clock cannot be the player's own
 */
export function Clock({ until, ahead, isMine }) {
  useTicks(500);
  const left = until - Date.now() - ahead;
  const begun = useRef({ until: 0, all: 0 });
  if (begun.current.until !== until) begun.current = { until, all: Math.max(0, left) };
  const isShort = left < SHORT;
  const own = isShort ? " clock-short" : left < begun.current.all / 5 ? " clock-low" : " clock-mine";
  const tone = `${isMine ? own : ""}${left < 3_600_000 ? "" : " clock-long"}`;
  const said = isMine
    ? `${t("page.your_move")}, ${duration(Math.min(begun.current.all, isShort ? SHORT : Number.POSITIVE_INFINITY))}`
    : "";
  return [
    h("span", { class: `clock${tone}`, role: "timer", "aria-label": spoken(left), key: "clock" }, spoken(left)),
    isMine !== undefined && h("span", { class: "unseen", role: "status", key: "said" }, said),
  ];
}

/** A length of time in words, as short as possible. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120 && seconds % 60 !== 0) return t("time.seconds", { n: seconds });
  if (seconds < 600 && seconds % 60 !== 0)
    return `${t("time.minutes", { n: Math.floor(seconds / 60) })} ${t("time.seconds", { n: seconds % 60 })}`;
  if (seconds < 3600) return t("time.minutes", { n: Math.round(seconds / 60) });
  if (seconds < 86_400) return t("time.hours", { n: Math.round(seconds / 3600) });
  return t("time.days", { n: Math.round(seconds / 86_400) });
}
