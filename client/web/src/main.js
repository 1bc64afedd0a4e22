// Says which server it came from.

const answer = await fetch("/v1/games");
const { games } = await answer.json();
const app = document.getElementById("app");
if (app) app.textContent = `Quarterdeck: ${games.map((game) => game.title).join(", ")}`;
