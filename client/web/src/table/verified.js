import { ForkedError } from "../../../javascript/src/errors.js";
import { whoseIs } from "../../../javascript/src/signature.js";
import { h, useEffect, useState } from "../../vendor/preact.js";
import { canHash } from "../browser.js";
import { Folded, Form } from "../ui/form.js";
import { t } from "../words.js";
import { notedIn } from "./noted.js";

/** @import { Page } from "../page.js" */
/** @import { Noted, Verdict } from "../../../javascript/src/verify.js" */
/** @import { Signature } from "../../../javascript/src/signature.js" */
/** @import { Player, Transcript } from "../../../javascript/types/v1.js" */
/** @import { Client } from "../../../javascript/src/client.js" */

/**
 * @typedef {{ verdict: Verdict, signature: Signature | null }} Found what follows, and who has signed it; `null` where the keys did not come
 * @typedef {{ is: "so", found: Found } | { is: "not", why: string } | { is: "unknown", why: string } | null} Seen what came
 *   of it; `null` while it is looked at, and where there is nothing to look at
 * @typedef {object} Of
 * @property {string} match
 * @property {number | null} seat the player's seat
 * @property {readonly Player[]} players
 * @property {Transcript} [transcript] a transcript from another server
 * @property {boolean} [isAsked] true if the player has asked for the check, and is told why there is no answer
 */

/** The texts about the signer. */
const SIGNED = /** @type {const} */ ({
  by_key: "verified.signed",
  unknown_key: "verified.unknown_key",
  unsigned: "verified.unsigned",
  unchecked: "verified.unchecked",
});

/**
 * Check the transcript of a match for consistency, against the player's notes, and with the server's keys. Rejects with
 * `ForkedError` if it does not follow.
 * @param {Client} client
 * @param {string} match
 * @param {{ transcript?: Transcript, noted?: Noted, key?: string }} [against] `key`: the id of the key that must have
 *   signed it
 * @returns {Promise<Found>}
 */
export async function verified(client, match, { transcript: given, noted = {}, key = "" } = {}) {
  const transcript = given ?? (await client.transcript(match));
  const verdict = await client.verify(match, { transcript, noted });
  /** @type {{ keys: import("../../../javascript/src/signature.js").PublicKey[] } | null} */
  const keys = await client.http.get("/v1/keys").catch(() => null);
  const signature = keys === null ? null : await whoseIs(transcript, keys);
  if (signature !== null && signature.fault !== null) {
    throw new ForkedError(match, signature.fault.version, signature.fault.text);
  }
  if (key !== "" && signature !== null && signature.key !== key) {
    throw new ForkedError(match, null, t("verified.other_key", { key: signature.key ?? "–" }));
  }
  return { verdict, signature };
}

/**
 * The mark of a finished match: whether its shuffles and links follow from the seed, which this page computes, and
 * which server has signed it.
 * @param {Page & Of} props
 */
