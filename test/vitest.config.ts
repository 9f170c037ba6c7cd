/**
 * Unit and integration tests. They use real files, sockets and processes, so few run at a time, and
 * each has time enough on a busy computer.
 */
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { ROOT } from "./helpers/folders.ts";

/**
 * Files that kill and start stations. They run first, so that none of them runs alone at the end.
 */
const LONG = /\/test\/faults\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

/** Folders whose code Node cannot run directly: pages, and code that needs Electron. */
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
          // Node loads the sources as the station does, which needs an eighth less processor time.
          experimental: { viteModuleRunner: false },
        },
      },
    ],
    pool: "forks",
    // Four workers for two cores, because tests wait for files, sockets and each other.
    maxWorkers: 4,
    // Loading the core takes half a second of processor time. Each process does it once, not once
    // per file.
    isolate: false,
    globalSetup: [
      "test/helpers/run-folders.ts",
      "test/helpers/api-documents.ts",
      "test/helpers/bundle-programs.ts",
    ],
    setupFiles: ["test/helpers/bundled-threads.ts", "test/helpers/set-up.ts"],
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // Tests start station processes, which read the code that an earlier process has compiled.
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, "../test-results/compile-cache") },
    tags: [
      { name: "all", description: "Runs in `npm test -- all` only." },
      {
        name: "alone",
        description: "Measures time: runs in the stage `turns`, while no other test runs.",
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
