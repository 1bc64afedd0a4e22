import { h, useState } from "../../vendor/preact.js";
import { BOTS_AFTER, lastWish, OPPONENTS, SOUGHT_TIMES, sought } from "../operations/matchmaking.js";
import { isPaused } from "../state/initial.js";
import { duration } from "../ui/clock.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, Stepper, Switch, TextField } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { GameEmblem } from "../ui/icon.js";
import { t } from "../words.js";
import { Pause } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/** Maximum length of the word of a party. */
const LONGEST_WORD = 32;

/**
 * The form for a quick match.
 * @param {Page & { games: readonly GameOffer[], close: () => void }} props
 */
export function QuickMatch({ games, close, ...page }) {
  const [wish, setWish] = useState(() => lastWish(games.map((each) => each.name)));
  /** @param {string} game */
  const toggle = (game) => {
    const isIn = wish.games.includes(game);
    setWish((now) => ({ ...now, games: isIn ? now.games.filter((each) => each !== game) : [...now.games, game] }));
  };
  const most = Math.max(...games.filter((each) => wish.games.includes(each.name)).map((each) => each.most_seats));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const begin = () => {
    const party = wish.party?.code.trim() ? { ...wish.party, code: wish.party.code.trim() } : null;
    setBusy(true);
    setFault(null);
    sought(page, { ...wish, party })
      .then(close, setFault)
      .finally(() => setBusy(false));
  };
  return h(Dialog, { title: t("seek.title"), close, class: "quick-match" }, [
    h("p", { class: "dim", key: "note" }, t("seek.note")),
    h(Pause, { state: page.state, key: "pause" }),
    h("fieldset", { class: "field choice", key: "games" }, [
      h("legend", { key: "legend" }, t("seek.games")),
      h(
        "div",
        { class: "choice-options", key: "options" },
        games.map((offer) =>
          h("label", { class: "choice-option", key: offer.name }, [
            h("input", {
              key: "box",
              type: "checkbox",
              checked: wish.games.includes(offer.name),
              onChange: () => toggle(offer.name),
            }),
            h(GameEmblem, { game: offer.name, key: "emblem" }),
            h("span", { class: "choice-title", key: "title" }, offer.title),
          ]),
        ),
      ),
    ]),
    h(Choice, {
      key: "time",
      label: t("opening.time"),
      isShort: true,
      value: wish.time_limit,
      choices: SOUGHT_TIMES.map((value) => ({ value, title: duration(value) })),
      change: (time) => setWish((now) => ({ ...now, time_limit: time })),
    }),
    h(Choice, {
      key: "opponents",
      label: t("seek.opponents"),
      isShort: true,
      value: wish.opponents,
      choices: OPPONENTS.map((value) => ({ value, title: t(`seek.opponents_${value}`) })),
      change: (opponents) => setWish((now) => ({ ...now, opponents })),
    }),
    h(Choice, {
      key: "bots",
      label: t("seek.bots"),
      isShort: true,
      value: wish.bots_after,
      choices: BOTS_AFTER.map((value) => ({
        value,
        title: value === null ? t("seek.bots_never") : value === 0 ? t("seek.bots_now") : duration(value),
      })),
      change: (bots) => setWish((now) => ({ ...now, bots_after: bots })),
    }),
    h(Switch, {
      key: "rated",
      label: t("opening.rated"),
      note: t("opening.rated_note"),
      value: wish.rated,
      change: (rated) => setWish((now) => ({ ...now, rated })),
    }),
    most > 2 &&
      h("details", { class: "game-options", key: "party" }, [
        h("summary", { key: "summary" }, t("seek.party")),
        h(TextField, {
          key: "code",
          label: t("seek.party_code"),
          note: t("seek.party_note"),
          value: wish.party?.code ?? "",
          most: LONGEST_WORD,
          change: (code) =>
            setWish((now) => ({ ...now, party: code === "" ? null : { code, size: now.party?.size ?? 2 } })),
        }),
        h(Stepper, {
          key: "size",
          label: t("seek.party_size"),
          value: wish.party?.size ?? 2,
          least: 2,
          most,
          change: (size) => setWish((now) => ({ ...now, party: { code: now.party?.code ?? "", size } })),
        }),
      ]),
    fault !== null && h(Fault, { error: fault, key: "fault" }),
    h(
      "button",
      {
        type: "button",
        class: "main",
        key: "go",
        disabled: isBusy || wish.games.length === 0 || isPaused(page.state),
        onClick: begin,
      },
      t("seek.begin"),
    ),
  ]);
}
