/** What the thread of address files serves: reading a file whole. */
import { deserialize, serialize } from "node:v8";
import type { AddressInput } from "../addresses/addresses.schema.ts";
import type { ResolvedPlace } from "../addresses/address.ts";
import type { RejectedRow } from "./imports.schema.ts";

export type CheckedAddress = {
  readonly line: number;
  readonly input: AddressInput;
  readonly place: ResolvedPlace;
};

/** Good rows in one pack. */
export const IN_A_PACK = 20;

/**
 * Rows of a checked file, packed one pack after the other. Thousands of objects, or of small
 * buffers, would hold the core's thread as they come.
 */
export type PackedAddresses = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each pack ends in `bytes`. */
  readonly ends: readonly number[];
};

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
 * @param packed Of an address file that this process has checked.
 * @returns The pack of this number, from 0; none behind the last.
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
  /** Rows whose district and city were read from the address. */
  readonly repaired: number;
  readonly good: number;
  /** The good rows. */
  readonly packed: PackedAddresses;
  readonly rejectedCount: number;
  /** The first faults. */
  readonly rejected: readonly RejectedRow[];
};

export type AddressFileOperations = {
  /**
   * @param file.body Of the request, as it came.
   * @throws AppError E2029 or E1085 when nothing of it can be read.
   */
  check(file: { readonly body: Uint8Array; readonly isRecipient: boolean }): Promise<CheckedFile>;
};
