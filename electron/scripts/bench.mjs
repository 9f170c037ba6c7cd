/**
 * `npm run bench`: measures each row together with its floor, the least possible value. Rows are in
 * test/bench/*.bench.ts; the row "group.name" is in a file whose name starts with the group.
 */
import fs from "node:fs";
import path from "node:path";
import { become, run } from "./child.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { findNatsServer } from "./nats-server.mjs";
import { node24, root } from "./places.mjs";
import { setUp } from "./test.mjs";

/** Files whose rows are measured in a real window. */
const WINDOW = ["cold-start", "printing-window", "window"];
const USAGE = "npm run bench -- [--only ROW]… [--json FILE]";

/**
 * Runs the benches, and prints their rows.
 *
 * @param {readonly string[]} args `--only ROW`: only that row, or all rows with that prefix; may be
 *   repeated. `--json FILE`: also writes the rows into the file, one per line: {row, unit, ours,
 *   floor, ratio, goal, runs, spread}.
 */
export async function bench(args) {
  const { only, json } = read(args);
  const folder = path.join(root, "test/bench");
  const isWanted = (name) =>
    only.length === 0 || only.some((row) => name.startsWith(row.split(".")[0]));
  const files = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".bench.ts") && isWanted(name));
  if (files.length === 0) throw new Error(`no row begins with ${only.join(" or ")}`);
  await setUp();
  const isWindow = files.some((name) => WINDOW.some((file) => name.startsWith(file)));
  if (isWindow) await run(node24, [path.join(root, "electron/scripts/build.mjs")], { cwd: root });
  if (json !== undefined) fs.writeFileSync(json, "");
  const screen = !isWindow || hasDisplay() ? undefined : await startDisplay();
  const wanted = {
    PACKBENCH_NATS_SERVER: findNatsServer() ?? "",
    PACKBENCH_ONLY: only.join(" "),
    ...(json === undefined ? {} : { PACKBENCH_JSON: json }),
  };
  try {
    let worst = 0;
    for (const file of files)
      worst = Math.max(
        worst,
        await become(node24, [path.join(folder, file)], {
          cwd: root,
          env: { ...process.env, ...screen?.env, ...wanted },
        }),
      );
    return worst;
  } finally {
    screen?.stop();
  }
}

/**
 * Parses the arguments.
 *
 * @param {readonly string[]} args
 */
function read(args) {
  const only = [];
  let json;
  for (let i = 0; i < args.length; i += 2) {
    const value = args[i + 1];
    if (value === undefined || !["--only", "--json"].includes(args[i]))
      throw new Error(`${args[i]} is not understood: ${USAGE}`);
    if (args[i] === "--only") only.push(value);
    else json = path.resolve(value);
  }
  return { only, json };
}
