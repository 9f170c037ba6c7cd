/**
 * Response tracker: records which purchases still wait for their response to be sent. A purchase
 * counts as answered when its response was sent and the connection was not reset. The marks of
 * answered purchases are written in batches, so that a purchase costs no extra disk write.
 *
 * Programs without an Idempotency-Key repeat a call whose response was lost. For ten minutes,
 * unless the parcels have left earlier, a retry joins earlier purchases whose outcome is open or
 * whose response never reached the caller. Later, the same request means another parcel. Two
 * identical calls that are both open are two purchases.
 */
import { createHash } from "node:crypto";
import { guarded } from "../../base/guarded.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { requireShipment } from "../../shipping/shipments/shipments.service.ts";
import type { ShipmentStatus } from "../../shipping/shipments/status-machine.ts";
import {
  listUnanswered,
  markAnswered,
  markUnanswered,
  type TransactionRow,
} from "./transactions.store.ts";

const NOTE_AFTER_MS = 250;
/**
 * Number of pending marks at which they are written without a delay, so that searches for
 * unanswered purchases stay short.
 */
const NOTE_AT = 64;
/** Delay before a failed write is retried, ms. */
const NOTE_AGAIN_MS = 1_000;

export type ResponseTracker = {
  /**
   * Marks a purchase as open, from its reservation until its response was sent or the connection
   * was lost.
   */
  add(transactionID: string): void;
  has(transactionID: string): boolean;
  /** Ends tracking after the call failed: a retry can join this purchase. */
  leave(transactionID: string): void;
  /**
   * Marks a purchase as answered or unanswered. A sent response is ignored for a purchase that was
   * left, since that response was an error.
   *
   * @param reached Whether the response was sent. May be called again with false when the
   *   connection is reset later.
   */
  close(transactionID: string, reached: boolean): void;
  /**
   * Writes the pending marks, on stop. Never throws: marks that the disk refuses are written later.
   */
  flush(): void;
};

/**
 * Creates a tracker.
 *
 * @returns A tracker in memory: a purchase that was open when the process ended counts as
 *   unanswered.
 */
export function createResponseTracker(deps: WriteDeps): ResponseTracker {
  const open = new Set<string>();
  let reached: string[] = [];
  let lost: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isRefused = false;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ids = reached;
    if (ids.length + lost.length === 0) return;
    const isNoted = guarded(
      deps.log,
      "purchases could not be marked as answered; this will be tried again",
      () => {
        inTransaction(deps, () => {
          for (const id of ids) markAnswered(deps.db, id, deps.now());
          for (const id of lost) markUnanswered(deps.db, id);
        });
      },
    );
    isRefused = !isNoted;
    if (!isNoted) return plan(NOTE_AGAIN_MS);
    reached = [];
    lost = [];
    for (const id of ids) open.delete(id);
  };
  const plan = (waitMs: number): void => {
    timer ??= setTimeout(flush, waitMs).unref();
  };
  return {
    add: (id) => void open.add(id),
    has: (id) => open.has(id),
    leave: (id) => void open.delete(id),
    close(id, wasReached) {
      if (!wasReached) {
        open.delete(id);
        reached = reached.filter((other) => other !== id);
        lost.push(id);
        return isRefused ? undefined : flush(); // the mark is written at once, since a retry may follow immediately
      }
      if (!open.has(id)) return;
      reached.push(id);
      if (reached.length >= NOTE_AT && !isRefused) return flush();
      plan(NOTE_AFTER_MS);
    },
    flush,
  };
}

const JOINED_FOR_MS = 10 * 60_000;
const UNSHIPPED: readonly ShipmentStatus[] = ["TRACKING_CODE_CREATED", "LABEL_PRINTED"];

/** A call that buys. `requireCaller` throws when the caller has disconnected. */
export type BuyingCall<Kept> = {
  /**
   * Stores the call's Idempotency-Key. A call with a key joins no other call, and no other call
   * joins it.
   */
  readonly keep?: ((kept: Kept) => void) | undefined;
  readonly requireCaller: () => Promise<void>;
  /**
   * Call this as soon as a purchase exists, because the connection may be lost while the carrier is
   * asked.
   */
  readonly onAnswered: (done: (reached: boolean) => void) => void;
  readonly responses: ResponseTracker;
};

/**
 * Hashes a request.
 *
 * @param request The parsed body of the call.
 * @returns SHA-256, hex: the same for the same request of the same member.
 */
export function hashRequest(actor: Pick<Actor, "memberID">, request: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([actor.memberID, request]))
    .digest("hex");
}

/**
 * Lists the purchases that a call with this hash joins, newest first: purchases whose outcome is
 * open, and bought purchases whose response was lost. Leaves out purchases whose call still waits
 * for its response.
 */
export function listJoinable(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  hash: string,
  responses: Pick<ResponseTracker, "has">,
): Pick<TransactionRow, "id" | "status" | "shipmentID">[] {
  const since = new Date(Date.parse(deps.now()) - JOINED_FOR_MS).toISOString();
  return listUnanswered(deps.db, { hash, since }).filter(
    (row) =>
      !responses.has(row.id) &&
      (row.status === "PENDING" ||
        UNSHIPPED.includes(requireShipment(deps, row.shipmentID).status)),
  );
}
