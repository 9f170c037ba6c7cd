/**
 * Ends the loading of a carrier's truck: the parcels that were scanned get their hand-over, whose
 * manifest lists them.
 *
 * The hand-over is written first, and its parcels follow in slices, because one transaction over
 * the parcels of a full truck would stop other work. After a crash the station goes on at its start.
 */
import { errors } from "../../base/errors.ts";
import { inSlices } from "../../base/slices.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { Actor } from "../../http/actor.ts";
import { onlyOf } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { findCarrierName } from "../transactions/transactions.service.ts";
import type { EndRefusal } from "./hand-over.schema.ts";
import * as store from "./hand-over.store.ts";
import type { HandOverRow } from "./hand-over.store.ts";

type EndDeps = WriteDeps & Pick<FulfilmentDeps, "faultPoint">;

const FIRST_SLICE = 25;

const SENTENCES: Readonly<Record<EndRefusal, string>> = {
  EMPTY: "No parcel is on this carrier's truck. Scan the parcels first.",
  CANCELED: "Labels on this truck were cancelled. Take their parcels off first.",
  ENDING: "The loading of this truck is being ended at this moment.",
};

/**
 * Ends the loading of a carrier's truck. For a member with limited access, only its own parcels are
 * handed over.
 *
 * @param keep Stores the Idempotency-Key, in the transaction that creates the hand-over.
 * @returns Id of the hand-over; all its parcels are written.
 * @throws AppError E2193 with `details.reason`; nothing was handed over.
 */
export async function endHandOver(
  deps: EndDeps,
  actor: Actor,
  providerCode: string,
  keep: ((handOverID: string) => void) | undefined,
): Promise<string> {
  const row = inTransaction(deps, () => {
    const begun = begin(deps, actor, providerCode);
    keep?.(begun.id);
    return begun;
  });
  deps.faultPoint("handOver.begun");
  await finish(deps, row);
  return row.id;
}

function begin(deps: WriteDeps, actor: Actor, providerCode: string): HandOverRow {
  const { organizationID, memberID } = actor;
  const truck = { organizationID, providerCode, memberID: onlyOf(actor) ?? null };
  const { loaded, canceled, lastScanAt } = store.countOpen(deps.db, truck);
  const isEnding = store
    .listEnding(deps.db, deps.db.stationID)
    .some((one) => one.organizationID === organizationID && one.providerCode === providerCode);
  if (isEnding) throw refusal("ENDING");
  if (loaded === 0) throw refusal("EMPTY");
  if (canceled > 0) throw refusal("CANCELED", { canceled });
  const [first = ""] = store.listOpenIDs(deps.db, truck, 1);
  const now = deps.now();
  const row: HandOverRow = {
    id: deps.newId(),
    // After its scans, also when the clock was set back since.
    createdAt: now > lastScanAt ? now : lastScanAt,
    updatedAt: now,
    organizationID,
    providerCode,
    carrierName: findCarrierName(deps, store.findHandedOver(deps.db, first)?.transactionID ?? ""),
    state: "ENDING",
    parcels: 0,
    stationID: deps.db.stationID,
    endedBy: memberID,
    onlyOf: truck.memberID ?? "",
  };
  store.insertHandOver(deps.db, row);
  noteHandOverEnd(deps, row);
  return row;
}

function refusal(reason: EndRefusal, details: { readonly canceled?: number } = {}): Error {
  return errors.loadingNotEnded(`${SENTENCES[reason]} Nothing was handed over.`, {
    reason,
    ...details,
  });
}

/** Writes a hand-over's parcels in slices, then that it has ended. */
async function finish(deps: EndDeps, row: HandOverRow): Promise<void> {
  const { organizationID, providerCode, onlyOf: own } = row;
  const truck = { organizationID, providerCode, memberID: own === "" ? null : own };
  // Parcels that are scanned from now on go onto the next truck.
  const ids = store.listOpenIDs(deps.db, truck, -1);
  let at = 0;
  const slice = inSlices((atMost) => {
    const some = ids.slice(at, at + atMost);
    at += some.length;
    inTransaction(deps, () => {
      for (const id of some)
        // A label that is cancelled meanwhile stays on the truck, so that it must be taken off.
        if (store.isInForce(deps.db, id))
          store.updateHandedOver(
            deps.db,
            id,
            { handOverID: row.id, updatedAt: deps.now() },
            { state: "LOADED", handOverID: "" },
          );
    });
    deps.faultPoint("handOver.slice");
    return some.length;
  }, FIRST_SLICE);
  while (slice()) await yieldToEventLoop();
  inTransaction(deps, () => {
    store.updateHandOver(deps.db, row.id, {
      state: "ENDED",
      parcels: store.countOnManifest(deps.db, row.id).listed,
      updatedAt: deps.now(),
    });
    noteHandOverEnd(deps, row);
  });
}

/** Time after which no call writes the parcels of a hand-over any more, ms. */
const LEFT_AFTER_MS = 60_000;

/**
 * Finishes the hand-overs of this station that a crash or a full disk has interrupted.
 *
 * @param isStart Whether the station has just started, so that no call is finishing any of them.
 */
export async function finishHandOvers(deps: EndDeps, isStart: boolean): Promise<void> {
  const before = Date.parse(deps.now()) - LEFT_AFTER_MS;
  for (const row of store.listEnding(deps.db, deps.db.stationID))
    if (isStart || Date.parse(row.updatedAt) < before) await finish(deps, row);
}

/** Records that a hand-over has changed, so that screens read it again; needs an open transaction. */
export function noteHandOverEnd(
  deps: WriteDeps,
  { id, organizationID }: Pick<HandOverRow, "id" | "organizationID">,
): void {
  recordFact(deps, { topic: "handover.changed", organizationID, subjectID: id, payload: null });
}
