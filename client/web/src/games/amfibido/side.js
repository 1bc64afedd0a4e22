import { h } from "../../../vendor/preact.js";
import { CardText, More } from "../../table/details.js";
import { longWords, parted } from "../../ui/long-words.js";
import { Picture } from "../../ui/picture.js";
import { kept } from "../../ui/redraws.js";
import { t } from "../../words.js";
import { Belt, cardInWords, cardOf, Emblem, levelClass, nameOf } from "./card.js";
import { bookOf } from "./table.js";

/** @import { ComboView, DojoView, EquipmentView, FighterView, Power, SeatView, View } from "../../../../javascript/types/games/amfibido.js" */
/** @import { Outlook } from "../../../../javascript/types/v1.js" */
/** @import { TableProps } from "../index.js" */
/** @import { Book } from "./card.js" */

/** Number of won rounds that wins the match, and of the places that show them. */
const ROUNDS = 4;

/**
 * A player's line: rounds won, cards in hand, sensei, and resting cards.
 * @param {{ side: SeatView, view: View, props: TableProps }} given
 */
export function Person({ side, view, props }) {
  const { seat, points, hand_count: cards, sensei, sensei_used: isUsed } = side;
  const isFirst = view.starting_seat === seat && view.stage !== "over";
  return h(Sitting, {
    seat,
    name: props.names[seat] ?? "",
    points,
    cards,
    state: side.passed ? "af.passed" : isFirst ? "af.first_to_act" : null,
    isTurn: view.turn_seat === seat && props.update.result === null,
    resting: side.cooldown.length,
    sensei: sensei === null ? null : { id: sensei, isUsed, place: props.at(`sensei/${seat}`) },
    book: bookOf(view, props),
    show: props.show,
  });
}

/**
 * @typedef {object} SittingProps
 * @property {number} seat
 * @property {string} name
 * @property {number} points
 * @property {number} cards number of cards in the hand
 * @property {"af.passed" | "af.first_to_act" | null} state
 * @property {boolean} isTurn
 * @property {number} resting number of resting cards
 * @property {{ id: string, isUsed: boolean, place: any } | null} sensei
 * @property {Book} book
 * @property {TableProps["show"]} show
 */

const Sitting = kept(
  /** @param {SittingProps} props */
  ({ seat, name, points, cards, state, isTurn, resting, sensei, book, show }) =>
    h("section", { class: `af-person${isTurn ? " af-turn" : ""}`, "aria-label": name }, [
      h(
        "button",
        {
          type: "button",
          class: "af-who",
          "data-at": `seat/${seat}`,
          onClick: () => show(`seat/${seat}`),
          key: "who",
        },
        [
          h("span", { class: "af-name-line", key: "name" }, [
            h("bdi", { class: "af-player", key: "name" }, name),
            state !== null && h("i", { class: "af-passed", key: "passed" }, t(state)),
          ]),
          h(
            "span",
            { class: "af-score", "aria-hidden": "true", key: "score" },
            Array.from({ length: ROUNDS }, (_, at) => h("i", { class: at < points ? "af-won" : "", key: at })),
          ),
          h("span", { class: "unseen", key: "said" }, t("af.seat", { n: points, cards })),
          h("span", { class: "af-held", "aria-hidden": "true", "data-at": `held/${seat}`, key: "held" }, [
            h(Emblem, { of: "hand", key: "e" }),
            cards,
          ]),
        ],
      ),
      h("span", { class: "af-beside", key: "beside" }, [
        resting > 0 &&
          h(
            "button",
            {
              type: "button",
              class: "af-chip af-rest",
              "data-at": `rest/${seat}`,
              "aria-label": t("af.resting", { n: resting }),
              onClick: () => show(`rest/${seat}`),
              key: "rest",
            },
            [h(Emblem, { of: "rest", key: "e" }), resting],
          ),
        sensei !== null &&
          h(
            "div",
            {
              class: `af-chip af-sensei${sensei.isUsed ? " af-used" : ""}`,
              role: "img",
              "aria-label": `${cardInWords(book, sensei.id)}${sensei.isUsed ? ` (${t("af.used")})` : ""}`,
              ...sensei.place,
              key: "sensei",
            },
            [h(Emblem, { of: "sensei", key: "e" }), h("span", { key: "name" }, nameOf(book, sensei.id))],
          ),
      ]),
    ]),
);

