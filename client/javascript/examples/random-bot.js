import { connect } from "@quarterdeck/client";

const me = await connect(process.argv[2] ?? "http://127.0.0.1:8765", { name: "Ada" });
const match = await me.play("density-deck", { bots: 3 });
console.log("Seated. A match against these bots takes a minute.");
for await (const turn of match.turns()) {
  await turn.act(turn.choices[Math.floor(Math.random() * turn.choices.length)]);
}
console.log(match.result);
me.close();
