/**
 * A real hub for tests of the window, like test/helpers/hub.ts but without Vitest, which these
 * tests do not use.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { ROOT } from "./folders.ts";
import { runProgram } from "./run-program.ts";

/** Path of the nats-server; "" when this machine has none. */
export const natsServer = findNatsServer() ?? "";
/** Whether tests of the hub run. Always true in CI, where a missing nats-server fails them. */
export const isHubTested = natsServer !== "" || process.env["CI"] !== undefined;

export type WindowHub = {
  /** Join code from the hub's start, for one station. */
  readonly joinCode: string;
  add(): Promise<string>;
  /** Kills the hub and its server at once, like a power cut. */
  kill(): Promise<void>;
  /** Restarts the hub at the same address. */
  start(): Promise<void>;
};

const environment = (): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  PACKBENCH_NATS_SERVER: natsServer,
});

/** Starts a hub; the test kills it. @param dir Folder of the hub. */
export async function startWindowHub(dir: string): Promise<WindowHub> {
  let child: ChildProcess | undefined;
  let ready: { url: string; joinCode: string } | undefined;
  const start = async (): Promise<void> => {
    const port = ready === undefined ? "0" : new URL(ready.url).port;
    const started = spawn(
      process.execPath,
      [
        join(ROOT, "core/sync/hub/main.ts"),
        "--dir",
        dir,
        "--port",
        port,
        "--name",
        "Depo",
        "--json",
      ],
      { stdio: ["ignore", "pipe", "inherit"], env: environment() },
    );
    child = started;
    let out = "";
    for await (const chunk of started.stdout) {
      out += String(chunk);
      if (out.includes("\n")) break;
    }
    ready ??= JSON.parse(out) as { url: string; joinCode: string };
  };
  await start();
  return {
    joinCode: ready?.joinCode ?? "",
    async add() {
      const { stdout } = await runProgram(
        process.execPath,
        [join(ROOT, "core/sync/hub/main.ts"), "--dir", dir, "add"],
        environment(),
      );
      return (JSON.parse(stdout) as { joinCode: string }).joinCode;
    },
    async kill() {
      if (child !== undefined && child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      for (const pid of serversOf(dir)) process.kill(pid, "SIGKILL");
    },
    start,
  };
}

/** Process ids of servers with this folder's configuration. */
function serversOf(dir: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return words[0]?.endsWith("nats-server") === true &&
        words.some((word) => word.startsWith(dir))
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });
}