/**
 * The three dojos of a side.
 * @param {{ side: SeatView, view: View, props: TableProps, isFar: boolean }} given
 */
export function Dojos({ side, view, props, isFar }) {
  const outlooks = outlooksOf(props);
  const book = bookOf(view, props);
  const facing = isFar ? null : (view.seats[1 - side.seat]?.dojos ?? null);
  const isArmed = side.dojos.some(({ equipment }) => equipment.length > 0);
  return h(
    "div",
    {
      class: `af-dojos${isArmed ? " af-armed" : ""}${isFar ? " af-far" : ""}`,
      role: "group",
      "aria-label": t("af.dojos_of", { name: props.names[side.seat] ?? "" }),
    },
    side.dojos.map((dojo, at) => {
      const name = `dojo/${side.seat}/${at + 1}`;
      const outlook = outlooks.get(name) ?? null;
      const place = props.at(name);
      const lead = outlook === null && facing !== null ? leadOf(dojo, facing[at]) : null;
      return h(Dojo, {
        dojo,
        number: at + 1,
        lead,
        place,
        pieces: piecesOf(dojo, name, props),
        outlook,
        book,
        key: at,
      });
    }),
  );
}

/**
 * The places of the cards in a dojo. A lit dojo has none: a click anywhere in it means the dojo.
 * @param {DojoView} dojo
 * @param {string} name
 * @param {TableProps} props
 * @returns {Readonly<Record<string, any>>}
 */
function piecesOf({ fighter, equipment }, name, { at, plan }) {
  const lying = [...(fighter === null ? [] : [fighter, ...(fighter.combos ?? [])]), ...equipment];
  const isLit = plan.lit.has(name);
  return Object.fromEntries(
    lying.map(({ piece }) => [piece, isLit && !plan.lit.has(`piece/${piece}`) ? {} : at(`piece/${piece}`)]),
  );
}

/** By how much a dojo is ahead of the one it faces; `null` if both are empty. @param {DojoView} dojo @param {DojoView | undefined} facing */
function leadOf(dojo, facing) {
  const [own, other] = [dojo, facing].map((each) => each?.fighter?.power ?? each?.guest?.total ?? null);
  return own == null && other == null ? null : (own ?? 0) - (other ?? 0);
}

/** @typedef {{ dojo: DojoView, number: number, lead: number | null, place: any, pieces: Readonly<Record<string, any>>, outlook: Outlook | null, book: Book }} DojoProps */

const Dojo = kept(
  /** @param {DojoProps} props */
  ({ dojo, number, lead, place, pieces, outlook, book }) => {
    const { fighter, guest = null, equipment } = dojo;
    const isEmpty = fighter === null && guest === null;
    return h(
      "div",
      {
        class: [
          // `:has` would have the browser look through all dojos with each change in one
          "af-dojo",
          !isEmpty && "af-manned",
          (fighter?.combos?.length ?? 0) > 0 && "af-fanned",
          equipment.length > 0 && "af-laden",
          (lead ?? 0) > 0 && "af-ahead",
          (lead ?? 0) < 0 && "af-behind",
        ]
          .filter(Boolean)
          .join(" "),
        ...(isEmpty && {
          role: "img",
          "aria-label": t(dojo.closed ? "af.closed_dojo" : "af.empty_dojo", { dojo: number }),
        }),
        ...place,
      },
      [
        h("div", { class: "af-stand", key: "stand" }, [
          isEmpty && h("span", { class: "af-number", "aria-hidden": "true", key: "n" }, number),
          isEmpty && dojo.closed && h("span", { class: "af-closed", key: "closed" }, t("af.closed")),
          fighter !== null && h(Combos, { combos: fighter.combos ?? [], book, pieces, key: "combos" }),
          fighter !== null && h(Fighter, { fighter, number, book, place: pieces[fighter.piece], key: fighter.piece }),
          fighter === null && guest !== null && h(Guest, { guest, book, key: "guest" }),
          h(Prospect, { outlook, key: "prospect" }),
          lead !== null && h(Lead, { lead, key: "lead" }),
        ]),
        h(
          "div",
          { class: "af-things", key: "things" },
          equipment.map((thing) => h(Thing, { thing, number, book, place: pieces[thing.piece], key: thing.piece })),
        ),
      ],
    );
  },
);

