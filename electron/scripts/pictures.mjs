/**
 * `npm run pictures`: builds the window and renders all screens to test-results/contact/index.html.
 */
import path from "node:path";
import { become, cleanEnvironment, run } from "./child.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { modules, node24, root } from "./places.mjs";
import { setUp } from "./test.mjs";

const PLAYWRIGHT = path.join(modules, "@playwright/test/cli.js");

/**
 * Builds the window and renders every screen.
 *
 * @returns {Promise<number>} The exit code: 0 when every screen was rendered.
 */
export async function pictures() {
  await setUp();
  await run(node24, [path.join(root, "electron/scripts/build.mjs")], { cwd: root });
  const screen = hasDisplay() ? undefined : await startDisplay();
  const env = { ...cleanEnvironment(), ...screen?.env };
  try {
    return await become(node24, [PLAYWRIGHT, "test", "--config", "test/e2e/pictures.config.ts"], {
      cwd: root,
      env,
    });
  } finally {
    screen?.stop();
  }
}
