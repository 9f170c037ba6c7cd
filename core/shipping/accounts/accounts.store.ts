/** SQL for `provider_accounts`. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { objectSchema, parseJsonOr } from "../../base/json.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { CachedDb, Db, SqlRow } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";
import {
  connectionSettingsSchema,
  type ConnectionSettings,
} from "../carriers/connection.schema.ts";
import type { CollectsBy, Payer } from "../carriers/consignment.ts";
import { ASKS, type Asks } from "./marketplaces.schema.ts";

export type AccountRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  providerCode: string;
  name: string;
  username: string;
  /** Parameters with masked secrets. */
  parameters: Record<string, unknown>;
  secrets: string | null;
  version: string;
  rateCardID: string | null;
  onAccount: number;
  isActive: number;
  isPublic: number;
  isSharable: number;
  isDynamicPrice: number;
  unlinkedAt: string | null;
  /** Kind of connection; "" without a connection. */
  connection: string;
  /** Settings of the connection, without secrets. */
  connectionSettings: ConnectionSettings;
  /** `atOnce`, `byHand`, or Turkish times of day separated by commas, "16:30,18:00". */
  announces: string;
  /** Turkish time of day by which the carrier wants parcels announced, "17:00"; "" without one. */
  cutOff: string;
  /** When it is asked for its prices; `off` for an account without its own prices. */
  asks: Asks;
  /** Turkish time of day at which the courier is ordered, "15:00"; "" by hand. */
  pickupAt: string;
};

type StoredRow = Omit<AccountRow, "parameters" | "connectionSettings" | "asks"> & {
  parameters: string;
  connectionSettings: string;
  asks: string;
};

function parsed(row: StoredRow): AccountRow {
  return {
    ...row,
    parameters: parseJsonOr(row.parameters, objectSchema, {}),
    connectionSettings: parseJsonOr(row.connectionSettings, connectionSettingsSchema, {}),
    asks: ASKS.find((one) => one === row.asks) ?? "off",
  };
}

/** Inserts an account; needs an open transaction. */
export function insertAccount(db: Db, row: AccountRow): void {
  insertRow(db, "provider_accounts", {
    ...row,
    parameters: JSON.stringify(row.parameters),
    connectionSettings: JSON.stringify(row.connectionSettings),
  });
}

/** Updates an account; needs an open transaction. */
export function updateAccount(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "provider_accounts", id, fields);
}

/** Finds an account, also an unlinked account. */
export function findAccount(db: Db, organizationID: string, id: string): AccountRow | undefined {
  const row = db
    .sql<StoredRow>(`SELECT * FROM provider_accounts WHERE id = ? AND organization_id = ?`)
    .get(id, organizationID);
  return row === undefined ? undefined : parsed(row);
}

/** Gets an account that is not unlinked. @throws AppError E2017 */
export function getLinked(db: Db, organizationID: string, id: string): AccountRow {
  const row = findAccount(db, organizationID, id);
  if (row === undefined || row.unlinkedAt !== null) throw errors.accountNotFound();
  return row;
}

/** Finds the organization of an account, also of an unlinked account. */
export function findOrganizationOfAccount(db: Pick<Db, "sql">, id: string): string | undefined {
  return db
    .sql<{ organizationID: string }>(`SELECT organization_id FROM provider_accounts WHERE id = ?`)
    .get(id)?.organizationID;
}

/** Finds an account by its id alone; undefined for an unlinked account. */
export function findLinked(db: CachedDb, id: string): AccountRow | undefined {
  return cachedRead(db, ["provider_accounts"], `account ${id}`, () => {
    const row = db
      .sql<StoredRow>(`SELECT * FROM provider_accounts WHERE id = ? AND unlinked_at IS NULL`)
      .get(id);
    return row === undefined ? undefined : parsed(row);
  });
}

/**
 * Hashes the kind, the user name and the settings of an account's connection, without secrets. Two
 * different hashes may mean two customers of the carrier, of which each has other labels.
 *
 * @returns SHA-256 in hex; "" for an unlinked account.
 */
export function loginOf(db: CachedDb, id: string): string {
  const row = findLinked(db, id);
  return row === undefined ? "" : hashLogin(row);
}

/** Hashes the login of an account as `loginOf` does, also of one that is not stored. */
export function hashLogin(
  row: Pick<AccountRow, "connection" | "username" | "connectionSettings">,
): string {
  const settings = Object.entries(row.connectionSettings).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([row.connection, row.username, settings]))
    .digest("hex");
}

/** Columns of an active account that quoting needs. */
type QuotableAccount = {
  readonly id: string;
  readonly name: string;
  readonly providerCode: string;
  readonly rateCardID: string | null;
  readonly onAccount: boolean;
  /** Who pays with this account; null: sender and recipient. */
  readonly payer: Payer | null;
  /** Cash on delivery with this account: none, in cash, by card; null: all of them. */
  readonly collection: "none" | CollectsBy | null;
  /** Kind of the account's connection; "" without one. */
  readonly connection: string;
};

const paymentSchema = z.object({
  payer: z.enum(["sender", "recipient"]).nullable().catch(null),
  collection: z.enum(["none", "cash", "card"]).nullable().catch(null),
});

/** Lists the accounts that add offers, oldest first, from the read cache. */
export function listQuotable(db: CachedDb, organizationID: string): QuotableAccount[] {
  return listLinked(db, organizationID)
    .filter((row) => row.isActive === 1)
    .map((row) => ({
      id: row.id,
      name: row.name,
      providerCode: row.providerCode,
      rateCardID: row.rateCardID,
      onAccount: row.onAccount === 1,
      connection: row.connection,
      ...paymentSchema.parse(row.parameters),
    }));
}

/** Lists the linked accounts, oldest first, including deactivated accounts. */
export function listLinked(db: CachedDb, organizationID: string): AccountRow[] {
  return cachedRead(db, ["provider_accounts"], `accounts of ${organizationID}`, () =>
    db
      .sql<StoredRow>(
        `SELECT * FROM provider_accounts WHERE organization_id = ? AND unlinked_at IS NULL ORDER BY created_at, id`,
      )
      .all(organizationID)
      .map(parsed),
  );
}

/**
 * Lists the accounts, of all organizations, that have sealed credentials, oldest first. A station
 * has a handful of them.
 */
export function listSealed(db: Pick<Db, "sql">): {
  readonly id: string;
  readonly organizationID: string;
  readonly name: string;
  readonly secrets: string;
  readonly organization: string;
}[] {
  return db
    .sql<{
      id: string;
      organizationID: string;
      name: string;
      secrets: string;
      organization: string;
    }>(
      `SELECT a.id, a.organization_id, a.name, a.secrets, o.name AS organization
         FROM provider_accounts a
         JOIN organizations o ON o.id = a.organization_id
        WHERE a.secrets IS NOT NULL
        ORDER BY a.created_at, a.id`,
    )
    .all();
}
