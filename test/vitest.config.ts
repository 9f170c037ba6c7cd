/**
 * Unit and integration tests. Real files, sockets and processes: few at a time, each with time
 * enough on a busy machine.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ROOT } from "./helpers/folders.ts";
import { programFile } from "./helpers/programs.ts";

/**
 * Files that kill and start stations: first, so that no worker is left alone with one at the end.
 */
const LONG = /\/test\/faults\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

/**
 * Threads start from what test/helpers/bundle-programs.ts has bundled: from its sources a thread
 * takes 0.3 s of processor time to load, from the bundle 0.07 s.
 */
const bundledThreads: NonNullable<ViteUserConfig["plugins"]>[number] = {
  name: "bundled-threads",
  enforce: "pre",
  transform: (code, id) =>
    id.startsWith(resolve(ROOT, "core"))
      ? code.replace(
          /new URL\("\.\/([a-z-]+-worker)\.ts", import\.meta\.url\)/g,
          (_, name: string) => `new URL(${JSON.stringify(pathToFileURL(programFile(name)).href)})`,
        )
      : undefined,
};

export default defineConfig({
  root: ROOT,
  plugins: [bundledThreads],
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // One more than there are cores: tests wait for files, sockets and each other.
    maxWorkers: 3,
    // To load the core takes half a second of processor time: each process does it once, not once a
    // file.
    isolate: false,
    globalSetup: [
      "test/helpers/run-folders.ts",
      "test/helpers/api-documents.ts",
      "test/helpers/bundle-programs.ts",
    ],
    setupFiles: ["test/helpers/set-up.ts"],
    sequence: { sequencer: LongestFirst },
    // Stations that a test starts as processes of their own read the code that the first one has
    // compiled.
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, "../test-results/compile-cache") },
    tags: [
      { name: "all", description: "Runs in `npm test -- all` only." },
      { name: "alone", description: "Measures time: runs in the stage `turns`, beside no other." },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
