import { h } from "../../vendor/preact.js";
import { CHOICES, changeSettings } from "../settings.js";
import { lazy } from "../ui/lazy.js";
import { Several } from "../ui/several.js";
import { languages, t } from "../words.js";

/** @import { Page } from "../page.js" */
/** @import { Settings as Kept } from "../settings.js" */

const Challengers = lazy(["settings"], async () => (await import("../notices/challengers.js")).Challengers, {
  isSmall: true,
});

/** The settings of this page. They stay in this browser. @param {Page} page */
export function Settings(page) {
  const { settings } = page.state;
  /** @param {Partial<Kept>} with_ */
  const change = (with_) => changeSettings(page, with_).catch(page.failed);
  return h("div", { class: "page people" }, [
    h("h1", { key: "h1" }, t("nav.settings")),
    h("section", { class: "panel settings", key: "settings" }, [
      h(Several, {
        key: "theme",
        label: t("settings.theme"),
        value: settings.theme,
        choices: CHOICES.theme.map((value) => ({ value, title: t(`settings.theme_${value}`) })),
        change: (theme) => change({ theme: /** @type {Kept["theme"]} */ (theme) }),
      }),
      h(Several, {
        key: "motion",
        label: t("settings.motion"),
        value: settings.motion,
        choices: CHOICES.motion.map((value) => ({ value, title: t(`settings.motion_${value}`) })),
        change: (motion) => change({ motion: /** @type {Kept["motion"]} */ (motion) }),
      }),
      h(Several, {
        key: "sound",
        label: t("settings.sound"),
        value: settings.sound,
        choices: CHOICES.sound.map((value) => ({ value, title: t(`settings.sound_${value}`) })),
        change: (sound) => change({ sound: /** @type {Kept["sound"]} */ (sound) }),
      }),
      settings.sound !== "off" &&
        h("label", { class: "setting", key: "volume" }, [
          t("settings.volume"),
          h("input", {
            type: "range",
            min: 1,
            max: 10,
            value: settings.volume,
            key: "input",
            "data-setting": "volume",
            onChange: (/** @type {any} */ event) => change({ volume: Number(event.currentTarget.value) }),
          }),
        ]),
      h(Several, {
        key: "language",
        label: t("settings.language"),
        value: settings.language,
        choices: [
          { value: "system", title: t("settings.language_system") },
          ...languages.map((value) => ({ value, title: languageName(value) })),
        ],
        change: (language) => change({ language }),
      }),
      h(YesNo, {
        key: "confirm",
        label: t("settings.confirm"),
        note: t("settings.confirm_note"),
        value: settings.confirm,
        change: (confirm) => change({ confirm }),
      }),
      h(YesNo, {
        key: "summary",
        label: t("settings.summary"),
        note: t("settings.summary_note"),
        value: settings.summary,
        change: (summary) => change({ summary }),
      }),
      h(YesNo, {
        key: "keys",
        label: t("settings.keys"),
        note: t("settings.keys_note"),
        value: settings.keys,
        change: (keys) => change({ keys }),
      }),
    ]),
    page.state.me !== null &&
      (page.state.welcome?.capabilities ?? []).includes("challenges") &&
      h(Challengers, { ...page, key: "challengers" }),
    h("p", { key: "about" }, h("a", { href: "/about" }, t("settings.about"))),
  ]);
}

/** @param {string} code */
function languageName(code) {
  return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
}

/** @param {{ label: string, note: string, value: boolean, change: (value: boolean) => void }} props */
function YesNo({ label, note, value, change }) {
  return h("label", { class: "form-check setting" }, [
    h("input", {
      type: "checkbox",
      role: "switch",
      key: "input",
      checked: value,
      onChange: (/** @type {any} */ event) => change(event.currentTarget.checked),
    }),
    h("span", { key: "label" }, [label, h("span", { class: "dim form-note", key: "note" }, note)]),
  ]);
}
