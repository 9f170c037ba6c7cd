/** Protocol of the thread that reads address files. */
import { deserialize, serialize } from "node:v8";
import type { AddressInput } from "../addresses/addresses.schema.ts";
import type { ResolvedPlace } from "../addresses/address.ts";
import type { RejectedRow } from "./imports.schema.ts";

export type CheckedAddress = {
  readonly line: number;
  readonly input: AddressInput;
  readonly place: ResolvedPlace;
};

/** Number of good rows in one pack. */
export const IN_A_PACK = 20;

/**
 * Rows of a checked file, in consecutive packs. Thousands of objects, or of small buffers, would
 * block the core's thread when they arrive.
 */
export type PackedAddresses = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** End of each pack in `bytes`. */
  readonly ends: readonly number[];
};

/** Serializes checked rows in packs, so that a thread can read one pack at a time. */
export function packAddresses(addresses: readonly CheckedAddress[]): PackedAddresses {
  const packs = Array.from({ length: Math.ceil(addresses.length / IN_A_PACK) }, (_, i) =>
    serialize(addresses.slice(i * IN_A_PACK, (i + 1) * IN_A_PACK)),
  );
  let end = 0;
  return {
    bytes: new Uint8Array(Buffer.concat(packs)),
    ends: packs.map((pack) => (end += pack.length)),
  };
}

/**
 * Unpacks the rows of one pack.
 *
 * @param packed Rows of an address file that this process has checked.
 *
 * @returns The rows of the pack with this number, counted from 0; empty after the last pack.
 */
export function unpackAddresses({ bytes, ends }: PackedAddresses, pack: number): CheckedAddress[] {
  const end = ends[pack];
  if (end === undefined) return [];
  const addresses: CheckedAddress[] = deserialize(bytes.subarray(ends[pack - 1] ?? 0, end));
  return addresses;
}

type CheckedFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly unread: readonly string[];
  /** Number of rows whose district and city were read from the address. */
  readonly repaired: number;
  readonly good: number;
  /** Good rows. */
  readonly packed: PackedAddresses;
  readonly rejectedCount: number;
  /** The first faults in the rejected rows. */
  readonly rejected: readonly RejectedRow[];
};

export type AddressFileOperations = {
  /**
   * Checks a whole file.
   *
   * @param file.body Body of the request, unchanged.
   *
   * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape,
   * E2096 when a required column is missing.
   */
  check(file: { readonly body: Uint8Array; readonly isRecipient: boolean }): Promise<CheckedFile>;
};
