/** Cold start: spawn to usable screen, beside a bare window. Timed from the parent process, in turn. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, folderOnDisk } from "../helpers/folders.ts";
import { measure } from "./measure.ts";

const program = createRequire(import.meta.url)("electron") as unknown as string;

/** @returns ms until the program says it is ready. */
async function timeStart(args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(program, [...args, "--no-sandbox", "--disable-gpu", "--log-level=3"], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise<void>((done, failed) => {
    child.stdout.once("data", () => done());
    child.once("exit", (code) => failed(new Error(`${args[0]} ended with ${code} before it was ready`)));
  });
  const ms = performance.now() - begun;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
  return ms;
}

const dataDir = folderOnDisk();
const ours = () => timeStart([ROOT, "--demo", "--data", dataDir, "--port", "0", "--unattended"]);
const bareDir = folderOnDisk();
const bare = () => timeStart([join(ROOT, "test/bench/bare"), `--user-data-dir=${bareDir}`]);

await ours(); // fills the folder: what is measured is the start of every day, not of the first
await bare();
await measure([{ row: "cold-start.usable", unit: "ms", goal: "ratio ≤ 1.5", ours, floor: bare }]);
for (const folder of [dataDir, bareDir]) rmSync(folder, { recursive: true, force: true });
