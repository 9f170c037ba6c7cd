/**
 * Cold start: from spawn to a usable screen, compared with an empty window. Both are timed from the
 * parent process, in turn.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, folderOnDisk } from "../helpers/folders.ts";
import { measure } from "./measure.ts";

const program = createRequire(import.meta.url)("electron") as unknown as string;

/**
 * Number of starts before the measured starts. Chromium writes its caches some seconds after a
 * start, and more caches at the second start.
 */
const DAYS_BEFORE = 2;
/** How long the program stays open after each of those starts, ms. */
const DAY_MS = 8_000;

/**
 * Starts the program once, and ends it.
 * @param livesMs How long the program stays open after it is ready, ms.
 * @returns ms until the program prints that it is ready.
 */
async function timeStart(args: readonly string[], livesMs = 0): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(program, [...args, "--no-sandbox", "--disable-gpu", "--log-level=3"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((done, failed) => {
    child.stdout.once("data", () => done());
    child.once("exit", (code) =>
      failed(new Error(`${args[0]} ended with ${code} before it was ready`)),
    );
  });
  const ms = performance.now() - startedAt;
  await new Promise((done) => setTimeout(done, livesMs));
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
  return ms;
}

const dataDir = folderOnDisk();
const ours = (livesMs?: number) =>
  timeStart([ROOT, "--demo", "--data", dataDir, "--port", "0", "--unattended"], livesMs);
const bareDir = folderOnDisk();
const bare = (livesMs?: number) =>
  timeStart([join(ROOT, "test/bench/bare"), `--user-data-dir=${bareDir}`], livesMs);

for (let day = 0; day < DAYS_BEFORE; day += 1) {
  await ours(DAY_MS);
  await bare(DAY_MS);
}
await measure([
  {
    row: "cold-start.usable",
    unit: "ms",
    goal: "ratio ≤ 1.5",
    ours: () => ours(),
    floor: () => bare(),
  },
]);
for (const folder of [dataDir, bareDir]) rmSync(folder, { recursive: true, force: true });
