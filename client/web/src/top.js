import { h, useEffect, useState } from "../vendor/preact.js";
import { Icon } from "./ui/icon.js";
import { lazy } from "./ui/lazy.js";
import { t } from "./words.js";

/** @import { Page } from "./page.js" */

/** Where one can go, the most needed first. @type {readonly (readonly [string, import("./words.js").Key])[]} */
const WAYS = [
  ["/", "nav.play"],
  ["/lobby", "nav.lobby"],
  ["/cards", "nav.cards"],
  ["/decks", "nav.decks"],
  ["/collection", "nav.collection"],
  ["/ladder", "nav.ladder"],
];

const TradeSign = lazy([], async () => (await import("./screens/trade-sign.js")).TradeSign, { isSmall: true });

/** What stands above every screen but a table. Where there is no room for all of it, it is a menu. @param {Page} page */
export function Top(page) {
  const { state } = page;
  const [isOpen, setOpen] = useState(false);
  const { path } = state.route;
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = ({ key }) => {
      if (key === "Escape") setOpen(false);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  /** @param {string} href @param {import("./words.js").Key} key */
  const way = (href, key) => h("a", { href, "aria-current": isAt(path, href), key: href }, t(key));
  return h("header", { class: `top${isOpen ? " top-open" : ""}` }, [
    h(
      "button",
      {
        type: "button",
        class: "quiet top-menu",
        "aria-expanded": isOpen,
        "aria-controls": "ways",
        "aria-label": t("nav.menu"),
        key: "menu",
        onClick: () => setOpen(!isOpen),
      },
      h(Icon, { name: isOpen ? "close" : "list" }),
    ),
    h("a", { class: "brand", href: "/", key: "brand" }, t("app.title")),
    h("nav", { id: "ways", "aria-label": t("nav.main"), key: "nav" }, [
      ...WAYS.map(([href, key]) => way(href, key)),
      h(
        "a",
        {
          class: "top-late",
          href: "/settings",
          "aria-current": isAt(path, "/settings"),
          key: "settings",
        },
        t("nav.settings"),
      ),
    ]),
    state.me?.player.kind === "person" && h(TradeSign, { ...page, key: "trades" }),
    h("a", { class: "who", href: "/account", key: "who" }, h("bdi", null, state.me?.player.name ?? t("nav.sign_in"))),
  ]);
}

/** What is one's own cards' but has a path of its own. */
const OWN_CARDS = /^\/(packs|trades|movements|odds)\b/;

/** Whether a way leads to where one is, or to what that is a part of. @param {string} path @param {string} href */
function isAt(path, href) {
  const here = (path.split("?")[0] ?? "").replace(OWN_CARDS, "/collection/");
  return here === href ? "page" : href !== "/" && here.startsWith(`${href}/`) ? "true" : undefined;
}
