import { CommandRefused, connect, namesOf, PhraseBook } from "@quarterdeck/client";
import type { GameAction } from "@quarterdeck/client/games/density-deck";
import type { Result, Update } from "@quarterdeck/client/protocol";

/** Follow a match to its end, and tell it line by line. */
export async function told(url: string, id: string, say: (line: string) => void): Promise<Result | null> {
  const me = await connect(url, { signIn: false });
  const { phrases } = await me.game("density-deck");
  const match = await me.watchMatch(id, 0);
  for await (const update of match.updates()) {
    const book = new PhraseBook(phrases, namesOf(update.players)).at(update.view);
    for (const event of update.events) {
      say(book.event(event));
    }
  }
  me.close();
  return match.result;
}

/** The bot that likes to fight. */
export async function fights(url: string): Promise<boolean | string> {
  const me = await connect(url, { name: "Ada" });
  try {
    const match = await me.play("density-deck", { bots: 1, options: { lives: 1 } });
    for await (const turn of match.turns()) {
      const choices: GameAction[] = turn.choices;
      const fight = choices.find((choice) => choice.type === "fight") ?? choices[0];
      await turn.act(fight);
    }
    const latest: Update = match.latest;
    return latest.result?.places[latest.seat ?? 0] === 1;
  } catch (error) {
    return error instanceof CommandRefused ? `${error.code}: ${error.text}` : Promise.reject(error);
  } finally {
    me.close();
  }
}
