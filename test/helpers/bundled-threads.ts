/**
 * Runs before all else in a process of tests: threads start from what bundle-programs.ts has
 * bundled. From its sources a thread takes 0.3 s of processor time to load, from the bundle 0.07 s.
 */
import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./folders.ts";
import { programFile } from "./programs.ts";

const CORE = pathToFileURL(join(ROOT, "core")).href;
const THREAD = /new URL\("\.\/([a-z-]+-worker)\.ts", import\.meta\.url\)/g;

// The variable was set after the process had started.
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
