/** Buys an offer at the packing desk, after the desk's checks. */
import type { Actor } from "../http/actor.ts";
import { findLabelAnnouncement } from "../fulfilment/announcements/present-announcements.ts";
import { expectLabelScan, requireLabelsScanned } from "../fulfilment/packing/label-scans.ts";
import { requireScannedItems } from "../fulfilment/packing/packing.service.ts";
import { requirePapers } from "../fulfilment/packing/require-papers.ts";
import { requireDecided } from "../fulfilment/order-changes/require-decided.ts";
import { acceptOffer } from "../fulfilment/transactions/accept-offer.ts";
import {
  presentTransaction,
  requireBought,
} from "../fulfilment/transactions/transactions.service.ts";
import { listPrintJobs } from "../printing/printing.service.ts";
import { requireReadyPrinter, type CurrentState } from "../printing/require-ready-printer.ts";
import { findStoredOffer } from "../shipping/offers/offers.service.ts";
import { requireUsualWeight } from "../shipping/products/usual-parcel.ts";
import type { StationDeps } from "./deps.ts";
import type { DeskInput, DeskPurchase } from "./station.schema.ts";

/** The devices of this desk, as a purchase uses them. */
type DeskDevices = {
  readonly currentState: CurrentState;
  /** Ends the parcel on the desk's scales. */
  readonly endParcel: () => void;
};

/**
 * Buys an offer and, with `input.print`, queues the label for this desk's printer in the same
 * transaction. A label that the desk's window bought and prints ends the parcel on the scales, also
 * when the window was locked or closed meanwhile.
 * @throws AppError E2063 when the printer cannot print now, only with `input.print` and without
 *   `input.printAnyway`; E2072 when items must be scanned first;
 *   E2283 while a change in a file is undecided; E2262, E2263; E2254 when the weight is unusual and stops the purchase, without `input.passWeight`; E2174 with `input.atOnce` when no rule buys the offer
 *   at once; the errors of acceptOffer.
 */
export async function buyAtDesk(
  deps: StationDeps,
  actor: Actor,
  input: DeskInput,
  { currentState, endParcel }: DeskDevices,
  keep?: (transactionID: string) => void,
): Promise<DeskPurchase> {
  requireUsualWeight(deps, actor, input);
  if (input.print && !input.printAnyway) await requireReadyPrinter(deps, currentState);
  requireScannedItems(deps, actor, input.offerID);
  requireDecided(deps, actor, input.offerID);
  requirePapers(deps, actor, input.offerID);
  const shipmentID = findStoredOffer(deps, actor.organizationID, input.offerID)?.shipmentID ?? "";
  if (input.print) requireLabelsScanned(deps, actor, shipmentID);
  const id = await acceptOffer(deps, actor, input.offerID, {
    print: input.print,
    requestHash: null,
    keep(transactionID) {
      keep?.(transactionID);
      if (input.print) expectLabelScan(deps, transactionID, shipmentID);
    },
    atOnce: input.atOnce,
  });
  // A program's purchase and one from a list are of no parcel that lies on a scale of this desk.
  if (input.print && actor.via === "desk") endParcel();
  return presentPurchase(deps, actor, id, input.print);
}

/**
 * Returns an earlier purchase with the same Idempotency-Key.
 *
 * @throws AppError E2008, E2033
 */
export function repeatPurchase(
  deps: Pick<StationDeps, "db" | "origin" | "geo">,
  actor: Actor,
  id: string,
  print: boolean,
): DeskPurchase {
  requireBought(deps, id);
  return presentPurchase(deps, actor, id, print);
}

/** Maximum number of listed prints of a shipment, enough for its label and all its papers. */
const MOST_JOBS = 30;

function presentPurchase(
  deps: Pick<StationDeps, "db" | "origin" | "geo">,
  actor: Actor,
  id: string,
  print: boolean,
): DeskPurchase {
  const transaction = presentTransaction(deps, id, deps.origin());
  // The purchase queues papers as well as the label.
  const jobs = print
    ? listPrintJobs(deps, actor, { shipmentID: transaction.shipment.id, limit: MOST_JOBS })
    : [];
  return {
    transaction,
    printJob: jobs.find(({ kind }) => kind === "LABEL") ?? null,
    announcement: findLabelAnnouncement(deps, id),
  };
}
