import { h, useEffect, useState } from "../../vendor/preact.js";
import { duration } from "../ui/clock.js";
import { Choice, Stepper, Switch, TextField } from "../ui/field.js";
import { Folded } from "../ui/form.js";
import { called, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { ClubSummary, CreateTournament, ScheduleTournament, TieBreak } from "../../../javascript/types/v1.js" */

/** The usual further terms: everybody may enter. */
export const FURTHER = {
  entry: /** @type {"open" | "invited" | "club"} */ ("open"),
  club: "",
  least: "",
  most: "",
  waiting: false,
  ties: /** @type {readonly TieBreak[]} */ ([]),
  rated: false,
  accelerated: false,
  points: "",
  weekly: false,
  decks: /** @type {"any" | "ready" | "owned" | "sealed"} */ ("any"),
  packs: 6,
  build: 1_800_000,
  openLists: false,
};

/** @typedef {typeof FURTHER} Terms */

/** The tie-breaks to choose from. @type {readonly TieBreak[]} */
const TIES = [
  "buchholz_cut_1",
  "buchholz",
  "sonneborn_berger",
  "wins",
  "direct_encounter",
  "progress",
  "opponents_wins_33",
  "opponents_wins_25",
];

/** The points by place in a pod as hundredths: `3 2 1`. @param {string} typed */
function pointsOf(typed) {
  const words = typed.trim().split(/[\s:;/]+/);
  return typed.trim() === "" ? [] : words.map((each) => Math.round(100 * Number(each.replace(",", "."))) || 0);
}

/**
 * The fields of further terms in a format.
 * @param {Terms} terms
 * @param {string} format
 * @param {boolean} hasDecks
 * @returns {Partial<CreateTournament>}
 */
export function fieldsOf(terms, format, hasDecks) {
  const isRanked = format === "swiss" || format === "round_robin" || format === "pods";
  const isSealed = terms.decks === "sealed";
  return {
    ...(hasDecks && { decks: terms.decks, open_lists: terms.openLists }),
    ...(hasDecks && isSealed && { packs: terms.packs, build_time: terms.build }),
    entry: terms.entry,
    ...(terms.entry === "club" && { club: terms.club }),
    ...(terms.least.trim() !== "" && { least_rating: Number(terms.least) }),
    ...(terms.most.trim() !== "" && { most_rating: Number(terms.most) }),
    waiting_list: terms.waiting,
    rated: terms.rated,
    ...(isRanked && terms.ties.length > 0 && { tie_breaks: [...terms.ties] }),
    ...(format === "swiss" && { accelerated: terms.accelerated }),
    ...(format === "pods" && { place_points: pointsOf(terms.points) }),
  };
}

/**
 * The schedule of a local time such as `2026-12-04T20:00`, in the time zone of this browser.
 * @param {string} starts
 * @returns {Omit<ScheduleTournament, "type" | "ref" | "tournament">}
 */
export function weekly(starts) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { weekday: (new Date(starts).getDay() + 6) % 7, at: starts.slice(11, 16), zone };
}

/**
 * The further terms of a new tournament, folded away: entry, order of equal players, repetition.
 * @param {{ page: Page, format: string, starts: string, hasDecks: boolean, known: Terms, change: (terms: Terms) => void, at: (...names: string[]) => any }} props
 */
