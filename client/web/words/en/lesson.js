/** What is said around a guided first match. */
export const words = {
  "lesson.unknown": "There is no guided match of this game here.",
  "lesson.you": "Guest",
  "lesson.step": "Guided match · {at} of {all}",
  "lesson.watch": "Watch …",
  "lesson.go_on": "Go on",
  "lesson.not_now": "Not now. {hint}",
  "lesson.bot": "Play against the bot {bot}",
  "lesson.rules": "All rules",
  "lesson.again": "Once more",
};
