import { h } from "../../vendor/preact.js";
import { Clock } from "../ui/clock.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Player, Update } from "../../../javascript/types/v1.js" */

/**
 * The choice of the seat whose view is shown.
 * @param {{ players: readonly Player[], value: number | null, change: (seat: number | null) => void }} props
 */
export function Picker({ players, value, change }) {
  return h("label", { class: "replay-as" }, [
    h("span", { class: "dim", key: "label" }, t("replay.as")),
    h(
      "select",
      {
        key: "select",
        "aria-label": t("replay.as"),
        value: value ?? "",
        onChange: (/** @type {any} */ { currentTarget: { value: now } }) => change(now === "" ? null : Number(now)),
      },
      [
        h("option", { value: "", key: "spectators" }, t("replay.spectators")),
        ...players.map((player, number) => h("option", { value: number, key: number }, player.name)),
      ],
    ),
  ]);
}

/**
 * The panel of a spectator in the place of the choices: the seat whose view is shown, if all players have agreed.
 * @param {Page & { update: Update }} props
 */
export function Eyes({ update, session, state, failed }) {
  const { match, players, through = null, waiting, delay = 0 } = update;
  const [waits] = waiting;
  /** @param {number | null} seat */
  const look = (seat) =>
    session.client
      .watchMatch(match)
      .then((followed) => followed.viewAs(seat))
      .catch(failed);
  return h("section", { class: "prompt eyes", "aria-label": t("match.prompt") }, [
    h("p", { class: "prompt-text", role: "status", key: "text" }, t("match.watching_later", { n: delay / 1000 })),
    h("div", { class: "prompt-buttons", key: "buttons" }, [
      h(Picker, { players, value: through, change: look, key: "eyes" }),
      waits && h(Clock, { until: waits.until, ahead: state.ahead, key: "clock" }),
    ]),
  ]);
}
