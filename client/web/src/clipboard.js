import { isCopied } from "./browser.js";
import { t } from "./words.js";

/** @import { Page } from "./page.js" */

/**
 * Copy a text and say so, or show it to be copied by hand.
 * @param {Pick<Page, "noted" | "failed">} page
 * @param {string} text
 * @param {string} said when it is done
 */
export async function copied({ noted, failed }, text, said) {
  if (await isCopied(text)) {
    noted(said);
  } else {
    failed(new Error(t("page.not_copied", { address: text })));
  }
}
