/** Protocol of the thread that reads address files. */
import type { AddressInput } from "../addresses/addresses.schema.ts";
import type { ResolvedPlace } from "../addresses/address.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { PackedRows } from "./pack-rows.ts";

export type CheckedAddress = {
  readonly line: number;
  readonly input: AddressInput;
  readonly place: ResolvedPlace;
};

type CheckedFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly unread: readonly string[];
  /** Number of rows whose district and city were read from the address. */
  readonly repaired: number;
  readonly good: number;
  /** Good rows. */
  readonly packed: PackedRows<CheckedAddress>;
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
