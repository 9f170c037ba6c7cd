/**
 * SQL that finds rows to erase, on the reader's connection: parcels completed long ago, and a
 * person's addresses and parcels.
 */
import type { SqlRow } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";

export type EndedRow = {
  readonly seq: number;
  readonly id: string;
  readonly updatedAt: string;
  readonly number: number;
  readonly status: string;
  readonly paymentOnDelivery: number;
  readonly providerCode: string;
  readonly test: number;
};

/**
 * Lists completed parcels of an organization that last changed before a time and are not erased,
 * after a position (`at`, `seq`), in the order of their last change.
 * @throws AppError E2052 when the read takes too long.
 */
export function listEnded(
  reader: Reader,
  of: {
    readonly organizationID: string;
    readonly before: string;
    readonly at: string;
    readonly seq: number;
    readonly limit: number;
  },
): Promise<EndedRow[]> {
  return reader.all<EndedRow>(
    `SELECT s.seq, s.id, s.updated_at, s.number, s.status, s.payment_on_delivery, s.provider_code, s.test
       FROM shipments AS s INDEXED BY shipments_ended
      WHERE s.organization_id = :organizationID AND s.is_listed = 1 AND s.status IN ('DELIVERED', 'RETURNED', 'CANCELED')
        AND s.updated_at < :before AND (s.updated_at, s.seq) > (:at, :seq)
        AND still_wanted()
        AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id)
      ORDER BY s.updated_at, s.seq
      LIMIT :limit`,
    of,
    "long",
  );
}

/**
 * Adds up what a carrier collected for its delivered parcels, newest first, until the sum reaches
 * `owedMinor`.
 * @returns One row with the shipment number of the parcel that reaches the sum; no row when all
 * parcels together do not reach it.
 */
export function listOwedFor(
  reader: Reader,
  of: {
    readonly organizationID: string;
    readonly providerCode: string;
    readonly owedMinor: number;
  },
): Promise<{ readonly number: number }[]> {
  return reader.all<{ number: number }>(
    `SELECT number
       FROM (SELECT s.number,
                    sum(CAST(round(coalesce(x.body ->> '$.label.cashOnDelivery.amount', 0) * 100) AS INTEGER)) OVER (ORDER BY s.number DESC) AS collected
               FROM shipments AS s
              CROSS JOIN purchase_snapshots AS x ON x.id = s.purchase_id
              WHERE s.organization_id = :organizationID AND s.payment_on_delivery = 1 AND s.status = 'DELIVERED' AND s.provider_code = :providerCode AND s.test = 0 AND still_wanted())
      WHERE collected >= :owedMinor
      ORDER BY number DESC
      LIMIT 1`,
    of,
    "long",
  );
}

/**
 * Search for a person: all given fields must match; "" matches every value. `phone` holds the last
 * digits; the other fields are folded texts.
 */
export type PersonKey = {
  readonly phone: string;
  readonly email: string;
  readonly name: string;
  readonly address: string;
};

const DIGITS = (phone: string): string =>
  [" ", "-", "(", ")", "+", ".", "/"].reduce(
    (text, sign) => `replace(${text}, '${sign}', '')`,
    phone,
  );

/** Makes the condition that an address is the searched person's; `of` has the SQL of its fields. */
function isPerson(of: {
  readonly phone: string;
  readonly email: string;
  readonly name: string;
  readonly address: string;
}): string {
  return `(:phone = '' OR ${DIGITS(of.phone)} LIKE '%' || :phone)
     AND (:email = '' OR folded(${of.email}) = :email)
     AND (:name = '' OR folded(${of.name}) = :name)
     AND (:address = '' OR instr(folded(${of.address}), :address) > 0)`;
}

/**
 * Number of rows that one read scans. Such a read takes some tenths of a second, so that other long
 * reads get their turn before their deadlines.
 */
const LOOKED_AT = 2_000;

/** Result of a part of a search. */
type Part = {
  readonly ids: readonly string[];
  /** Key after which the next part begins; null at the end. */
  readonly next: string | null;
};

/**
 * Makes the statement that finds the last key of a part; the key is null at the end of the table.
 */
const partOf = (table: string): string =>
  `SELECT max(id) AS id FROM (SELECT id FROM ${table} WHERE id > :after ORDER BY id LIMIT ${LOOKED_AT})`;

