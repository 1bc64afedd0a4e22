// Verifies requests of webhooks that stand on its standard input, a line each, with a library that is not ours.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { Webhook } = (await import(pathToFileURL(`${process.argv[2]}/standardwebhooks/dist/index.js`))).default;
for await (const line of createInterface({ input: process.stdin })) {
  const { secret, body, headers } = JSON.parse(line);
  try {
    new Webhook(secret).verify(body, headers);
    console.log("verified");
  } catch (error) {
    console.log(error.message);
  }
}
