/**
 * Finds our senders among the sender addresses of another server, which accepts them only by id. A
 * sender that the server does not have is created there.
 */
import { fold } from "../../../base/text.ts";
import { done, unsent, type Outcome } from "../carrier.ts";
import type { Party } from "../consignment.ts";
import { createKeptAnswers } from "../keep-answer.ts";
import { callAccepted } from "./read-failure.ts";
import type { MarketplaceClient } from "./client.ts";
import { addressOf } from "./mapping.ts";
import { readAddresses, readList, type RemoteAddress } from "./read-data.ts";
import { say } from "./say.ts";

const KEEP_MS = 60 * 60_000;
const PAGE = 100;
const MOST_PAGES = 20;

export type Senders = {
  /** Finds or creates a sender; done with its id there. */
  find(party: Party, signal: AbortSignal): Promise<Outcome<string>>;
  /** Forgets a sender, for example because the server no longer has it. */
  forget(party: Party): void;
};

/** Creates the senders of one account. They are kept for an hour. */
export function createSenders(client: MarketplaceClient): Senders {
  const kept = createKeptAnswers({ keepMs: KEEP_MS, usesOld: false }, (key: string, signal) =>
    findOrCreate(client, parties.get(key), signal),
  );
  const parties = new Map<string, Party>();
  return {
    find(party, signal) {
      const key = keyOf(addressOf(party));
      parties.set(key, party);
      return kept.get(key, signal);
    },
    forget(party) {
      const key = keyOf(addressOf(party));
      kept.drop(key, kept.peek(key) ?? "");
    },
  };
}

async function findOrCreate(
  client: MarketplaceClient,
  party: Party | undefined,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  if (party === undefined) return unsent(say("senderUnknown", {}));
  const body = addressOf(party);
  const wanted = keyOf(body);
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await callAccepted(
      client,
      { operation: "addresses", method: "GET", path: `/addresses?limit=${PAGE}&page=${page}` },
      signal,
    );
    if (answer.outcome !== "done") return beforePurchase(answer);
    const data = answer.value.value["data"];
    const found = readAddresses(data).find((one) => one.isActive && keyOf(one) === wanted);
    if (found !== undefined) return done(found.id);
    if (readList(data).length < PAGE) break;
  }
  const made = await callAccepted(
    client,
    { operation: "createAddress", method: "POST", path: "/addresses", body },
    signal,
  );
  if (made.outcome !== "done") return beforePurchase(made);
  const [address] = readAddresses([made.value.value["data"]]);
  return address === undefined ? unsent(say("noSender", client.server)) : done(address.id);
}

/** Nothing was bought yet, so what these calls left undone is only unsent. */
function beforePurchase(outcome: Exclude<Outcome<never>, { outcome: "done" }>): Outcome<never> {
  return outcome.outcome === "unknown" ? { ...outcome, isUnsent: true } : outcome;
}

type Compared = Pick<
  RemoteAddress,
  "name" | "phone" | "address1" | "address2" | "cityCode" | "districtName"
>;

function keyOf({ name, phone, address1, address2, cityCode, districtName }: Compared): string {
  const digits = phone.replace(/\D/g, "").slice(-10);
  return [name, address1, address2, districtName].map(fold).concat(digits, cityCode).join("\n");
}
