// Verifies transcripts that stand on its standard input, a line each: {"transcript", "noted"}; prints what was found, a line each.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { verify } = await import(pathToFileURL(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  const { transcript, noted } = JSON.parse(line);
  console.log(JSON.stringify(await verify(transcript, noted)));
}
