import { h } from "../../vendor/preact.js";

/** One of several, in a line of buttons. @param {{ label: string, value: string, choices: readonly { value: string, title: string }[], change: (value: string) => void }} props */
export function Several({ label, value, choices, change }) {
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
            checked: choice.value === value,
            onChange: () => change(choice.value),
          }),
          h("span", { key: "title" }, choice.title),
        ]),
      ),
    ),
  ]);
}
