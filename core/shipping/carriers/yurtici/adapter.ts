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
import type { XmlPart } from "../../../base/xml/xml.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { findFault, PAYMENTS, type Payment } from "./check-order.ts";
import { createClient, LIVE_URL, TIMEOUT_MS, type YurticiClient } from "./client.ts";
import { turkishDay } from "../../../base/turkish-day.ts";
import { instant, type Instant } from "../../../base/units.ts";
import type { BoughtRequest, Outcome } from "../carrier.ts";
import { invoiceKeyOf, orderOf } from "./mapping.ts";
import {
  keyTaken,
  readCancelled,
  readCreated,
  readExisting,
  readReturnCancelled,
  readReturnSaved,
  readTested,
  readTrackedAll,
} from "./read-answers.ts";

const KEYS_AT_ONCE = 20;
/** Field "return code" of a live login; a test login has 53 or 3. */
const RETURN_FIELD = "16";
/** How long a return code can be used, from its announcement. */
const RETURN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

export const yurtici: ConnectionKind = {
  kind: "yurtici",
  providerCode: "YURTICI",
  name: "Yurtiçi Kargo",
  can: ["test", "announce", "cancel", "track", "return"],
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
    // Yurtiçi names the field of its form in which the branch enters a return code.
    { name: "returnField", type: "text", isRequired: false, usual: RETURN_FIELD, maxLength: 4 },
  ],
  orderNeeds: ["recipient.phone"],
  create: createConnection,
};

function createConnection(account: ConnectedAccount, outgoing: Outgoing): Connection {
  const call = createClient(account, outgoing);
  const payment = PAYMENTS.find((known) => known === account.settings["payment"]) ?? "sender";
  const returnField = account.settings["returnField"] || RETURN_FIELD;
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
    announce: (request, signal) =>
      request.consignment.isReturn
        ? announceReturn(call, returnField, request, signal)
        : announce(call, payment, request, signal),
    cancel: async (request, signal) => {
      const { barcode, consignment } = request;
      if (consignment.isReturn) return await cancelReturn(call, returnField, request, signal);
      const answer = await call("cancelShipment", [["cargoKeys", barcode]], signal);
      return answer.outcome === "done" ? readCancelled(answer.value, request) : answer;
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

/**
 * Announces the code with which the recipient hands in a return at a branch. A repeat after a lost
 * answer cannot be looked up; a refusal of it is decided by a person.
 */
async function announceReturn(
  call: YurticiClient,
  returnField: string,
  request: AnnounceRequest,
  signal: AbortSignal,
): Promise<AnnounceOutcome> {
  const fault = findFault(request, "sender");
  if (fault !== undefined) return notAnnounced(fault);
  const from = request.consignment.at;
  const until = instant(new Date(Date.parse(from) + RETURN_DAYS * DAY_MS).toISOString());
  const answer = await call(
    "saveReturnShipmentCode",
    [
      ["fieldName", returnField],
      ["returnCode", request.barcode],
      ["startDate", dateOf(from)],
      ["endDate", dateOf(until)],
      ["maxCount", "1"],
    ],
    signal,
  );
  if (answer.outcome === "refused") return notAnnounced({ ...answer, field: "" });
  return answer.outcome === "done" ? readReturnSaved(answer.value) : answer;
}

async function cancelReturn(
  call: YurticiClient,
  returnField: string,
  request: BoughtRequest,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const answer = await call(
    "cancelReturnShipmentCode",
    [
      ["fieldName", returnField],
      ["returnCode", request.barcode],
    ],
    signal,
  );
  return answer.outcome === "done" ? readReturnCancelled(answer.value, request) : answer;
}

/** Writes a Turkish day as yyyyMMdd. */
function dateOf(at: Instant): string {
  return turkishDay(at).replaceAll("-", "");
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
