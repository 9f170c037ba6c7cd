/**
 * The printer simulator as a separate process: a running simulator, or one started for the demo.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join, resolve } from "node:path";

export type SimulatorAddress = {
  readonly host: string;
  readonly port: number;
  readonly page: string;
};
export type ReachedSimulator = SimulatorAddress & { stop(): void };

const MAIN = resolve(import.meta.dirname, "../..", "printing", "simulator", "main.ts");
const START_TIMEOUT_MS = 15_000;

/**
 * Returns the address of a running simulator, or starts a simulator.
 *
 * @param options.printer "host:port" of a running simulator; ignored without `page`.
 * @param options.page URL at which the running simulator lists its jobs.
 * @param options.dir Folder in which a started simulator stores its jobs.
 */
export async function reachSimulator(options: {
  dir: string;
  printer?: string | undefined;
  page?: string | undefined;
}): Promise<ReachedSimulator> {
  if (options.printer !== undefined && options.page !== undefined) {
    const [host = "127.0.0.1", port = "9100"] = options.printer.split(":");
    return { host, port: Number(port), page: options.page, stop: () => {} };
  }
  return startSimulator(options.dir);
}

async function startSimulator(dir: string): Promise<ReachedSimulator> {
  const child = spawn(process.execPath, [MAIN, "--port", "0", "--http", "0", "--dir", join(dir)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const found = new Map<string, string>();
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, key, value] = /^(\w+):\s+(\S+)/.exec(line) ?? [];
      if (key !== undefined && value !== undefined) found.set(key, value);
      if (found.has("printer") && found.has("page")) break;
    }
  } finally {
    clearTimeout(timer);
  }
  const [, host, port] = /^tcp:\/\/(.+):(\d+)$/.exec(found.get("printer") ?? "") ?? [];
  const page = found.get("page");
  if (host === undefined || page === undefined)
    throw new Error("The printer simulator did not start.");
  child.stdout.resume();
  child.unref();
  return { host, port: Number(port), page: page.replace(/\/$/, ""), stop: () => void child.kill() };
}
