// Reads the preview of each address in the arguments, in a language, with two programs that are not ours; prints what
// they found, a line each.
import { pathToFileURL } from "node:url";

const [modules, language, ...addresses] = process.argv.slice(2);
const headers = { "accept-language": language };
const load = async (path) => import(pathToFileURL(`${modules}/${path}`));
const { default: scrape } = await load("open-graph-scraper/dist/esm/index.js");
const { extract } = await load("@extractus/oembed-extractor/esm/mod.js");
for (const url of addresses) {
  const { error, result } = await scrape({ url, timeout: 60, fetchOptions: { headers } });
  const embedded = await extract(url, {}, (each) => fetch(each, { headers }));
  console.log(JSON.stringify({ error, graph: result, embedded }));
}
