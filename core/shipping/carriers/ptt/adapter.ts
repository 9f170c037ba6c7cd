/**
 * Connection to PTT Kargo: announces labels whose barcodes are ours, cancels and follows them, and
 * orders collections. Built from public documents; not yet tried at the carrier.
 */
import { done, refused, type BoughtRequest, type Outcome } from "../carrier.ts";
import { trackInCalls, unknownLabel } from "../carrier-answers.ts";
import {
  announced,
  identityOf,
  notAnnounced,
  unannounced,
  type AnnounceOutcome,
  type AnnounceRequest,
  type ConnectedAccount,
  type Connection,
  type ConnectionKind,
  type PickupRequest,
} from "../connection.ts";
import type { ConnectionSettings } from "../connection.schema.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { textAt, type XmlElement } from "../../../base/xml/xml.ts";
import { findFault, findPickupFault } from "./check-order.ts";
import { createClient, LIVE_TRACKING_URL, LIVE_URL, TIMEOUT_MS, type PttClient } from "./client.ts";
import { fileNamesOf, pickupOf, referenceOf, rowOf } from "./mapping.ts";
import { accepted, readFound, readLoaded, readOrdered, readRemoved } from "./read-answers.ts";
import { readTracked } from "./read-tracking.ts";

/**
 * A query is about one parcel. PTT also has a query for all parcels that moved on a day. It gives
 * only the last movement of each, in words without the number of the state, and no public document
 * shows how to ask for its second page.
 */
const QUERIES_AT_ONCE = 1;
/** A correct barcode that no range has. */
const NO_BARCODE = "0000000000000";

export const ptt: ConnectionKind = {
  kind: "ptt",
  providerCode: "PTT",
  name: "PTT Kargo",
  can: ["test", "announce", "cancel", "track", "pickup"],
  // The user name is that of the loading service, usually PttWs; the tracking service takes the
  // customer number in its place. The password is the same.
  needsLogin: true,
  fields: [
    { name: "customerNumber", type: "text", isRequired: true, maxLength: 10 },
    { name: "payoutAccount", type: "text", isRequired: false, maxLength: 8 },
    { name: "url", type: "url", isRequired: false, usual: LIVE_URL, maxLength: 300 },
    {
      name: "trackingUrl",
      type: "url",
      isRequired: false,
      usual: LIVE_TRACKING_URL,
      maxLength: 300,
    },
  ],
  orderNeeds: ["recipient.phone"],
  checkSettings,
  create: createConnection,
};

function checkSettings(settings: ConnectionSettings): string | undefined {
  if (!/^\d{9,10}$/.test(settings["customerNumber"] ?? ""))
    return "customerNumber: PTT's customer numbers have 9 or 10 digits.";
  return /^(\d{8})?$/.test(settings["payoutAccount"] ?? "")
    ? undefined
    : "payoutAccount: the numbers of payout accounts at PTT have 8 digits.";
}

function createConnection(account: ConnectedAccount, outgoing: Outgoing): Connection {
  const client = createClient(account, outgoing);
  const payoutAccount = account.settings["payoutAccount"] ?? "";
  return {
    ...identityOf(ptt, account),
    textRules: {
      letters: "turkish",
      lengths: { name: 100, address: 255, cityName: 100, districtName: 100 },
    },
    announcesPerSecond: 20,
    timeoutMs: TIMEOUT_MS,
    tracksAtOnce: QUERIES_AT_ONCE,
    check: (consignment) => findFault({ consignment }, payoutAccount),
    test: async (signal) => {
      const answer = await find(client, NO_BARCODE, signal);
      return answer.outcome === "done"
        ? done("PTT accepts the customer number and the password.")
        : answer;
    },
    announce: (request, signal) => announce(client, payoutAccount, request, signal),
    cancel: (request, signal) => cancel(client, request, signal),
    track: (requests, signal) =>
      trackInCalls(requests, 1, async (keys) => {
        const [[barcode, purchaseKey] = ["", ""]] = keys;
        const answer = await find(client, barcode, signal);
        if (answer.outcome !== "done") return answer;
        return done(
          answer.value === undefined ? [] : [readTracked(purchaseKey, barcode, answer.value)],
        );
      }),
    pickup: (request, signal) => pickup(client, request, signal),
  };
}

