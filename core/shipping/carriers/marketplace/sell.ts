/**
 * Buys an offer at another server, and finds out whether it was bought. The shipment there is read
 * before any repetition; the label is read in the same attempt, and waited for when it is late.
 */
import { moneyText } from "../../../base/money.ts";
import {
  done,
  notReady,
  refused,
  unknown,
  type Bought,
  type Outcome,
  type PurchaseRequest,
} from "../carrier.ts";
import type { MarketplaceClient } from "./client.ts";
import { readLabel } from "./label-file.ts";
import { isStillFor } from "./mapping.ts";
import { readShipment, type RemoteShipment } from "./read-data.ts";
import { failureOutcome } from "./read-failure.ts";
import { readRemote } from "./read-shipment.ts";
import { nameOfCode } from "../service-names.ts";
import { stateOf } from "./statuses.ts";
import { say } from "./say.ts";

/** Pause before a label that the server has not made yet is read again, ms. */
const LABEL_PAUSE_MS = 3_000;

/** Buys the offer of a request. */
export async function buy(
  client: MarketplaceClient,
  request: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome<Bought>> {
  const { name } = client.server;
  const { offerID } = request.details;
  if (!isStillFor(request.details, request.consignment))
    return refused("E2033", say("changedSince", { name }));
  const answer = await client.call(
    {
      operation: "buy",
      method: "POST",
      path: "/transactions",
      body: { offerID },
      key: request.key,
    },
    signal,
  );
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "failed") {
    // E1065: the shipment has a label, maybe by an earlier attempt of this purchase.
    if (answer.value.code !== "E1065") return failureOutcome(name, answer.value);
    const found = await find(client, request, signal);
    if (found.outcome !== "done") return found;
    return found.value === null ? failureOutcome(name, answer.value) : done(found.value);
  }
  const data = answer.value.value["data"];
  const shipment = readShipment(isObject(data) ? data["shipment"] : undefined);
  // Another shipment's label would go onto this parcel.
  if (shipment === undefined || shipment.id !== request.details["shipmentID"])
    return unknown(say("noBought", { name }));
  if (!answer.value.isReplayed) return await readBought(client, shipment, signal);
  // The label of the first answer may be cancelled since.
  const now = await readRemote(client, shipment.id, signal);
  if (now.outcome !== "done") return unknown(say("notShown", { name }));
  return now.value !== null && stateOf(now.value.statusCode) === "canceled"
    ? refused("E2033", say("cancelledThere", { name }))
    : await readBought(client, now.value ?? shipment, signal);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Looks up the label of a purchase: null when its offer is not bought there. */
export async function find(
  client: MarketplaceClient,
  { details }: PurchaseRequest,
  signal: AbortSignal,
): Promise<Outcome<Bought | null>> {
  const read = await readRemote(client, String(details["shipmentID"]), signal);
  if (read.outcome !== "done") return read;
  // Shipments are never deleted, so the token is another organization's, and the label may be sold.
  if (read.value === null) return refused("E2033", say("unknownPurchase", client.server));
  const { statusCode, acceptedOfferID } = read.value;
  const state = stateOf(statusCode);
  if (state === "open") return notReady(say("notFinished", client.server), LABEL_PAUSE_MS);
  if (state === "bought" && acceptedOfferID === "")
    return unknown(say("noAcceptedOffer", client.server));
  // A label of another offer was not bought by this purchase.
  if (state !== "bought" || acceptedOfferID !== details["offerID"]) return done(null);
  return await readBought(client, read.value, signal);
}

/** Reads the label of a bought shipment. */
async function readBought(
  client: MarketplaceClient,
  shipment: RemoteShipment,
  signal: AbortSignal,
): Promise<Outcome<Bought>> {
  const { name } = client.server;
  const { id, barcode, trackingNumber, trackingUrl, labelURL, providerCode, totalAmount } =
    shipment;
  if (barcode === "") return notReady(say("noBarcode", { name }), LABEL_PAUSE_MS);
  if (labelURL === "") return notReady(say("noFile", { name }), LABEL_PAUSE_MS);
  const label = await readLabel(client, labelURL, signal);
  if (label.outcome === "unknown") return notReady(label.cause, LABEL_PAUSE_MS);
  if (label.outcome === "refused") return label;
  return done({
    barcode,
    trackingNumber,
    trackingUrl,
    carrierName: nameOfCode(providerCode),
    details: {
      shipmentID: id,
      ...(totalAmount === undefined ? {} : { paidThere: moneyText(totalAmount) }),
    },
    label: label.value,
  });
}
