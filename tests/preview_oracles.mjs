// Reads the preview of each address in the arguments with two programs that are not ours; prints what they found, a line each.
import { pathToFileURL } from "node:url";

const modules = process.argv[2];
const load = async (path) => import(pathToFileURL(`${modules}/${path}`));
const { default: scrape } = await load("open-graph-scraper/dist/esm/index.js");
const { extract } = await load("@extractus/oembed-extractor/esm/mod.js");
for (const url of process.argv.slice(3)) {
  const { error, result } = await scrape({ url, timeout: 60 });
  const embedded = await extract(url);
  console.log(JSON.stringify({ error, graph: result, embedded }));
}
