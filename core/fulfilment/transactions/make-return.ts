/** Makes a shipment's returns, and buys their labels. */
import { AppError, isAppError, errors } from "../../base/errors.ts";
import type { NamedService } from "../../shipping/carriers/carrier.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { createShipment, type CreateOptions } from "../../shipping/shipments/create-shipment.ts";
import type { CarrierAnswer } from "../../shipping/offers/make-offers.ts";
import type { CopyInput, ShipmentInput } from "../../shipping/shipments/shipments.schema.ts";
import { getShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { buyNew, planNew, type PlannedNew } from "./buy-in-one-step.ts";
import { accountOf, returnInputOf, serviceOf } from "./copied-input.ts";
import type { Copies } from "./copy-shipment.ts";
import { reserveWhenReady, type MissingPrices, type PurchasePlan } from "./prepare-purchase.ts";
import { notKnownYet } from "./open-purchases.ts";
import { hashRequest, listJoinable, type BuyingCall } from "./response-tracker.ts";
import { awaitPurchases } from "./transactions.service.ts";
import { findTransactionRow } from "./transactions.store.ts";

/**
 * Creates returns, which are picked up at the original recipient and delivered to `senderAddress`,
 * or without it to the original's return address. With `willAccept` their labels are bought: at a
 * local carrier all or none; at a remote carrier each label separately, and the error of a failed
 * label names the bought labels.
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
  const request = requestOf(deps, actor, shipmentID, input, call);
  const opened: string[] = [];
  let made: readonly Made[] = [];
  try {
    made = await reserveWhenReady(deps, actor, {
      plan: (answers) => planReturns(deps, actor, request, answers),
      reserve: (plan) => writeReturns(deps, actor, request, plan, opened),
      requireCaller: call?.requireCaller,
    });
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
  readonly input: ShipmentInput;
  readonly create: Omit<CreateOptions, "quote" | "only">;
  readonly willAccept: boolean;
  readonly only: NamedService;
  /**
   * Hash of the request. A call with the same hash joins an earlier call whose response was lost.
   * Null for a call that never joins another call.
   */
  readonly requestHash: string | null;
  readonly call: BuyingCall<Copies> | undefined;
};

/**
 * Builds the request for returns from the caller's input.
 *
 * @throws AppError E1051, E1073
 */
function requestOf(
  deps: Pick<FulfilmentDeps, "db">,
  actor: Actor,
  shipmentID: string,
  input: CopyInput,
  call: BuyingCall<Copies> | undefined,
): ReturnRequest {
  const original = requireSent(deps, actor, shipmentID);
  const code = serviceOf(original, input.providerServiceCode);
  const accountID = accountOf(original, input);
  return {
    shipmentID,
    count: input.count ?? 1,
    input: returnInputOf(deps, original, input),
    create: { needsEmail: false, anyAddress: true, isReturnOf: original.id },
    willAccept: input.willAccept,
    only: { code, accountID },
    requestHash:
      input.willAccept && call !== undefined && call.keep === undefined
        ? hashRequest(actor, ["return", shipmentID, input])
        : null,
    call,
  };
}

/** `earlier`: returns of earlier identical calls, which this call joins. */
type ReturnsPlan = PurchasePlan<PlannedNew> & {
  readonly earlier: readonly Made[];
};

/** Plans the returns that no earlier call has created. */
function planReturns(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId" | "geo" | "carriers" | "connections">,
  actor: Actor,
  request: ReturnRequest,
  answers: readonly CarrierAnswer[] | undefined,
): ReturnsPlan | MissingPrices {
  requireSent(deps, actor, request.shipmentID); // the shipment may have been cancelled meanwhile
  const earlier = listEarlier(deps, request);
  const newShipments = request.count - earlier.length;
  const purchases: PlannedNew[] = [];
  while (request.willAccept && purchases.length < newShipments) {
    const planned = planNew(deps, actor, {
      input: request.input,
      create: { ...request.create, only: request.only },
      answers,
      noOffer: () =>
        errors.offerNotFound(
          "No offer could be made for this return. Ask for its offers first, without willAccept. Nothing was bought.",
        ),
    });
    if (planned.kind === "prices") return planned;
    // Each label of a marketplace needs a separate shipment and offer there.
    if (newShipments > 1 && planned.carrier.place === "remote" && planned.carrier.discard)
      throw errors.badRequest(
        `count: ${planned.carrier.name} sells one return at a time. Send this call once for each. Nothing was bought.`,
      );
    purchases.push(planned);
  }
  return { kind: "plan", newShipments, purchases, earlier };
}

/**
 * Creates planned returns; needs an open transaction.
 *
 * @param opened Receives the transactions that this call answers for.
 */
function writeReturns(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "geo" | "carriers" | "connections">,
  actor: Actor,
  { input, create, willAccept, requestHash, call }: ReturnRequest,
  { newShipments, purchases, earlier }: ReturnsPlan,
  opened: string[],
): readonly Made[] {
  const made: readonly Made[] = willAccept
    ? purchases.map((planned) => buyNew(deps, actor, planned, { print: false, requestHash }))
    : Array.from({ length: newShipments }, () => ({
        shipmentID: createShipment(deps, actor, input, { ...create, quote: true }).id,
      }));
  const all = [...earlier, ...made];
  const copies = copiesOf(all);
  call?.keep?.(copies);
  const { transactionIDs } = copies;
  opened.push(...transactionIDs);
  // added before the COMMIT: an identical call in the same turn must find these purchases open, so
  // that it makes other returns and does not join this call
  for (const id of transactionIDs) call?.responses.add(id);
  if (transactionIDs.length > 0)
    call?.onAnswered((reached) =>
      transactionIDs.forEach((id) => call.responses.close(id, reached)),
    );
  return all;
}

/**
 * Lists the returns of earlier identical calls whose response was lost: at most `count`, fewer if
 * the carrier refused some of them.
 *
 * @throws AppError E2008 while the outcome of one of them is unknown.
 */
function listEarlier(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  { requestHash, count, call }: ReturnRequest,
): readonly Made[] {
  if (requestHash === null || call === undefined) return [];
  const rows = listJoinable(deps, requestHash, call.responses);
  const open = rows.find(({ status }) => status === "PENDING");
  if (open !== undefined) throw notKnownYet(deps, open.id);
  return rows
    .slice(0, count)
    .toReversed()
    .map(({ id, shipmentID }) => ({ shipmentID: shipmentID, transactionID: id }));
}

/**
 * Gets a shipment that has a label, so that its parcel can be sent back.
 *
 * @throws AppError E1051, E1073
 */
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
  const which = sold.length === 0 ? "" : ` Shipment IDs: ${sold.join(", ")}.`;
  return new AppError(
    error.code,
    `${error.message.replace(/\.?$/, ".")} Labels bought: ${sold.length} of ${shipmentIDs.length}.${which}`,
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
