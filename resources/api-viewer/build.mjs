/**
 * Makes the viewer of the API's documents from its package: one file, gzipped, as browsers take it
 * over plain HTTP. Run it after changing the version and commit the files:
 * `node resources/api-viewer/build.mjs`.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { fetchPackage } from "../../electron/scripts/fetch-package.mjs";

const PACKAGE = {
  name: "@scalar/api-reference",
  version: "1.72.1",
  integrity:
    "sha512-XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==",
};

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = await fetchPackage(PACKAGE);
const viewer = await readFile(path.join(folder, "dist", "browser", "standalone.js"));
// The time in gzip's head is 0 in Node: the same package gives the same bytes.
await writeFile(here("viewer.js.gz"), gzipSync(viewer, { level: 9 }));
