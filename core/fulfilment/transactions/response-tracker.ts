/**
 * The response tracker: which purchases wait for their response to be sent. A purchase is answered
 * when its response was sent and its connection was not reset; that is noted together with others,
 * so that it costs no disk write of its own.
 *
 * Programs that know no Idempotency-Key repeat a call whose answer was lost. A repeat joins earlier
 * purchases only if their outcome is open or their answer never reached the caller, for ten
 * minutes, and while their parcels are still here: later the same words mean another parcel. Two
 * calls that are both open are two purchases.
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
/** So many at once are noted without waiting: a search through the unnoted ones must stay short. */
const NOTE_AT = 64;
/** After the disk did not take a note. */
const NOTE_AGAIN_MS = 1_000;

export type ResponseTracker = {
  /**
   * A purchase is open from its reservation until its response has gone or its connection is lost.
   */
  add(transactionID: string): void;
  has(transactionID: string): boolean;
  /** Its call failed: a repeat finds what there is of it. */
  leave(transactionID: string): void;
  /**
   * Of a purchase that was left, an answer that was sent says nothing: it was an error.
   *
   * @param reached Whether the response was sent. May be called once more with false, when the
   *   connection is reset later.
   */
  close(transactionID: string, reached: boolean): void;
  /**
   * Notes what is not noted yet. At stop. Never throws: what the disk does not take is noted later.
   */
  flush(): void;
};

/**
 * @returns A tracker in memory: a purchase that was open when the process ended counts as not
 *   answered.
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
      "answered purchases could not be noted; it will be tried again",
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
        return isRefused ? undefined : flush(); // at once: the repeat may come right behind
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

/** The call that buys. `requireCaller` throws when its caller has given up. */
export type BuyingCall<Kept> = {
  /**
   * Keeps the call's Idempotency-Key. Such a call is known by its key: it joins none, and none
   * joins it.
   */
  readonly keep?: ((kept: Kept) => void) | undefined;
  readonly requireCaller: () => Promise<void>;
  /**
   * To be called first when there is a purchase: its caller may be lost while its carrier is asked.
   */
  readonly onAnswered: (done: (reached: boolean) => void) => void;
  readonly responses: ResponseTracker;
};

/**
 * @param request The words of the call.
 * @returns SHA-256, hex: the same for the same words of the same member.
 */
export function hashRequest(actor: Pick<Actor, "memberID">, request: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([actor.memberID, request]))
    .digest("hex");
}

/**
 * The purchases that a call with these words joins, newest first: open ones, and bought ones whose
 * answer was lost.
 */
export function listJoinable(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  hash: string,
  responses: Pick<ResponseTracker, "has">,
): Pick<TransactionRow, "id" | "status" | "shipment_id">[] {
  const since = new Date(Date.parse(deps.now()) - JOINED_FOR_MS).toISOString();
  return listUnanswered(deps.db, { hash, since }).filter(
    (row) =>
      !responses.has(row.id) &&
      (row.status === "PENDING" ||
        UNSHIPPED.includes(requireShipment(deps, row.shipment_id).status)),
  );
}
