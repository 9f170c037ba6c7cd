/**
 * The organization's money. What can be spent is the balance less what is held for open purchases.
 * Every function that writes runs inside the commit of the thing that is paid.
 */
import { createHash } from "node:crypto";
import { AppError } from "../base/errors.ts";
import { minor, moneyText, type Minor } from "../base/money.ts";
import type { Db } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Reader } from "../db/reader.ts";
import { changeHeld, eachEntry, findBalance, insertEntry, listEntriesAfter, openBalance, type EntryRow } from "./ledger.store.ts";

export type Balance = { readonly balance: Minor; readonly held: Minor; readonly available: Minor };

export function getBalance(deps: Pick<Deps, "db">, organizationID: string): Balance {
  const row = findBalance(deps.db, organizationID) ?? { balance_minor: 0, held_minor: 0 };
  return { balance: minor(row.balance_minor), held: minor(row.held_minor), available: minor(row.balance_minor - row.held_minor) };
}

/** @throws AppError E1066 when less than `amount` can be spent. */
export function requireFunds(deps: Deps, organizationID: string, amount: Minor): void {
  const { available } = getBalance(deps, organizationID);
  if (available >= amount) return;
  throw new AppError("E1066", `The balance is not sufficient: ${moneyText(amount)} TL are needed, ${moneyText(available)} TL can be spent. Nothing was bought. Top up the balance and try again.`);
}

/** Holds `amount` for an open purchase. @throws AppError E1066 */
export function holdFunds(deps: Deps, organizationID: string, amount: Minor): void {
  requireFunds(deps, organizationID, amount);
  changeHeld(deps.db, organizationID, amount);
}

export function releaseFunds(deps: Deps, organizationID: string, amount: Minor): void {
  changeHeld(deps.db, organizationID, -amount);
}

export type Posted = { readonly entryID: string; readonly oldBalance: Minor; readonly newBalance: Minor };

/**
 * Adds one entry to the ledger.
 *
 * @param entry.amount Signed minor units: purchases negative, top-ups and refunds positive.
 * @throws AppError E1074 when the balance would pass what is counted exactly (2^53 minor units).
 */
export function postEntry(
  deps: Deps,
  entry: { organizationID: string; kind: EntryRow["kind"]; amount: number; transactionID: string | null; reference: string; note?: string },
): Posted {
  const { db } = deps;
  openBalance(db, entry.organizationID);
  const before = findBalance(db, entry.organizationID);
  if (before === undefined) throw new Error("a balance that was just opened is not there");
  const balance = before.balance_minor + entry.amount;
  if (!Number.isSafeInteger(balance)) throw new AppError("E1074", "The balance would be larger than can be counted exactly. Nothing was changed.");
  const row = {
    id: deps.newId(),
    organization_id: entry.organizationID,
    station_id: db.stationID,
    incarnation: db.incarnation,
    kind: entry.kind,
    amount_minor: entry.amount,
    balance_minor: balance,
    transaction_id: entry.transactionID,
    // As SQLite keeps it: the chain must hash what is read back.
    reference: entry.reference.toWellFormed(),
    note: (entry.note ?? "").toWellFormed(),
    created_at: deps.now(),
    prev_hash: before.last_hash,
  };
  insertEntry(db, { ...row, hash: hashEntry(row) });
  return { entryID: row.id, oldBalance: minor(before.balance_minor), newBalance: minor(row.balance_minor) };
}

export type ChainCheck = { readonly entries: number; readonly balance: number; readonly brokenAt: string | null };

/** Follows the whole chain of one organization at once: for tests and small ledgers. */
export function checkChain(db: Pick<Db, "sql">, organizationID: string): ChainCheck {
  let link = START;
  for (const row of eachEntry(db, organizationID)) link = follow(link, row);
  return link.check;
}

/** The same beside the writer, some hundred entries at a time. @returns Where the chain is broken first, if it is. */
export async function checkChainBeside(reader: Reader, organizationID: string): Promise<ChainCheck> {
  let link = START;
  for (;;) {
    const rows = await listEntriesAfter(reader, organizationID, link.seq, CHUNK);
    for (const row of rows) link = follow(link, row);
    if (rows.length < CHUNK) return link.check;
  }
}

const CHUNK = 500;

type Link = { readonly seq: number; readonly last: string; readonly check: ChainCheck };
const START: Link = { seq: 0, last: "", check: { entries: 0, balance: 0, brokenAt: null } };

function follow({ last, check }: Link, { hash, ...row }: EntryRow): Link {
  const balance = check.balance + row.amount_minor;
  const holds = check.brokenAt === null && row.prev_hash === last && hashEntry(row) === hash && row.balance_minor === balance;
  return { seq: row.seq, last: hash, check: { entries: check.entries + 1, balance, brokenAt: holds ? null : (check.brokenAt ?? row.id) } };
}

function hashEntry(row: Omit<EntryRow, "hash" | "seq">): string {
  const told = [
    row.prev_hash,
    row.id,
    row.organization_id,
    row.station_id,
    row.incarnation,
    row.kind,
    row.amount_minor,
    row.balance_minor,
    row.transaction_id,
    row.reference,
    row.created_at,
    ...(row.note === "" ? [] : [row.note]), // entries without one hash as they did before there were notes
  ];
  return createHash("sha256").update(JSON.stringify(told)).digest("hex");
}
