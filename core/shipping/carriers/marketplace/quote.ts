/**
 * Asks another server for its offers: creates the shipment there under our key, and reads it until
 * all offers have come or the time is over. Offers that have come by then are used.
 */
import { setTimeout } from "node:timers/promises";
import { done, refused, unknown, unsent, type Outcome, type Quotes } from "../carrier.ts";
import type { Consignment } from "../consignment.ts";
import { ineligibleBecause } from "../ineligible.ts";
import type { IneligibleCode } from "../ineligible.schema.ts";
import type { Breaker } from "./breaker.ts";
import type { MarketplaceClient } from "./client.ts";
import {
  addressOf,
  checkOf,
  namesOf,
  quotesOfShipment,
  shipmentOf,
  type SellingAccount,
} from "./mapping.ts";
import type { RemoteShipment } from "./read-data.ts";
import { isNotFound } from "./read-failure.ts";
import { readCreated, readRemote } from "./read-shipment.ts";
import type { Senders } from "./senders.ts";
import { say } from "./say.ts";

/** First pause before offers that are still missing are read, and the longest one, ms. */
const FIRST_PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 1_500;

export type Asking = {
  readonly account: SellingAccount;
  /** E-mail for recipients without one, which the interface requires; "" for none. */
  readonly recipientEmail: string;
  readonly client: MarketplaceClient;
  readonly senders: Senders;
  readonly breaker: Breaker;
  /** Time within which all offers must come, ms. */
  readonly limitMs: number;
  /** Codes of the services whose offers are shown; empty: all. */
  readonly only: readonly string[];
};

/**
 * Asks for offers.
 *
 * @param key Key of the request: the shipment there has it as `order.sourceIdentifier`.
 */
export async function quote(
  asking: Asking,
  consignment: Consignment,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<Quotes>> {
  const { account, breaker, limitMs, only } = asking;
  const why = cannotCarry(account, consignment);
  if (why !== undefined)
    return done({ quotes: [], ineligible: [ineligibleBecause(namesOf(account), why)] });
  if (!breaker.mayAsk()) return unsent(say("asleep", account));
  const untilMs = performance.now() + limitMs;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const created = await create(asking, consignment, key, inTime);
  if (created.outcome !== "done") {
    breaker.note(created.outcome === "refused");
    return created;
  }
  const shipment = await awaitOffers(asking, created.value, untilMs, inTime);
  breaker.note(true);
  return done(
    quotesOfShipment(account, shipment, {
      key,
      at: consignment.at,
      check: checkOf(consignment),
      only,
    }),
  );
}

/** Most servers through which a question for prices may go. */
const MOST_ASKED = 3;

/**
 * Finds why the server is not asked about an order: a term that this interface cannot express, or a
 * question that would go round between servers that ask each other. Undefined: it is asked.
 */
function cannotCarry(
  account: SellingAccount,
  consignment: Consignment,
): Exclude<IneligibleCode, "OTHER"> | undefined {
  const { organizationID, askedBy = [], isReturn, payer } = consignment;
  const { declaredValue, cashOnDelivery } = consignment;
  if (askedBy.includes(organizationID) || askedBy.length >= MOST_ASKED) return "IN_A_CIRCLE";
  if (isReturn && returnedThere(account, consignment) === undefined) return "RETURNS_OWN_ONLY";
  if (payer === "recipient") return "NO_RECIPIENT_PAYS";
  if (declaredValue !== null) return "NO_DECLARED_VALUE";
  return cashOnDelivery?.by === "card" ? "CARD_NOT_STATED" : undefined;
}

async function create(
  asking: Asking,
  consignment: Consignment,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<RemoteShipment>> {
  if (consignment.isReturn) return await createReturn(asking, consignment, key, signal);
  const { client, senders } = asking;
  const sender = await senders.find(consignment.sender, signal);
  if (sender.outcome !== "done") return sender;
  const back =
    consignment.returnTo === null ? sender : await senders.find(consignment.returnTo, signal);
  if (back.outcome !== "done") return back;
  const placed = { senderAddressID: sender.value, returnAddressID: back.value, key };
  const answer = await client.call(
    {
      operation: "createShipment",
      method: "POST",
      path: "/shipments",
      body: shipmentOf(withEmail(consignment, asking.recipientEmail), placed),
      key,
    },
    signal,
  );
  if (answer.outcome === "done" && answer.value.result === "failed") {
    // The server may no longer have the address; the next request looks for it again.
    senders.forget(consignment.sender);
    if (consignment.returnTo !== null) senders.forget(consignment.returnTo);
  }
  const created = readCreated(client, answer);
  if (created.outcome !== "done") return created;
  const { sourceIdentifier } = created.value;
  // Another parcel's label would go onto this one.
  return sourceIdentifier === "" || sourceIdentifier === key
    ? created
    : unknown(say("anotherRequest", client.server));
}

function withEmail(consignment: Consignment, email: string): Consignment {
  const { recipient } = consignment;
  return recipient.email === ""
    ? { ...consignment, recipient: { ...recipient, email } }
    : consignment;
}

/** A return there belongs to the shipment there that it returns. */
export async function createReturn(
  { account, client }: Pick<Asking, "account" | "client">,
  consignment: Consignment,
  key: string,
  signal: AbortSignal,
): Promise<Outcome<RemoteShipment>> {
  const id = returnedThere(account, consignment);
  if (id === undefined) return refused("E2033", say("returnsOwn", {}));
  const answer = await client.call(
    {
      operation: "createReturn",
      method: "POST",
      path: `/shipments/${encodeURIComponent(id)}`,
      body: {
        isReturn: true,
        willAccept: false,
        count: 1,
        senderAddress: addressOf(consignment.recipient),
      },
      key,
    },
    signal,
  );
  if (answer.outcome === "done" && answer.value.result === "failed" && isNotFound(answer.value))
    return refused("E2033", say("returnUnknown", {}));
  return readCreated(client, answer);
}

/** Finds the id there of the shipment that a return returns; undefined: it was not bought there. */
function returnedThere({ id }: SellingAccount, { original }: Consignment): string | undefined {
  const shipmentID = original?.accountID === id ? original.details["shipmentID"] : undefined;
  return typeof shipmentID === "string" ? shipmentID : undefined;
}

/** Reads a shipment until its offers are complete or the time is over. */
async function awaitOffers(
  { client }: Asking,
  created: RemoteShipment,
  untilMs: number,
  signal: AbortSignal,
): Promise<RemoteShipment> {
  let shipment = created;
  for (let pauseMs = FIRST_PAUSE_MS; !shipment.offers.isComplete; pauseMs *= 2) {
    const waitMs = Math.min(pauseMs, LONGEST_PAUSE_MS);
    if (performance.now() + waitMs >= untilMs) return shipment;
    try {
      await setTimeout(waitMs, undefined, { signal, ref: false });
    } catch {
      return shipment;
    }
    const read = await readRemote(client, shipment.id, signal);
    if (read.outcome === "done" && read.value !== null) shipment = read.value;
  }
  return shipment;
}
