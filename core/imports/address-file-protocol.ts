/** What the thread of address files serves: reading a file whole, and writing a workbook. */
import type { AddressInput } from "../addresses/addresses.schema.ts";
import type { ResolvedPlace } from "../addresses/address.ts";
import type { RejectedRow } from "./imports.schema.ts";

export type CheckedAddress = { readonly line: number; readonly input: AddressInput; readonly place: ResolvedPlace };

type CheckedFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly unread: readonly string[];
  /** Rows whose district and city were read from the address. */
  readonly repaired: number;
  readonly addresses: readonly CheckedAddress[];
  readonly rejected: readonly RejectedRow[];
};

export type AddressFileOperations = {
  /** @param file.body Of the request, as it came. @throws AppError E2029 or E1085 when nothing of it can be read. */
  check(file: { readonly body: Uint8Array; readonly isRecipient: boolean }): Promise<CheckedFile>;
  /** @param rows The first one is the heading. @returns An XLSX file. */
  workbook(rows: readonly (readonly (string | number)[])[]): Promise<Uint8Array>;
};
