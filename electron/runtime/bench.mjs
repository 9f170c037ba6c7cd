/** `npm run bench`: each row beside its floor, in one run. Files test/bench/*.bench.ts, one row or group each. */
import fs from "node:fs";
import path from "node:path";
import { become } from "./child.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { node24, root } from "./places.mjs";
import { setUp } from "./test.mjs";
import { run } from "./child.mjs";

/** @param {readonly string[]} args Parts of file names; none: all. */
export async function bench(args) {
  await setUp();
  await run(node24, [path.join(root, "electron/runtime/build.mjs")], { cwd: root });
  const folder = path.join(root, "test/bench");
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".bench.ts") && (args.length === 0 || args.some((a) => name.includes(a))));
  const screen = hasDisplay() ? undefined : await startDisplay();
  try {
    let worst = 0;
    for (const file of files) worst = Math.max(worst, await become(node24, [path.join(folder, file)], { cwd: root, env: { ...process.env, ...screen?.env } }));
    return worst;
  } finally {
    screen?.stop();
  }
}
