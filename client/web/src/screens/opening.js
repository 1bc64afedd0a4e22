import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useState } from "../../vendor/preact.js";
import { hasCollections } from "../operations/collection.js";
import {
  DELAYS,
  keepOpening,
  lastOpening,
  mayPause,
  REPLAYS,
  TIMES,
  usualDelay,
  usualReplays,
} from "../operations/openings.js";
import { opened } from "../operations/tables.js";
import { isPaused } from "../state/initial.js";
import { duration } from "../ui/clock.js";
import { DeckChoice } from "../ui/deck-choice.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, Stepper, Switch, TextField } from "../ui/field.js";
import { t } from "../words.js";
import { fits, GameChoice, GameOptions, useDescription } from "./game-options.js";
import { Pause } from "./table-list.js";

/** @import { Page } from "../page.js" */
/** @import { GameOffer } from "../../../javascript/types/v1.js" */

/**
 * The form for opening a table, with all options of its game.
 * @param {Page & { game: string, close: () => void }} props
 */
export function Opening({ game, close, ...page }) {
  const games = page.state.welcome?.games ?? [];
  const [name, setName] = useState(games.some((each) => each.name === game) ? game : (games[0]?.name ?? ""));
  const offer = games.find((each) => each.name === name);
  return h(Dialog, { title: t("list.open"), close, class: "opening" }, [
    h(GameChoice, { games, name, choose: setName, key: "games" }),
    offer !== undefined && h(Form, { ...page, offer, key: name }),
  ]);
}

/** @param {Page & { offer: GameOffer }} props */
function Form({ offer, ...page }) {
  const { state, failed } = page;
  const { access: wanted, rated } = state.route.query;
  const [opening, setOpening] = useState(() => {
    const last = lastOpening(offer);
    const access = wanted === "unlisted" ? /** @type {typeof last.access} */ ("unlisted") : last.access;
    return { ...last, access, ...(rated !== undefined && { rated: true, hands: false }) };
  });
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState(/** @type {{ where: string | null, lines: readonly string[] } | null} */ (null));
  const fields = useDescription(page, offer.name);
  /** @param {Partial<typeof opening>} some */
  const set = (some) => setOpening((now) => ({ ...now, ...some }));
  const mayOwn = (offer.decks ?? []).length > 0 && hasCollections(page);
  const known = Object.fromEntries(
    Object.entries(opening.options).filter(([name, value]) =>
      fields.some((each) => each.name === name && fits(each, value)),
    ),
  );
  const open = async () => {
    const { seats, time_limit, rated, spectators, access, replays, delay, recess, hands, owned, deck } = opening;
    keepOpening(offer.name, opening);
    setFault(null);
    try {
      await opened(page, offer.name, {
        ...(deck !== "" && { deck }),
        fields: {
          seats,
          time_limit,
          rated,
          spectators,
          access,
          options: known,
          ...(access === "password" && { password }),
          ...(replays !== "" && { replays }),
          ...(delay !== "" && { spectator_delay: delay }),
          ...(recess !== "" && { recess }),
          ...(hands && { perspectives: "during" }),
          ...(owned && mayOwn && { collection: "owned" }),
        },
      });
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      setFault({ where: error.where, lines: error.faults.length > 0 ? error.faults : [error.text] });
    }
  };
  return h("div", { class: "form" }, [
    h(Pause, { state: page.state, key: "pause" }),
    offer.least_seats < offer.most_seats &&
      h(Stepper, {
        key: "seats",
        label: t("opening.seats"),
        value: opening.seats,
        least: offer.least_seats,
        most: offer.most_seats,
        change: (seats) => set({ seats }),
      }),
    (offer.decks ?? []).length > 0 &&
      h(DeckChoice, { ...page, offer, value: opening.deck, change: (deck) => set({ deck }), key: "deck" }),
    h(Choice, {
      key: "time",
      label: t("opening.time"),
      isShort: true,
      value: opening.time_limit,
      choices: TIMES.map((value) => ({ value, title: duration(value) })),
      change: (time) => set({ time_limit: time }),
    }),
    h(Choice, {
      key: "access",
      label: t("opening.access"),
      value: opening.access,
      choices: /** @type {const} */ (["public", "unlisted", "password"]).map((value) => ({
        value,
        title: t(`opening.${value}`),
        description: t(`opening.${value}_note`),
      })),
      change: (access) => set({ access }),
    }),
    opening.access === "password" &&
      h(TextField, {
        key: "password",
        label: t("opening.password_label"),
        value: password,
        most: 64,
        change: setPassword,
      }),
    h(Switch, {
      key: "rated",
      label: t("opening.rated"),
      note: t("opening.rated_note"),
      value: opening.rated,
      change: (rated) => set({ rated, ...(rated && { hands: false }) }),
    }),
    h(Switch, {
      key: "recess",
      label: t("opening.recess"),
      note: t("opening.recess_note"),
      value: mayPause(opening),
      change: (may) => set({ recess: may === mayPause({ rated: opening.rated }) ? "" : may ? "consent" : "never" }),
    }),
    mayOwn &&
      h(Switch, {
        key: "owned",
        label: t("opening.owned"),
        note: t("opening.owned_note"),
        value: opening.owned,
        change: (owned) => set({ owned }),
      }),
    h(Switch, {
      key: "spectators",
      label: t("opening.spectators"),
      value: opening.spectators,
      change: (spectators) => set({ spectators, ...(!spectators && { hands: false }) }),
    }),
    h(Choice, {
      key: "delay",
      label: t("opening.delay"),
      value: opening.delay === "" ? usualDelay(opening) : opening.delay,
      choices: DELAYS.map((value) => ({ value, title: t(`opening.delay_${value}`) })),
      change: (delay) => set({ delay, ...(delay !== "3min" && { hands: false }) }),
    }),
    h(Switch, {
      key: "hands",
      label: t("opening.hands"),
      note: t("opening.hands_note"),
      value: opening.hands,
      change: (hands) => set({ hands, ...(hands && { rated: false, spectators: true, delay: "3min" }) }),
    }),
    h(Choice, {
      key: "replays",
      label: t("opening.replays"),
      value: opening.replays === "" ? usualReplays(opening) : opening.replays,
      choices: REPLAYS.map((value) => ({
        value,
        title: t(`opening.replays_${value}`),
        description: t(`opening.replays_${value}_note`),
      })),
      change: (replays) => set({ replays }),
    }),
    h(GameOptions, { offer, fields, known, change: (options) => set({ options }), key: "options" }),
    fault !== null &&
      h(
        "div",
        { class: "fault", role: "alert", key: "fault" },
        fault.lines.map((line, at) => h("p", { key: at }, line)),
      ),
    h(
      "button",
      {
        type: "button",
        class: "main",
        key: "open",
        disabled: isPaused(page.state) || (opening.access === "password" && password === ""),
        onClick: () => open().catch(failed),
      },
      t("opening.open"),
    ),
  ]);
}
