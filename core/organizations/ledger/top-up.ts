/**
 * Tops up a balance, and reads the ledger. A top-up that is repeated under its reference is made
 * once.
 */
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { moneyText, parseEnteredMoney, type Minor } from "../../base/money.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { OrganizationDeps } from "../deps.ts";
import type { PageOf } from "../../http/paging.schema.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { LedgerEntry, TopUpInput } from "./ledger.schema.ts";
import { postEntry } from "./ledger.service.ts";
import * as store from "./ledger.store.ts";
import { findTopUp, getEntry, listEntries, listEntriesOf } from "./ledger.store.ts";
import { presentEntry } from "./present-entry.ts";

/** Largest top-up, minor units. */
const LARGEST_MINOR = 100_000_000_000;
/** Time for which differing top-ups are listed, ms; by then a person has seen them. */
const SHOWN_MS = 30 * 86_400_000;

/**
 * Adds a top-up.
 *
 * @returns The entry; for a repeated reference, the first entry.
 * @throws AppError E1085 for an invalid amount, E2051 when the reference was used for another
 *   amount.
 */
export function requestTopUp(
  deps: WriteDeps,
  organizationID: string,
  input: TopUpInput,
): LedgerEntry {
  const amount = parseEnteredMoney(input.amount);
  if (amount === undefined || amount <= 0 || amount > LARGEST_MINOR)
    throw errors.badRequest(
      'amount: must be a positive amount up to 1000000000.00, with two decimals at most, as in "250.00".',
    );
  return inTransaction(deps, () => {
    const earlier =
      input.reference === "" ? undefined : findTopUp(deps.db, organizationID, input.reference);
    if (earlier === undefined)
      return presentEntry(
        getEntry(deps.db, organizationID, post(deps, organizationID, amount, input)),
      );
    if (earlier.amountMinor !== amount) throw errors.referenceReused();
    return presentEntry(earlier);
  });
}

/**
 * Adds money to an organization's balance.
 *
 * @param amount Minor units, positive.
 */
export function topUp(
  deps: WriteDeps,
  organizationID: string,
  amount: Minor,
  reference: string,
): void {
  inTransaction(deps, () => post(deps, organizationID, amount, { reference, note: "" }));
}

/** Amounts under one reference, such as "250.00"; the first amount counts. */
type UnlikeTopUp = {
  readonly reference: string;
  readonly since: string;
  readonly amounts: readonly string[];
};

/** Lists references under which stations added different amounts in the last thirty days. */
export function listUnlikeTopUps(
  deps: Pick<OrganizationDeps, "db" | "now">,
  organizationID: string,
): UnlikeTopUp[] {
  const since = new Date(Date.parse(deps.now()) - SHOWN_MS).toISOString();
  return store.listUnlikeTopUps(deps.db, organizationID, since).map(({ amounts, ...of }) => ({
    ...of,
    amounts: parseJson(amounts, z.array(z.int()), "amounts of top-ups").map(moneyText),
  }));
}

/**
 * Reads a page of an organization's ledger, newest entry first, on the reader's connection, since a
 * ledger only grows.
 * @throws AppError E2052
 */
export async function pageEntries(
  { reader }: Pick<OrganizationDeps, "reader">,
  organizationID: string,
  page: { limit: number; page: number; offset: number },
): Promise<PageOf<LedgerEntry>> {
  const { rows, totalRows } = await listEntries(reader, organizationID, {
    limit: page.limit,
    offset: page.offset,
  });
  return {
    rows: rows.map(presentEntry),
    limit: page.limit,
    page: page.page,
    sort: "created_at desc",
    totalRows,
  };
}

/** Lists the entries of a purchase and its refund, oldest first. */
export function entriesOf({ db }: ReadDeps, transactionID: string): LedgerEntry[] {
  return listEntriesOf(db, transactionID).map(presentEntry);
}

function post(
  deps: WriteDeps,
  organizationID: string,
  amount: Minor,
  entry: { reference: string; note: string },
): string {
  const { entryID, newBalance } = postEntry(deps, {
    organizationID,
    kind: "TOPUP",
    amount,
    transactionID: null,
    reference: entry.reference,
    note: entry.note,
  });
  recordFact(deps, {
    topic: "balance.changed",
    organizationID,
    subjectID: organizationID,
    payload: { balance: moneyText(newBalance) },
  });
  return entryID;
}
