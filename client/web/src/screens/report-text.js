import { h } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { FiledReport } from "../../../javascript/types/v1.js" */

/** What was reported: the words of the reporter, the place, and the lines said there. @param {{ report: FiledReport }} props */
export function ReportText({ report: { text, where, place, lines, withheld } }) {
  return [
    text !== "" && h("blockquote", { key: "text" }, h("bdi", null, text)),
    withheld && h("p", { class: "dim", key: "withheld" }, t("moderation.withheld")),
    h(Said, { where, place, key: "where" }),
    lines.length > 0 &&
      h(
        "ol",
        { class: "said", key: "lines" },
        lines.map((line) =>
          h("li", { key: line.id }, [
            h("bdi", { class: "dim", key: "who" }, line.player.name),
            " ",
            h("bdi", { key: "text" }, line.text ?? line.phrase ?? ""),
          ]),
        ),
      ),
  ];
}

/**
 * The place of a reported line. For a match, it links to the match.
 * @param {Pick<FiledReport, "where" | "place">} props
 */
function Said({ where, place }) {
  if (where === "match" && place) return h("p", null, h("a", { href: `/m/${place}` }, t("moderation.in_match")));
  if (where === "lobby") return h("p", { class: "dim" }, t("moderation.in_lobby"));
  return where === "table" ? h("p", { class: "dim" }, t("moderation.in_table")) : null;
}

/** @param {string} reason */
export function reasonOf(reason) {
  switch (reason) {
    case "abuse":
    case "cheating":
    case "name":
    case "spam":
    case "stalling":
      return t(`reason.${reason}`);
    default:
      return t("reason.other");
  }
}
