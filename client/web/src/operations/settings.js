import { keep } from "../settings.js";
import { speak } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Settings } from "../settings.js" */

/** What the whole page takes from the settings: its colours, whether things move, its language. @param {Settings} settings */
export async function applied(settings) {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.motion = settings.motion;
  await speak(settings.language === "system" ? navigator.language : settings.language);
}

/**
 * Change settings, and keep them in this browser.
 * @param {Pick<Page, "store">} page
 * @param {Partial<Settings>} with_
 */
export async function changeSettings({ store }, with_) {
  const settings = { ...store.state.settings, ...with_ };
  keep("settings", settings);
  await applied(settings);
  store.change((state) => ({ ...state, settings }));
}
