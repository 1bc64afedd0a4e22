/** Starts the page: settings, words, store, connection, paths, and the first paint. */

import { h, render } from "../vendor/preact.js";
import { App } from "./app.js";
import { mark, TITLE } from "./browser.js";
import { Session } from "./connection/session.js";
import { keepFocus } from "./focus.js";
import { follow, go, route } from "./router.js";
import { applied, keptSettings } from "./settings.js";
import { initial, isAsked } from "./state/initial.js";
import { Store } from "./state/store.js";
import { styled } from "./ui/lazy.js";
import { remarks } from "./ui/refusal.js";
import { t } from "./words.js";

// A key that is part of a word being written with an input method means nothing to the page: no listener hears it.
// Safari sends the Enter that ends such a word after `compositionend`, with 229 as its only mark.
addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  true,
);

const settings = keptSettings();
await applied(settings);

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Store<import("./state/initial.js").State>} */
const store = new Store(initial(route(location.pathname + location.search), settings), paint);
const { failed, noted } = remarks(store);
const session = new Session(store, location.origin, {
  remark: (what) => import("./remark.js").then(({ remark }) => remark(noted, what)).catch(failed),
});

/** @param {import("./router.js").Route} to */
function changed(to) {
  store.change((state) => ({ ...state, route: to }));
  scrollTo(0, 0);
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
  if (document.hidden) entitle(state);
  else naming ??= setTimeout(() => entitle(store.state), PAUSE); // what is asked and answered at once is no matter of the title
  render(h(App, { ...page, state }), root);
}

/** True while the title shows that it is the player's turn. */
let isOurs = false;

/**
 * Milliseconds after a visible change until the title is set, because setting it costs the browser as much as a small
 * repaint of the table.
 */
const PAUSE = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let naming;

/** Show in the title that it is the player's turn. @param {import("./state/initial.js").State} state */
function entitle(state) {
  clearTimeout(naming);
  naming = undefined;
  if (isAsked(state) === isOurs) return;
  isOurs = !isOurs;
  const title = state.welcome?.site?.name ?? TITLE;
  document.title = isOurs ? `● ${t("page.your_move")} – ${title}` : title;
  mark(isOurs);
}

/** The first events of a user. */
const SIGNS = ["pointermove", "pointerdown", "keydown"];

async function touched() {
  for (const sign of SIGNS) removeEventListener(sign, touched);
  const soon = await import("./soon.js").catch(() => null); // what did not come is asked for again by a click
  sounds = (await soon?.prepared(() => store.state.settings)) ?? sounds;
}

/** True if the system sets all colours, as the high contrast mode of Windows does. The browser reports each change. */
const forced = matchMedia("(forced-colors: active)");

function contrasted() {
  if (forced.matches) styled("contrast.css").catch(() => {});
}

forced.onchange = contrasted;
contrasted();
for (const sign of SIGNS) addEventListener(sign, touched);
keepFocus(root);
follow(changed);
paint(store.state);
session.open();
