/** What the core is opened with, and what it answers at its start. */
import type { ApiOptions } from "./base/api-options.ts";
import type { Log } from "./base/log.ts";
import type { Instant } from "./base/units.ts";
import type { Carrier } from "./shipping/carriers/carrier.ts";
import type { Became } from "./db/machine.schema.ts";
import type { FaultPoint } from "./ports/deps.ts";
import type { Secrets } from "./ports/secrets.ts";
import type { LabelRenderer } from "./labels/label-renderer.ts";
import type { HubTimes } from "./sync/hub/hub-times.ts";
import type { DeskOptions } from "./station/start/open-desk.ts";
import type { PrinterTransport } from "./printing/transports/transport.ts";
import type { KeyMark } from "./station/secrets.ts";
import type { SyncTimes } from "./sync/sync-times.ts";

/** `resourcesDir` has geo data, fonts and samples. */
export type CoreConfig = DeskOptions &
  ApiOptions & {
    /** Below this folder programs may set up printers that print into files, absolute. */
    readonly printerFolder?: string;
    readonly version?: string;
    /** Whole path of a file with the key of the stored secrets, where that is lost. */
    readonly recoveryKeyFile?: string;
    /** Stored secrets whose key is lost are given up at this start. */
    readonly givesUpSecrets?: boolean;
    /** Backups of the nights go there from now on: as the desk sets it. */
    readonly backupFolder?: string;
    /** What a folder of another computer is; without it such a folder is not opened. */
    readonly became?: Became;
    /** The data folder holds sample data alone: a trial version's is made again. */
    readonly isSample?: boolean;
    /** The file of the label renderer's thread, where the core is bundled. */
    readonly renderWorkerURL?: URL;
    /**
     * Keep the label renderer once it runs: a desk prints all day, a headless station may never.
     */
    readonly warmLabels?: boolean;
    readonly log?: Log;
    /** Every request is a line of the log, also those that only read. */
    readonly logEveryRequest?: boolean;
    /** The outside world, where a test brings its own. */
    readonly world?: {
      readonly now?: () => Instant;
      readonly carriers?: readonly Carrier[];
      /** How long a call is kept waiting for a carrier, ms; 30,000 when absent. */
      readonly carrierWaitMs?: number;
      readonly syncTimes?: SyncTimes;
      /** For a hub that runs beside this station. */
      readonly hubTimes?: HubTimes;
      readonly labels?: LabelRenderer;
      readonly printers?: PrinterTransport;
      /**
       * The operating system's key store, where there is one; asked with the mark of the key that
       * secrets were written with.
       */
      readonly secrets?: Secrets | ((mark: KeyMark) => Promise<Secrets>);
      /**
       * Called before each step that brings an earlier version's database up to date: of many
       * shipments one may take a minute.
       */
      readonly onUpgrade?: (step: number, of: number) => void;
      /**
       * Stops this station and starts another one on the folder: a backup was put back. Without it
       * the next start does it.
       */
      readonly restart?: () => void;
      /** Which computer this is, as `readMachine` answers it. */
      readonly machine?: string | undefined;
      readonly faultPoint?: (point: FaultPoint) => void;
    };
  };

export type StartedCore = {
  /** "http://127.0.0.1:4747/api/v1", or null without a server. */
  readonly url: string | null;
  readonly organizationID: string;
  /** The member whose name the desk's actions have. */
  readonly memberID: string;
  /** Of the demo organization, or the one asked for by `newToken`; shown once, at this start. */
  readonly token: string | null;
  /** Whether the organization has a shipment in any state. */
  readonly hasShipments: boolean;
};
