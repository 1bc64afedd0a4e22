// Run a provider of identities that others wrote (`oidc-provider`): oidc_provider.mjs MODULES REDIRECT
// Everybody is signed in at once as the person in the parameter `login_hint`. Prints its issuer.
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [modules, redirect] = process.argv.slice(2);
const { default: Provider } = await import(pathToFileURL(`${modules}/oidc-provider/lib/index.js`));

const server = createServer().listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: "quarterdeck", client_secret: "school", redirect_uris: [redirect], token_endpoint_auth_method: "client_secret_post" }],
    pkce: { required: () => true },
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url.startsWith("/interaction/")) return answer(request, response);
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const accountId = session?.accountId ?? params.login_hint ?? "pupil-1";
    if (prompt.name === "login") return provider.interactionFinished(request, response, { login: { accountId } });
    const grant = grantId ? await provider.Grant.find(grantId) : new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope("openid");
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  console.log(issuer);
});
