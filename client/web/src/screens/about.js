import { h, useEffect, useState } from "../../vendor/preact.js";
import { t } from "../words.js";

/** @import { Page } from "../page.js" */

/** The versions of this server, its licences, and links to its documentation. @param {Page} page */
export function About({ state, failed }) {
  const [licences, setLicences] = useState("");
  useEffect(() => {
    fetch(new URL("../../vendor/LICENSES.txt", import.meta.url))
      .then((answer) => answer.text())
      .then(setLicences, failed);
  }, []);
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("about.title")),
    h("p", { key: "server" }, t("about.server", { server: state.welcome?.server ?? "" })),
    h("p", { key: "promise" }, t("about.promise")),
    h("section", { class: "panel", key: "docs" }, [
      h("h2", { key: "h2" }, t("about.docs")),
      h("ul", { class: "links", key: "list" }, [
        h("li", { key: "docs" }, h("a", { href: "/docs" }, t("about.docs_all"))),
        h("li", { key: "protocol" }, h("a", { href: "/docs/protocol" }, t("about.docs_protocol"))),
        h("li", { key: "messages" }, h("a", { href: "/docs/messages" }, t("about.docs_messages"))),
        h("li", { key: "http" }, h("a", { href: "/docs/http" }, t("about.docs_http"))),
      ]),
    ]),
    h("section", { class: "panel", key: "licences" }, [
      h("h2", { key: "h2" }, t("about.licences")),
      h("p", { key: "own" }, t("about.licence_own")),
      h("p", { key: "pictures" }, [
        t("about.licence_pictures"),
        " ",
        h("a", { href: "/pictures/credits", key: "a" }, t("about.credits")),
      ]),
      h("h3", { key: "preact" }, t("about.licence_preact")),
      h("pre", { class: "licence", tabIndex: 0, key: "text" }, licences),
    ]),
  ]);
}
