/**
 * Runs the core in a thread of Electron's main process; the main thread reaches the core by
 * messages. It is the same core that `core/serve.ts` runs in bare Node. SQLite's calls block only
 * this thread, so windows keep responding meanwhile.
 */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { KEY_FILE } from "../core/base/key-file.ts";
import { createLogOptions, logLevel } from "../core/base/log.ts";
import { fileSecrets, keySecrets, lostSecrets, type KeyMark } from "../core/station/secrets.ts";
import type { Secrets } from "../core/ports/secrets.ts";
import { createCore, type Core } from "../core/core.ts";
import { sendConsoleTo } from "./log/console.ts";
import type { BadStart, CoreResponse, CoreWorkerData, FromCore, ToCore } from "./core-messages.ts";
import { relayedDevices } from "./relay-devices.ts";
import type { DeskKey } from "./secrets/desk-key.ts";

const port = parentPort;
if (port === null) throw new Error("core-worker.ts is a worker thread's entry");
const say = (message: FromCore): void => port.postMessage(message);

const level = logLevel(process.env["PACKBENCH_LOG_LEVEL"]);
const log = pino(createLogOptions(level, "core"), {
  write: (line: string) => say({ type: "log", line }),
});
sendConsoleTo(log);

let core: Core | undefined;
const devices = relayedDevices(say);
let takeKey: (key: DeskKey) => void = () => {};

port.on("message", (message: ToCore) => {
  const running = core;
  if (message.type === "key") return takeKey(message.key);
  if (message.type === "fromDevice" || message.type === "deviceEnded") return devices.take(message);
  if (running === undefined) return;
  if (message.type === "stop") void stop(running);
  else if (message.type === "warmUp") running.warmUp();
  else if (message.type === "simulator")
    void answer(message.id, "simulator", async () =>
      noContent(running.useSimulator(message.address)),
    );
  else
    void answer(
      message.id,
      `${message.request.method} ${message.request.path.split("?", 1)[0]}`,
      () => running.request(message.request),
    );
});
void start(workerData as CoreWorkerData);

async function start(config: CoreWorkerData): Promise<void> {
  try {
    const created = await createCore({
      ...config,
      log,
      logEveryRequest: level === "debug",
      world: {
        restart: () => core !== undefined && void stop(core),
        secrets: (mark) => deskSecrets(config.dataDir, mark),
        deviceProcesses: devices.processes,
        onUpgrade: (step, of) => say({ type: "upgrading", step, of }),
      },
    });
    created.onFact((fact) => say({ type: "fact", fact }));
    const started = await created.start();
    core = created;
    say({ type: "started", started });
  } catch (err) {
    log.error({ err }, "the core did not start");
    say({ type: "notStarted", why: toBadStart(err) });
  }
}

/** Asks the main thread for the key, because only that thread can read the system's key store. */
async function deskSecrets(dataDir: string, mark: KeyMark): Promise<Secrets> {
  const key = await new Promise<DeskKey>((resolve) => {
    takeKey = resolve;
    say({ type: "keyNeeded", expected: mark.read() });
  });
  if (key.kind === "os") return keySecrets(key.key, "os", mark);
  if (key.kind === "file") return fileSecrets(join(dataDir, KEY_FILE), mark);
  return lostSecrets(join(dataDir, KEY_FILE), mark, key.message);
}

/**
 * Runs a request, and sends its response or its failure to the main thread.
 *
 * @param what Description for the log, without the query, which may contain people's names.
 */
async function answer(id: number, what: string, run: () => Promise<CoreResponse>): Promise<void> {
  try {
    say({ type: "answer", id, response: await run() });
  } catch (err) {
    log.error({ err, what }, "the core did not answer");
    say({ type: "failure", id, message: err instanceof Error ? err.message : String(err) });
  }
}

function noContent(_done: void): CoreResponse {
  return { status: 204, body: null };
}

/**
 * Stops the core. The thread ends by itself once the core has released everything and the port is
 * closed.
 */
async function stop(running: Core): Promise<void> {
  try {
    await running.stop();
  } catch (err) {
    log.error({ err }, "the core did not stop correctly");
  }
  port?.close();
}

/**
 * Error codes of the file system and SQLite for a disk that is full, faulty, missing or not
 * writable.
 */
const DISK_CODES =
  /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|ENOTDIR|EIO|SQLITE_(FULL|READONLY|CANTOPEN|IOERR)\w*)$/;

function toBadStart(error: unknown): BadStart {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { holder, port: takenPort } = error as Error & {
    readonly holder?: unknown;
    readonly port?: unknown;
  };
  return {
    name: isOfDisk(error) ? "DiskFaultError" : error.name,
    message: error.message,
    ...(holder === undefined ? {} : { holder: wordsOfHolder(holder) }),
    ...(typeof takenPort === "number" ? { port: takenPort } : {}),
  };
}

/** Describes who uses a port or a data folder: "Packbench (process 812)". */
function wordsOfHolder(holder: unknown): string {
  if (typeof holder === "string") return holder;
  const { program, pid } = (holder ?? {}) as { readonly program?: unknown; readonly pid?: unknown };
  return typeof program === "string" ? `${program} (process ${String(pid)})` : "";
}

/**
 * Returns whether the error comes from the disk. Node also reports ENOENT when a folder cannot be
 * created because the disk is read-only.
 */
function isOfDisk(error: Error & { readonly code?: unknown; readonly syscall?: unknown }): boolean {
  return (
    (typeof error.code === "string" && DISK_CODES.test(error.code)) ||
    (error.code === "ENOENT" && error.syscall === "mkdir")
  );
}
