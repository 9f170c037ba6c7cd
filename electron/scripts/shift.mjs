/**
 * `npm run shift`: builds the window and packs a shift's parcels through it.
 */
import path from "node:path";
import { become, run } from "./child.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { node24, root } from "./places.mjs";
import { setUp } from "./test.mjs";

/**
 * Builds the window and packs the parcels.
 *
 * @param {readonly string[]} args `--parcels N` (600 by default), `--json`.
 * @returns {Promise<number>} The exit code: 0 when every goal was met.
 */
export async function shift(args) {
  await setUp();
  await run(node24, [path.join(root, "electron/scripts/build.mjs")], { cwd: root });
  const screen = hasDisplay() ? undefined : await startDisplay();
  try {
    return await become(node24, [path.join(root, "test/shift/main.ts"), ...args], {
      cwd: root,
      env: { ...process.env, ...screen?.env },
    });
  } finally {
    screen?.stop();
  }
}
