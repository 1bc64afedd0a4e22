import { h, useEffect, useState } from "../../vendor/preact.js";

/**
 * One of several, in a line of buttons. The chosen one is marked until the page is drawn with it, or it is refused.
 * @param {{ label: string, value: string, choices: readonly { value: string, title: string }[], change: (value: string) => Promise<unknown> }} props
 */
export function Several({ label, value, choices, change }) {
  const [wanted, setWanted] = useState(/** @type {string | null} */ (null));
  /** @param {string} chosen */
  const choose = (chosen) => {
    setWanted(chosen);
    change(chosen).catch((error) => {
      setWanted(null);
      throw error;
    });
  };
  useEffect(() => setWanted(null), [value]); // the change may be done before the page is drawn with it
  return h("fieldset", { class: "setting" }, [
    h("legend", { key: "legend" }, label),
    h(
      "div",
      { class: "setting-choices", key: "choices" },
      choices.map((choice) =>
        h("label", { class: "setting-choice", key: choice.value }, [
          h("input", {
            type: "radio",
            name: label,
            key: "radio",
            checked: choice.value === (wanted ?? value),
            onChange: () => choose(choice.value),
          }),
          h("span", { key: "title" }, choice.title),
        ]),
      ),
    ),
  ]);
}
