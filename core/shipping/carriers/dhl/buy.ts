/**
 * Buys labels: creates the order, then its label, whose ZPL DHL gives once. A retry has the same
 * reference, and goes on where the earlier attempt ended.
 */
import { done, notReady, refused, unknown, type Bought, type Outcome } from "../carrier.ts";
import type { PurchaseRequest } from "../carrier.ts";
import type { ConnectionSettings } from "../connection.schema.ts";
import { findFault, inRole, otherParty } from "./check-order.ts";
import { CARRIER, type Answer, type DhlClient } from "./client.ts";
import type { CreatedOrders } from "./created-orders.ts";
import { barcodeRequestOf, orderOf, returnOf } from "./mapping.ts";
import type { Places } from "./places.ts";
import { failureOutcome, isExisting, isNotFound, isTooEarly } from "./read-failure.ts";
import { readLabel, readReturn, readShipment, returnedOrder } from "./read-bought.ts";
import { referenceOf } from "./reference.ts";

/** Parts of a connection that purchases use. */
export type Seller = {
  readonly client: DhlClient;
  readonly places: Places;
  readonly created: CreatedOrders;
  readonly settings: ConnectionSettings;
};

/** Buys the label of a purchase, or goes on with it. */
export async function buy(
  seller: Seller,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome<Bought>> {
  const { consignment, key } = request;
  const { client, created, settings } = seller;
  const fault = findFault(consignment, settings["recipientEmail"] ?? "");
  if (fault !== undefined) return refused("E2033", fault.reason, fault.field);
  const reference = referenceOf(key);
  if (consignment.isReturn) return buyReturn(seller, reference, request, signal);
  const order = await createOrder(seller, reference, request, signal);
  if (order.outcome !== "done") return order;
  const body = barcodeRequestOf(reference, consignment);
  const answer = await client.call("createbarcode", { body }, signal);
  if (answer.outcome !== "done") return answer;
  const later = (words: string): Outcome<never> =>
    // A desk quotes the carrier's own words.
    notReady(
      words === "" ? `${CARRIER} has not found the recipient's branch yet.` : words,
      created.waitMs(reference),
    );
  if (answer.value.result === "done") {
    const bought = readLabel(reference, answer.value.value);
    if (bought === undefined) return later("");
    created.forget(reference);
    return done(bought);
  }
  if (isTooEarly(answer.value)) return later(answer.value.words);
  // An order whose label was made by an earlier attempt gets no second one.
  const found = await findShipment(client, reference, signal);
  if (found.outcome !== "done") return unknown("The label could not be looked up.");
  return found.value === null ? failureOutcome(answer.value) : done(found.value);
}

/** Finds the label of a purchase; null when none was made, so that `buy` goes on. */
export async function find(
  client: DhlClient,
  { key, consignment }: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome<Bought | null>> {
  const reference = referenceOf(key);
  if (!consignment.isReturn) return findShipment(client, reference, signal);
  const answer = await client.call("getorder", { id: reference }, signal);
  return ifFound(answer, () => returnedOrder(reference));
}

async function findShipment(
  client: DhlClient,
  reference: string,
  signal: AbortSignal,
): Promise<Outcome<Bought | null>> {
  const answer = await client.call("getshipment", { id: reference }, signal);
  return ifFound(answer, (value) => readShipment(reference, value) ?? null);
}

function ifFound(
  answer: Outcome<Answer>,
  read: (value: unknown) => Bought | null,
): Outcome<Bought | null> {
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "done") return done(read(answer.value.value));
  if (isNotFound(answer.value)) return done(null);
  return unknown(`${CARRIER} answered a query with: ${answer.value.words}`);
}

async function createOrder(
  seller: Seller,
  reference: string,
  { consignment }: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { client, places, created, settings } = seller;
  if (created.has(reference)) return done(null);
  const place = await places.find(consignment.recipient, signal);
  if (place.outcome !== "done") return place;
  const body = orderOf(reference, consignment, place.value, settings);
  const answer = await client.call("createOrder", { body }, signal);
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed" && !isExisting(answer.value))
    return failureOutcome(answer.value);
  created.note(reference);
  return done(null);
}

/**
 * Buys a return. The parcel is handed in with the reference; the address of its label is that of
 * another host, which the station does not call.
 */
async function buyReturn(
  { client, places, settings }: Seller,
  reference: string,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome<Bought>> {
  const { consignment } = request;
  const { party, role } = otherParty(consignment);
  const place = await places.find(party, signal);
  if (place.outcome === "refused" && place.field !== undefined)
    return { ...place, field: inRole(place.field, role) };
  if (place.outcome !== "done") return place;
  const body = returnOf(reference, consignment, place.value, settings);
  const answer = await client.call("createReturnOrder", { body }, signal);
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "done") {
    const { bought, labelUrl } = readReturn(reference, answer.value.value);
    const zpl = labelUrl === "" ? "" : await client.readLabel(labelUrl, signal);
    return done(
      /^\s*\^XA/.test(zpl)
        ? { ...bought, label: { type: "application/zpl", bytes: Buffer.from(zpl) } }
        : { ...bought, trackingUrl: labelUrl },
    );
  }
  return isExisting(answer.value) ? done(returnedOrder(reference)) : failureOutcome(answer.value);
}
