/**
 * Cold start: spawn to usable screen, beside a bare window. Timed from the parent process, in turn.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, folderOnDisk } from "../helpers/folders.ts";
import { measure } from "./measure.ts";

const program = createRequire(import.meta.url)("electron") as unknown as string;

/**
 * The start of every day follows a day: what Chromium keeps for it is written some seconds after a
 * start, and at the second one.
 */
const DAYS_BEFORE = 2;
const DAY_MS = 8_000;

/**
 * @param livesMs How long it stays open afterwards.
 * @returns ms until the program says it is ready.
 */
async function timeStart(args: readonly string[], livesMs = 0): Promise<number> {
  const begun = performance.now();
  const child = spawn(program, [...args, "--no-sandbox", "--disable-gpu", "--log-level=3"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((done, failed) => {
    child.stdout.once("data", () => done());
    child.once("exit", (code) =>
      failed(new Error(`${args[0]} ended with ${code} before it was ready`)),
    );
  });
  const ms = performance.now() - begun;
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
