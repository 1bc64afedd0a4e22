// Unpacks what the npm package @sparticuz/chromium brings into a folder: node unpack.mjs FOLDER
//
// The package's own code unpacks into /tmp and asks for the flags of a cloud function; a test needs the program alone.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const folder = process.argv[2];
const packed = `${folder}/node_modules/@sparticuz/chromium/bin`;

const unpacked = (name) => brotliDecompressSync(readFileSync(`${packed}/${name}.br`));

writeFileSync(`${folder}/chromium`, unpacked("chromium"));
for (const name of ["al2023.tar", "fonts.tar", "swiftshader.tar"]) {
  const { status } = spawnSync("tar", ["-x", "-C", folder], { input: unpacked(name), stdio: ["pipe", 1, 2] });
  if (status !== 0) {
    throw new Error(`tar ended with ${status}`);
  }
}
writeFileSync(
  `${folder}/fonts.conf`,
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`,
);
