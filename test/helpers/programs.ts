/**
 * Programs that tests start as processes of their own, bundled into test-results/: to load the core
 * from its sources costs each process a second of processor time.
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./folders.ts";

/** Two folders below the root, as the helpers: they find the root from there. */
export const PROGRAMS = join(ROOT, "test-results/programs");

/** Name of a program to its source. */
export function listPrograms(): Readonly<Record<string, string>> {
  const children = globSync("test/{core,faults,fuzz}/**/*-child.ts", { cwd: ROOT });
  const sources = ["test/helpers/quick-serve.ts", "test/helpers/quick-hub.ts", ...children];
  return Object.fromEntries(sources.map((source) => [basename(source, ".ts"), join(ROOT, source)]));
}

/** @param name Of the program's source, without its folder: "quick-serve.ts". */
export function programFile(name: string): string {
  return join(PROGRAMS, `${basename(name, ".ts")}.js`);
}
