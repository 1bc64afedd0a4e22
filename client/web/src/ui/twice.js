import { h, useState } from "../../vendor/preact.js";

/**
 * A button for something that cannot be undone. It asks for confirmation in place.
 * @param {{ label: string, sure: string, does: () => void, tone?: string }} props
 */
export function Twice({ label, sure, does, tone = "risky" }) {
  const [isAsked, setAsked] = useState(false);
  const press = () => {
    setAsked(!isAsked);
    if (isAsked) does();
  };
  return h(
    "button",
    { type: "button", class: tone, onClick: press, onBlur: () => setAsked(false) },
    isAsked ? sure : label,
  );
}
