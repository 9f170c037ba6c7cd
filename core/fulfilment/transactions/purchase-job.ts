/**
 * Job that buys at a remote carrier: asks with the transaction's key until the carrier sells or
 * refuses. Each attempt sends the same key, so that the carrier charges only once.
 *
 * After an attempt with an unknown outcome the carrier may have sold the label. A carrier with a
 * lookup is asked for the key first. A carrier without a lookup gets the key again, and its refusal
 * is not trusted, since some carriers refuse a key that they have sold: a person must decide.
 */
import type { Bought, PurchaseRequest } from "../../shipping/carriers/carrier.ts";
import { done, notReady, unknown, type Outcome } from "../../shipping/carriers/carrier.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Attempt, JobKind } from "../../jobs/job.ts";
import { loginOf } from "../../shipping/accounts/accounts.service.ts";
import { enqueueJob } from "../../jobs/jobs.service.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import { requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { askToGiveUp, isGivenUp } from "./give-up-purchase.ts";
import { noteNotReady } from "./late-labels.store.ts";
import {
  isNotReady,
  showSoldTwice,
  showStuck,
  SHOWN_FROM,
  soldTwiceText,
} from "./open-purchases.ts";
import { isBarcodeUsed } from "../../db/done-once.ts";
import { refusePurchase, settlePurchase } from "./settle-purchase.ts";
import {
  findSnapshot,
  getSnapshot,
  getTransactionRow,
  type TransactionRow,
} from "./transactions.store.ts";
import { purchaseRequest } from "./buy-offer.ts";
import { findLabelFault } from "./check-label.ts";
import { CARRIER_TIMEOUT_MS, findSeller, type Seller } from "./seller.ts";

const HOUR_MS = 60 * 60 * 1_000;
/**
 * Number of purchases that are asked for in parallel, so that a hanging carrier hardly delays other
 * purchases.
 */
const AT_ONCE = 100;
export const CARRIER_BACKOFF = { firstMs: 2_000, largestMs: 10 * 60_000, forMs: 72 * HOUR_MS };

/**
 * Creates the kind of job that asks a remote carrier for a reserved purchase, with backoff, for 72
 * hours and at least ten attempts; then a person must decide. From the fifth attempt on the
 * shipment shows E2008. The funds stay held until the carrier answers or the person decides.
 */
export function createPurchaseJobs(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "carriers" | "connections">,
): JobKind {
  return {
    kind: "buy",
    atOnce: AT_ONCE,
    perLane: AT_ONCE,
    backoff: CARRIER_BACKOFF,
    timeoutMs(job) {
      const seller = sellerOf(deps, job.subjectID);
      const calls = job.mayBeDone === 1 && seller?.find !== undefined ? 2 : 1;
      return (seller?.timeoutMs ?? CARRIER_TIMEOUT_MS) * calls;
    },
    attempt: (job, signal) =>
      isGivenUp(job)
        ? askToGiveUp(deps, job, signal)
        : askAboutPurchase(deps, job.subjectID, signal, {
            mayBeSold: job.mayBeDone === 1,
            since: job.firstAttemptAt,
          }),
    noteAgain(job, attempts) {
      if (attempts === SHOWN_FROM && !isNotReady(getTransactionRow(deps.db, job.subjectID)))
        showStuck(deps, job.subjectID);
    },
    noteNeedsPerson: (job) => showStuck(deps, job.subjectID),
  };
}

/**
 * Creates the job of a reserved purchase; needs an open transaction.
 *
 * @param adopted.at Time of the first attempt, ISO 8601; given for a purchase that came back after
 * a restore and may be sold already.
 * @returns The job's id.
 */
export function enqueuePurchase(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  row: Pick<TransactionRow, "id" | "organizationID" | "shipmentID">,
  adopted?: { readonly at: string },
): string {
  const offer = findSnapshot(deps.db, row.id)?.offer;
  return enqueueJob(deps, {
    kind: "buy",
    lane: `buy ${offer?.providerAccountID ?? offer?.carrierID ?? ""}`,
    subjectID: row.id,
    organizationID: row.organizationID,
    shipmentID: row.shipmentID,
    ...(adopted === undefined ? {} : { at: adopted.at, mayBeDone: true }),
  });
}

type Earlier = {
  /** Whether the outcome of an earlier attempt is unknown. */
  readonly mayBeSold?: boolean;
  /** Time of the first attempt, ISO 8601; null or absent: this is the first one. */
  readonly since?: string | null;
};

/**
 * Asks the carrier once about an open purchase. Skips a purchase that is no longer open.
 *
 * @returns The outcome, for the queue to write.
 */
