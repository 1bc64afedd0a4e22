// Tells the kinds of files that stand on its standard input, a line of hexadecimal digits each, and whether each is a transcript; first what
// all kinds are called.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { KINDS, kindOf, transcriptIn } = await import(pathToFileURL(process.argv[2]));
console.log(JSON.stringify(KINDS));
for await (const line of createInterface({ input: process.stdin })) {
  const bytes = Uint8Array.from(Buffer.from(line, "hex"));
  let isTranscript = true;
  try {
    transcriptIn(bytes);
  } catch {
    isTranscript = false;
  }
  console.log(JSON.stringify([kindOf(bytes), isTranscript]));
}