export function Verified({ session, state, match, seat, players, transcript, isAsked = false }) {
  const [seen, note] = useState(/** @type {Seen} */ (null));
  const [isOpened, setOpened] = useState(/** @type {boolean | null} */ (isAsked ? true : null));
  const isOpen = state.connection.state === "open";
  const given = transcript === undefined ? {} : { transcript };
  useEffect(() => {
    let isHere = true;
    if (isOpen && seen === null)
      verified(session.client, match, given).then(
        (found) => isHere && note({ is: "so", found }),
        (error) => isHere && note(seenIn(error, isAsked)),
      );
    return () => {
      isHere = false;
    };
  }, [match, isOpen]);
  if (seen === null) return isAsked ? h("p", { class: "dim", role: "status" }, t("page.loading")) : null;
  if (seen.is === "unknown") return h("p", { class: "dim", "data-verified": "unknown" }, seen.why);
  /** @param {Readonly<Record<string, string>>} typed */
  const held = async (typed) => {
    const against = { ...given, noted: notedIn(typed, seat), key: (typed.key ?? "").trim() };
    try {
      note({ is: "so", found: await verified(session.client, match, against) });
    } catch (error) {
      if (!(error instanceof ForkedError)) throw error;
      note({ is: "not", why: error.message });
      return undefined;
    }
    return t("verified.agrees");
  };
  const isSo = seen.is === "so";
  // For a transcript from elsewhere, and for a spectator, this page has no bound share of entropy.
  const isPlayed = seat !== null && transcript === undefined;
  const noted = isPlayed ? session.client.notes.get(match) : undefined;
  const isBound = noted?.entropyHashes !== undefined;
  const isUnbound = isPlayed && !isBound;
  const isShown = isOpened ?? !isSo;
  const shown = (/** @type {any} */ event) => setOpened(event.currentTarget.open);
  const mark = h(
    "details",
    { class: "verified", open: isShown, onToggle: shown, "data-verified": seen.is, key: "mark" },
    [
      isSo
        ? h("summary", { key: "mark" }, [
            `✓ ${t(seen.found.verdict.areDrawsNoted ? "verified.so" : "verified.links")}`,
            isUnbound && `, ${t("verified.unbound")}`,
          ])
        : h("summary", { class: "verified-not", key: "mark" }, `✗ ${t("verified.not")}`),
      isSo
        ? h(Why, { found: seen.found, isBound, isUnbound, areRulesTold: noted?.boundRules !== undefined, key: "why" })
        : h("p", { role: "alert", key: "why" }, t("verified.not_why", { why: seen.why })),
    ],
  );
  return h("div", { class: "verification" }, [
    mark,
    isShown &&
      h(
        Folded,
        { title: t("verified.hold"), key: "hold" },
        h(Form, {
          submit: t("verified.check"),
          fields: [
            { name: "version", label: t("verified.version"), optional: true, most: 9 },
            { name: "link", label: t("verified.link"), note: t("verified.link_note"), optional: true },
            ...(seat === null
              ? [
                  {
                    name: "seat",
                    label: t("verified.seat"),
                    kind: /** @type {const} */ ("select"),
                    value: "0",
                    optional: true,
                    options: players.map(({ name }, at) => ({ value: String(at), title: name })),
                  },
                ]
              : []),
            { name: "entropy", label: t("verified.entropy"), optional: true },
            { name: "key", label: t("verified.key"), note: t("verified.key_note"), optional: true },
          ],
          send: held,
        }),
      ),
  ]);
}

/**
 * @param {Error} error
 * @param {boolean} isAsked
 * @returns {Seen}
 */
function seenIn(error, isAsked) {
  if (error instanceof ForkedError) return { is: "not", why: error.message };
  // A transcript that is hidden or did not arrive says nothing about the match.
  if (!canHash()) return { is: "unknown", why: t("verified.insecure") };
  return isAsked ? { is: "unknown", why: t("verified.missed", { why: error.message }) } : null;
}

/** @param {{ found: Found, isBound: boolean, isUnbound: boolean, areRulesTold: boolean }} props */
function Why({ found: { verdict, signature }, isBound, isUnbound, areRulesTold }) {
  const { areDrawsNoted, entries, shuffles, draws, noted, losses } = verdict;
  return h("p", null, [
    t("verified.why", { entries }),
    areDrawsNoted ? ` ${t("verified.draws", { shuffles, draws })}` : ` ${t("verified.no_draws")}`,
    noted > 0 && ` ${t("verified.noted", { noted })}`,
    isBound && ` ${t(areRulesTold ? "verified.bound_why" : "verified.rules_untold")}`,
    isUnbound && ` ${t("verified.unbound_why")}`,
    losses > 0 && ` ${t("verified.losses")}`,
    " ",
    h(
      "span",
      { "data-signed": signature?.signed ?? "unchecked", key: "signed" },
      signature === null ? t("verified.no_keys") : t(SIGNED[signature.signed], { key: signature.key ?? "" }),
    ),
    " ",
    h("a", { href: "/docs/fairness", target: "_blank", rel: "noopener", key: "more" }, t("verified.more")),
  ]);
}
