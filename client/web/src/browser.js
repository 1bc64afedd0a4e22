/**
 * Functions of the browser that may be missing or forbidden. Each is used in this module only: if it is forbidden, its
 * mere name may throw. The page goes on without a refused function.
 */

/**
 * The answer of a function that a browser may refuse; `undefined` if it does.
 * @template Answer
 * @param {() => Answer} ask
 * @returns {NonNullable<Answer> | null}
 */
export function permitted(ask) {
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
 * Functions that the page and the SDK need, how each is used, and its replacement if it is missing or throws. Names of
 * commands only have to be unlikely to repeat, so `Math.random` does for them. Without `crypto.subtle` nothing is
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
 * A storage that keeps values for the life of this page if the browser keeps none, because storage is forbidden or
 * full.
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

/**
 * Return a storage of the browser. An embedded page and an overlay have none: in the frame of a stranger nobody is signed
 * in, so no click there is one of a player.
 * @param {() => Storage} ask
 */
const ownStorage = (ask) =>
  storage(/^\/(embed|overlay)\//.test(globalThis.location?.pathname) ? () => JSON.parse("null") : ask);

/** The storage that all windows of this browser share. */
export const browserStorage = ownStorage(() => localStorage);
/** The storage of this window only. */
export const windowStorage = ownStorage(() => sessionStorage);

/** The locks that the windows of this browser share. */
export const locks = () => permitted(() => navigator.locks);

/** The authenticators of this browser, for passkeys. */
export const credentials = () => permitted(() => navigator.credentials);

/** A channel to the other windows of this browser. @param {string} name */
export const channel = (name) => permitted(() => new BroadcastChannel(name));

/** The browser's audio output. */
export const audioContext = () => permitted(() => new AudioContext());

/**
 * Show the path of the open screen. A browser refuses this in an embedded page, and after a hundred calls in half a
 * minute.
 * @param {string} path @param {boolean} isNew whether *back* returns from it
 */
export const showPath = (path, isNew) => permitted(() => history[`${isNew ? "push" : "replace"}State`](null, "", path));

/** The language of this browser. */
export const language = () => permitted(() => navigator.language) ?? "en";

/** Vibrate a phone, once the page has been touched. @param {number} milliseconds */
export function shake(milliseconds) {
  if (isTouched()) permitted(() => navigator.vibrate(milliseconds));
}

/** True if the page has been touched or clicked: browsers allow more after that. */
export const isTouched = () => permitted(() => navigator.userActivation.hasBeenActive) === true;

/** True if this page may hash, and so verify. A page from plain HTTP may not. */
export const canHash = () => permitted(() => crypto.subtle) !== null;

/** The title that the server gave this page: the product's or the host's. */
export const TITLE = globalThis.document?.title ?? "";

/** Mark the icons of this page and of the home screen while the player's action is awaited. @param {boolean} isOn */
export function mark(isOn) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon !== null) icon.href = icon.href.replace(/[\w-]+\.svg$/, isOn ? "icon-turn.svg" : "icon.svg");
  permitted(() => (isOn ? navigator.setAppBadge() : navigator.clearAppBadge()))?.catch(() => {});
}

/**
 * Copy a text, and return true on success: a page served over plain HTTP has no clipboard.
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

/** True if the system has a dialog for sharing. */
export const canShare = () => permitted(() => typeof navigator.share === "function") === true;

/**
 * Share something by the system's dialog, and return true on success or if the player cancelled it.
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
