/**
 * A simulated ZPL printer: it listens on raw TCP, answers `~HS`, stores each label on disk and shows it on
 * a local page. It is a part of the product, so that a desk can be tried, taught and tested without paper.
 */
import { createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import type { Dpi } from "../../labels/labels.schema.ts";
import { createWorkerRenderer } from "../../labels/worker-renderer.ts";
import { behaviourSchema, type Behaviour, type BehaviourInput } from "./behaviour.ts";
import { openJobStore, type SimulatorJob } from "./job-store.ts";
import { createLabelReader } from "./label-reader.ts";
import { createPrintHead } from "./print-head.ts";
import { createSimulatorPage } from "./simulator-http.ts";
import { serveConnection } from "./printer-socket.ts";

export type SimulatorOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** The page's port on loopback; 0, the default, takes any free one. */
  readonly httpPort?: number;
  /** Where jobs are kept. */
  readonly dir: string;
  readonly dpi?: Dpi;
  readonly behaviour?: BehaviourInput;
  /** The folder that holds `fonts/`; a bundle names its own. */
  readonly resourcesDir?: string;
  readonly workerURL?: URL;
};

export type Simulator = {
  readonly port: number;
  readonly httpUrl: string;
  /** Oldest first. */
  jobs(): readonly SimulatorJob[];
  /** Jobs on whose label this text can be read; reads what has not been read yet. */
  jobsWith(barcode: string): Promise<readonly SimulatorJob[]>;
  setBehaviour(behaviour: BehaviourInput): void;
  close(): Promise<void>;
};

/** @throws Error when a port is taken or the folder cannot be written. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const store = await openJobStore(options.dir);
  const renderer = createWorkerRenderer({
    resourcesDir: options.resourcesDir ?? fileURLToPath(new URL("../../../resources", import.meta.url)),
    ...(options.workerURL === undefined ? {} : { workerURL: options.workerURL }),
  });
  const reader = createLabelReader({ store, renderer, dpi: options.dpi ?? 203 });
  let behaviour: Behaviour = behaviourSchema.parse(options.behaviour ?? { mode: "ok" });
  const head = createPrintHead({ store, behaviour: () => behaviour, onPrinted: (job) => reader.readLater(job.n) });
  const sockets = new Set<{ destroy(): void }>();

  function setBehaviour(input: BehaviourInput): void {
    behaviour = behaviourSchema.parse(input);
    head.resume();
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    serveConnection(socket, { behaviour: () => behaviour, head, labelLengthDots: reader.labelLengthDots });
  });
  const page = createSimulatorPage({ store, reader, behaviour: () => behaviour, setBehaviour });
  try {
    await listen(server, options.port, options.host ?? "127.0.0.1");
    await listen(page, options.httpPort ?? 0, "127.0.0.1");
  } catch (error) {
    server.close();
    await renderer.close();
    throw error;
  }
  for (const job of store.list()) if (job.barcodes === null) reader.readLater(job.n);

  return {
    port: portOf(server),
    httpUrl: `http://127.0.0.1:${portOf(page)}`,
    jobs: store.list,
    jobsWith: reader.jobsWith,
    setBehaviour,
    async close() {
      for (const socket of sockets) socket.destroy();
      page.closeAllConnections();
      await Promise.all([closed(server), closed(page)]);
      head.stop();
      await reader.stop();
      await renderer.close();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen at a port");
  return address.port;
}
