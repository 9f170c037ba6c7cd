/**
 * Runs one nats-server while the hub runs: once the server has been ready, it is restarted whenever
 * it exits, with growing delays while it keeps exiting.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { nextAttemptMs, type Backoff } from "../../base/backoff.ts";
import { HubError } from "./hub-error.ts";
import type { HubTimes } from "./hub-times.ts";

/** Duration of a run after which the next restart has the shortest delay again. */
const GOOD_RUN_MS = 30_000;
const STOP_MS = 10_000;

export type ServerProcess = {
  /** Process id of the running server; undefined between two runs. */
  pid(): number | undefined;
  /** Rejects with the server's message if the server exits before it was ever ready. */
  readonly ended: Promise<never>;
  /** Restarts the server from now on whenever it exits. */
  markReady(): void;
  /** Stops the server cleanly, or forcibly if this takes too long. */
  stop(): Promise<void>;
};

export type ServerSetup = {
  readonly program: string;
  readonly config: string;
  readonly logFile: string;
  /** Called with one line about each event, for the hub's owner. */
  readonly report: (line: string) => void;
  readonly times: HubTimes;
};

/** State of the server, and how often it has exited. */
type Supervised = {
  readonly setup: ServerSetup;
  readonly backoff: Backoff;
  /** Rejects the start: the server exited before it was ready. */
  readonly refuse: (error: HubError) => void;
  child: ChildProcess | undefined;
  timer: NodeJS.Timeout | undefined;
  isReady: boolean;
  isStopping: boolean;
  failed: number;
  failedSinceMs: number;
};

/** Starts the server, which is not ready yet. */
export function startServer(setup: ServerSetup): ServerProcess {
  const { times } = setup;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const now: Supervised = {
    setup,
    backoff: { firstMs: times.restartMs, largestMs: times.restartMostMs, forMs: Infinity },
    refuse: reject,
    child: undefined,
    timer: undefined,
    isReady: false,
    isStopping: false,
    failed: 0,
    failedSinceMs: 0,
  };
  run(now);
  return {
    pid: () => now.child?.pid,
    ended,
    markReady: () => void (now.isReady = true),
    stop: () => stop(now),
  };
}

function run(now: Supervised): void {
  const { program, config, logFile } = now.setup;
  const startedMs = Date.now();
  let stderr = "";
  const server = spawn(program, ["-c", config], {
    stdio: ["ignore", "ignore", "pipe"],
    windowsHide: true,
  });
  now.child = server;
  server.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4_000)));
  let isOver = false;
  const over = (how: string): void => {
    if (isOver) return;
    isOver = true;
    if (now.child === server) now.child = undefined;
    if (now.isStopping) return;
    if (now.isReady) return runLater(now, how, startedMs);
    const fault = lastFault(logFile, startedMs) ?? stderr.trim();
    now.refuse(new HubError(`nats-server did not start (${how}). ${fault}`.trim()));
  };
  server.once("error", (error) => over(error.message));
  server.once("exit", (code, signal) => over(signal === null ? `exit code ${code}` : signal));
}

/** Restarts the server, with growing delays while it keeps exiting. */
function runLater(now: Supervised, how: string, startedMs: number): void {
  const { logFile, report } = now.setup;
  if (now.failed === 0 || Date.now() - startedMs > GOOD_RUN_MS)
    [now.failed, now.failedSinceMs] = [0, Date.now()];
  now.failed += 1;
  const next = nextAttemptMs(now.backoff, now.failed, now.failedSinceMs, Date.now(), Math.random());
  const waitMs = (next ?? Date.now()) - Date.now();
  report(
    `nats-server has exited (${how}) and is restarted in ${waitMs} ms. Its log is ${logFile}.`,
  );
  now.timer = setTimeout(run, waitMs, now);
}

async function stop(now: Supervised): Promise<void> {
  now.isStopping = true;
  clearTimeout(now.timer);
  const server = now.child;
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  const force = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
  await exited;
  clearTimeout(force);
}

/**
 * Requires that a port is free, or finds a free port. Another program may still take the port
 * before the server does.
 *
 * @param port 0: any free port.
 * @returns The port.
 * @throws HubError when another program uses the port, or the address is not this machine's.
 */
export async function requireFreePort(host: string, port: number): Promise<number> {
  try {
    return await listenOnce(host, port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "EADDRINUSE")
      throw new HubError(
        `Port ${port} is in use by another program. Stop that, or choose another port with --port.`,
        "port",
      );
    throw new HubError(
      `The hub cannot listen on ${host}${port === 0 ? "" : `, port ${port}`} (${code}). Choose an address of this machine with --host, and a port with --port.`,
    );
  }
}

async function listenOnce(host: string, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Finds the last fault that the server has logged since its start. */
function lastFault(logFile: string, sinceMs: number): string | undefined {
  try {
    const faults = readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => /\[(ERR|FTL)\]/.test(line));
    const [, at = "", words] =
      /^\[\d+\] (\S+ [\d:.]+) \[\w+\] (.*)$/.exec(faults.at(-1) ?? "") ?? [];
    return Date.parse(at.replaceAll("/", "-")) >= sinceMs - 1_000 ? words : undefined;
  } catch {
    return undefined;
  }
}
