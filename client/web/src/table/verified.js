import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Verdict } from "../../../javascript/src/verify.js" */

/**
 * @typedef {{ is: "so", verdict: Verdict } | { is: "not", why: string } | { is: "unknown", why: string } | null} Seen what came
 *   of it; `null` while it is looked at, and where there is nothing to look at
 */

/**
 * The mark of a match that is over: whether its shuffles and links follow from the seed, worked out here, by this page.
 * @param {Page & { match: string }} props
 */
export function Verified({ session, state, match }) {
  const [seen, note] = useState(/** @type {Seen} */ (null));
  const isOpen = state.line.state === "open";
  useEffect(() => {
    let isShown = true;
    if (isOpen && seen === null)
      session.client.verify(match).then(
        (verdict) => isShown && note({ is: "so", verdict }),
        (error) => isShown && note(seenIn(error)),
      );
    return () => {
      isShown = false;
    };
  }, [match, isOpen]);
  return seen === null ? null : mark(seen);
}

/**
 * @param {Error} error
 * @returns {Seen}
 */
function seenIn(error) {
  if (error.name === "ForkedError") return { is: "not", why: error.message };
  // What the server does not show, or what did not come, says nothing about the match.
  return globalThis.crypto?.subtle === undefined ? { is: "unknown", why: t("verified.insecure") } : null;
}

/** @param {NonNullable<Seen>} seen */
function mark(seen) {
  if (seen.is === "unknown") return h("p", { class: "dim", "data-verified": "unknown" }, seen.why);
  if (seen.is === "not")
    return h("details", { class: "verified", open: true, "data-verified": "not" }, [
      h("summary", { class: "verified-not", key: "mark" }, `✗ ${t("verified.not")}`),
      h("p", { role: "alert", key: "why" }, t("verified.not_why", { why: seen.why })),
    ]);
  const { areDrawsNoted, entries, shuffles, draws, noted, losses } = seen.verdict;
  return h("details", { class: "verified", "data-verified": "so" }, [
    h("summary", { key: "mark" }, `✓ ${t(areDrawsNoted ? "verified.so" : "verified.links")}`),
    h("p", { key: "why" }, [
      t("verified.why", { entries }),
      areDrawsNoted ? ` ${t("verified.draws", { shuffles, draws })}` : ` ${t("verified.no_draws")}`,
      noted > 0 && ` ${t("verified.noted", { noted })}`,
      losses > 0 && ` ${t("verified.losses")}`,
      " ",
      h("a", { href: "/docs/fairness", target: "_blank", rel: "noopener", key: "more" }, t("verified.more")),
    ]),
  ]);
}
