/**
 * Writes the API's documents, which a station serves as they are. Runs on Node 24, before a station
 * or a test starts and in the build; skipped when none of the documents' sources has changed.
 *
 *     dist/api-documents/openapi.json   the OpenAPI document
 *     dist/api-documents/plain.html     the same document as a page to read
 */
import fs from "node:fs";
import path from "node:path";
import { root } from "./places.mjs";
import { stateOf } from "./sources-state.mjs";

const folder = path.join(root, "dist", "api-documents");
const stamp = path.join(folder, "built-from");
const about = path.join(root, "package.json");

export async function writeApiDocuments() {
  const state = stateOf(
    ["core"],
    [about, path.join(root, "package-lock.json"), import.meta.filename],
  );
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === state) return;
  const { allRoutes } = await import("../../core/routes.ts");
  const { API_PREFIX } = await import("../../core/http/api-prefix.ts");
  const { makeDocsPage } = await import("../../core/http/docs-page.ts");
  const { makeDocument } = await import("../../core/http/openapi.ts");
  // The server mounts file uploads after all other operations; the document keeps that order.
  const endpoints = allRoutes(noParts())
    .map(({ endpoint }) => endpoint)
    .toSorted((a, b) => Number(a.wholeBody === true) - Number(b.wholeBody === true));
  const document = await makeDocument(
    endpoints,
    JSON.parse(fs.readFileSync(about, "utf8")).version,
  );
  fs.mkdirSync(folder, { recursive: true });
  replace("openapi.json", JSON.stringify(document));
  replace("plain.html", makeDocsPage(document, API_PREFIX));
  replace(path.basename(stamp), state);
}

/**
 * Returns placeholders for the running parts of a station, because routes are only read and never
 * called.
 */
function noParts() {
  const parts = new Proxy({}, { get: () => parts });
  return parts;
}

/** Replaces the file in one step, because a station may read it meanwhile. */
function replace(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(`${file}.${process.pid}`, text);
  fs.renameSync(`${file}.${process.pid}`, file);
}

if (process.argv[1] === import.meta.filename) await writeApiDocuments();
