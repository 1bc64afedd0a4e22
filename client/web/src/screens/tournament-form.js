import { CommandRefused } from "../../../javascript/src/errors.js";
import { h, useState } from "../../vendor/preact.js";
import { DELAYS, TIMES } from "../operations/openings.js";
import { duration } from "../ui/clock.js";
import { Dialog } from "../ui/dialog.js";
import { Choice, Stepper, Switch, TextField } from "../ui/field.js";
import { Fault } from "../ui/form.js";
import { t } from "../words.js";
import { GameChoice, GameOptions, useDescription } from "./game-options.js";
import { FURTHER, Further, fieldsOf, weekly } from "./tournament-terms.js";

/** @import { Page } from "../page.js" */

/** In a round robin everybody meets everybody, in at most 20 rounds. */
const MOST_IN_ROUND_ROBIN = 20;

/** The choices for the time between rounds, in milliseconds; `null` for rounds that the director begins. */
const PAUSES = [null, 60_000, 300_000, 900_000, 86_400_000];
const FORMATS = /** @type {const} */ ([
  "swiss",
  "round_robin",
  "single_elimination",
  "double_elimination",
  "pods",
  "arena",
]);
const ARENA = "arena";
/** The durations of an arena, in milliseconds. */
const DURATIONS = [1_800_000, 3_600_000, 5_400_000, 7_200_000];
const CUTS = [null, 4, 8, 16];
/** The choices for the time of check-in before the first round. */
const CHECK_INS = [null, 900_000, 1_800_000, 3_600_000];
const PODS = "pods";

/** The fields that show their own refusals. */
const SHOWN = new Set(
  ["name", "rounds", "most_entrants", "most_in_swiss", "cut_to", "starts_at", "check_in", "club", "least_rating"]
    .concat(["most_rating", "tie_breaks", "rated", "accelerated", "place_points", "waiting_list", "zone"])
    .concat(["decks", "packs", "build_time", "open_lists"]),
);

/** True if a field shows this refusal. @param {unknown} fault */
function isShown(fault) {
  return fault instanceof CommandRefused && SHOWN.has((fault.where ?? "").replace(/^\$\.(tournament\.)?/, ""));
}

