// What a client does in the shared conversations, by the name of the program; the same stands for Python in
// tests/client/conversation_programs.py. Run with the server's address, the program's name and its argument.
import { ClientError, CommandRefused, connect } from "../src/index.js";

/** @import { Client } from "../src/client.js" */
/** @import { FollowedMatch } from "../src/followed-match.js" */

/** @type {Record<string, (me: Client, argument: any) => Promise<unknown>>} */
const programs = {
  play: async (me, game) => toTheEnd(await me.play(game, { bots: 1 })),
  seek: async (me, game) => {
    const search = await me.seek(game, { bots_after: 0, rated: false });
    for await (const _ of search) {
      if (search.offer !== null && !search.offer.has_accepted) {
        await search.accept();
      }
    }
    return toTheEnd(await search.begun());
  },
  follow: async (me, match) => {
    const told = [];
    for await (const { epoch, version, events } of (await me.watchMatch(match)).updates()) {
      told.push([epoch ?? 0, version, events.length]);
    }
    return told;
  },
  rated: async (me, match) => {
    const { place, unrated } = await (await me.watchMatch(match)).rated();
    return { place, unrated };
  },
  sit: async (me, table) => (await me.tables.sit({ table })).id,
  listen: async (me, where) => {
    const texts = (await me.chat.join(where)).map((line) => line.text);
    for await (const { text } of me.chat.lines(where)) {
      texts.push(text);
      if (text === "goodbye") {
        break;
      }
    }
    return texts;
  },
};

/** @param {FollowedMatch} match */
async function toTheEnd(match) {
  const acted = [];
  for await (const turn of match.turns()) {
    acted.push(await turn.act(turn.choices[0]));
  }
  return { acted, result: match.result };
}

const [url = "", name = "", argument = ""] = process.argv.slice(2);

/** @returns {Promise<object>} */
async function outcome() {
  try {
    const me = await connect(url, { name: "Ada", connectTimeout: 300_000 }); // however busy the machine is
    try {
      return { value: await programs[name]?.(me, argument), reconnects: me.reconnects };
    } finally {
      me.close();
    }
  } catch (error) {
    if (error instanceof CommandRefused) {
      return { refused: error.code, where: error.where, retry_in: error.retryIn };
    }
    if (error instanceof ClientError) {
      return { error: error.name };
    }
    throw error;
  }
}

console.log(JSON.stringify(await outcome()));
