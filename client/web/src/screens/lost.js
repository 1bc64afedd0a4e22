import { h } from "../../vendor/preact.js";
import { Nowhere } from "../ui/nowhere.js";
import { t } from "../words.js";

/** The screen for an unknown address. */
export function Lost() {
  return h(Nowhere, { text: t("lost.text") });
}
