/**
 * Connection to DHL eCommerce Türkiye, formerly MNG Kargo: sells labels whose barcode and label
 * DHL makes, cancels and follows them. Built from public documents; not yet tried at the carrier.
 */
import { done, unknown, type BoughtRequest, type Outcome, type Tracked } from "../carrier.ts";
import type { ConnectedAccount, Connection, ConnectionKind } from "../connection.ts";
import type { Consignment } from "../consignment.ts";
import { readCorrections } from "../match-districts.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { buy, find, type Seller } from "./buy.ts";
import { cancel, referenceOfLabel } from "./cancel.ts";
import { findFault, inRole, LONGEST_ADDRESS, LONGEST_NAME, otherParty } from "./check-order.ts";
import { CARRIER, createClient, LIVE_URL, TIMEOUT_MS, type DhlClient } from "./client.ts";
import { createCreatedOrders } from "./created-orders.ts";
import { NO_TAX_NUMBER, partyOf } from "./mapping.ts";
import { createPlaces, type PlacesGeo } from "./places.ts";
import { failureOutcome, isNotFound } from "./read-failure.ts";
import { readTracked } from "./read-tracking.ts";

const OPERATIONS = ["test", "buy", "find", "cancel", "track", "return"] as const;

/** Creates the kind. @param geo Our provinces and districts, to which DHL's are matched. */
export function createDhl(geo: PlacesGeo): ConnectionKind {
  return {
    kind: "dhl",
    providerCode: "DHL",
    name: CARRIER,
    can: [...OPERATIONS, "register"],
    // The customer number is the account's user name.
    needsLogin: true,
    fields: [
      { name: "url", type: "url", isRequired: false, usual: LIVE_URL, maxLength: 300 },
      { name: "clientId", type: "text", isRequired: true, maxLength: 100 },
      { name: "clientSecret", type: "secret", isRequired: true, maxLength: 200 },
      { name: "recipientEmail", type: "text", isRequired: true, maxLength: 100 },
      {
        name: "recipientTaxNumber",
        type: "text",
        isRequired: false,
        usual: NO_TAX_NUMBER,
        maxLength: 11,
      },
      {
        name: "registersEarly",
        type: "choice",
        isRequired: false,
        values: ["no", "yes"],
        usual: "no",
      },
      { name: "districtCorrections", type: "text", isRequired: false, maxLength: 4_000 },
    ],
    orderNeeds: ["recipient.phone"],
    checkSettings({ recipientEmail = "", recipientTaxNumber = "", districtCorrections = "" }) {
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(recipientEmail))
        return "recipientEmail: must be an e-mail address.";
      if (!/^\d{10,11}$/.test(recipientTaxNumber))
        return "recipientTaxNumber: must have 10 or 11 digits.";
      const corrections = readCorrections(districtCorrections);
      return "wrong" in corrections
        ? `districtCorrections: “${corrections.wrong}” is not like 34/KADIKOY=1234.`
        : undefined;
    },
    create: (account, outgoing) => createConnection(account, outgoing, geo),
  };
}

function createConnection(
  account: ConnectedAccount,
  outgoing: Outgoing,
  geo: PlacesGeo,
): Connection {
  const { settings } = account;
  const client = createClient(account, outgoing);
  const read = readCorrections(settings["districtCorrections"] ?? "");
  const places = createPlaces(client, geo, "wrong" in read ? new Map() : read.corrections);
  const seller: Seller = { client, places, created: createCreatedOrders(), settings };
  const registersEarly = settings["registersEarly"] === "yes";
  return {
    accountID: account.id,
    kind: "dhl",
    name: account.name,
    can: new Set(registersEarly ? [...OPERATIONS, "register"] : OPERATIONS),
    textRules: {
      letters: "turkish",
      lengths: { name: LONGEST_NAME, address: LONGEST_ADDRESS, orderNumber: 30 },
    },
    announcesPerSecond: 5,
    timeoutMs: TIMEOUT_MS,
    check(consignment) {
      const { party, role } = otherParty(consignment);
      const fault = findFault(consignment, settings["recipientEmail"] ?? "") ?? places.check(party);
      return fault === undefined ? undefined : { ...fault, field: inRole(fault.field, role) };
    },
    test: (signal) => test(client, signal),
    buy: (request, signal) => buy(seller, request, signal),
    find: (request, signal) => find(client, request, signal),
    cancel: (request, signal) => cancel(client, request, signal),
    track: (requests, signal) => track(client, requests, signal),
    ...(registersEarly
      ? { registerRecipient: (consignment, signal) => register(seller, consignment, signal) }
      : {}),
  };
}

/** Checks the login, and the application's keys by a list of places. */
async function test(client: DhlClient, signal: AbortSignal): Promise<Outcome<string>> {
  const login = await client.login(signal);
  if (login.outcome !== "done") return login;
  const cities = await client.call("getcities", {}, signal);
  if (cities.outcome !== "done") return cities;
  return cities.value.result === "done"
    ? done(`${CARRIER} accepts the login and the application's keys.`)
    : failureOutcome(cities.value);
}

async function register(
  { client, places, settings }: Seller,
  { recipient }: Consignment,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const place = await places.find(recipient, signal);
  if (place.outcome !== "done") return place;
  const body = { recipient: partyOf(recipient, place.value, settings) };
  const answer = await client.call("createRecipient", { body }, signal);
  if (answer.outcome !== "done") return answer;
  return answer.value.result === "done" ? done(null) : failureOutcome(answer.value);
}

/** Tracks parcels, each with two calls: the state has the link, the movements have the way. */
async function track(
  client: DhlClient,
  requests: readonly BoughtRequest[],
  signal: AbortSignal,
): Promise<Outcome<readonly Tracked[]>> {
  const tracked: Tracked[] = [];
  for (const request of requests) {
    const id = referenceOfLabel(request);
    const answers: unknown[] = [];
    for (const operation of ["getshipmentstatus", "trackshipment"] as const) {
      const answer = await client.call(operation, { id }, signal);
      if (answer.outcome !== "done") return answer;
      if (answer.value.result === "failed" && !isNotFound(answer.value))
        return unknown(`${CARRIER} answered a query with: ${answer.value.words}`);
      answers.push(answer.value.result === "done" ? answer.value.value : undefined);
      if (answers[0] === undefined) break;
    }
    const [status, movements] = answers;
    const found = readTracked(request.purchaseKey, status, movements);
    if (found !== undefined) tracked.push(found);
  }
  return done(tracked);
}
