/**
 * Dependencies that every roof gets from outside, such as clock, ids, log, settings and secrets.
 * Tests pass other implementations. A roof that needs further dependencies adds them in its own
 * `deps.ts`.
 */
import type { Log } from "../base/log.ts";
import type { Instant } from "../base/units.ts";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";

/**
 * Points between two steps where a crash must neither lose nor repeat anything; a fault run stops
 * the process at one of them.
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
  | "join.saved"
  | "release.begun"
  | "release.saved"
  | "handOver.begun"
  | "handOver.slice"
  | "announce.asked"
  | "announce.settled"
  | "job.taken"
  | "job.noted"
  | "webhook.planned"
  | "webhook.sent"
  | "founding.leased"
  | "founding.aligned"
  | "founding.brought"
  | "founding.claimed"
  | "leaving.left"
  // A file of the watched folder is claimed; imported; noted; results are in the folder.
  | "folder.claimed"
  | "folder.imported"
  | "folder.noted"
  | "folder.resultsWritten"
  // The files of a lost key are moved away, but the database still has the secrets that the key
  // sealed.
  | "secrets.putAside";

export type PortDeps = {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly now: () => Instant;
  readonly newId: () => string;
  readonly log: Log;
  /**
   * Address of this station, "http://127.0.0.1:4747", for links in messages that the station sends
   * without a request.
   */
  readonly origin: () => string;
  readonly desk: {
    /** Organization of the desk's member; "" before the core has started. */
    readonly organizationID: () => string;
    /**
     * Absolute folder below which programs may print into files; null: only the desk may choose a
     * folder.
     */
    readonly printerFolder: string | null;
  };
  /** Called at each fault point. Does nothing in the product. */
  readonly faultPoint: (point: FaultPoint) => void;
};
