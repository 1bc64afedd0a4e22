import { CommandRefused } from "../../../javascript/src/errors.js";
import { h } from "../../vendor/preact.js";
import { t } from "../words.js";
import { duration, useTicks } from "./clock.js";

/** The codes with a text of this page. For others, the server's text is shown. */
const OWN = /** @type {const} */ ([
  "name_taken",
  "name_not_allowed",
  "password_not_allowed",
  "wrong_password",
  "slow_down",
  "too_many",
  "banned",
  "too_new",
  "unavailable",
  "internal",
  "malformed",
]);

/**
 * The text of an error, in this page's words if there are any.
 * @param {unknown} error an error, or the known fields of a refusal
 * @returns {string}
 */
export function refusalText(error) {
  const { code = null, text = null, remaining = null, retryIn = null } = /** @type {any} */ (error ?? {});
  const isLimit = code === "too_many" && remaining === 0 && retryIn === null;
  const own = isLimit ? undefined : OWN.find((each) => each === code);
  if (own !== undefined) return t(`refused.${own}`);
  return text ?? (error instanceof Error ? error.message : String(error));
}

/**
 * The time until which the request is not repeated, by this machine's clock.
 * @param {unknown} error @returns {number | null}
 */
export function refusedUntil(error) {
  return error instanceof CommandRefused && error.retryIn !== null ? Date.now() + error.retryIn : null;
}

/** The remaining whole seconds, counted down. @param {number | null} until */
export function useWait(until) {
  const left = secondsTo(until);
  useTicks(left === 0 ? null : 500);
  return left;
}

/** @param {number | null} until */
function secondsTo(until) {
  return until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

/** Shows the time until one may try again, and nothing once it is over. @param {{ until: number | null }} props */
export function Again({ until }) {
  const left = useWait(until);
  return left === 0 ? null : h("span", { class: "again" }, ` ${t("page.again", { time: duration(left * 1000) })}`);
}

/** Milliseconds for which a remark is shown. */
const REMARK = 6_000;

/**
 * Short remarks that disappear after a while: errors and confirmations.
 * @param {Pick<import("../page.js").Page, "store">["store"]} store
 * @returns {Pick<import("../page.js").Page, "failed" | "noted">}
 */
export function remarks(store) {
  let made = 0;
  /** @param {string} text @param {"bad" | "plain"} tone @param {number | null} [until] when it may be tried again */
  const remark = (text, tone, until = null) => {
    made += 1;
    const id = made;
    store.change((state) => ({ ...state, toasts: [...state.toasts, { id, text, tone, until }].slice(-3) }));
    setTimeout(
      () => store.change((state) => ({ ...state, toasts: state.toasts.filter((each) => each.id !== id) })),
      REMARK,
    );
  };
  return {
    failed: (error) => remark(refusalText(error), "bad", refusedUntil(error)),
    noted: (text) => remark(text, "plain"),
  };
}
