/**
 * Runs first in each test process, so that threads start from the bundles of bundle-programs.ts.
 * Loading a thread takes 0.3 s of processor time from sources, 0.07 s from a bundle.
 */
import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./folders.ts";
import { programFile } from "./programs.ts";

const CORE = pathToFileURL(join(ROOT, "core")).href;
const THREAD = /new URL\("\.\/([a-z-]+-worker)\.ts", import\.meta\.url\)/g;

// The cache is enabled here, because the variable was set after the process had started.
enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
registerHooks({
  load(url, context, load) {
    const loaded = load(url, context);
    const code = url.startsWith(CORE) ? loaded.source?.toString() : undefined;
    if (code?.includes("-worker.ts") !== true) return loaded;
    return {
      ...loaded,
      source: code.replace(
        THREAD,
        (_, name: string) => `new URL(${JSON.stringify(pathToFileURL(programFile(name)).href)})`,
      ),
    };
  },
});
