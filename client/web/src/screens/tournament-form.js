import { h, useState } from "../../vendor/preact.js";
import { TIMES } from "../operations/openings.js";
import { duration } from "../ui/clock.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, Stepper, Switch, TextField } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";
import { GameChoice, GameOptions, useDescription } from "./game-options.js";

/** @import { Page } from "../page.js" */

/** The choices for the time between rounds, in milliseconds; `null` for rounds that the director begins. */
const PAUSES = [null, 60_000, 300_000, 900_000, 86_400_000];
const SEATS = 2;

/** The form for a new tournament. @param {Page & { close: () => void }} props */
export function TournamentForm({ close, ...page }) {
  const { state, session, go } = page;
  const games = (state.welcome?.games ?? []).filter((each) => each.least_seats <= SEATS && SEATS <= each.most_seats);
  const [game, setGame] = useState(games[0]?.name ?? "");
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [given, setGiven] = useState({ name: "", rounds: 5, most: 32, time: 60_000, bots: false, starts: "" });
  const [pause, setPause] = useState(/** @type {number | null} */ (60_000));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const offer = games.find((each) => each.name === game);
  const fields = useDescription(page, game);
  const usual = t("direct.usual_name", { game: offer?.title ?? "" });
  /** @param {Partial<typeof given>} some */
  const set = (some) => setGiven({ ...given, ...some });
  const make = async () => {
    setBusy(true);
    setFault(null);
    const starts = given.starts === "" ? null : Date.parse(given.starts) + state.ahead;
    try {
      const made = await (await session.client.tournaments()).create({
        name: given.name.trim() || usual,
        game,
        options,
        rounds: given.rounds,
        most_entrants: given.most,
        time_limit: given.time,
        between_rounds: pause,
        starts_at: starts,
        bots: given.bots,
      });
      go(`/tournaments/${encodeURIComponent(made.summary.id)}`);
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  return h(Dialog, { title: t("tournaments.new"), close, class: "opening" }, [
    h(GameChoice, {
      games,
      name: game,
      choose: (name) => {
        setGame(name);
        setOptions({});
      },
      key: "games",
    }),
    h("div", { class: "form", key: "form" }, [
      h(TextField, {
        key: "name",
        label: t("direct.name"),
        note: t("direct.name_note", { name: usual }),
        value: given.name,
        most: 60,
        change: (name) => set({ name }),
      }),
      h(Stepper, {
        key: "rounds",
        label: t("direct.rounds"),
        value: given.rounds,
        least: 1,
        most: 20,
        change: (rounds) => set({ rounds }),
      }),
      h(Stepper, {
        key: "most",
        label: t("direct.most"),
        value: given.most,
        least: 2,
        most: 128,
        change: (most) => set({ most }),
      }),
      h(Choice, {
        key: "time",
        label: t("direct.time_limit"),
        isShort: true,
        value: given.time,
        choices: TIMES.map((value) => ({ value, title: duration(value) })),
        change: (time) => set({ time }),
      }),
      h(Choice, {
        key: "pause",
        label: t("direct.between"),
        value: pause,
        choices: PAUSES.map((value) => ({
          value,
          title: value === null ? t("direct.between_director") : t("direct.between_after", { time: duration(value) }),
        })),
        change: setPause,
      }),
      h("label", { class: "field", key: "starts" }, [
        h("span", { class: "field-words", key: "words" }, [
          h("span", { class: "field-label", key: "label" }, t("direct.starts_at")),
          h("span", { class: "dim", key: "note" }, t("direct.starts_note")),
        ]),
        h("input", {
          key: "input",
          type: "datetime-local",
          value: given.starts,
          onInput: (/** @type {any} */ event) => set({ starts: event.currentTarget.value }),
        }),
      ]),
      h(Switch, {
        key: "bots",
        label: t("direct.bots"),
        note: t("direct.bots_note"),
        value: given.bots,
        change: (bots) => set({ bots }),
      }),
      offer !== undefined && h(GameOptions, { offer, fields, known: options, change: setOptions, key: "options" }),
      fault !== null && h(Fault, { error: fault, key: "fault" }),
      h(
        "button",
        {
          type: "button",
          class: "main",
          key: "make",
          disabled: isBusy || offer === undefined,
          onClick: make,
        },
        t("direct.make"),
      ),
    ]),
  ]);
}
