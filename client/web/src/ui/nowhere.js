import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/**
 * The screen for an address without content: what is missing, and a way back.
 * @param {{ text: string, href?: string, way?: string }} props
 */
export function Nowhere({ text, href = "/", way = t("page.home") }) {
  return h("section", { class: "page narrow nowhere" }, [
    h("h1", { key: "h1" }, t("page.nowhere")),
    h("p", { role: "status", key: "text" }, text),
    h("p", { key: "way" }, h("a", { class: "button", href }, way)),
  ]);
}
