/**
 * Connection to Yurtiçi Kargo: announces labels whose barcodes are ours, cancels and follows them.
 * Built from public documents; not yet tried at the carrier.
 */
import { randomUUID } from "node:crypto";
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
import type { XmlPart } from "../../../base/xml.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { findFault, PAYMENTS, type Payment } from "./check-order.ts";
import { createClient, LIVE_URL, TIMEOUT_MS, type YurticiClient } from "./client.ts";
import { invoiceKeyOf, orderOf } from "./mapping.ts";
import {
  keyTaken,
  readCancelled,
  readCreated,
  readExisting,
  readTested,
  readTrackedAll,
} from "./read-answers.ts";

const KEYS_AT_ONCE = 20;

export const yurtici: ConnectionKind = {
  kind: "yurtici",
  providerCode: "YURTICI",
  name: "Yurtiçi Kargo",
  can: ["test", "announce", "cancel", "track"],
  needsLogin: true,
  fields: [
    { name: "url", type: "url", isRequired: false, usual: LIVE_URL, maxLength: 300 },
    // The payment kind belongs to the login, so an account names the kind of its login.
    {
      name: "payment",
      type: "choice",
      isRequired: false,
      values: [...PAYMENTS],
      usual: "sender",
    },
  ],
  orderNeeds: ["recipient.phone"],
  create: createConnection,
};

function createConnection(account: ConnectedAccount, outgoing: Outgoing): Connection {
  const call = createClient(account, outgoing);
  const payment = PAYMENTS.find((known) => known === account.settings["payment"]) ?? "sender";
  return {
    ...identityOf(yurtici, account),
    // Names and addresses longer than the limits are refused by the service.
    textRules: {
      letters: "turkish",
      lengths: { name: 200, address: 200, cityName: 40, districtName: 40 },
    },
    announcesPerSecond: 20,
    timeoutMs: TIMEOUT_MS,
    tracksAtOnce: KEYS_AT_ONCE,
    check: (consignment) => findFault({ consignment }, payment),
    test: async (signal) => {
      // A new key each time, because a query of the same key is refused within a minute.
      const key = `TEST${randomUUID().replaceAll("-", "").slice(0, 16).toUpperCase()}`;
      const answer = await call("queryShipment", queryOf([key]), signal);
      return answer.outcome === "done" ? readTested(answer.value) : answer;
    },
    announce: (request, signal) => announce(call, payment, request, signal),
    cancel: async ({ barcode }, signal) => {
      const answer = await call("cancelShipment", [["cargoKeys", barcode]], signal);
      return answer.outcome === "done" ? readCancelled(answer.value, barcode) : answer;
    },
    track: (requests, signal) =>
      trackInCalls(requests, KEYS_AT_ONCE, async (keys) => {
        const answer = await call("queryShipment", queryOf([...keys.keys()]), signal);
        return answer.outcome === "done" ? readTrackedAll(answer.value, keys) : answer;
      }),
  };
}

async function announce(
  call: YurticiClient,
  payment: Payment,
  request: AnnounceRequest,
  signal: AbortSignal,
): Promise<AnnounceOutcome> {
  const fault = findFault(request, payment);
  if (fault !== undefined) return notAnnounced(fault);
  const { barcode } = request;
  const answer = await call("createShipment", [["ShippingOrderVO", orderOf(request)]], signal);
  if (answer.outcome !== "done") return unannounced(answer);
  const created = readCreated(answer.value, barcode);
  if (created.outcome !== "exists") return created;
  const { words } = created;
  if (!request.mayBeAnnounced) return keyTaken(words);
  const found = await call("queryShipment", queryOf([barcode]), signal);
  return found.outcome === "done"
    ? readExisting(found.value, { barcode, invoiceKey: invoiceKeyOf(request), words })
    : unannounced(found);
}

/** Writes a query by barcodes (key type 0) with the history of the parcels. */
function queryOf(keys: readonly string[]): readonly XmlPart[] {
  return [
    ...keys.map((key): XmlPart => ["keys", key]),
    ["keyType", "0"],
    ["addHistoricalData", "true"],
    ["onlyTracking", "false"],
  ];
}
