/**
 * Owns the core's worker thread: starts it, relays requests and facts, restarts it when it dies,
 * and stops it.
 *
 * The number of restarts is limited, because a core that dies at once on the same data would die
 * and restart for ever.
 */
import { Worker } from "node:worker_threads";
import { AppError, errors } from "../core/base/errors.ts";
import type { Log } from "../core/base/log.ts";
import type { DeviceProcesses } from "../core/ports/device-processes.ts";
import type { CoreConfig, StartedCore } from "../core/core-config.ts";
import type {
  BadStart,
  CoreFact,
  CoreRequest,
  CoreResponse,
  FromCore,
  PrinterAddress,
  ToCore,
} from "./core-messages.ts";
import { relayDevices } from "./relay-devices.ts";
import type { DeskKey } from "./secrets/desk-key.ts";

/** After more deaths than this within DEATHS_WINDOW_MS, the core stays down. */
const MAX_RESTARTS = 3;
const DEATHS_WINDOW_MS = 60_000;

/**
 * How long a stop may take before the thread is terminated, ms; SQLite's journal makes that safe.
 */
const STOP_TIMEOUT_MS = 2_000;

/**
 * Memory for young objects, MiB. Stating a size, even below the engine's default, makes the engine
 * collect less often while the core loads, which saves a seventh of its start's processor time.
 */
const YOUNG_MEMORY_MIB = 32;

export type CoreState = "running" | "restarting" | "stopped";

/** Thrown when the core could not start; `why` states the reason for a person. */
export class BadStartError extends Error {
  override readonly name = "BadStartError";
  readonly why: BadStart;

  constructor(why: BadStart) {
    super(why.message);
    this.why = why;
  }
}

