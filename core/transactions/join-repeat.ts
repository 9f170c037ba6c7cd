/**
 * Repeats of purchases by programs that know no Idempotency-Key: which earlier purchases such a call joins.
 *
 * A repeat joins earlier ones only if their outcome is open or their answer never reached the caller, for ten minutes, and while
 * their parcels are still here: later the same words mean another parcel. Two calls that are both open are two purchases.
 */
import { createHash } from "node:crypto";
import type { Actor, Deps } from "../deps.ts";
import { requireShipment } from "../shipments/shipments.service.ts";
import type { ShipmentStatus } from "../shipments/status-machine.ts";
import type { ResponseTracker } from "./response-tracker.ts";
import { listUnanswered, type TransactionRow } from "./transactions.store.ts";

const JOINED_FOR_MS = 10 * 60_000;
const UNSHIPPED: readonly ShipmentStatus[] = ["TRACKING_CODE_CREATED", "LABEL_PRINTED"];

/** The call that buys. `requireCaller` throws when its caller has given up. */
export type BuyingCall<Kept> = {
  /** Keeps the call's Idempotency-Key. Such a call is known by its key: it joins none, and none joins it. */
  readonly keep?: ((kept: Kept) => void) | undefined;
  readonly requireCaller: () => Promise<void>;
  /** To be called first when there is a purchase: its caller may be lost while its carrier is asked. */
  readonly onAnswered: (done: (reached: boolean) => void) => void;
  readonly responses: ResponseTracker;
};

/** @param request The words of the call. @returns SHA-256, hex: the same for the same words of the same member. */
export function hashRequest(actor: Pick<Actor, "memberID">, request: unknown): string {
  return createHash("sha256").update(JSON.stringify([actor.memberID, request])).digest("hex");
}

/** The purchases that a call with these words joins, newest first: open ones, and bought ones whose answer was lost. */
export function listJoinable(deps: Deps, hash: string, responses: Pick<ResponseTracker, "has">): Pick<TransactionRow, "id" | "status" | "shipment_id">[] {
  const since = new Date(Date.parse(deps.now()) - JOINED_FOR_MS).toISOString();
  return listUnanswered(deps.db, { hash, since }).filter((row) => !responses.has(row.id) && (row.status === "PENDING" || UNSHIPPED.includes(requireShipment(deps, row.shipment_id).status)));
}
