import { h } from "../../vendor/preact.js";
import { Folded, Form } from "../ui/form.js";
import { PlayerName } from "../ui/player.js";
import { called, t } from "../words.js";
import { appealable, isOver, mayDirect } from "./tournament-state.js";
import { useModerator } from "./tournament-terms.js";

/** @import { Page } from "../page.js" */
/** @import { Tournament } from "../../../javascript/types/v1.js" */
/** @import { Ask } from "./tournament-director.js" */

/** The value of the choice that is no match: a field without a value is not sent. */
const REMOVAL = "removal";

/** The appeals with their answers, and forms for a new one or an answer. @param {{ page: Page, tournament: Tournament, ask: Ask }} props */
export function Appeals({ page, tournament, ask }) {
  const { appeals = [] } = tournament;
  const me = page.state.me?.player.id;
  const own = me === undefined || isOver(tournament) ? [] : appealable(tournament, me);
  if (appeals.length === 0 && own.length === 0) return null;
  const isOpen = !isOver(tournament) && appeals.some(({ stage }) => stage === "open");
  return h("section", { class: "panel", "aria-labelledby": "appeals", "data-part": "appeals" }, [
    h("h2", { id: "appeals", key: "h" }, t("tournaments.appeals")),
    ...appeals.map(({ number, player, why, stage = "open", answer, answered_by: by }) =>
      h("div", { class: "appeal", "data-appeal": number, "data-stage": stage, key: number }, [
        h("p", { key: "why" }, [h(PlayerName, { player, key: "name" }), `: ${why}`]),
        h("p", { class: "dim", key: "answer" }, [
          called("tournaments.appeal", stage),
          by && [" · ", h(PlayerName, { player: by, key: "by" }), `: ${answer}`],
        ]),
      ]),
    ),
    isOpen && me !== undefined && h(Answer, { page, tournament, ask, me, key: "answer" }),
    own.length > 0 && h(NewAppeal, { tournament, own, ask, key: "new" }),
  ]);
}

/** The form for an appeal. @param {{ tournament: Tournament, own: ReturnType<typeof appealable>, ask: Ask }} props */
function NewAppeal({ tournament, own, ask }) {
  const options = own.map(({ match, ruling }) => ({ value: match ?? REMOVAL, title: ruling }));
  return h(Folded, { title: t("tournaments.appeal_do") }, [
    h("p", { class: "dim", key: "note" }, t("tournaments.appeal_note")),
    h(Form, {
      key: "form",
      submit: t("tournaments.appeal_send"),
      fields: [
        {
          name: "match",
          label: t("tournaments.appeal_ruling"),
          kind: "select",
          options,
          value: options[0]?.value ?? "",
        },
        { name: "why", label: t("direct.why"), most: 500 },
      ],
      send: ({ match = "", why = "" }) =>
        ask((requests) => requests.appeal(tournament.summary.id, why, match === REMOVAL ? null : match)),
    }),
  ]);
}

/** The form for the answer of a director or moderator. @param {{ page: Page, tournament: Tournament, ask: Ask, me: string }} props */
function Answer({ page, tournament, ask, me }) {
  const isModerator = useModerator(page);
  if (!isModerator && !mayDirect(tournament, me)) return null;
  const open = (tournament.appeals ?? []).filter(({ stage }) => stage === "open");
  return h(Form, {
    submit: t("tournaments.appeal_answer"),
    fields: [
      {
        name: "appeal",
        label: t("tournaments.appeal_of"),
        kind: "select",
        options: open.map(({ number, player, why }) => ({ value: String(number), title: `${player.name}: ${why}` })),
        value: String(open[0]?.number),
      },
      {
        name: "upheld",
        label: t("tournaments.appeal_verdict"),
        kind: "select",
        options: ["rejected", "upheld"].map((value) => ({ value, title: called("tournaments.appeal", value) })),
        value: "rejected",
      },
      { name: "why", label: t("direct.why"), most: 500 },
    ],
    send: ({ appeal = "", upheld = "", why = "" }) =>
      ask((requests) => requests.answerAppeal(tournament.summary.id, Number(appeal), why, upheld === "upheld")),
  });
}
