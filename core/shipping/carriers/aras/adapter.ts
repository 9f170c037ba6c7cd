/**
 * Connection to Aras Kargo: announces labels whose barcodes are ours, cancels and follows them.
 * Built from public documents; not yet tried at the carrier.
 */
import { randomUUID } from "node:crypto";
import { done, type Outcome } from "../carrier.ts";
import { trackInCalls } from "../carrier-answers.ts";
import {
  identityOf,
  notAnnounced,
  unannounced,
  type AnnounceOutcome,
  type AnnounceRequest,
  type ConnectedAccount,
  type Connection,
  type ConnectionKind,
} from "../connection.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { findFault } from "./check-order.ts";
import { createClient, LIVE_QUERY_URL, LIVE_URL, TIMEOUT_MS, type ArasClient } from "./client.ts";
import { orderOf } from "./mapping.ts";
import { readCancelled, readSet } from "./read-answers.ts";
import { listInvoiceLines } from "./read-invoices.ts";
import { readTracked } from "./read-tracking.ts";

const CODES_AT_ONCE = 20;

export const aras: ConnectionKind = {
  kind: "aras",
  providerCode: "ARAS",
  name: "Aras Kargo",
  can: ["test", "announce", "cancel", "track", "invoice"],
  needsLogin: true,
  // The account's user name and password are those of the shipping service; queries have others.
  fields: [
    { name: "url", type: "url", isRequired: false, usual: LIVE_URL, maxLength: 300 },
    { name: "queryUrl", type: "url", isRequired: false, usual: LIVE_QUERY_URL, maxLength: 300 },
    { name: "queryUsername", type: "text", isRequired: true, maxLength: 100 },
    { name: "queryPassword", type: "secret", isRequired: true, maxLength: 100 },
    { name: "customerCode", type: "text", isRequired: true, maxLength: 40 },
  ],
  orderNeeds: ["recipient.phone"],
  create: createConnection,
};

function createConnection(account: ConnectedAccount, outgoing: Outgoing): Connection {
  const client = createClient(account, outgoing);
  return {
    ...identityOf(aras, account),
    textRules: {
      letters: "turkish",
      lengths: { name: 100, address: 250, cityName: 40, districtName: 16 },
    },
    announcesPerSecond: 20,
    timeoutMs: TIMEOUT_MS,
    tracksAtOnce: CODES_AT_ONCE,
    check: (consignment) => findFault({ consignment }),
    test: (signal) => test(client, signal),
    announce: (request, signal) => announce(client, request, signal),
    cancel: async (request, signal) => {
      const answer = await client.cancelDispatch(request.barcode, signal);
      return answer.outcome === "done" ? readCancelled(answer.value, request) : answer;
    },
    track: (requests, signal) =>
      trackInCalls(requests, CODES_AT_ONCE, async (keys) => {
        const answer = await client.query([...keys.keys()], signal);
        return answer.outcome === "done" ? done(readTracked(answer.value, keys)) : answer;
      }),
    invoice: (month, signal) => listInvoiceLines(client, month, signal),
  };
}

/**
 * Checks both logins with a new code, which no parcel has. The cancellation of an unknown code
 * changes nothing. No other operation of the shipping service has separate codes for a wrong login
 * and for an unknown code in the manual.
 */
async function test(client: ArasClient, signal: AbortSignal): Promise<Outcome<string>> {
  const code = `TEST${randomUUID().replaceAll("-", "").slice(0, 28).toUpperCase()}`;
  const cancelled = await client.cancelDispatch(code, signal);
  const shipping = cancelled.outcome === "done" ? readCancelled(cancelled.value) : cancelled;
  if (shipping.outcome !== "done") return shipping;
  const queried = await client.query([code], signal);
  return queried.outcome === "done"
    ? done("Aras accepts both logins: for shipping and for queries.")
    : queried;
}

/**
 * Announces a parcel. Aras updates the order of a repeated code until the waybill, so that a
 * repetition is harmless. The same update would overwrite another parcel with our code; nobody asks
 * for the code before the first announcement, because barcodes come from ranges that are ours alone,
 * and a call more for each parcel would double the calls.
 */
async function announce(
  client: ArasClient,
  request: AnnounceRequest,
  signal: AbortSignal,
): Promise<AnnounceOutcome> {
  const fault = findFault(request);
  if (fault !== undefined) return notAnnounced(fault);
  const { barcode, mayBeAnnounced } = request;
  const answer = await client.setOrder(orderOf(request), signal);
  if (answer.outcome !== "done") return unannounced(answer);
  const meaning = readSet(answer.value);
  if (meaning.outcome !== "exists") return meaning;
  if (!mayBeAnnounced) return notAnnounced(meaning.refusal);
  const found = await client.findOrders(barcode, signal);
  if (found.outcome !== "done") return unannounced(found);
  const isOurs = found.value.some(
    ({ code, barcodes }) => code === barcode && barcodes.includes(barcode),
  );
  return isOurs ? done({ details: {} }) : notAnnounced({ ...meaning.refusal, isOtherParcel: true });
}
