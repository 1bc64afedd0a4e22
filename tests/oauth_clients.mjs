// Take an app through OAuth by a strict client library: oauth_clients.mjs MODULES LIBRARY SERVER SESSION_TOKEN
import { pathToFileURL } from "node:url";

const [modules, library, server, session] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${modules}/${path}`));
const client_id = "strict.example";
const redirect_uri = "http://127.0.0.1:9/back";

/** Answer the question at the page as the player. */
async function allowed(address) {
  const query = new URL(address).search.slice(1);
  const headers = { Authorization: `Bearer ${session}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ query, allow: true });
  const answer = await fetch(`${server}/oauth/consent`, { method: "POST", headers, body });
  return new URL((await answer.json()).redirect);
}

/** Allow the code that a program shows, as the player does. */
async function allowedCode(code) {
  const headers = { Authorization: `Bearer ${session}`, "Content-Type": "application/json" };
  const command = { type: "answer_device_request", ref: code, code, allow: true };
  await fetch(`${server}/v1/commands`, { method: "POST", headers, body: JSON.stringify(command) });
}

/** Take answers with another issuer, without one, and with another state to a client, which must refuse them. */
async function refused(back, take) {
  for (const [name, value] of [["iss", "https://evil.example"], ["iss"], ["state", "another"]]) {
    const mixed = new URL(back);
    mixed.searchParams.delete(name);
    if (value) mixed.searchParams.set(name, value);
    const said = await (async () => take(mixed))().then(() => "accepted", () => "refused");
    console.log(said);
  }
}

async function withLowLevelClient() {
  const oauth = await load("oauth4webapi/build/index.js");
  const options = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(server);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options });
  const as = await oauth.processDiscoveryResponse(issuer, found);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const asked = new URL(as.authorization_endpoint);
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const wanted = { client_id, redirect_uri, response_type: "code", scope: "play", state, code_challenge };
  asked.search = new URLSearchParams({ ...wanted, code_challenge_method: "S256" });
  const back = await allowed(asked);
  const client = { client_id };
  const none = oauth.None();
  const answer = oauth.validateAuthResponse(as, client, back, state);
  const response = await oauth.authorizationCodeGrantRequest(as, client, none, answer, redirect_uri, verifier, options);
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response);
  if (tokens.access_token && tokens.token_type === "bearer") console.log("tokens");
  const again = await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token, options);
  const second = await oauth.processRefreshTokenResponse(as, client, again);
  if (second.access_token !== tokens.access_token) console.log("refreshed");
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, client, none, second.access_token, options),
  );
  console.log("revoked");
  const begun = await oauth.deviceAuthorizationRequest(as, client, none, { scope: "play" }, options);
  const device = await oauth.processDeviceAuthorizationResponse(as, client, begun);
  await allowedCode(device.user_code);
  const given = await oauth.deviceCodeGrantRequest(as, client, none, device.device_code, options);
  if ((await oauth.processDeviceCodeResponse(as, client, given)).access_token) console.log("by code");
  await refused(back, (mixed) => oauth.validateAuthResponse(as, client, mixed, state));
}

async function withHighLevelClient() {
  const oauth = await load("openid-client/build/index.js");
  const execute = [oauth.allowInsecureRequests];
  const config = await oauth.discovery(new URL(server), client_id, undefined, oauth.None(), { algorithm: "oauth2", execute });
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const expectedState = oauth.randomState();
  const code_challenge = await oauth.calculatePKCECodeChallenge(pkceCodeVerifier);
  const wanted = { redirect_uri, scope: "play", state: expectedState, code_challenge, code_challenge_method: "S256" };
  const asked = oauth.buildAuthorizationUrl(config, wanted);
  const back = await allowed(asked);
  const tokens = await oauth.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState });
  if (tokens.access_token) console.log("tokens");
  const second = await oauth.refreshTokenGrant(config, tokens.refresh_token);
  if (second.access_token !== tokens.access_token) console.log("refreshed");
  await oauth.tokenRevocation(config, second.access_token);
  console.log("revoked");
  const device = await oauth.initiateDeviceAuthorization(config, { scope: "play" });
  await allowedCode(device.user_code);
  if ((await oauth.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 })).access_token) console.log("by code");
  const checks = { pkceCodeVerifier, expectedState };
  await refused(await allowed(asked), (mixed) => oauth.authorizationCodeGrant(config, mixed, checks));
}

async function withOwnClient() {
  const { AppSignIn } = await import("../client/javascript/src/index.js");
  const app = new AppSignIn(server, { clientId: client_id, redirect: redirect_uri, storage: null });
  let code = "";
  const show = (asked) => {
    code = asked.user_code;
  };
  const answers = [() => {}, () => {}, () => allowedCode(code)]; // the second question is too early
  const waited = [];
  const tokens = await app.tokensByCode(["play"], show, (seconds) => {
    waited.push(seconds);
    return answers.shift()();
  });
  if (tokens.access_token && waited.join() === "5,10,15") console.log("by code");
}

if (library === "sdk") await withOwnClient();
else await (library === "oauth4webapi" ? withLowLevelClient() : withHighLevelClient());
