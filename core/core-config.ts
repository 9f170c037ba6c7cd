/** Configuration of the core, and the result of its start. */
import type { ApiOptions } from "./base/api-options.ts";
import type { Log } from "./base/log.ts";
import type { Instant } from "./base/units.ts";
import type { Carrier } from "./shipping/carriers/carrier.ts";
import type { ConnectionKind } from "./shipping/carriers/connection.ts";
import type { Became } from "./db/machine.schema.ts";
import type { FaultPoint } from "./ports/deps.ts";
import type { DeviceProcesses } from "./ports/device-processes.ts";
import type { Secrets } from "./ports/secrets.ts";
import type { LabelRenderer } from "./labels/label-renderer.ts";
import type { HubTimes } from "./sync/hub/hub-times.ts";
import type { AgreementFileAnswer } from "./shipping/agreements/file/agreement-file.schema.ts";
import type { AgreementFileOption } from "./station/start/enter-agreement-file.ts";
import type { DeskOptions } from "./station/start/open-desk.ts";
import type { PrinterTransport } from "./printing/transports/transport.ts";
import type { NewMoveIn } from "./station/move-in/move-in.schema.ts";
import type { ScaleTimes } from "./station/scales/scale-times.ts";
import type { FolderTimes } from "./station/order-folder/watching.ts";
import type { KeyMark } from "./station/secrets.ts";
import type { SyncTimes } from "./sync/sync-times.ts";

/** Configuration of the core. `resourcesDir` contains geo data, the calendar, fonts and samples. */
export type CoreConfig = DeskOptions &
  ApiOptions & {
    /** Absolute folder below which programs may set up printers that print into files. */
    readonly printerFolder?: string;
    readonly version?: string;
    /** File with a whole agreement, which is entered at this start before the station serves. */
    readonly agreementFile?: AgreementFileOption;
    /** Server from which the organization moves to this station. */
    readonly moveIn?: NewMoveIn;
    /** Absolute path of a file with the key of the stored secrets, when the key is lost. */
    readonly recoveryKeyFile?: string;
    /**
     * Whether to give up stored secrets whose key is lost, at this start, and to return the recovery
     * key while no owner can sign in at the desk.
     */
    readonly givesUpSecrets?: boolean;
    /**
     * Folder of nightly backups; stored in the desk's setting, so later starts use it too. Ignored
     * when the company's policy sets the folder.
     */
    readonly backupFolder?: string;
    /**
     * Folder that the station watches for order files; stored in the desk's setting, so later
     * starts use it too. "" switches it off.
     */
    readonly orderFolder?: string;
    /**
     * Whether a folder from another computer was moved or copied; absent: a folder from another
     * computer is not opened.
     */
    readonly became?: Became;
    /**
     * Whether the data folder holds only sample data. If so, data that a trial version wrote is
     * replaced.
     */
    readonly isSample?: boolean;
    /** File of the label renderer's thread, when the core is bundled. */
    readonly renderWorkerURL?: URL;
    /**
     * Whether to keep the label renderer running: a desk prints all day, a headless station may
     * never print.
     */
    readonly warmLabels?: boolean;
    readonly log?: Log;
    /** Whether to log every request, including requests that only read. */
    readonly logEveryRequest?: boolean;
    /** Replacements for parts outside of the core, used mostly by tests. */
    readonly world?: {
      readonly now?: () => Instant;
      readonly carriers?: readonly Carrier[];
      /** Kinds of connections in addition to those that ship. */
      readonly connectionKinds?: readonly ConnectionKind[];
      /** Longest time that a call waits for a carrier, ms; default 30,000. */
      readonly carrierWaitMs?: number;
      readonly syncTimes?: SyncTimes;
      /** Times of a hub that runs in this station. */
      readonly hubTimes?: HubTimes;
      readonly labels?: LabelRenderer;
      readonly printers?: PrinterTransport;
      /** Starts the processes that drive scales and serial scanners; default: processes of Node. */
      readonly deviceProcesses?: DeviceProcesses;
      readonly scaleTimes?: ScaleTimes;
      /** Times of the watched folder. */
      readonly folderTimes?: FolderTimes;
      /**
       * Secrets with a key from the operating system's key store, if any; the function receives the
       * stored fingerprint of the key.
       */
      readonly secrets?: Secrets | ((mark: KeyMark) => Promise<Secrets>);
      /**
       * Called before each migration step of an earlier version's database; with many shipments a
       * step may take a minute.
       */
      readonly onUpgrade?: (step: number, of: number) => void;
      /**
       * Restarts the station on the same folder after a restore; absent: the next start completes
       * the restore.
       */
      readonly restart?: () => void;
      /** Identity of this computer, as `readMachine` returns it. */
      readonly machine?: string | undefined;
      readonly faultPoint?: (point: FaultPoint) => void;
    };
  };

export type StartedCore = {
  /** "http://127.0.0.1:4747/api/v1", or null without a server. */
  readonly url: string | null;
  readonly organizationID: string;
  /** The member who acts at the desk. */
  readonly memberID: string;
  /** Token of the demo, of a join, or requested by `newToken`; shown once, at this start. */
  readonly token: string | null;
  /** Whether the organization has a shipment in any state. */
  readonly hasShipments: boolean;
  /** Recovery key, for a start with `givesUpSecrets` at a desk that no owner can open otherwise. */
  readonly recoveryKey?: string | undefined;
  /** Result of `agreementFile`. */
  readonly agreement?: AgreementFileAnswer;
  /** Result of `moveIn`, for people. */
  readonly moveIn?: string;
};
