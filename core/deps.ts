/**
 * What every operation gets: the outside world, passed in. Faults come in here too, so no code has
 * hooks for tests.
 */
import type { Log } from "./base/log.ts";
import type { Secrets } from "./station/secrets.ts";
import type { Settings } from "./station/settings.ts";
import type { Instant } from "./base/units.ts";
import type { Carriers } from "./shipping/carriers/carrier.ts";
import type { Db } from "./db/database.ts";
import type { Leases } from "./db/need-lease.ts";
import type { Reader } from "./db/reader.ts";
import type { Geo } from "./shipping/geo/geo.service.ts";
import type { JobQueue } from "./jobs/job-waits.ts";
import type { LabelRenderer } from "./labels/label-renderer.ts";
import type { SharedKeysPort } from "./http/shared-keys.ts";
import type { SharedFilesPort } from "./db/documents/shared-files.ts";
import type { SyncTimes } from "./sync/sync-times.ts";
import type { DeliveryTurns } from "./fulfilment/webhooks/delivery-turns.ts";
import type { PrinterTransport } from "./printing/transports/transport.ts";

/**
 * Points between two steps where a crash must lose and repeat nothing; a fault run stops the
 * process at one.
 */
export type FaultPoint =
  | "import.row-saved"
  | "quote.saved"
  | "purchase.reserved"
  | "purchase.asked"
  | "purchase.settled"
  | "answer.kept"
  | "print.claimed"
  | "print.drawn"
  | "print.sent"
  | "print.noted"
  | "printRequest.taken"
  | "cancel.reserved"
  | "cancel.asked"
  | "cancel.settled"
  | "job.taken"
  | "job.noted"
  | "webhook.planned"
  | "webhook.sent"
  | "founding.leased"
  | "founding.aligned"
  | "founding.brought"
  | "founding.claimed"
  | "leaving.left"
  // The files of a lost key are away, and what it sealed still stands in the database.
  | "secrets.putAside";

export type Deps = {
  readonly db: Db;
  /** For what may be large: beside the writer, read-only. */
  readonly reader: Reader;
  readonly geo: Geo;
  readonly carriers: Carriers;
  readonly jobs: JobQueue;
  /** Gets more of what is scarce among the stations of an organization. */
  readonly leases: Leases;
  /** Idempotency-Keys among the stations of an organization. */
  readonly sharedKeys: SharedKeysPort;
  /** Carriers' label files of other stations. */
  readonly files: SharedFilesPort;
  /** Which webhooks' deliveries this station sends. */
  readonly turns: DeliveryTurns;
  readonly syncTimes: SyncTimes;
  readonly labels: LabelRenderer;
  readonly printers: PrinterTransport;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly now: () => Instant;
  readonly newId: () => string;
  /** This station's own address, "http://127.0.0.1:4747": for links in what it sends by itself. */
  readonly origin: () => string;
  readonly log: Log;
  /** This desk: whose station it is, and where programs may print files. */
  readonly desk: {
    /** The organization of the desk's member; "" before the core has started. */
    readonly organizationID: () => string;
    /** Files may be printed below it by programs, absolute; null: only the desk chooses folders. */
    readonly printerFolder: string | null;
  };
  /** Called at each fault point. Does nothing in the product. */
  readonly faultPoint: (point: FaultPoint) => void;
};

/** Who acts: a member of one organization, by a token or at the desk. */
/**
 * Caller of an operation from the window's page. `chosen`: paths that a person has chosen in the
 * system's dialog in this run, and the station's own.
 */
export type PagePlaces = { readonly isKiosk: boolean; readonly chosen: readonly string[] };

export type Actor = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly role: "owner" | "admin" | "user" | "limitedAccessUser";
  readonly via: "token" | "desk";
  /** Present when the window's page itself calls. */
  readonly page?: PagePlaces;
  readonly token?: {
    readonly id: string;
    /** Whatever its member may do. */
    readonly canWrite: boolean;
    /**
     * GET, as its member. False: the token may print alone, sees the print jobs that it made, and
     * has its own Idempotency-Keys.
     */
    readonly canRead: boolean;
    /** What it may print of its own: nothing, PDFs and pictures, or ZPL too. */
    readonly prints: "nothing" | "documents" | "raw";
    /**
     * Narrower than its member: to addresses, a date or reading. Such a token makes no other
     * tokens.
     */
    readonly isNarrow: boolean;
  };
};
