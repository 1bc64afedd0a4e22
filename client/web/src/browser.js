/**
 * What a browser may forbid a page, or may not have at all. Each such thing is named in this module alone: where it is forbidden, its
 * mere name may throw. A page that is refused goes on without it.
 */

/**
 * The answer to a question that a browser may refuse.
 * @template Answer
 * @param {() => Answer} ask
 * @returns {NonNullable<Answer> | null}
 */
function permitted(ask) {
  try {
    return ask() ?? null;
  } catch {
    return null;
  }
}

/** An observer that never sees anything. */
class NoObserver {
  observe() {}
  disconnect() {}
}

/**
 * What the page and the SDK beneath it cannot do without, how it is used, and its replacement where it is missing or throws.
 * Commands have names that are only unlikely to be the same, so `Math.random` does for them. Without `crypto.subtle` nothing is
 * verified, and no entropy is bound.
 * @type {readonly [name: string, use: () => unknown, replacement: unknown][]}
 */
const NEEDED = [
  ["performance", () => performance.now(), Date],
  ["matchMedia", () => matchMedia("all"), () => ({})],
  ["MutationObserver", () => new MutationObserver(() => {}).disconnect() ?? 1, NoObserver],
  ["ResizeObserver", () => new ResizeObserver(() => {}).disconnect() ?? 1, NoObserver],
  [
    "crypto",
    () => crypto.getRandomValues(new Uint8Array(1)),
    { getRandomValues: (/** @type {Uint8Array} */ bytes) => bytes.map((_, at) => (bytes[at] = Math.random() * 256)) },
  ],
];
for (const [name, use, value] of NEEDED)
  if (permitted(use) === null) permitted(() => Object.defineProperty(globalThis, name, { value }));

/**
 * A storage that holds for this page what the browser does not keep: because storage is forbidden, or because it is full.
 * @param {() => Storage} ask
 */
function storage(ask) {
  /** @type {Map<string, string>} */
  const held = new Map();
  return {
    /** @param {string} key */
    getItem: (key) => held.get(key) ?? permitted(() => ask().getItem(key)),
    /** @param {string} key @param {string} value */
    setItem(key, value) {
      held.set(key, value);
      permitted(() => {
        ask().setItem(key, value);
        held.delete(key);
      });
    },
    /** @param {string} key */
    removeItem(key) {
      held.delete(key);
      permitted(() => ask().removeItem(key));
    },
    /** True if a value is gone once the page is loaded again. @param {string} key */
    isForgetting: (key) => held.has(key),
  };
}

/** What every window of this browser finds again. */
export const browserStorage = storage(() => localStorage);
/** What this window alone finds again. */
export const windowStorage = storage(() => sessionStorage);

/** The locks that the windows of this browser share. */
export const locks = () => permitted(() => navigator.locks);

/** A channel to the other windows of this browser. @param {string} name */
export const channel = (name) => permitted(() => new BroadcastChannel(name));

/** What plays sounds. */
export const audioContext = () => permitted(() => new AudioContext());

/**
 * Show the path of what is open. A browser refuses it in a page that others embed, and after a hundred in half a minute.
 * @param {string} path @param {boolean} isNew whether *back* returns from it
 */
export const showPath = (path, isNew) => permitted(() => history[`${isNew ? "push" : "replace"}State`](null, "", path));

/** The language of this browser. */
export const language = () => permitted(() => navigator.language) ?? "en";

/** Shake a telephone, once somebody has touched the page. @param {number} milliseconds */
export function shake(milliseconds) {
  if (isTouched()) permitted(() => navigator.vibrate(milliseconds));
}

/** True if somebody has touched this page: browsers allow more then. */
export const isTouched = () => permitted(() => navigator.userActivation.hasBeenActive) === true;

/** True if this page may hash, and so verify: one from plain HTTP may not. */
export const canHash = () => permitted(() => crypto.subtle) !== null;

/** The title that the server gave this page: its own name, or that of its host. */
export const TITLE = globalThis.document?.title ?? "";

/** Mark the icon of this page, and that on a home screen, while the player is waited for. @param {boolean} isOn */
export function mark(isOn) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon !== null) icon.href = icon.href.replace(/[\w-]+\.svg$/, isOn ? "icon-turn.svg" : "icon.svg");
  permitted(() => (isOn ? navigator.setAppBadge() : navigator.clearAppBadge()))?.catch(() => {});
}

/**
 * Copy a text, and return whether that went: a page served over plain HTTP has no clipboard.
 * @param {string} text
 */
export async function isCopied(text) {
  return (
    (await permitted(() =>
      navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    )) ?? false
  );
}

/** True if the system has a way to share things. */
export const canShare = () => permitted(() => typeof navigator.share === "function") === true;

/**
 * Share something as the system does, and return whether that went, or somebody thought better of it.
 * @param {ShareData} what
 */
export async function isShared(what) {
  const shared = permitted(() => navigator.share(what));
  return (
    shared?.then(
      () => true,
      ({ name }) => name === "AbortError",
    ) ?? false
  );
}
