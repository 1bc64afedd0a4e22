/** Starts the page: settings, words, store, line, paths, and the first paint. */

import { h, render } from "../vendor/preact.js";
import { App } from "./app.js";
import { keepFocus } from "./focus.js";
import { Session } from "./line/session.js";
import { follow, go, route } from "./router.js";
import { applied, keptSettings } from "./settings.js";
import { initial, isAsked } from "./state/initial.js";
import { Store } from "./state/store.js";
import { refusalText, refusedUntil } from "./ui/refusal.js";
import { t } from "./words.js";

/** How long a remark stands, in milliseconds. */
const REMARK = 6_000;

const settings = keptSettings();
await applied(settings);

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Store<import("./state/initial.js").State>} */
const store = new Store(initial(route(location.pathname + location.search), settings), paint);
const session = new Session(store, location.origin, { remark: (what) => noted(t(`line.${what}`)) });
let remarks = 0;

/** @param {import("./router.js").Route} to */
function changed(to) {
  store.change((state) => ({ ...state, route: to }));
  scrollTo(0, 0);
}

/** @param {unknown} error */
function failed(error) {
  remark(refusalText(error), "bad", refusedUntil(error));
}

/** @param {string} text */
function noted(text) {
  remark(text, "plain");
}

/**
 * @param {string} text
 * @param {"bad" | "plain"} tone
 * @param {number | null} [until] when it may be tried again
 */
function remark(text, tone, until = null) {
  const id = ++remarks;
  store.change((state) => ({ ...state, toasts: [...state.toasts, { id, text, tone, until }].slice(-3) }));
  setTimeout(
    () => store.change((state) => ({ ...state, toasts: state.toasts.filter((each) => each.id !== id) })),
    REMARK,
  );
}

/** @type {Omit<import("./page.js").Page, "state">} */
const page = { store, session, go: (path, how) => go(path, changed, how), failed, noted };

/** @type {import("./sound.js").Sounds | null} */
let sounds = null;
let painted = store.state;

/** @param {import("./state/initial.js").State} state */
function paint(state) {
  sounds?.play(painted, state);
  painted = state;
  entitle(state);
  render(h(App, { ...page, state }), root);
}

/** What the title says of whose move it is. */
let isOurs = false;

/** Say in the title whose move it is. @param {import("./state/initial.js").State} state */
function entitle(state) {
  if (isAsked(state) === isOurs) return;
  isOurs = !isOurs;
  document.title = isOurs ? `● ${t("page.your_move")} – ${t("app.title")}` : t("app.title");
}

/** The first signs of somebody: what they will need next is fetched then, so that nothing of it delays what is seen first. */
const SIGNS = ["pointermove", "pointerdown", "keydown"];

function touched() {
  for (const sign of SIGNS) removeEventListener(sign, touched);
  const needed = [
    import("./operations/tables.js"),
    import("./operations/matchmaking.js"),
    import("./operations/chat.js"),
  ];
  for (const fetched of needed) fetched.catch(() => {}); // asked for again by a click
  import("./sound.js").then(
    ({ Sounds }) => {
      sounds = new Sounds(() => store.state.settings);
    },
    () => {}, // a silent page is a page, too
  );
}

for (const sign of SIGNS) addEventListener(sign, touched);
keepFocus(root);
follow(changed);
paint(store.state);
session.open();
