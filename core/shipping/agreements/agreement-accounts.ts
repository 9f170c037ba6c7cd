/** Finds the provider accounts for which an agreement makes quotes. */
import type { CachedDb } from "../../db/database.ts";
import { kindCan, type KindFacts } from "../carriers/connection.ts";
import type { Consignment } from "../carriers/consignment.ts";
import { listAgreements, type AgreementRow } from "./agreements.service.ts";

/** Fields of a provider account on which quotes depend. */
export type QuotableAccount = {
  readonly id: string;
  readonly name: string;
  readonly providerCode: string;
  /** The agreement whose prices the account gets; null: the carrier's first agreement. */
  readonly rateCardID: string | null;
  readonly onAccount: boolean;
  /** Who pays with this account; null: sender and recipient. */
  readonly payer: "sender" | "recipient" | null;
  /** Cash on delivery with this account: none, in cash, by card; null: all of them. */
  readonly collection: "none" | "cash" | "card" | null;
  /** Kind of the account's connection; "" without one. */
  readonly connection: string;
};

type Sources = {
  readonly db: CachedDb;
  readonly accountsOf: (organizationID: string) => readonly QuotableAccount[];
  readonly kinds: readonly KindFacts[];
};

/** Returns whether an account takes a parcel. */
export function isFitting(
  { kinds }: Pick<Sources, "kinds">,
  { payer, collection, connection }: QuotableAccount,
  { payer: wanted, cashOnDelivery, isReturn }: Consignment,
): boolean {
  if (isReturn && connection !== "" && !kindCan(kinds, connection, "return")) return false;
  const isPayer = payer === null ? wanted === "sender" : payer === wanted;
  return isPayer && (collection === null || collection === (cashOnDelivery?.by ?? "none"));
}

/** Returns whether the carrier makes the barcodes of an account's labels. */
export function isCodedByCarrier(
  { kinds }: Pick<Sources, "kinds">,
  { connection }: QuotableAccount,
): boolean {
  return kindCan(kinds, connection, "buy");
}

/**
 * Finds the accounts of an agreement: accounts that name it, and, if it is the carrier's first
 * agreement, also accounts that name none.
 */
export function ownAccounts(
  { db, accountsOf }: Omit<Sources, "kinds">,
  { id, organizationID, providerCode }: AgreementRow,
): QuotableAccount[] {
  const accounts = accountsOf(organizationID).filter(
    (account) => account.providerCode === providerCode,
  );
  if (accounts.length === 0) return accounts;
  const first = listAgreements(db, organizationID).find(
    (row) => row.providerCode === providerCode,
  )?.id;
  return accounts.filter((account) => (account.rateCardID ?? first) === id);
}