const Fighter = kept(
  /** @param {{ fighter: FighterView, number: number, book: Book, place: any }} props */
  ({ fighter, number, book, place }) => {
    const card = cardOf(book, fighter.card);
    const name = nameOf(book, fighter.card);
    const marks = marksOf(fighter);
    const said = [
      t("af.fighter", { card: name, dojo: number, n: fighter.power }),
      ...marks.map((mark) => t(`af.mark.${mark}`)),
    ];
    return h(
      "div",
      {
        class: `card af-fighter ${levelClass(card)}${fighter.neutralized ? " af-muted" : ""}`,
        role: "img",
        "aria-label": said.join(", "),
        ...place,
      },
      [
        h(Inside, { card, name, key: "inside" }),
        h("b", { class: "af-seal", key: "seal" }, fighter.power),
        marks.length > 0 &&
          h(
            "span",
            { class: "af-marks", key: "marks" },
            marks.map((mark) =>
              h(
                "i",
                { class: `af-mark af-mark-${mark}`, title: t(`af.mark.${mark}`), key: mark },
                h(Emblem, { of: mark }),
              ),
            ),
          ),
      ],
    );
  },
);

/** Letters of a name from which on two lines of it need smaller type. */
const LONG = 16;

/** The contents of a fighter's card. They do not change with its present power or with being clickable. */
const Inside = kept(
  /** @param {{ card: ReturnType<typeof cardOf>, name: string }} props */
  ({ card, name }) => [
    h(Belt, { level: card?.level ?? 0, key: "belt" }),
    h("span", { class: "af-field", key: "field" }, h(Picture, { of: card?.picture })),
    h("span", { class: `af-name${name.length > LONG ? " long-words" : ""}`, key: "name" }, parted(name, 8)),
    h(CardText, { class: "af-text", text: parted(card?.text ?? "", 12), key: "text" }),
    card?.text && h(More, { key: "more" }),
  ],
);

/**
 * The states of a fighter that are seen at a glance.
 * @param {FighterView} fighter @returns {("knockout" | "muted" | "rest")[]}
 */
function marksOf(fighter) {
  /** @type {("knockout" | "muted" | "rest")[]} */
  const marks = [];
  if (fighter.knockout) marks.push("knockout");
  if (fighter.neutralized) marks.push("muted");
  if (fighter.knocked_out) marks.push("rest");
  return marks;
}

/** A fighter of another dojo that fights in this one too. @param {{ guest: Power, book: Book }} given */
function Guest({ guest, book }) {
  const card = cardOf(book, guest.card);
  const name = nameOf(book, guest.card);
  return h(
    "div",
    {
      class: `card af-fighter af-guest ${levelClass(card)}`,
      role: "img",
      "aria-label": t("af.guest", { card: name, n: guest.total }),
    },
    [
      h(Belt, { level: card?.level ?? 0, key: "belt" }),
      h("span", { class: "af-field", key: "field" }, h(Picture, { of: card?.picture })),
      h("span", { class: "af-name", key: "name" }, parted(name, 8)),
      h("b", { class: "af-seal", key: "seal" }, guest.total),
    ],
  );
}

