/**
 * The core in its thread of Electron's main process: the same core as `core/serve.ts` runs in Node, spoken to by
 * messages. SQLite's calls block this thread alone, so windows never wait for them.
 */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { KEY_FILE } from "../core/base/key-file.ts";
import { fileSecrets, keySecrets, lostSecrets, type KeyMark, type Secrets } from "../core/base/secrets.ts";
import { createCore, type Core } from "../core/core.ts";
import type { BadStart, CoreRequest, CoreWorkerData, FromCore, ToCore } from "./core-messages.ts";
import type { DeskKey } from "./secrets/desk-key.ts";

const port = parentPort;
if (port === null) throw new Error("core-worker.ts is a worker thread's entry");
const say = (message: FromCore): void => port.postMessage(message);

let core: Core | undefined;
let takeKey: (key: DeskKey) => void = () => {};

port.on("message", (message: ToCore) => {
  if (message.type === "key") takeKey(message.key);
  else if (core === undefined) return;
  else if (message.type === "stop") void stop(core);
  else void answer(core, message.id, message.request);
});
void start(workerData as CoreWorkerData);

async function start(config: CoreWorkerData): Promise<void> {
  try {
    const created = await createCore({ ...config, world: { secrets: (mark) => deskSecrets(config.dataDir, mark) } });
    created.onFact((fact) => say({ type: "fact", fact }));
    const started = await created.start();
    core = created;
    say({ type: "started", started });
  } catch (error) {
    say({ type: "notStarted", why: toBadStart(error) });
  }
}

/** Asks the main thread, which asks the system's key store. */
async function deskSecrets(dataDir: string, mark: KeyMark): Promise<Secrets> {
  const key = await new Promise<DeskKey>((resolve) => {
    takeKey = resolve;
    say({ type: "keyNeeded", expected: mark.read() });
  });
  if (key.kind === "os") return keySecrets(key.key, "os", mark);
  if (key.kind === "file") return fileSecrets(join(dataDir, KEY_FILE), mark);
  return lostSecrets("os", key.message);
}

async function answer(running: Core, id: number, request: CoreRequest): Promise<void> {
  try {
    say({ type: "answer", id, response: await running.request(request) });
  } catch (error) {
    say({ type: "failure", id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The thread ends by itself once the core has let go of everything; closing the port is what lets it. */
async function stop(running: Core): Promise<void> {
  await running.stop();
  port?.close();
}

function toBadStart(error: unknown): BadStart {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { holder, port: takenPort } = error as Error & { readonly holder?: unknown; readonly port?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(holder === undefined ? {} : { holder: typeof holder === "string" ? holder : JSON.stringify(holder) }),
    ...(typeof takenPort === "number" ? { port: takenPort } : {}),
  };
}
