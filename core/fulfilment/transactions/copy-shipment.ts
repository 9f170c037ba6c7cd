/** Makes a shipment from another: its return, or a copy that is sent again. */
import { AppError, isAppError, errors } from "../../base/errors.ts";
import type { Quote } from "../../shipping/carriers/carrier.ts";
import { inTransaction } from "../../db/change.ts";
import { inSharedTransaction } from "../../db/shared-transaction.ts";
import type { CarrierAnswer } from "../../shipping/offers/quote-shipment.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { createShipment, type CreateOptions } from "../../shipping/shipments/create-shipment.ts";
import type { CopyInput, Item, ShipmentInput } from "../../shipping/shipments/shipments.schema.ts";
import {
  findOrderOf,
  getShipmentRow,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { askForService, buyNew } from "./buy-in-one-step.ts";
import { accountOf, returnInputOf, serviceOf, copyOfItem, inputOf } from "./copied-input.ts";
import { hashRequest, listJoinable, type BuyingCall } from "./response-tracker.ts";
import { notKnownYet } from "./purchase-job.ts";
import { awaitPurchases } from "./transactions.service.ts";
import { findTransactionRow } from "./transactions.store.ts";

/**
 * Created shipments, the requested one first. `transactionIDs` is empty unless the labels were
 * bought.
 */
export type Copies = {
  readonly shipmentIDs: readonly string[];
  readonly transactionIDs: readonly string[];
};

/**
 * Stores the call's Idempotency-Key with the created shipments, in the transaction that creates
 * them.
 */
type Keep = (copies: Copies) => void;

/** @throws AppError E1051 */
export function cloneShipment(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
  keep?: Keep,
): Copies {
  return inTransaction(deps, () => {
    const copies = { shipmentIDs: [cloneOne(deps, actor, shipmentID, {})], transactionIDs: [] };
    keep?.(copies);
    return copies;
  });
}

/**
 * Creates a copy that replaces a cancelled shipment; needs an open transaction.
 *
 * @returns Id of the copy.
 * @throws AppError E1051
 */
export function replaceCancelled(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
): string {
  return cloneOne(deps, actor, shipmentID, { insteadOf: shipmentID });
}

/**
 * Creates another box of a stored order, which gets offers when it is opened and has no cash on
 * delivery. Needs an open transaction.
 *
 * @returns Id of the new shipment.
 */
export function copyAsBox(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  original: ShipmentRow,
  { items, ...box }: NonNullable<CreateOptions["box"]> & { readonly items: readonly Item[] },
): string {
  const input = inputOf(deps, original, {
    items: items.map(copyOfItem),
    weight: undefined,
    productPaymentOnDelivery: false,
    order: undefined,
  });
  return createShipment(deps, actor, input, {
    box,
    needsEmail: false,
    quote: false,
    anyAddress: true,
  }).id;
}

function cloneOne(
  deps: WriteDeps & Pick<FulfilmentDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
  how: Pick<CreateOptions, "insteadOf">,
): string {
  const original = getShipmentRow(deps, actor, shipmentID);
  const order = original.box_no === 1 ? undefined : findOrderOf(deps, original);
  const row = createShipment(deps, actor, inputOf(deps, original, {}), {
    ...how,
    ...(order === undefined ? {} : { box: { no: original.box_no, order } }),
    needsEmail: false,
    quote: true,
    anyAddress: true,
    ...(original.is_return === 1 && original.original_shipment_id !== null
      ? { isReturnOf: original.original_shipment_id }
      : {}),
  });
  return row.id;
}

/**
 * Creates returns: picked up at the original recipient, delivered to `senderAddress`, else to the
 * original's return address. With `willAccept` their labels are bought: at a local carrier all or
 * none; at a remote carrier each label separately, and the error of a failed label names the bought
 * ones.
 *
 * @throws AppError E1051; E1073 when there is nothing to send back; E1064, E1066 when the label
 *   cannot be bought; E2033, E2008.
 */
export async function makeReturn(
  deps: FulfilmentDeps,
  actor: Actor,
  shipmentID: string,
  input: CopyInput,
  call?: BuyingCall<Copies>,
): Promise<Copies> {
  const original = requireSent(deps, actor, shipmentID);
  const count = input.count ?? 1;
  const code = serviceOf(original, input.providerServiceCode);
  const accountID = accountOf(original, input);
  const only = (quote: Quote): boolean =>
    quote.providerServiceCode === code && quote.providerAccountID === accountID;
  const shipment = returnInputOf(deps, original, input);
  const create = { needsEmail: false, anyAddress: true, isReturnOf: original.id };
  const requestHash =
    input.willAccept && call !== undefined && call.keep === undefined
      ? hashRequest(actor, ["return", shipmentID, input])
      : null;
  const opened: string[] = [];
  const one = { input: shipment, create, willAccept: input.willAccept, only, requestHash };
  const makeAll = (answers: readonly CarrierAnswer[]): Promise<readonly Made[]> =>
    makeMissing(deps, actor, { shipmentID, count, one: { ...one, answers }, call, opened });
  let made: readonly Made[] = [];
  try {
    made = input.willAccept
      ? await askForService(
          deps,
          actor,
          { input: shipment, create: { ...create, only }, requireCaller: call?.requireCaller },
          makeAll,
        )
      : await makeAll([]);
    await awaitPurchases(
      deps,
      made.flatMap(({ transactionID, jobID }) =>
        transactionID === undefined ? [] : { transactionID, jobID },
      ),
    );
  } catch (error) {
    for (const id of opened) call?.responses.leave(id);
    throw made.length > 1 && isAppError(error)
      ? withWhatIsBought(deps, error, copiesOf(made))
      : error;
  }
  return copiesOf(made);
}

type ReturnRequest = {
  readonly shipmentID: string;
  readonly count: number;
  readonly one: OneReturn;
  readonly call: BuyingCall<Copies> | undefined;
  /** Receives the transactions that this call answers for. */
  readonly opened: string[];
};

/** Creates the returns that no earlier call has created, all or none. */
function makeMissing(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "geo" | "carriers">,
  actor: Actor,
  { shipmentID, count, one, call, opened }: ReturnRequest,
): Promise<readonly Made[]> {
  const { requestHash } = one;
  return inSharedTransaction(deps, () => {
    requireSent(deps, actor, shipmentID); // may have been cancelled while carriers were asked
    const earlier =
      requestHash === null ? [] : listEarlier(deps, { hash: requestHash, count }, call);
    const newOnes = Array.from({ length: count - earlier.length }, () => makeOne(deps, actor, one));
    const all = [...earlier, ...newOnes];
    call?.keep?.(copiesOf(all));
    const { transactionIDs } = copiesOf(all);
    opened.push(...transactionIDs);
    // before the COMMIT, so that an identical call in the same turn makes another return
    for (const id of transactionIDs) call?.responses.add(id);
    if (transactionIDs.length > 0)
      call?.onAnswered((reached) =>
        transactionIDs.forEach((id) => call.responses.close(id, reached)),
      );
    return all;
  });
}

/**
 * Lists the returns of earlier identical calls whose response was lost, at most `count`; fewer
 * where the carrier refused some.
 *
 * @throws AppError E2008 while the outcome of one of them is unknown.
 */
function listEarlier(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  request: { readonly hash: string; readonly count: number },
  call: BuyingCall<Copies> | undefined,
): readonly Made[] {
  const rows = call === undefined ? [] : listJoinable(deps, request.hash, call.responses);
  const open = rows.find(({ status }) => status === "PENDING");
  if (open !== undefined) throw notKnownYet(deps, open.id);
  return rows
    .slice(0, request.count)
    .toReversed()
    .map(({ id, shipment_id }) => ({ shipmentID: shipment_id, transactionID: id }));
}

/** @throws AppError E1051, E1073 */
function requireSent(deps: ReadDeps, actor: Actor, shipmentID: string): ShipmentRow {
  const original = getShipmentRow(deps, actor, shipmentID);
  if (!isBought(original.status))
    throw errors.shipmentNotChangeable(
      "This shipment has no label, so there is nothing to send back. Buy its label first.",
    );
  return original;
}

/**
 * Adds the bought labels to an error: a remote carrier may sell one label and refuse the next, and
 * the caller must know which labels are paid.
 */
function withWhatIsBought(
  deps: ReadDeps,
  error: AppError,
  { shipmentIDs, transactionIDs }: Copies,
): AppError {
  const sold = shipmentIDs.filter(
    (_, i) => findTransactionRow(deps.db, transactionIDs[i] ?? "")?.status === "DONE",
  );
  const which = sold.length === 0 ? "" : `: the shipments ${sold.join(", ")}`;
  return new AppError(
    error.code,
    `${error.message.replace(/\.?$/, ".")} ${sold.length} of ${shipmentIDs.length} labels are bought${which}.`,
  );
}

function copiesOf(made: readonly Made[]): Copies {
  return {
    shipmentIDs: made.map((m) => m.shipmentID),
    transactionIDs: made.flatMap((m) => m.transactionID ?? []),
  };
}

type Made = {
  readonly shipmentID: string;
  readonly transactionID?: string;
  readonly jobID?: string | undefined;
};

type OneReturn = {
  readonly input: ShipmentInput;
  readonly create: Omit<CreateOptions, "quote" | "only">;
  readonly willAccept: boolean;
  readonly only: (quote: Quote) => boolean;
  readonly answers: readonly CarrierAnswer[];
  readonly requestHash: string | null;
};

function makeOne(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "geo" | "carriers">,
  actor: Actor,
  { input, create, willAccept, only, answers, requestHash }: OneReturn,
): Made {
  if (!willAccept)
    return { shipmentID: createShipment(deps, actor, input, { ...create, quote: true }).id };
  return buyNew(deps, actor, {
    input,
    create: { ...create, only },
    options: { print: false, requestHash },
    answers,
    noOffer: () =>
      errors.offerNotFound(
        "No offer could be made for this return. Ask for its offers first, without willAccept. Nothing was bought.",
      ),
  });
}
