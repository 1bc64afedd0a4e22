import { h, useState } from "../../vendor/preact.js";
import { canChallenge } from "../operations/can-challenge.js";
import { Challenge } from "./challenge.js";

/** @import { Page } from "../page.js" */
/** @import { Player } from "../../../javascript/types/v1.js" */

/**
 * A button for the challenge of a player, with its sheet. Nothing if this player cannot challenge that one.
 * @param {{ page: Page, player: Player, label: string, game?: string, isMain?: boolean, name?: string }} props `game`: the
 *   game that the sheet begins with; `name`: the accessible name, where the label alone is not clear
 */
export function ChallengeButton({ page, player, label, game, isMain = false, name }) {
  const [isOpen, setOpen] = useState(false);
  if (!canChallenge(page, player)) return null;
  return [
    h(
      "button",
      {
        type: "button",
        class: isMain ? "main" : "",
        key: "button",
        "data-do": "challenge",
        "aria-label": name,
        onClick: () => setOpen(true),
      },
      label,
    ),
    isOpen && h(Challenge, { ...page, player, game, close: () => setOpen(false), key: "sheet" }),
  ];
}
