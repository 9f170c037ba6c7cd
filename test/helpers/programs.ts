/**
 * Programs that tests start as separate processes, bundled into test-results/, because loading the
 * core from its sources costs each process a second of processor time.
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./folders.ts";

/**
 * Folder of the bundles. Like the helpers, this folder is two folders below the root, so that
 * programs find the root.
 */
export const PROGRAMS = join(ROOT, "test-results/programs");

/** Maps each program's name to its source. */
export function listPrograms(): Readonly<Record<string, string>> {
  const children = globSync("test/{core,faults,fuzz}/**/*-child.ts", { cwd: ROOT });
  const sources = ["test/helpers/quick-serve.ts", "test/helpers/quick-hub.ts", ...children];
  return Object.fromEntries(sources.map((source) => [basename(source, ".ts"), join(ROOT, source)]));
}

/**
 * Returns the path of a program's bundle.
 *
 * @param name File name of the program's source without its folder: "quick-serve.ts".
 */
export function programFile(name: string): string {
  return join(PROGRAMS, `${basename(name, ".ts")}.js`);
}
