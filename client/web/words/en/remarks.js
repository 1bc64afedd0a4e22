/** What a player learns about their connection or about who they are. */
export const words = {
  "remark.made_anew": "The server no longer knew you, so you are a new guest.",
  "remark.rewound": "The server lost the newest moves of a match. It continues from before them; nobody cheated.",
  "remark.ask_password": "The server no longer knows this device. Please sign in again.",
  "remark.not_kept":
    "Your browser does not let this page save anything. If you reload or close it, you are signed out.",
};
