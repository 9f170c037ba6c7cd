/** The messages between the main thread and the core's worker thread. All are plain data. */
import type { Core } from "../core/core.ts";
import type { CoreConfig, StartedCore } from "../core/core-config.ts";
import type { DeviceNews, DeviceOrder } from "./relay-devices.ts";
import type { DeskKey } from "./secrets/desk-key.ts";

export type CoreRequest = Parameters<Core["request"]>[0];
export type CoreResponse = Awaited<ReturnType<Core["request"]>>;
export type CoreFact = Parameters<Parameters<Core["onFact"]>[0]>[0];

export type PrinterAddress = Parameters<Core["useSimulator"]>[0];

/**
 * Why the core could not start, for a person. Plain data, because an Error would lose its own
 * fields on the way to the other thread.
 */
export type BadStart = {
  readonly name: string;
  readonly message: string;
  /**
   * Only for FolderInUseError and PortTakenError: the program that uses the data folder or the
   * port.
   */
  readonly holder?: string;
  /** Only for PortTakenError: the port that another program uses. */
  readonly port?: number;
};

export type ToCore =
  | { readonly type: "request"; readonly id: number; readonly request: CoreRequest }
  /** Sets up a simulator as the station's printer. The core answers this message like a request. */
  | { readonly type: "simulator"; readonly id: number; readonly address: PrinterAddress }
  /** The answer to `keyNeeded`. */
  | { readonly type: "key"; readonly key: DeskKey }
  /** The first screen is shown, so the core may now load what the next action needs. */
  | { readonly type: "warmUp" }
  | DeviceNews
  | { readonly type: "stop" };

export type FromCore =
  /**
   * Asks the main thread for the desk's key, because only that thread can use the key store.
   * `expected`: fingerprint of the key with which the folder's secrets are encrypted.
   */
  | { readonly type: "keyNeeded"; readonly expected: string | undefined }
  /** Progress of upgrading an earlier version's database. */
  | { readonly type: "upgrading"; readonly step: number; readonly of: number }
  | { readonly type: "started"; readonly started: StartedCore }
  | { readonly type: "notStarted"; readonly why: BadStart }
  | { readonly type: "answer"; readonly id: number; readonly response: CoreResponse }
  | { readonly type: "failure"; readonly id: number; readonly message: string }
  /** A line for the log file, which only the main thread writes. */
  | { readonly type: "log"; readonly line: string }
  | { readonly type: "fact"; readonly fact: CoreFact }
  | DeviceOrder;

export type CoreWorkerData = CoreConfig;
