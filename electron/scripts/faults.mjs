/**
 * `npm run faults`: runs the crash, chaos and fuzz tests in full size. `npm test` runs the same
 * files in CI size.
 */
import path from "node:path";
import { become } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { modules, node24, root } from "./places.mjs";

/** Files whose tests have two sizes. */
const FILES = [
  "test/faults",
  "test/fuzz",
  "test/core/db/next-upgrade.test.ts",
  "test/core/base/threads/end-thread.test.ts",
  "test/core/station/beside.test.ts",
  "test/core/jobs/many-jobs.test.ts",
];

/**
 * Runs the tests.
 *
 * @param {readonly string[]} args Parts of file names; by default all files whose tests have two
 *   sizes.
 * @returns {Promise<number>} The exit code: 0 when all passed.
 */
export async function faults(args) {
  await ensureDependencies();
  const files = args.length > 0 ? args : FILES;
  return become(
    node24,
    [path.join(modules, "vitest/vitest.mjs"), "run", "--config", "test/vitest.config.ts", ...files],
    { cwd: root, env: { ...process.env, PACKBENCH_FULL: "1" } },
  );
}