/**
 * The combo moves beside their fighter, fanned out.
 * @param {{ combos: readonly ComboView[], book: Book, pieces: DojoProps["pieces"] }} given
 */
function Combos({ combos, book, pieces }) {
  if (combos.length === 0) return null;
  return h(
    "div",
    { class: "af-fan" },
    combos.map((combo, key) => {
      const card = cardOf(book, combo.card);
      const words = [nameOf(book, combo.card), card?.power ?? "", combo.boomerang ? t("af.boomerang") : ""];
      return h(
        "div",
        {
          class: `af-combo ${levelClass(card)}${combo.copy ? " af-copy" : ""}`,
          role: "img",
          "aria-label": words.filter((word) => word !== "").join(", "),
          ...(combo.copy ? {} : pieces[combo.piece]),
          key,
        },
        [h(Emblem, { of: combo.boomerang ? "boomerang" : "combo", key: "e" }), h("b", { key: "b" }, card?.power ?? "")],
      );
    }),
  );
}

const Thing = kept(
  /** @param {{ thing: EquipmentView, number: number, book: Book, place: any }} props */
  ({ thing, number, book, place }) => {
    const card = cardOf(book, thing.card);
    const name = nameOf(book, thing.card);
    const gained = thing.gained ?? 0;
    const worth = [card?.power, gained > 0 && `+${gained}`].filter(Boolean).join(" ");
    const words = [
      t("af.thing", { card: name, dojo: number }),
      card?.power ?? "",
      gained > 0 ? t("af.gained", { n: gained }) : "",
      thing.neutralized ? t("af.mark.muted") : "",
    ];
    return h(
      "div",
      {
        class: `af-thing ${levelClass(card)}${thing.neutralized ? " af-muted" : ""}`,
        role: "img",
        "aria-label": words.filter((word) => word !== "").join(", "),
        ...place,
      },
      [
        h(Emblem, { of: thing.neutralized ? "muted" : "equipment", key: "e" }),
        h(
          "span",
          { class: `af-thing-name${longWords(name, thing.neutralized ? 6 : 7)}`, key: "name" },
          parted(name, 7),
        ),
        worth === "" ? h("b", { class: "af-nil", key: "b" }, "+0") : h("b", { key: "b" }, worth),
      ],
    );
  },
);

/** The power of both sides here if the choice is taken. @param {{ outlook: Outlook | null }} props */
function Prospect({ outlook }) {
  if (outlook === null || outlook.power === null || outlook.power === undefined) return null;
  const { power, against = null } = outlook;
  return h("span", { class: "af-prospect", "aria-hidden": "true" }, [
    h("b", { key: "power" }, `→ ${power}`),
    against !== null && h("span", { key: "against" }, ` : ${against}`),
  ]);
}

/** The outlooks of the present choices, by dojo. @param {TableProps} props */
function outlooksOf({ plan, update, seat }) {
  /** @type {Map<string, Outlook>} */
  const outlooks = new Map();
  for (const way of plan.ways) {
    const { dojo } = /** @type {any} */ (way.action);
    const outlook = way.choice === undefined ? null : (update.outlooks?.[way.choice] ?? null);
    const at = `dojo/${seat}/${dojo}`;
    const isNext = plan.lit.has(at) || plan.picked.some((step) => step.at === at);
    if (outlook !== null && isNext && !outlooks.has(at)) outlooks.set(at, outlook);
  }
  return outlooks;
}

/** The lead in a dojo, by words and colour. The powers are in the labels of the fighters. @param {{ lead: number }} props */
function Lead({ lead }) {
  const end = lead > 0 ? "won" : lead < 0 ? "lost" : "drawn";
  return h(
    "span",
    { class: `af-lead af-lead-${end}`, "aria-hidden": "true" },
    t(lead > 0 ? "af.ahead" : lead < 0 ? "af.behind" : "af.even", { n: Math.abs(lead) }),
  );
}
