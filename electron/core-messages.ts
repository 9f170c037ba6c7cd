/** The messages between the main thread and the core's worker thread. Plain data. */
import type { Core } from "../core/core.ts";
import type { CoreConfig, StartedCore } from "../core/core-config.ts";
import type { DeskKey } from "./secrets/desk-key.ts";

export type CoreRequest = Parameters<Core["request"]>[0];
export type CoreResponse = Awaited<ReturnType<Core["request"]>>;
export type CoreFact = Parameters<Parameters<Core["onFact"]>[0]>[0];

export type PrinterAddress = Parameters<Core["useSimulator"]>[0];

/**
 * Why the core could not start, for a person. An Error loses its own fields on the way between
 * threads.
 */
export type BadStart = {
  readonly name: string;
  readonly message: string;
  /** FolderInUseError: who holds the data folder. */
  readonly holder?: string;
  /** PortTakenError. */
  readonly port?: number;
};

export type ToCore =
  | { readonly type: "request"; readonly id: number; readonly request: CoreRequest }
  /** A simulator runs beside the station: it is its printer. Answered as a request is. */
  | { readonly type: "simulator"; readonly id: number; readonly address: PrinterAddress }
  /** The answer to `keyNeeded`. */
  | { readonly type: "key"; readonly key: DeskKey }
  /** The first screen is shown: what the next act needs may be made ready. */
  | { readonly type: "warmUp" }
  | { readonly type: "stop" };

export type FromCore =
  /**
   * The key store is used by the main thread alone. `expected`: which key the folder's secrets were
   * written with.
   */
  | { readonly type: "keyNeeded"; readonly expected: string | undefined }
  /** An earlier version's database is brought up to date. */
  | { readonly type: "upgrading"; readonly step: number; readonly of: number }
  | { readonly type: "started"; readonly started: StartedCore }
  | { readonly type: "notStarted"; readonly why: BadStart }
  | { readonly type: "answer"; readonly id: number; readonly response: CoreResponse }
  | { readonly type: "failure"; readonly id: number; readonly message: string }
  /** A line for the log, whose file is the main thread's. */
  | { readonly type: "log"; readonly line: string }
  | { readonly type: "fact"; readonly fact: CoreFact };

export type CoreWorkerData = CoreConfig;