export async function askAboutPurchase(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "carriers" | "connections">,
  transactionID: string,
  signal: AbortSignal,
  { mayBeSold = false, since = null }: Earlier = {},
): Promise<Attempt> {
  const row = getTransactionRow(deps.db, transactionID);
  if (row.status !== "PENDING") return { end: "DONE", error: "" };
  const snapshot = getSnapshot(deps.db, transactionID);
  const seller = findSeller(deps, snapshot.offer);
  if (seller === undefined)
    return {
      end: "AGAIN",
      error: "The carrier of this purchase is no longer set up.",
      isUnsent: true,
    };
  const consignment = consignmentOfPurchase(deps, requireShipment(deps, row.shipmentID), snapshot);
  const { accountID } = seller;
  const login = accountID === undefined ? "" : loginOf(deps.db, accountID);
  const outcome = await findOrBuy(
    seller,
    purchaseRequest(row, snapshot.offer, consignment),
    mayBeSold,
    signal,
  );
  if (outcome.outcome === "unknown") return notSoldYet(deps, row, outcome, since);
  if (outcome.outcome === "refused") {
    if (mayBeSold && seller.find === undefined)
      return {
        end: "NEEDS_PERSON",
        error: refusedText(row.id, outcome.reason),
        write: () => showStuck(deps, row.id),
      };
    return {
      end: "REFUSED",
      error: outcome.reason,
      write: () => void refusePurchase(deps, row, outcome),
    };
  }
  if (!BARCODE.test(outcome.value.barcode))
    return { end: "AGAIN", error: "The carrier's answer has no barcode that can be printed." };
  const fault = findLabelFault(deps, row, outcome.value);
  if (fault !== undefined) return notSoldYet(deps, row, notReady(fault, LABEL_PAUSE_MS), since);
  // Nothing is cancelled here: some carriers cancel by the barcode, which is another parcel's too.
  const { barcode, carrierName } = outcome.value;
  if (isBarcodeUsed(deps.db, { providerCode: snapshot.offer.providerCode, barcode }))
    return {
      end: "NEEDS_PERSON",
      error: soldTwiceText(row.id, carrierName, barcode),
      write: () => showSoldTwice(deps, row.id, barcode),
    };
  deps.faultPoint("purchase.asked");
  return {
    end: "DONE",
    error: "",
    write: () =>
      settlePurchase(deps, row, { ...snapshot.offer, soldBy: { accountID, login } }, outcome.value),
    after: () => deps.faultPoint("purchase.settled"),
  };
}

/** Delay before a wrong label is asked for again, ms. */
const LABEL_PAUSE_MS = 10_000;

/** Barcodes that Code 128 can encode and for which a label has room. */
const BARCODE = /^(?=.*\S)[\x20-\x7e]{1,60}$/;

/** For how long an order that the carrier works on is asked about at the carrier's pace, ms. */
const AT_CARRIERS_PACE_MS = HOUR_MS;

/**
 * Makes the attempt without an outcome. If the carrier has the order and has not made its label yet, callers
 * stop waiting: the packer goes on, and the label is printed when the order is scanned again.
 */
function notSoldYet(
  deps: WriteDeps,
  row: TransactionRow,
  { cause, isUnsent, againMs }: Extract<Outcome<never>, { readonly outcome: "unknown" }>,
  since: string | null,
): Attempt {
  const nowMs = Date.parse(deps.now());
  if (againMs === undefined) return { end: "AGAIN", error: cause, isUnsent: isUnsent === true };
  // The carrier has asked to wait, and has taken nothing.
  if (isUnsent === true)
    return {
      end: "AGAIN",
      error: cause,
      isUnsent: true,
      at: new Date(nowMs + againMs).toISOString(),
    };
  return {
    end: "AGAIN",
    error: cause,
    isAccepted: true,
    ...(since !== null && nowMs - Date.parse(since) > AT_CARRIERS_PACE_MS
      ? {}
      : { at: new Date(nowMs + againMs).toISOString() }),
    write: () => noteNotReady(deps.db, row.id, cause),
  };
}

/**
 * Buys a label; first looks the purchase up if it may be sold already and the carrier has a lookup.
 *
 * @returns The outcome. After a lookup, `refused` means that the carrier has sold nothing under the
 *   key.
 */
async function findOrBuy(
  seller: Seller,
  request: PurchaseRequest,
  mayBeSold: boolean,
  signal: AbortSignal,
): Promise<Outcome<Bought>> {
  if (!mayBeSold || seller.find === undefined) return await seller.buy(request, signal);
  const found = await seller.find(request, signal);
  signal.throwIfAborted(); // after a late answer to the lookup, nothing is bought
  if (found.outcome === "unknown") return found;
  if (found.outcome === "refused")
    return unknown(`The carrier does not say whether it has sold this label: ${found.reason}`);
  if (found.value !== null) return done(found.value);
  const bought = await seller.buy(request, signal);
  return bought.outcome === "refused" && bought.isForNow === true ? unknown(bought.reason) : bought;
}

function refusedText(key: string, reason: string): string {
  return `The carrier refused ("${reason}") after an attempt that it gave no answer to, so it may have sold the label. Ask the carrier whether it sold the label ${key}. If it did, have it cancelled there, then end the purchase here as not done. If it did not, end it as not done. Or try it again: the carrier is asked once more, with the same key.`;
}

function sellerOf(
  deps: Pick<FulfilmentDeps, "db" | "carriers" | "connections">,
  transactionID: string,
): Seller | undefined {
  const snapshot = findSnapshot(deps.db, transactionID);
  return snapshot === undefined ? undefined : findSeller(deps, snapshot.offer);
}