/**
 * Reads one part.
 *
 * @param found Statement that selects `id`.
 */
async function readPart(
  reader: Reader,
  {
    table,
    found,
    parameters,
  }: { readonly table: string; readonly found: string; readonly parameters: SqlRow },
): Promise<Part> {
  const [[end], rows] = await reader.several<[{ id: string | null }, { id: string }]>(
    [
      { sql: partOf(table), parameters },
      { sql: found, parameters },
    ],
    "long",
  );
  return { ids: rows.map(({ id }) => id), next: end?.id ?? null };
}

/**
 * Finds a person's recipient addresses, inside and outside the address book, among the addresses
 * after a key; the parts together cover all addresses.
 */
export function findAddressesOf(
  reader: Reader,
  organizationID: string,
  person: PersonKey,
  after: string,
): Promise<Part> {
  const found = `SELECT a.id
       FROM addresses AS a
      WHERE a.id > :after AND a.id <= (${partOf("addresses")}) AND +a.organization_id = :organizationID AND a.is_recipient = 1 AND a.name <> '' AND still_wanted()
        AND ${isPerson({ phone: "a.phone", email: "a.email", name: "a.name", address: "a.address1 || ' ' || a.address2" })}`;
  return readPart(reader, {
    table: "addresses",
    found,
    parameters: { organizationID, after, ...person },
  });
}

/**
 * Finds, among the purchases after a key, shipments whose purchase froze this person as recipient.
 * The address itself may have changed after the purchase.
 */
export function findBoughtFor(
  reader: Reader,
  organizationID: string,
  person: PersonKey,
  after: string,
): Promise<Part> {
  const field = (name: string): string => `coalesce(x.body ->> '$.recipient.${name}', '')`;
  const found = `SELECT t.shipment_id AS id
       FROM purchase_snapshots AS x
      CROSS JOIN transactions AS t ON t.id = x.id AND t.organization_id = :organizationID
      WHERE x.id > :after AND x.id <= (${partOf("purchase_snapshots")}) AND still_wanted()
        AND ${isPerson({ phone: field("phone"), email: field("email"), name: field("name"), address: `${field("address1")} || ' ' || ${field("address2")}` })}`;
  return readPart(reader, {
    table: "purchase_snapshots",
    found,
    parameters: { organizationID, after, ...person },
  });
}

/**
 * Finds, among the changes of order files after a key, the shipments of orders that a file gives to
 * this person, decided or not.
 */
export function findChangedFor(
  reader: Reader,
  organizationID: string,
  person: PersonKey,
  after: string,
): Promise<Part> {
  const field = (name: string): string => `coalesce(c.content ->> '$.recipient.${name}', '')`;
  const found = `SELECT s.id
       FROM order_changes AS c
      CROSS JOIN orders AS o ON o.id = c.order_id
      CROSS JOIN shipments AS s ON s.organization_id = :organizationID AND s.order_number = o.order_number AND s.order_number <> '' AND s.order_id = o.id
      WHERE c.id > :after AND c.id <= (${partOf("order_changes")}) AND c.organization_id = :organizationID AND c.content <> '' AND still_wanted()
        AND ${isPerson({ phone: field("phone"), email: field("email"), name: field("name"), address: field("address1") })}`;
  return readPart(reader, {
    table: "order_changes",
    found,
    parameters: { organizationID, after, ...person },
  });
}

/**
 * Lists shipments that use one of these addresses as recipient, or as sender of a return.
 * @param limit Highest number of shipments to return.
 */
export async function listShipmentsAt(
  reader: Reader,
  organizationID: string,
  addressIDs: readonly string[],
  limit: number,
): Promise<string[]> {
  const ids: SqlRow = { organizationID, ids: JSON.stringify(addressIDs), limit };
  const rows = await reader.all<{ id: string }>(
    `SELECT s.id FROM json_each(:ids) AS a CROSS JOIN shipments AS s INDEXED BY shipments_by_recipient ON s.recipient_address_id = a.value AND s.is_listed = 1 AND s.organization_id = :organizationID
      UNION
     SELECT s.id FROM json_each(:ids) AS a CROSS JOIN shipments AS s INDEXED BY shipments_by_return_sender ON s.sender_address_id = a.value AND s.is_return = 1 AND s.organization_id = :organizationID
      LIMIT :limit`,
    ids,
    "long",
  );
  return rows.map(({ id }) => id);
}
