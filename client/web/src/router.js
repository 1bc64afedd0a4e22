/** Paths and screens. The server serves each path of this table as this page. */

import { showPath } from "./browser.js";

/** @typedef {{ screen: string, params: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>, path: string }} Route */

/** Only named groups of the paths are read. @type {readonly (readonly [string, RegExp])[]} */
const SCREENS = [
  ["home", /^\/$/],
  ["lobby", /^(\/embed)?\/lobby$/],
  ["table", /^\/t\/(?<table>[^/]+)$/],
  ["join", /^\/join\/(?<code>[^/]+)$/],
  ["match", /^\/(m|embed\/(match|replay))\/(?<match>[^/]+)$/],
  ["challenge", /^\/challenge$/],
  ["overlay", /^\/overlay\/match$/],
  ["replay", /^\/replay$/],
  ["cards", /^\/cards(\/(?<game>[^/]+)(\/(?<card>[^/]+))?)?$/],
  ["decks", /^\/decks(\/(?<game>[^/]+)(\/(?<code>[^/]+))?)?$/],
  ["collection", /^\/collection(\/(?<game>[^/]+))?$/],
  ["packs", /^\/packs$/],
  ["trade_with", /^\/trades\/with\/(?<player>[^/]+)$/],
  ["trades", /^\/trades(\/(?<trade>[^/]+))?$/],
  ["movements", /^\/movements$/],
  ["odds", /^\/odds$/],
  ["tournaments", /^\/tournaments(\/(?<tournament>[^/]+))?$/],
  ["ladder", /^\/ladder(\/(?<game>[^/]+)(\/(?<among>bots))?(\/(?<page>\d+))?)?$/],
  ["head_to_head", /^\/u\/(?<player>[^/]+)\/against\/(?<other>[^/]+)$/],
  ["people", /^\/(people(\/(?<player>[^/]+))?|clubs(\/(?<club>[^/]+))?)$/],
  ["profile", /^\/u\/(?<player>[^/]+)$/],
  ["game", /^\/games\/(?<game>[^/]+)$/],
  ["learn", /^\/learn\/(?<game>[^/]+)$/],
  ["account", /^\/account$/],
  ["authorize", /^\/(oauth\/authorize|device)$/],
  ["email", /^\/email$/],
  ["sign_on", /^\/sign-on\/back$/],
  ["settings", /^\/settings$/],
  ["moderation", /^\/(moderation|console)$/],
  ["about", /^\/about$/],
];

/**
 * @param {string} path with its query
 * @returns {Route}
 */
export function route(path) {
  const url = new URL(`http://localhost${path}`); // not the path against a base: that of `//host` would be another host
  const query = Object.fromEntries(url.searchParams);
  for (const [screen, pattern] of SCREENS) {
    const found = pattern.exec(url.pathname);
    if (found === null) continue;
    const params = Object.entries(found.groups ?? {}).flatMap(([name, value]) => {
      const plain = value === undefined ? null : decoded(value);
      return plain === null ? [] : [[name, plain]];
    });
    return { screen, params: Object.fromEntries(params), query, path };
  }
  return { screen: "lost", params: {}, query, path };
}

/** @param {string} value */
function decoded(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Call a function for each new route: by links within the page, and by the browser's back and forward.
 * @param {(route: Route) => void} changed
 */
export function follow(changed) {
  addEventListener("popstate", () => changed(route(location.pathname + location.search)));
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target) return;
    if (route(link.pathname).screen === "lost") return;
    event.preventDefault();
    go(link.pathname + link.search, changed);
  });
}

/**
 * @param {string} path
 * @param {(route: Route) => void} changed
 * @param {{ replace?: boolean }} [how]
 */
export function go(path, changed, { replace = false } = {}) {
  showPath(path, !replace && path !== location.pathname + location.search);
  changed(route(path));
}

/**
 * Return the address of a moment of a finished match.
 * @param {string} match
 * @param {string | number | undefined} version the last one by default
 * @param {string | number} eyes a seat, or the spectators
 */
export function addressOf(match, version, eyes) {
  return `/m/${encodeURIComponent(match)}?${version === undefined ? "" : `at=${version}&`}as=${eyes}`;
}
