/** Starts `keyed-child.ts`, a station that dies at a named place. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

export type Child = { readonly process: ChildProcess; readonly url: string; readonly token: string };

export async function startChild(dataDir: string, kind: string): Promise<Child> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "keyed-child.ts"), dataDir, kind], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { process: child, ...(JSON.parse(line) as { url: string; token: string }) };
}

export async function kill(child: Child | undefined): Promise<void> {
  if (child === undefined || child.process.exitCode !== null || child.process.signalCode !== null) return;
  child.process.kill("SIGKILL");
  await once(child.process, "exit");
}
