import { keep, keptSettings } from "../settings.js";
import { speak, spoken } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Settings } from "../settings.js" */

/** What the whole page takes from the settings: its colours, whether things move, its language. @param {Settings} settings */
export async function applied(settings) {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.motion = settings.motion;
  await speak(settings.language === "system" ? navigator.language : settings.language);
}

/**
 * Change settings, and keep them in this browser. In another language the page begins anew: what its server has said so
 * far was said in the one before.
 * @param {Pick<Page, "store">} page
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
