/**
 * Cancels labels: first the shipment, then its order. DHL's answer to a cancellation is only a
 * receipt; a query that no longer finds the order proves it.
 */
import { done, refused, unknown, type BoughtRequest, type Outcome } from "../carrier.ts";
import { joinWords, unknownLabel } from "../carrier-answers.ts";
import { CARRIER, type DhlClient } from "./client.ts";
import { isNotFound, type Failure } from "./read-failure.ts";
import { recordOf, textIn } from "./read-json.ts";
import { referenceOf } from "./reference.ts";
import { isHandedOver, stateOf } from "./statuses.ts";

/** Returns the reference with which a label was bought. */
export function referenceOfLabel({ details, purchaseKey }: BoughtRequest): string {
  const { referenceId } = details;
  return typeof referenceId === "string" && referenceId !== ""
    ? referenceId
    : referenceOf(purchaseKey);
}

/**
 * Cancels a label: done when DHL has neither its shipment nor its order, refused when a branch has the
 * parcel or the day of the label is over.
 */
export async function cancel(
  client: DhlClient,
  request: BoughtRequest,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const reference = referenceOfLabel(request);
  const shipment = await cancelShipment(client, reference, signal);
  if (shipment.outcome !== "done") return shipment;
  if (shipment.value === "none" && request.isConfirmed === true) {
    const before = await query(client, "getorder", reference, signal);
    // Without an answer to the lookup nothing was cancelled.
    if (before.outcome === "unknown") return { ...before, isUnsent: true };
    if (before.outcome !== "done") return before;
    if (before.value === null) return unknownLabel(CARRIER, request, "");
  }
  const answer = await client.call("cancelorder", { id: reference }, signal);
  if (answer.outcome !== "done") return answer;
  const order = await query(client, "getorder", reference, signal);
  if (order.outcome !== "done") return order;
  if (order.value === null) return done(null);
  // Without its shipment the label is dead, so it never counts as one that stays in force.
  const words = answer.value.result === "failed" ? answer.value.words : "";
  return unknown(joinWords(`${CARRIER} still has the order without its shipment`, words));
}

/** Cancels the shipment of an order; "none" when DHL has no shipment of it. */
async function cancelShipment(
  client: DhlClient,
  referenceId: string,
  signal: AbortSignal,
): Promise<Outcome<"none" | "cancelled">> {
  const before = await query(client, "getshipment", referenceId, signal);
  // Without an answer to the lookup nothing was cancelled, so the label still counts as confirmed.
  if (before.outcome === "unknown") return { ...before, isUnsent: true };
  if (before.outcome !== "done") return before;
  if (before.value === null) return done("none");
  const { shipmentId, state } = before.value;
  if (isHandedOver(state)) return handedOver("");
  const body = { referenceId, shipmentId };
  const answer = await client.call("cancelshipment", { body }, signal);
  if (answer.outcome !== "done") return answer;
  const after = await query(client, "getshipment", referenceId, signal);
  if (after.outcome !== "done") return after;
  if (after.value === null) return done("cancelled");
  if (answer.value.result === "done")
    return unknown(`${CARRIER} still has the shipment after its cancellation.`);
  return isHandedOver(after.value.state) ? handedOver(answer.value.words) : stays(answer.value);
}

function handedOver(words: string): Outcome<never> {
  return refused("E2022", joinWords(`${CARRIER} has the parcel; it can only be returned`, words));
}

/** A failure with a status of the server, in place of the request, may pass. */
function stays({ status, words, code }: Failure): Outcome<never> {
  return status >= 500 && code === ""
    ? unknown(`${CARRIER} answered ${status}.`)
    : refused(
        "E2022",
        joinWords(
          `${CARRIER} does not cancel the label. It cancels labels only on the day on which they were made, and before the branch's scan`,
          words,
        ),
      );
}

type Found = { readonly shipmentId: string; readonly state: string };

/** Looks up an order or its shipment; done with null when DHL does not have it. */
async function query(
  client: DhlClient,
  operation: "getorder" | "getshipment",
  reference: string,
  signal: AbortSignal,
): Promise<Outcome<Found | null>> {
  const answer = await client.call(operation, { id: reference }, signal);
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed")
    return isNotFound(answer.value)
      ? done(null)
      : unknown(`${CARRIER} answered a query with: ${answer.value.words}`);
  // An answer without a body proves nothing.
  if (answer.value.value === undefined) return unknown(`${CARRIER} answered a query with nothing.`);
  const found = recordOf(answer.value.value);
  if (Object.keys(found).length === 0) return done(null);
  const inner = recordOf(found["shipment"]);
  const shipment = Object.keys(inner).length > 0 ? inner : found;
  return done({
    shipmentId: textIn(shipment, "shipmentId"),
    state: stateOf(textIn(shipment, "shipmentStatusCode"), textIn(shipment, "shipmentStatus")),
  });
}
