import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** An address that leads nowhere. */
export function Lost() {
  return h("section", { class: "page" }, [
    h("h1", { key: "h" }, t("lost.title")),
    h("p", { key: "p" }, t("lost.text")),
  ]);
}
