// Verifies requests of webhooks that stand on its standard input, a line each, with a library that is not ours. It knows
// HMAC only; Node.js itself verifies Ed25519.
import { createPublicKey, verify } from "node:crypto";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { Webhook } = (await import(pathToFileURL(`${process.argv[2]}/standardwebhooks/dist/index.js`))).default;
for await (const line of createInterface({ input: process.stdin })) {
  const { secret, body, headers } = JSON.parse(line);
  try {
    if (secret.startsWith("whpk_")) check(secret, body, headers);
    else new Webhook(secret).verify(body, headers);
    console.log("verified");
  } catch (error) {
    console.log(error.message);
  }
}

function check(secret, body, headers) {
  const x = Buffer.from(secret.slice(5), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const found = headers["webhook-signature"].split(" ").filter((each) => each.startsWith("v1a,"));
  if (!found.some((each) => verify(null, signed, key, Buffer.from(each.slice(4), "base64"))))
    throw new Error("No matching signature found");
}