export type CoreHost = {
  readonly started: StartedCore;
  /**
   * Sends a request to the core.
   *
   * @throws AppError E2091 when no core runs, or when the core died before it answered: the core
   *   may have done the work then. Error when the core failed to handle the request.
   */
  request(request: CoreRequest): Promise<CoreResponse>;
  /**
   * Sets up a simulator as the station's printer.
   *
   * @throws the same errors as `request`
   */
  connectSimulator(address: PrinterAddress): Promise<void>;
  /** Prepares what the next action needs: in this core, and in each core that replaces it. */
  warmUp(): void;
  /**
   * Starts the core again after it has stayed down, and allows the full number of restarts again.
   * Does nothing while a core runs or starts, or once `stop` was called.
   */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

type Listeners = {
  onFact(fact: CoreFact): void;
  onState(state: CoreState): void;
  /** Called while an earlier version's database is upgraded, before the core answers. */
  onUpgrade(step: number, of: number): void;
  /**
   * Returns the desk's key; called at each start of the core.
   *
   * @param expected Fingerprint of the key that encrypted the folder's secrets.
   */
  keyFor(expected: string | undefined): Promise<DeskKey>;
  /** Starts the processes that drive the core's scales and scanners. */
  readonly devices: DeviceProcesses;
  readonly log: Log & {
    /** Writes a line that the thread has formatted. */
    writeLine(line: string): void;
  };
};
type Waiting = { resolve(response: CoreResponse): void; reject(error: Error): void };

/**
 * Starts the core in a worker thread, and waits until the core is ready.
 *
 * @param workerFile Absolute path of the built core-worker.js.
 * @throws BadStartError when the core cannot start the first time.
 */
export async function startCore(
  workerFile: string,
  config: CoreConfig,
  listeners: Listeners,
): Promise<CoreHost> {
  const host: Host = {
    workerFile,
    config,
    listeners,
    waiting: new Map(),
    deaths: [],
    lastId: 0,
    stopping: false,
    isDown: false,
    isWarm: false,
    running: undefined,
  };
  return {
    started: await launch(host),
    request: (request) => ask(host, (id) => ({ type: "request", id, request })),
    connectSimulator: async (address) =>
      void (await ask(host, (id) => ({ type: "simulator", id, address }))),
    warmUp() {
      host.isWarm = true;
      host.running?.send({ type: "warmUp" });
    },
    async restart() {
      if (!host.isDown || host.stopping) return;
      host.deaths.length = 0;
      await startAgain(host);
    },
    async stop() {
      host.stopping = true;
      if (host.running === undefined) return;
      const { worker, ended, send } = host.running;
      send({ type: "stop" });
      const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The core's thread, its open requests, and the times it died. */
type Host = {
  readonly workerFile: string;
  readonly config: CoreConfig;
  readonly listeners: Listeners;
  readonly waiting: Map<number, Waiting>;
  readonly deaths: number[];
  lastId: number;
  stopping: boolean;
  isDown: boolean;
  isWarm: boolean;
  running: Running | undefined;
};

async function launch(host: Host): Promise<StartedCore> {
  const { listeners, waiting } = host;
  const launched = launchWorker(host.workerFile, host.config, {
    fact: listeners.onFact,
    keyFor: listeners.keyFor,
    onUpgrade: listeners.onUpgrade,
    devices: listeners.devices,
    log: listeners.log,
    answered: (id, settle) => {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (waiter !== undefined) settle(waiter);
    },
  });
  const started = await launched.started;
  host.running = launched;
  if (host.isWarm) launched.send({ type: "warmUp" });
  void launched.ended.then(() => died(host));
  return started;
}

async function died(host: Host): Promise<void> {
  host.running = undefined;
  for (const { reject } of host.waiting.values()) reject(lostCore());
  host.waiting.clear();
  if (host.stopping) return;
  const now = Date.now();
  host.deaths.push(now);
  const recent = host.deaths.filter((at) => now - at < DEATHS_WINDOW_MS).length;
  if (recent > MAX_RESTARTS) return stayDown(host);
  await startAgain(host);
}

function stayDown(host: Host): void {
  host.isDown = true;
  host.listeners.onState("stopped");
}

async function startAgain(host: Host): Promise<void> {
  const { listeners } = host;
  host.isDown = false;
  listeners.onState("restarting");
  try {
    await launch(host);
    listeners.onState("running");
  } catch (error) {
    listeners.log.error({ err: error }, "the core did not start again");
    stayDown(host);
  }
}

function ask(host: Host, message: (id: number) => ToCore): Promise<CoreResponse> {
  return new Promise((resolve, reject) => {
    if (host.running === undefined) return reject(lostCore());
    const id = ++host.lastId;
    host.waiting.set(id, { resolve, reject });
    host.running.send(message(id));
  });
}

type Running = {
  readonly worker: Worker;
  readonly started: Promise<StartedCore>;
  readonly ended: Promise<void>;
  send(message: ToCore): void;
};

type WorkerListeners = Pick<Listeners, "keyFor" | "onUpgrade" | "devices" | "log"> & {
  fact(fact: CoreFact): void;
  answered(id: number, settle: (waiter: Waiting) => void): void;
};

function launchWorker(file: string, config: CoreConfig, listeners: WorkerListeners): Running {
  const worker = new Worker(file, {
    workerData: config,
    name: "core",
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MIB },
  });
  // Without this listener, an uncaught error of the thread would end the main process too. The
  // event `exit` follows each error.
  worker.on("error", (err) => listeners.log.error({ err }, "the core's thread died"));
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const devices = relayDevices(listeners.devices, (news) => worker.postMessage(news));
  void ended.then(devices.stop);
  const started = new Promise<StartedCore>((resolve, reject) => {
    worker.on("message", (message: FromCore) => {
      if (message.type === "started") resolve(message.started);
      else if (message.type === "log") listeners.log.writeLine(message.line);
      else if (message.type === "upgrading") listeners.onUpgrade(message.step, message.of);
      else if (message.type === "keyNeeded")
        void listeners
          .keyFor(message.expected)
          .then((key) => worker.postMessage({ type: "key", key } satisfies ToCore));
      else if (message.type === "notStarted") {
        reject(new BadStartError(message.why));
        void worker.terminate();
      } else if (message.type === "fact") listeners.fact(message.fact);
      else if (
        message.type === "startDevice" ||
        message.type === "toDevice" ||
        message.type === "endDevice"
      )
        devices.take(message);
      else if (message.type === "answer")
        listeners.answered(message.id, ({ resolve: answer }) => answer(message.response));
      else listeners.answered(message.id, ({ reject: fail }) => fail(new Error(message.message)));
    });
    void ended.then(() =>
      reject(new BadStartError({ name: "Error", message: "The core ended before it was ready." })),
    );
  });
  return { worker, started, ended, send: (message) => worker.postMessage(message) };
}

function lostCore(): AppError {
  return errors.stoppedBeforeAnswer();
}