export function Further({ page, format, starts, hasDecks, known, change, at }) {
  /** @param {Partial<Terms>} some */
  const set = (some) => change({ ...known, ...some });
  const isRanked = format === "swiss" || format === "round_robin" || format === "pods";
  const isModerator = useModerator(page);
  return h("div", { class: "form", "data-part": "further" }, [
    h(Folded, { title: t("direct.entry_terms"), key: "entry" }, [
      h(Choice, {
        key: "entry",
        label: t("direct.entry"),
        value: known.entry,
        choices: ["open", "invited", "club"].map((value) => ({
          value,
          title: called("direct.entry_way", value),
          description: called("direct.entry_note", value),
        })),
        change: (entry) => set({ entry }),
      }),
      known.entry === "club" &&
        h(ClubChoice, { page, value: known.club, change: (club) => set({ club }), key: "club" }),
      at("club"),
      h(TextField, {
        key: "least",
        label: t("direct.least_rating"),
        note: t("direct.any_rating"),
        value: known.least,
        most: 5,
        change: (least) => set({ least }),
      }),
      at("least_rating"),
      h(TextField, {
        key: "most",
        label: t("direct.most_rating"),
        note: t("direct.any_rating"),
        value: known.most,
        most: 5,
        change: (most) => set({ most }),
      }),
      at("most_rating"),
      h(Switch, {
        key: "waiting",
        label: t("direct.waiting_list"),
        note: t("direct.waiting_note"),
        value: known.waiting,
        change: (waiting) => set({ waiting }),
      }),
      at("waiting_list"),
      isModerator &&
        h(Switch, {
          key: "rated",
          label: t("direct.rated"),
          note: t("tournaments.rated_note"),
          value: known.rated,
          change: (rated) => set({ rated }),
        }),
      at("rated"),
    ]),
    (isRanked || at("accelerated", "place_points", "tie_breaks")) &&
      h(Folded, { title: t("direct.order_terms"), key: "order" }, [
        isRanked && h(TieBreaks, { chosen: known.ties, change: (ties) => set({ ties }), key: "ties" }),
        at("tie_breaks"),
        format === "pods" &&
          h(TextField, {
            key: "points",
            label: t("direct.place_points"),
            note: t("direct.place_points_note"),
            value: known.points,
            most: 40,
            change: (points) => set({ points }),
          }),
        at("place_points"),
        format === "swiss" &&
          h(Switch, {
            key: "accelerated",
            label: t("direct.accelerated"),
            note: t("direct.accelerated_note"),
            value: known.accelerated,
            change: (accelerated) => set({ accelerated }),
          }),
        at("accelerated"),
      ]),
    hasDecks &&
      h(Folded, { title: t("direct.deck_terms"), key: "decks" }, [
        h(Choice, {
          key: "decks",
          label: t("direct.decks"),
          value: known.decks,
          choices: ["any", "ready", "owned", "sealed"].map((value) => ({
            value,
            title: called("direct.decks_of", value),
            description: called("direct.decks_note", value),
          })),
          change: (decks) => set({ decks }),
        }),
        at("decks"),
        known.decks === "sealed" &&
          h(Stepper, {
            key: "packs",
            label: t("direct.packs"),
            value: known.packs,
            least: 1,
            most: 12,
            change: (packs) => set({ packs }),
          }),
        known.decks === "sealed" &&
          h(Choice, {
            key: "build",
            label: t("direct.build_time"),
            note: t("direct.build_note"),
            isShort: true,
            value: known.build,
            choices: [1_200_000, 1_800_000, 2_700_000, 3_600_000].map((value) => ({ value, title: duration(value) })),
            change: (build) => set({ build }),
          }),
        at("build_time", "packs"),
        h(Switch, {
          key: "open",
          label: t("direct.open_lists"),
          note: t("direct.open_lists_note"),
          value: known.openLists,
          change: (openLists) => set({ openLists }),
        }),
        at("open_lists"),
      ]),
    starts !== "" &&
      h(Switch, {
        key: "weekly",
        label: t("direct.weekly"),
        note: t("direct.weekly_note"),
        value: known.weekly,
        change: (weekly_) => set({ weekly: weekly_ }),
      }),
    at("zone"),
  ]);
}

/** True for a moderator, who can make rated tournaments. @param {Page} page */
export function useModerator({ session, failed }) {
  const [isModerator, setModerator] = useState(false);
  useEffect(() => {
    session.client.account.get().then(({ roles = [] }) => setModerator(roles.length > 0), failed);
  }, []);
  return isModerator;
}

/** One of the player's clubs. @param {{ page: Page, value: string, change: (club: string) => void }} props */
function ClubChoice({ page: { session, failed }, value, change }) {
  const [clubs, setClubs] = useState(/** @type {readonly ClubSummary[] | null} */ (null));
  useEffect(() => {
    const read = async () => {
      const { mine = [] } = await (await session.client.clubs()).list();
      const own = mine.filter(({ role }) => role === "member" || role === "organiser" || role === "owner");
      setClubs(own);
      if (value === "" && own[0]) change(own[0].id);
    };
    read().catch(failed);
  }, []);
  if (clubs === null) return h("p", { class: "dim" }, t("page.loading"));
  if (clubs.length === 0) return h("p", { class: "dim" }, t("direct.no_club"));
  return h(Choice, {
    label: t("direct.club"),
    isShort: true,
    value,
    choices: clubs.map(({ id, name }) => ({ value: id, title: name })),
    change,
  });
}

/** The tie-breaks in the order in which they are chosen. @param {{ chosen: readonly TieBreak[], change: (ties: readonly TieBreak[]) => void }} props */
function TieBreaks({ chosen, change }) {
  return h("fieldset", { class: "field choice" }, [
    h("legend", { key: "legend" }, t("direct.tie_breaks")),
    h("p", { class: "dim", key: "note" }, t("direct.tie_breaks_note")),
    h(
      "div",
      { class: "choice-options", key: "options" },
      TIES.map((tie) =>
        h("label", { key: tie, class: "choice-option" }, [
          h("input", {
            key: "check",
            type: "checkbox",
            checked: chosen.includes(tie),
            onChange: () => change(chosen.includes(tie) ? chosen.filter((each) => each !== tie) : [...chosen, tie]),
          }),
          h("span", { class: "choice-words", key: "words" }, [
            h("span", { class: "choice-title", key: "title" }, [
              chosen.includes(tie) && `${chosen.indexOf(tie) + 1}. `,
              called("tournaments.tie_break", tie),
            ]),
            h("span", { class: "dim", key: "means" }, called("tournaments.means", tie)),
          ]),
        ]),
      ),
    ),
  ]);
}
