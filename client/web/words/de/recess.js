/** Requests for a pause in which the clocks stand, and the pause itself. */
export const words = {
  "recess.asked": "{name} bittet um eine Pause von höchstens 10 Minuten.",
  "recess.waits": "Du hast um eine Pause gebeten: Es fehlt die Antwort von {names}.",
  "recess.agree": "Zustimmen",
  "recess.decline": "Ablehnen",
  "recess.on": "Pause: Alle Uhren stehen.",
  "recess.waits_on": "Pause: Es fehlt noch {names}.",
  "recess.resume": "Weiter",
  "recess.declined": "Keine Pause: Die Bitte von {name} wurde abgelehnt.",
  "recess.over": "Die Pause ist vorbei.",
};
