/** Requests for a pause in which the clocks stand, and the pause itself. */
export const words = {
  "recess.asked": "{name} asks for a pause of at most 10 minutes.",
  "recess.waits": "You asked for a pause: waiting for {names}.",
  "recess.agree": "Agree",
  "recess.decline": "Decline",
  "recess.on": "Pause: all clocks stand.",
  "recess.waits_on": "Pause: waiting for {names}.",
  "recess.resume": "Go on",
  "recess.declined": "No pause: the request of {name} was declined.",
  "recess.over": "The pause is over.",
};