/** Finds a parcel by its barcode; undefined when no branch has accepted such a parcel. */
async function find(
  client: PttClient,
  barcode: string,
  signal: AbortSignal,
): Promise<Outcome<XmlElement | undefined>> {
  const answer = await client.query("barcode", barcode, signal);
  return answer.outcome === "done" ? readFound(answer.value) : answer;
}

/**
 * Announces a parcel as a file of one row. PTT wants another name of the file in each call, so that a
 * name that was used before, by a lost or a refused call, says nothing about the parcel; its barcode
 * does.
 */
async function announce(
  client: PttClient,
  payoutAccount: string,
  request: AnnounceRequest,
  signal: AbortSignal,
): Promise<AnnounceOutcome> {
  const fault = findFault(request, payoutAccount);
  if (fault !== undefined) return notAnnounced(fault);
  const row = rowOf(request, payoutAccount);
  for (const fileName of fileNamesOf(request.key)) {
    const answer = await client.load(row, fileName, signal);
    if (answer.outcome !== "done") return unannounced(answer);
    const meaning = readLoaded(answer.value, fileName);
    if (meaning.outcome === "file used") continue;
    if (meaning.outcome !== "exists") return meaning;
    if (!request.mayBeAnnounced) return notAnnounced(meaning.refusal);
    const isOurs = await isOurParcel(client, request, signal);
    if (isOurs.outcome !== "done") return unannounced(isOurs);
    return isOurs.value
      ? announced({ details: {} })
      : notAnnounced({ ...meaning.refusal, isOtherParcel: true });
  }
  return notAnnounced({
    code: "",
    field: "",
    reason: "PTT has got this parcel too often; buy another label.",
  });
}

/**
 * Finds whether a barcode that PTT has is this parcel's. A query shows a parcel only after its
 * acceptance. Until then the barcode counts as ours: its range is ours alone, and an earlier call may
 * have arrived.
 */
async function isOurParcel(
  client: PttClient,
  request: AnnounceRequest,
  signal: AbortSignal,
): Promise<Outcome<boolean>> {
  const shown = await find(client, request.barcode, signal);
  if (shown.outcome !== "done") return shown;
  if (shown.value === undefined) return done(true);
  const answer = await client.query("reference", referenceOf(request), signal);
  if (answer.outcome !== "done") return answer;
  const ours = readFound(answer.value);
  return ours.outcome === "done"
    ? done(ours.value !== undefined && textAt(ours.value, "BARNO") === request.barcode)
    : ours;
}

/**
 * Removes a parcel that no branch has accepted, under the name of its file; under each possible name
 * when the answer to its announcement was lost. A parcel that is under none of them may be with a
 * branch.
 */
async function cancel(
  client: PttClient,
  request: BoughtRequest,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { purchaseKey, barcode, details } = request;
  const { fileName } = details;
  const names = typeof fileName === "string" ? [fileName] : fileNamesOf(purchaseKey);
  for (const name of names) {
    const answer = await client.remove(barcode, name, signal);
    const removed = answer.outcome === "done" ? readRemoved(answer.value) : answer;
    if (removed.outcome !== "done") return removed;
    if (removed.value) return done(null);
  }
  const found = await find(client, barcode, signal);
  if (found.outcome !== "done") return found;
  return found.value === undefined ? unknownLabel("PTT", request, "") : accepted("");
}

async function pickup(
  client: PttClient,
  request: PickupRequest,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const fault = findPickupFault(request);
  if (fault !== undefined) return refused("E2033", fault.reason);
  const answer = await client.order(pickupOf(request), signal);
  return answer.outcome === "done" ? readOrdered(answer.value) : answer;
}
