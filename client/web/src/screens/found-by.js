import { h, useEffect, useState } from "../../vendor/preact.js";
import { letFind, useWishes } from "../operations/wishes.js";
import { refusalText } from "../ui/refusal.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** The setting for being found by other traders. @param {{ page: Page }} props */
export function FoundBy({ page }) {
  const wishes = useWishes(page);
  const [wanted, setWanted] = useState(/** @type {boolean | null} */ (null)); // until the page knows it so
  const [fault, setFault] = useState("");
  const isFound = wishes?.found_by === "traders";
  useEffect(() => {
    if (wanted === isFound) setWanted(null);
  }, [wanted, isFound]);
  if (wishes === null) return null;
  const change = () => {
    setWanted(!isFound);
    setFault("");
    letFind(page, isFound ? "nobody" : "traders").catch((error) => {
      setFault(refusalText(error));
      setWanted(null);
    });
  };
  return h("section", { class: "panel", "data-part": "found-by" }, [
    h("label", { class: "found-by", key: "choice" }, [
      h("input", {
        type: "checkbox",
        checked: wanted ?? isFound,
        onChange: () => wanted === null && change(),
        key: "box",
      }),
      h("strong", { key: "words" }, t("wishes.be_found")),
    ]),
    h("p", { class: "dim", key: "note" }, t("wishes.be_found_note")),
    fault !== "" && h("p", { class: "fault", role: "alert", key: "fault" }, fault),
  ]);
}