/** The form for a new tournament. @param {Page & { close: () => void }} props */
export function TournamentForm({ close, ...page }) {
  const { state, session, go } = page;
  const [format, setFormat] = useState(/** @type {typeof FORMATS[number]} */ ("swiss"));
  const seats = format === PODS ? 3 : 2;
  const games = (state.welcome?.games ?? []).filter((each) => each.least_seats <= seats && seats <= each.most_seats);
  const [wanted, setGame] = useState("");
  const game = (games.find((each) => each.name === wanted) ?? games[0])?.name ?? "";
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [given, setGiven] = useState({
    name: "",
    rounds: 5,
    most: 32,
    time: 60_000,
    bots: false,
    starts: "",
    best: 1,
    cut: /** @type {number | null} */ (null),
    check: /** @type {number | null} */ (null),
    third: false,
    duration: 3_600_000,
    ready: false,
    delay: /** @type {typeof DELAYS[number] | ""} */ (""),
  });
  const [further, setFurther] = useState(FURTHER);
  const [pause, setPause] = useState(/** @type {number | null} */ (60_000));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [isBusy, setBusy] = useState(false);
  const offer = games.find((each) => each.name === game);
  const fields = useDescription(page, game);
  const hasDecks = (offer?.decks ?? []).length > 0;
  const usual = t("direct.usual_name", { game: offer?.title ?? "" });
  /** @param {Partial<typeof given>} some */
  const set = (some) => setGiven((now) => ({ ...now, ...some }));
  const isArena = format === ARENA;
  const isBracket = format === "single_elimination" || format === "double_elimination";
  const isRobin = format === "round_robin";
  const largest = isRobin ? MOST_IN_ROUND_ROBIN : format === "swiss" ? 500 : 128;
  const mayCut = format === "swiss" || format === "round_robin";
  const hasThird = format === "single_elimination" || (mayCut && given.cut !== null);
  const make = async () => {
    setBusy(true);
    setFault(null);
    const starts = given.starts === "" ? null : Date.parse(given.starts) + state.ahead;
    try {
      const requests = await session.client.tournaments();
      /** @type {Omit<import("../../../javascript/types/v1.js").CreateTournament, "type" | "ref">} */
      const tournament = {
        name: given.name.trim() || usual,
        game,
        format,
        options,
        rounds: isBracket || isRobin ? 20 : given.rounds,
        ...(isArena && { duration: given.duration }),
        ...(format !== PODS && !isArena && { best_of: given.best }),
        ...(mayCut && { cut_to: given.cut }),
        ...(hasThird && { third_place: given.third }),
        ...(!isArena && { check_in: given.check, when_ready: given.ready }),
        ...(!isArena && { [format === "swiss" ? "most_in_swiss" : "most_entrants"]: Math.min(given.most, largest) }),
        time_limit: given.time,
        between_rounds: pause,
        starts_at: starts,
        bots: given.bots,
        ...(given.delay !== "" && { spectator_delay: given.delay }),
        ...fieldsOf(further, format, hasDecks),
      };
      if (further.weekly && given.starts !== "") {
        await requests.schedule({ tournament: { type: "create_tournament", ...tournament }, ...weekly(given.starts) });
        close();
        return;
      }
      const made = await requests.create(tournament);
      go(`/tournaments/${encodeURIComponent(made.summary.id)}`);
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  /** The refusal of a field, beside it. @param {...string} names */
  const at = (...names) =>
    fault instanceof CommandRefused &&
    names.some((name) => fault.where === `$.${name}` || fault.where === `$.tournament.${name}`)
      ? h(Fault, { error: fault, key: `fault ${names[0]}` })
      : null;
  return h(Dialog, { title: t("tournaments.new"), close, class: "opening" }, [
    h(Choice, {
      key: "format",
      label: t("direct.format"),
      isShort: true,
      value: format,
      choices: FORMATS.map((value) => ({ value, title: t(`tournaments.format.${value}`) })),
      change: setFormat,
    }),
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
      at("name"),
      isArena &&
        h(Choice, {
          key: "duration",
          label: t("direct.duration"),
          isShort: true,
          value: given.duration,
          choices: DURATIONS.map((value) => ({ value, title: duration(value) })),
          change: (time) => set({ duration: time }),
        }),
      !isBracket &&
        !isRobin &&
        !isArena &&
        h(Stepper, {
          key: "rounds",
          label: t("direct.rounds"),
          value: given.rounds,
          least: 1,
          most: 20,
          change: (rounds) => set({ rounds }),
        }),
      at("rounds"),
      !isArena &&
        h(Stepper, {
          key: "most",
          label: t("direct.most"),
          value: Math.min(given.most, largest),
          least: 2,
          most: largest,
          change: (most) => set({ most }),
        }),
      at("most_entrants", "most_in_swiss"),
      h(Choice, {
        key: "time",
        label: t("direct.time_limit"),
        isShort: true,
        value: given.time,
        choices: TIMES.map((value) => ({ value, title: duration(value) })),
        change: (time) => set({ time }),
      }),
      !isArena &&
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
      !isArena &&
        h(Switch, {
          key: "ready",
          label: t("direct.when_ready"),
          note: t("direct.when_ready_note"),
          value: given.ready,
          change: (ready) => set({ ready }),
        }),
      format !== PODS &&
        !isArena &&
        h(Choice, {
          key: "best",
          label: t("direct.best_of"),
          isShort: true,
          value: given.best,
          choices: [1, 3].map((value) => ({ value, title: t("direct.best_of_n", { n: value }) })),
          change: (best) => set({ best }),
        }),
      mayCut &&
        h(Choice, {
          key: "cut",
          label: t("direct.cut"),
          isShort: true,
          value: given.cut,
          choices: CUTS.map((value) => ({
            value,
            title: value === null ? t("direct.none") : t("direct.best", { n: value }),
          })),
          change: (cut) => set({ cut }),
        }),
      at("cut_to"),
      hasThird &&
        h(Switch, {
          key: "third",
          label: t("direct.third_place"),
          value: given.third,
          change: (third) => set({ third }),
        }),
      !isArena &&
        h(Choice, {
          key: "check",
          label: t("direct.check_in"),
          isShort: true,
          value: given.check,
          choices: CHECK_INS.map((value) => ({ value, title: value === null ? t("direct.none") : duration(value) })),
          change: (check) => set({ check }),
        }),
      h("label", { class: "field", key: "starts" }, [
        h("span", { class: "field-words", key: "words" }, [
          h("span", { class: "field-label", key: "label" }, t(isArena ? "direct.arena_starts_at" : "direct.starts_at")),
          h("span", { class: "dim", key: "note" }, t("direct.starts_note")),
        ]),
        h("input", {
          key: "input",
          type: "datetime-local",
          value: given.starts,
          onInput: (/** @type {any} */ event) => set({ starts: event.currentTarget.value }),
        }),
      ]),
      at("starts_at", "check_in"),
      h(Further, {
        page,
        format,
        starts: given.starts,
        hasDecks,
        known: further,
        change: setFurther,
        at,
        key: "further",
      }),
      h(Choice, {
        key: "delay",
        label: t("opening.delay"),
        note: t("direct.delay_note"),
        isShort: true,
        value: given.delay || (further.rated ? "30s" : "none"),
        choices: DELAYS.map((value) => ({ value, title: t(`opening.delay_${value}`) })),
        change: (delay) => set({ delay }),
      }),
      h(Switch, {
        key: "bots",
        label: t("direct.bots"),
        note: t("direct.bots_note"),
        value: given.bots,
        change: (bots) => set({ bots }),
      }),
      offer !== undefined && h(GameOptions, { offer, fields, known: options, change: setOptions, key: "options" }),
      fault !== null && !isShown(fault) && h(Fault, { error: fault, key: "fault" }),
      h(
        "button",
        {
          type: "button",
          class: "main",
          key: "make",
          disabled: isBusy || offer === undefined,
          onClick: make,
        },
        t(further.weekly && given.starts !== "" ? "direct.make_weekly" : "direct.make"),
      ),
    ]),
  ]);
}
