/**
 * The core in its thread of Electron's main process: the same core as `core/serve.ts` runs in Node, spoken to by
 * messages. SQLite's calls block this thread alone, so windows never wait for them.
 */
import { parentPort, workerData } from "node:worker_threads";
import { createCore, type Core } from "../core/core.ts";
import type { BadStart, CoreRequest, CoreWorkerData, FromCore, ToCore } from "./core-messages.ts";

const port = parentPort;
if (port === null) throw new Error("core-worker.ts is a worker thread's entry");
const say = (message: FromCore): void => port.postMessage(message);

void start(workerData as CoreWorkerData);

async function start(config: CoreWorkerData): Promise<void> {
  try {
    const core = await createCore(config);
    core.onFact((fact) => say({ type: "fact", fact }));
    const started = await core.start();
    port?.on("message", (message: ToCore) => void (message.type === "stop" ? stop(core) : answer(core, message.id, message.request)));
    say({ type: "started", started });
  } catch (error) {
    say({ type: "notStarted", why: toBadStart(error) });
  }
}

async function answer(core: Core, id: number, request: CoreRequest): Promise<void> {
  try {
    say({ type: "answer", id, response: await core.request(request) });
  } catch (error) {
    say({ type: "failure", id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The thread ends by itself once the core has let go of everything; closing the port is what lets it. */
async function stop(core: Core): Promise<void> {
  await core.stop();
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
