/**
 * A program for Windows that searches the network with the product's own search.
 * `npm run test:windows` bundles it and runs it on Node for Windows.
 *
 *     node search.js LIBRARY ANSWER
 *
 * LIBRARY: a library whose functions replace Windows's; "" uses Windows's. The program writes the
 * found printers or the error, the number of allocations that were not freed, and the time, as JSON
 * to the file ANSWER.
 */
import { writeFileSync } from "node:fs";
import { silentLog } from "../../core/base/log.ts";
import { browseWindows } from "../../core/printing/discovery/browse-windows.ts";
import { searchNetwork } from "../../core/printing/discovery/search-network.ts";
import { loadKoffi } from "../../core/base/koffi.ts";

const [library = "", answer = ""] = process.argv.slice(2);
const startedAt = performance.now();
let failure = "";
const browse = (): ReturnType<typeof browseWindows> =>
  browseWindows({ forMs: 500, ...(library === "" ? {} : { library }) }).catch((error: unknown) => {
    failure = String(error);
    throw error;
  });
const search = await searchNetwork({
  known: [],
  log: silentLog,
  browse,
  ask: () => Promise.resolve(undefined),
});
const held: unknown =
  library === "" ? 0 : loadKoffi().load(library).func("__stdcall", "Held", "int", [])();
writeFileSync(answer, JSON.stringify({ search, failure, held, ms: performance.now() - startedAt }));
process.exit(0);
