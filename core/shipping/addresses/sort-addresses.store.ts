/**
 * SQL for the sorted address book, read on the reader's connection: sequence numbers, and the rows
 * that have them.
 */
import { countFound } from "../../db/count-found.ts";
import { byValue } from "../../db/by-value.ts";
import type { Reader } from "../../db/reader.ts";
import { LISTED, type BookRow } from "./address-book.store.ts";
import type { BookColumn } from "./address-book.schema.ts";

/** Value by which a column sorts. */
const VALUES: Readonly<Record<BookColumn, string>> = {
  name: "in_alphabet(a.name)",
  place:
    "in_alphabet(iif(a.district_name = '', a.city_name, a.district_name || ' / ' || a.city_name))",
  phone: "a.phone",
  uses: "nullif(b.shipments, 0)",
};

export type Asked = {
  readonly organizationID: string;
  readonly isRecipient: boolean;
  /** One of the FTS5 queries of `searchQueries`; null: all. */
  readonly match: string | null;
};

/** Counts the matches, up to `atMost`. @throws AppError E2052 */
export function countUpTo(reader: Reader, asked: Asked, atMost: number): Promise<number> {
  return countFound(reader, foundOf(asked), atMost);
}

/**
 * Lists the sequence numbers of the first `atMost` matches, sorted by a column, among equals the
 * last used first.
 *
 * @throws AppError E2052
 */
export async function listSorted(
  reader: Reader,
  asked: Asked,
  { by, isAscending, atMost }: { by: BookColumn; isAscending: boolean; atMost: number },
): Promise<number[]> {
  const { found, parameters } = foundOf(asked);
  const rows = await reader.all<{ seq: number }>(
    `SELECT seq
       FROM (SELECT b.seq, b.ordered_at, ${VALUES[by]} AS value
               FROM (${found}) AS found
              CROSS JOIN address_book AS b ON b.seq = found.seq
              CROSS JOIN addresses AS a ON a.id = b.address_id)
      ORDER BY ${byValue(isAscending)}, ordered_at DESC, seq DESC`,
    { ...parameters, atMost },
    "long",
  );
  return rows.map(({ seq }) => seq);
}

/** Lists the addresses of the organization's book with these sequence numbers, in their order. */
export function listOf(
  reader: Reader,
  { organizationID, isRecipient }: Omit<Asked, "match">,
  seqs: readonly number[],
): Promise<BookRow[]> {
  return reader.all<BookRow>(
    `SELECT a.*, b.shipments, b.ordered_at
       FROM json_each(:seqs) AS one
      CROSS JOIN address_book AS b ON b.seq = one.value
      CROSS JOIN addresses AS a ON a.id = b.address_id
      WHERE b.organization_id = :organizationID
        AND b.is_recipient = :isRecipient
        AND b.is_active = 1
      ORDER BY one.key`,
    { organizationID, isRecipient: isRecipient ? 1 : 0, seqs: JSON.stringify(seqs) },
  );
}

/** Selects `seq` of the first `:atMost` matches. */
function foundOf({ organizationID, isRecipient, match }: Asked) {
  return match === null
    ? {
        found: `SELECT seq FROM address_book WHERE ${LISTED} LIMIT :atMost`,
        parameters: { organizationID, isRecipient: isRecipient ? 1 : 0 },
      }
    : {
        found: `SELECT rowid AS seq FROM address_book_search WHERE address_book_search MATCH :match LIMIT :atMost`,
        parameters: { match },
      };
}
