import { t } from "../words.js";

/** A length of time in words, as short as it goes. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120 && seconds % 60 !== 0) return t("time.seconds", { n: seconds });
  if (seconds < 3600) return t("time.minutes", { n: Math.round(seconds / 60) });
  if (seconds < 86_400) return t("time.hours", { n: Math.round(seconds / 3600) });
  return t("time.days", { n: Math.round(seconds / 86_400) });
}
