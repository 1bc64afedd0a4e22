import { browserStorage, language } from "./browser.js";
import { speak, spoken } from "./words.js";

/**
 * The values that this browser stores. Each has its own key; a broken value counts as missing.
 *
 * @typedef {object} Settings
 * @property {"system" | "dark" | "light"} theme
 * @property {"system" | "full" | "none"} motion
 * @property {"off" | "turn" | "all"} sound
 * @property {number} volume of all sounds, from 1 to 10
 * @property {string} language `system`, or the code of a language
 * @property {boolean} confirm true if actions that cannot be undone ask for confirmation
 * @property {boolean} keys true if single keys are shortcuts
 * @property {boolean} summary true if the others' actions are shown over the table before the player's next one
 */

/** @type {Settings} */
export const DEFAULTS = {
  theme: "system",
  motion: "system",
  sound: "turn",
  volume: 7,
  language: "system",
  confirm: true,
  keys: true,
  summary: false,
};

/** The values of settings that are not yes or no. Any language is valid: for an unknown one the page speaks English. */
export const CHOICES = {
  theme: /** @type {const} */ (["system", "dark", "light"]),
  motion: /** @type {const} */ (["system", "full", "none"]),
  sound: /** @type {const} */ (["off", "turn", "all"]),
};

const PREFIX = "quarterdeck/";

/**
 * @template Value
 * @param {string} key
 * @param {(value: unknown) => value is Value} isOne
 * @param {Pick<Storage, "getItem">} [storage]
 * @returns {Value | null}
 */
export function kept(key, isOne, storage = browserStorage) {
  try {
    const value = JSON.parse(storage.getItem(PREFIX + key) ?? "null");
    return isOne(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Store a value; only for this page, if the browser stores nothing.
 * @param {string} key
 * @param {unknown} value `null` to delete it
 * @param {Pick<Storage, "setItem" | "removeItem">} [storage]
 */
export function keep(key, value, storage = browserStorage) {
  if (value === null) storage.removeItem(PREFIX + key);
  else storage.setItem(PREFIX + key, JSON.stringify(value));
}

/**
 * True if a stored value is lost when this page is loaded again.
 * @param {string} key @param {typeof browserStorage} [storage]
 */
export function isForgotten(key, storage = browserStorage) {
  return storage.isForgetting(PREFIX + key);
}

/** @param {unknown} value @returns {value is string} */
export function isText(value) {
  return typeof value === "string";
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A player of this browser who may continue without a password.
 * @typedef {{ id: string, name: string, kind: string, token: string }} Remembered
 */

/** Maximum number of remembered players. The least recent one is forgotten first. */
const MOST = 10;

/** @returns {readonly Remembered[]} the last player comes first */
export function remembered() {
  return readable(kept("players", Array.isArray) ?? []);
}

/**
 * The valid players of a stored list.
 * @param {readonly unknown[]} found
 * @returns {Remembered[]}
 */
export function readable(found) {
  return found.flatMap((each) => {
    if (!isRecord(each)) return [];
    const { id, name, kind, token } = each;
    return isText(id) && isText(name) && isText(kind) && isText(token) ? [{ id, name, kind, token }] : [];
  });
}

/** @param {readonly Remembered[]} players @param {Remembered} now */
export function withPlayer(players, now) {
  return [now, ...players.filter(({ id }) => id !== now.id)].slice(0, MOST);
}

/** @param {Remembered} now */
export function remember(now) {
  keep("players", withPlayer(remembered(), now));
}

/** @param {string} player */
export function forget(player) {
  keep(
    "players",
    remembered().filter(({ id }) => id !== player),
  );
}

/** True if a lesson was completed in this browser. @param {string} game */
export function isLearnt(game) {
  return kept(`lesson/${game}`, isRecord)?.done === true;
}

/** @returns {Settings} */
export function keptSettings() {
  const found = kept("settings", isRecord) ?? {};
  const known = Object.entries(DEFAULTS).map(([name, usual]) => [
    name,
    isOneOf(name, found[name]) ? found[name] : usual,
  ]);
  return Object.fromEntries(known);
}

/** @param {string} name @param {unknown} value */
function isOneOf(name, value) {
  if (name in CHOICES) return /** @type {Record<string, readonly unknown[]>} */ (CHOICES)[name]?.includes(value);
  return typeof value === typeof (/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (DEFAULTS))[name]);
}

/** Apply the settings to the whole page: colours, motion, language. @param {Settings} settings */
export async function applied(settings) {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.motion = settings.motion;
  await speak(settings.language === "system" ? language() : settings.language);
}

/**
 * Change settings, and store them in this browser. A change of the language reloads the page: the server's texts so far
 * are in the earlier one.
 * @param {{ store: import("./state/store.js").Store<import("./state/initial.js").State> }} page
 * @param {Partial<Settings>} with_
 */
export async function changeSettings({ store }, with_) {
  const settings = { ...store.state.settings, ...with_ };
  const before = spoken;
  keep("settings", settings);
  await applied(settings);
  if (spoken !== before && keptSettings().language === settings.language) {
    location.reload();
    return;
  }
  store.change((state) => ({ ...state, settings }));
}
