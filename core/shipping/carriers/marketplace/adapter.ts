/**
 * Connection to another server of this interface (`/api/v1`), such as a hosted marketplace or
 * another station: sells that server's offers, which its own balance pays for there, cancels and
 * follows them.
 */
import type { ConnectedAccount, Connection, ConnectionKind } from "../connection.ts";
import { identityOf } from "../connection.ts";
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { createBreaker } from "./breaker.ts";
import { cancel } from "./cancel.ts";
import { check, readBalance } from "./check.ts";
import { baseOf, createClient, TIMEOUT_MS } from "./client.ts";
import { findSold } from "./find-sold.ts";
import { setHook } from "./hooks.ts";
import { discard } from "./discard.ts";
import { labelAgain } from "./label-file.ts";
import { isStillFor, readCodes } from "./mapping.ts";
import { quote, type Asking } from "./quote.ts";
import { readAny } from "./read-any.ts";
import { buy, find } from "./sell.ts";
import { createSenders } from "./senders.ts";
import { listOpen, track } from "./track.ts";

/** Code of the accounts of this kind; their offers have the codes of the server's carriers. */
const MARKETPLACE = "MARKETPLACE";
const USUAL_LIMIT_S = 8;
const LONGEST_LIMIT_S = 30;

export const marketplace: ConnectionKind = {
  kind: "marketplace",
  providerCode: MARKETPLACE,
  name: "Marketplace",
  can: ["test", "quote", "buy", "find", "cancel", "track", "return"],
  needsLogin: false,
  fields: [
    { name: "url", type: "url", isRequired: true, maxLength: 300 },
    { name: "token", type: "secret", isRequired: true, maxLength: 500 },
    {
      name: "recipientEmail",
      type: "text",
      isRequired: false,
      maxLength: 100,
      isPreference: true,
    },
    { name: "mode", type: "choice", isRequired: false, values: ["live", "test"], usual: "live" },
    {
      name: "limitSeconds",
      type: "text",
      isRequired: false,
      usual: String(USUAL_LIMIT_S),
      maxLength: 2,
      isPreference: true,
    },
    { name: "services", type: "text", isRequired: false, maxLength: 1_000, isPreference: true },
  ],
  orderNeeds: [],
  checkSettings({ limitSeconds = "", token = "", recipientEmail = "", services = "" }) {
    if (readCodes(services) === undefined)
      return "services: must be codes of services, separated by commas, or empty.";
    if (recipientEmail !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(recipientEmail))
      return "recipientEmail: must be an e-mail address, or empty.";
    const seconds = /^\d{1,2}$/.test(limitSeconds) ? Number(limitSeconds) : 0;
    if (seconds < 1 || seconds > LONGEST_LIMIT_S)
      return `limitSeconds: must be from 1 to ${LONGEST_LIMIT_S}.`;
    return /^[\x21-\x7e]*$/.test(token)
      ? undefined
      : "token: has a space or a letter that no token has.";
  },
  create: createConnection,
};

function createConnection(account: ConnectedAccount, outgoing: Outgoing): Connection {
  const { id, name, settings } = account;
  const client = createClient(
    {
      accountID: id,
      name,
      base: baseOf(settings["url"] ?? ""),
      // Read at each call, because secrets are opened by the first operation.
      get token() {
        return account.secrets["token"] ?? "";
      },
    },
    outgoing,
  );
  const limitMs = Number(settings["limitSeconds"] ?? USUAL_LIMIT_S) * 1_000;
  const asking: Asking = {
    account: { id, name },
    recipientEmail: settings["recipientEmail"] ?? "",
    client,
    senders: createSenders(client),
    breaker: createBreaker(),
    limitMs,
    only: readCodes(settings["services"] ?? "") ?? [],
  };
  return {
    ...identityOf(marketplace, account),
    isTest: settings["mode"] === "test",
    announcesPerSecond: 5,
    timeoutMs: TIMEOUT_MS,
    quoteLimitMs: limitMs,
    test: (signal) => check(client, Date.now, signal),
    quote: (consignment, signal, key) => quote(asking, consignment, key, signal),
    isStillFor,
    discard: (asked, signal) => discard(client, asking.account, asked, signal),
    findSold: (keys, signal) => findSold(client, keys, signal),
    setHook: (hook, signal) => setHook(client, id, hook, signal),
    balance: (signal) => readBalance(client, signal),
    readLabel: (details, signal) => labelAgain(client, details, signal),
    read: (path, signal) => readAny(client, path, signal),
    buy: (request, signal) => buy(client, request, signal),
    find: (request, signal) => find(client, request, signal),
    cancel: (request, signal) => cancel(client, request, signal),
    listOpen: (cursor, signal) => listOpen(client, cursor, signal),
    track: (requests, signal) => track(client, requests, signal),
  };
}
