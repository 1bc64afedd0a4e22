// Says whose transcripts are that stand on its standard input, a line each: {"transcript", "keys"}; prints what was found, a line each.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { whoseIs } = await import(pathToFileURL(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  const { transcript, keys } = JSON.parse(line);
  console.log(JSON.stringify(await whoseIs(transcript, keys)));
}
