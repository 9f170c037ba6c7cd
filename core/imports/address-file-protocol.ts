/** What the thread of address files serves: reading a file whole. */
import { deserialize } from "node:v8";
import type { AddressInput } from "../addresses/addresses.schema.ts";
import type { ResolvedPlace } from "../addresses/address.ts";
import type { RejectedRow } from "./imports.schema.ts";

export type CheckedAddress = { readonly line: number; readonly input: AddressInput; readonly place: ResolvedPlace };

/** Good rows in one pack. */
export const IN_A_PACK = 20;

/** @param pack Of an address file that this process has checked. */
export function unpackAddresses(pack: Uint8Array): CheckedAddress[] {
  const addresses: CheckedAddress[] = deserialize(pack);
  return addresses;
}

type CheckedFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly unread: readonly string[];
  /** Rows whose district and city were read from the address. */
  readonly repaired: number;
  readonly good: number;
  /** The good rows, so many in each pack: `unpackAddresses`. Thousands of objects would hold the core's thread as they come. */
  readonly packs: readonly Uint8Array[];
  readonly rejectedCount: number;
  /** The first faults. */
  readonly rejected: readonly RejectedRow[];
};

export type AddressFileOperations = {
  /** @param file.body Of the request, as it came. @throws AppError E2029 or E1085 when nothing of it can be read. */
  check(file: { readonly body: Uint8Array; readonly isRecipient: boolean }): Promise<CheckedFile>;
};
