import { h } from "../../vendor/preact.js";
import { Nowhere } from "../ui/nowhere.js";
import { t } from "../words.js";

/** An address that leads nowhere. */
export function Lost() {
  return h(Nowhere, { text: t("lost.text") });
}
