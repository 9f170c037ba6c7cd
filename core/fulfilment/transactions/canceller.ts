/** Finds who must agree to the cancellation of a label: its remote carrier, or its connection. */
import { errors, isAppError } from "../../base/errors.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type {
  BoughtRequest,
  Outcome,
  PurchaseRequest,
  Bought,
} from "../../shipping/carriers/carrier.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { announcedTo, findAnnouncement } from "../announcements/announcements.service.ts";
import { CARRIER_TIMEOUT_MS } from "./seller.ts";
import { findSnapshot, getSnapshot, type TransactionRow } from "./transactions.store.ts";

export type Canceller = {
  /** Id of the carrier or of the account; names the lane of the jobs. */
  readonly id: string;
  readonly timeoutMs: number;
  /** Whether a refusal holds even after an attempt without an answer. */
  readonly isRefusalFinal: boolean;
  cancel(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<null>>;
  find?(request: PurchaseRequest, signal: AbortSignal): Promise<Outcome<Bought | null>>;
};

type CancellerDeps = ReadDeps & Pick<FulfilmentDeps, "carriers" | "connections">;

/**
 * Returns whether a carrier must agree to a cancellation: a remote carrier, also one that is no
 * longer set up, and a carrier that knows the label by an announcement, or may.
 */
export function mustAgree(deps: CancellerDeps, row: Pick<TransactionRow, "id">): boolean {
  const snapshot = findSnapshot(deps.db, row.id);
  if (snapshot === undefined) return false;
  if (deps.carriers.find(snapshot.offer.carrierID)?.place !== "local") return true;
  return announcedTo(deps, row.id) !== "never";
}

/**
 * Requires that somebody can be asked to cancel the label.
 *
 * @throws AppError E2022
 */
export function requireCanceller(deps: CancellerDeps, row: TransactionRow): Canceller {
  const carrier = deps.carriers.find(getSnapshot(deps.db, row.id).offer.carrierID);
  if (carrier?.place === "local") return announcer(deps, row);
  if (carrier === undefined) throw gone(row.carrierName);
  if (!carrier.can.has("cancel") || carrier.cancel === undefined) throw never(carrier.name);
  const { cancel, find } = carrier;
  return {
    id: carrier.id,
    timeoutMs: carrier.purchaseDeadlineMs ?? CARRIER_TIMEOUT_MS,
    isRefusalFinal: false,
    cancel: cancel.bind(carrier),
    ...(find === undefined ? {} : { find: find.bind(carrier) }),
  };
}

/** Finds who can be asked now; undefined when nobody can. */
export function findCancellerOf(deps: CancellerDeps, row: TransactionRow): Canceller | undefined {
  try {
    return requireCanceller(deps, row);
  } catch (error) {
    if (!isAppError(error, "labelNotCancellable")) throw error;
    return undefined;
  }
}

function announcer(deps: CancellerDeps, { id, carrierName }: TransactionRow): Canceller {
  const announcement = findAnnouncement(deps.db, id);
  const connection = deps.connections.find(announcement?.accountID ?? "");
  if (connection === undefined) throw gone(carrierName);
  const { cancel } = connection;
  if (cancel === undefined || announcement?.fileID !== "") throw never(connection.name);
  return {
    id: connection.accountID,
    timeoutMs: connection.timeoutMs,
    // A connection answers "done" for a label that is cancelled already.
    isRefusalFinal: true,
    cancel: cancel.bind(connection),
  };
}

function gone(carrierName: string): Error {
  return errors.labelNotCancellable(
    `${carrierName} is no longer set up here, so it cannot be asked to cancel this label. Cancel it at the carrier. Nothing was changed.`,
    { reason: "gone", carrier: carrierName },
  );
}

function never(name: string): Error {
  return errors.labelNotCancellable(
    `${name} accepts no cancellations from this station. Cancel the label at the carrier. Nothing was changed.`,
    { reason: "never", carrier: name },
  );
}
