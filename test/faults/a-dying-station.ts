/** Starts station processes that kill themselves at a fault point. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programFile } from "../helpers/programs.ts";

export type Child = {
  readonly process: ChildProcess;
  readonly url: string;
  readonly token: string;
};

/** Starts `keyed-child.ts`, which dies at a named fault point. */
export function startChild(dataDir: string, kind: string): Promise<Child> {
  return startProgram("keyed-child.ts", dataDir, kind);
}

/**
 * Starts a program and reads its address and token.
 * @param program File of this folder; it prints its address and token as JSON.
 * @throws Error when the program ends before it has printed them.
 */
export async function startProgram(program: string, ...args: readonly string[]): Promise<Child> {
  const child = spawn(process.execPath, [programFile(program), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => []),
  ])) as [string?];
  if (line === undefined) throw new Error("the station ended before it served");
  return { process: child, ...(JSON.parse(line) as { url: string; token: string }) };
}

export async function kill(child: Child | undefined): Promise<void> {
  if (child === undefined || child.process.exitCode !== null || child.process.signalCode !== null)
    return;
  child.process.kill("SIGKILL");
  await once(child.process, "exit");
}

/**
 * Creates a `faultPoint` function that kills the station, like kill -9, at the n-th pass of a fault
 * point, and records the death in the folder.
 */
export function dyingAt(dataDir: string, place: string, n: number): (point: string) => void {
  let passed = 0;
  return (point) => {
    if (point !== place) return;
    passed += 1;
    if (passed !== n) return;
    appendFileSync(join(dataDir, "died-at.txt"), `${point}\n`);
    process.kill(process.pid, "SIGKILL");
  };
}

/** Lists the fault points at which stations of this folder died. */
export function deathsOf(dataDir: string): readonly string[] {
  const file = join(dataDir, "died-at.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}
