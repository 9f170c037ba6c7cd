/**
 * Unit and integration tests. Real files, sockets and processes: few at a time, each with time
 * enough on a busy machine.
 */
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ROOT } from "./helpers/folders.ts";

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

/** Tests of code that Node does not run as it is: pages, and what Electron alone provides. */
const BUNDLED = "architecture|electron|guides|renderer";

export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      {
        extends: true,
        test: { name: "bundled", include: [`test/(${BUNDLED})/**/*.test.ts`] },
      },
      {
        extends: true,
        test: {
          name: "station",
          include: [`test/!(${BUNDLED})/**/*.test.ts`],
          // Node loads the sources as the station does: an eighth of the processor time less.
          experimental: { viteModuleRunner: false },
        },
      },
    ],
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
    setupFiles: ["test/helpers/bundled-threads.ts", "test/helpers/set-up.ts"],
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
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
