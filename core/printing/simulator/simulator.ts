/**
 * A simulated label printer: it listens on raw TCP, answers like a label printer, stores each label
 * on disk and shows it on a local page. It is part of the product, so that people can try, teach
 * and test a desk without paper.
 */
import { createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import type { Dpi } from "../../labels/labels.schema.ts";
import { createWorkerRenderer } from "../../labels/worker-renderer.ts";
import { afterLabel, behaviourSchema, type Behaviour, type BehaviourInput } from "./behaviour.ts";
import { openJobStore, type JobStore, type SimulatorJob } from "./job-store.ts";
import { createLabelReader, type LabelReader } from "./label-reader.ts";
import { createOdometer, type Odometer } from "./odometer.ts";
import { createConnectionLimit } from "./one-at-a-time.ts";
import { createPrintHead } from "./print-head.ts";
import { serveConnection, type SimulatedPrinter } from "./printer-socket.ts";
import type { SimulatorLanguage } from "./printer-stream.ts";
import { createSimulatorPage } from "./simulator-http.ts";

export type SimulatorOptions = {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host?: string;
  /** The page's port on loopback; 0, the default, chooses a free port. */
  readonly httpPort?: number;
  /** Folder in which jobs are stored. */
  readonly dir: string;
  readonly dpi?: Dpi;
  /** ZPL by default. */
  readonly language?: SimulatorLanguage;
  readonly behaviour?: BehaviourInput;
  /** Whether the printer announces itself by mDNS. */
  readonly mdns?: boolean;
  /** UDP port at which SNMP is answered; 0 chooses a free port. */
  readonly snmpPort?: number;
  /** The folder that contains `fonts/`; bundles set it. */
  readonly resourcesDir?: string;
};

export type Simulator = {
  readonly port: number;
  readonly httpUrl: string;
  /** Undefined when SNMP is off. */
  readonly snmpPort: number | undefined;
  /** Lists jobs, oldest first. */
  jobs(): readonly SimulatorJob[];
  /** Finds jobs whose label has a symbol with this text; reads labels that were not read yet. */
  jobsWith(barcode: string): Promise<readonly SimulatorJob[]>;
  behaviour(): Behaviour;
  setBehaviour(behaviour: BehaviourInput): void;
  /** Changes the language of new connections. */
  setLanguage(language: SimulatorLanguage): void;
  odometer(): Odometer;
  /** Number of received, unprinted labels, counting each copy. */
  waiting(): number;
  /** Number of bytes since the start that are not part of the language. */
  garbageBytes(): number;
  close(): Promise<void>;
};

const NAME = "Packbench Simulator";

/**
 * Starts a simulated printer.
 *
 * @throws Error when a port is in use, the folder can be neither created nor read, or the behaviour
 *   is invalid.
 */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { host = "127.0.0.1", dpi = 203 } = options;
  const store = await openJobStore(options.dir);
  const renderer = createWorkerRenderer({
    resourcesDir:
      options.resourcesDir ?? fileURLToPath(new URL("../../../resources", import.meta.url)),
  });
  const reader = createLabelReader({ store, renderer, dpi });
  const { controls, printer } = createPrinter(options, { store, reader, dpi });
  const { server, cutAll } = createPrinterServer(printer);
  const page = createSimulatorPage({ ...controls, language: printer.language, store, reader });
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    cutAll();
    page.closeAllConnections();
    await Promise.all([...closers.map((stop) => stop()), closed(server), closed(page)]);
    printer.head.stop();
    await reader.stop();
    await renderer.close();
  };
  let snmpPort: number | undefined;
  try {
    await listen(server, options.port, host);
    await listen(page, options.httpPort ?? 0, "127.0.0.1");
    if (options.snmpPort !== undefined) {
      const { startSnmpAgent } = await import("./snmp-agent.ts");
      const agent = await startSnmpAgent({
        host,
        port: options.snmpPort,
        name: NAME,
        language: printer.language(),
      });
      closers.push(agent.stop);
      snmpPort = agent.port;
    }
    if (options.mdns === true) {
      const { announcePrinter } = await import("./announce.ts");
      // On a network without multicast there is no announcement; the printer works anyway.
      closers.push(
        announcePrinter(
          { name: NAME, host, port: portOf(server), language: printer.language() },
          () => undefined,
        ).stop,
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...controls,
    port: portOf(server),
    httpUrl: `http://127.0.0.1:${portOf(page)}`,
    snmpPort,
    close,
  };
}

type Controls = Omit<Simulator, "port" | "httpUrl" | "snmpPort" | "close">;

/** Creates the printer without its servers, and the controls for callers and the page. */
function createPrinter(
  options: SimulatorOptions,
  {
    store,
    reader,
    dpi,
  }: { readonly store: JobStore; readonly reader: LabelReader; readonly dpi: Dpi },
): { readonly controls: Controls; readonly printer: SimulatedPrinter } {
  const odometer = createOdometer(store.list());
  let behaviour: Behaviour = behaviourSchema.parse(options.behaviour ?? { mode: "ok" });
  let language: SimulatorLanguage = options.language ?? "ZPL";
  let garbageBytes = 0;
  const head = createPrintHead({
    store,
    behaviour: () => behaviour,
    onPrinted: (job) => {
      odometer.count(job);
      behaviour = afterLabel(behaviour, job.isPartial);
    },
  });
  const printer: SimulatedPrinter = {
    behaviour: () => behaviour,
    language: () => language,
    odometer: odometer.read,
    onGarbage: (bytes) => void (garbageBytes += bytes),
    head,
    dpi,
    labelLengthDots: reader.labelLengthDots,
  };
  const controls: Controls = {
    jobs: store.list,
    jobsWith: reader.jobsWith,
    behaviour: printer.behaviour,
    setBehaviour(input) {
      behaviour = behaviourSchema.parse(input);
      head.resume();
    },
    setLanguage: (name) => void (language = name),
    odometer: odometer.read,
    waiting: () => head.waiting,
    garbageBytes: () => garbageBytes,
  };
  return { controls, printer };
}

function createPrinterServer(printer: SimulatedPrinter): {
  readonly server: Server;
  cutAll(): void;
} {
  const sockets = new Set<{ destroy(): void }>();
  const accept = createConnectionLimit(printer.behaviour, (socket) =>
    serveConnection(socket, printer),
  );
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    accept(socket);
  });
  return {
    server,
    cutAll() {
      for (const socket of sockets) socket.destroy();
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

/** Closes a server; resolves at once if it never listened. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server does not listen at a port");
  return address.port;
}
