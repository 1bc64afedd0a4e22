import { isCopied } from "./browser.js";
import { t } from "./words.js";

/** @import { Page } from "./page.js" */

/**
 * Copy a text and confirm it, or show the text for copying by hand.
 * @param {Pick<Page, "noted" | "failed">} page
 * @param {string} text
 * @param {string} said the confirmation
 */
export async function copied({ noted, failed }, text, said) {
  if (await isCopied(text)) {
    noted(said);
  } else {
    failed(new Error(t("page.not_copied", { address: text })));
  }
}
