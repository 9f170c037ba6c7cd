/**
 * Packs the rows of a checked file. Thousands of objects, or of small buffers, would block the
 * core's thread when they arrive from the thread that checked the file.
 */
import { deserialize, serialize } from "node:v8";

/** Number of rows in one pack. */
const IN_A_PACK = 20;

/** Rows in consecutive packs. */
export type PackedRows<Row> = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** End of each pack in `bytes`. */
  readonly ends: readonly number[];
  /** Never present; names the type of the rows. */
  readonly row?: Row;
};

/** Serializes rows in packs, so that a thread can read one pack at a time. */
export function packRows<Row>(rows: readonly Row[]): PackedRows<Row> {
  const packs = Array.from({ length: Math.ceil(rows.length / IN_A_PACK) }, (_, i) =>
    serialize(rows.slice(i * IN_A_PACK, (i + 1) * IN_A_PACK)),
  );
  let end = 0;
  return {
    bytes: new Uint8Array(Buffer.concat(packs)),
    ends: packs.map((pack) => (end += pack.length)),
  };
}

/**
 * Lists rows of one pack.
 *
 * @param packed Rows that this process has packed.
 * @param from Number of the first row, from 0.
 * @param until Number of the row at which the list ends at the latest.
 * @returns The rows up to the end of their pack; empty after the last pack.
 */
export function rowsFrom<Row>(
  { bytes, ends }: PackedRows<Row>,
  from: number,
  until: number,
): Row[] {
  const pack = Math.floor(from / IN_A_PACK);
  const end = ends[pack];
  if (end === undefined) return [];
  const rows: Row[] = deserialize(bytes.subarray(ends[pack - 1] ?? 0, end));
  return rows.slice(from % IN_A_PACK, (from % IN_A_PACK) + until - from);
}
