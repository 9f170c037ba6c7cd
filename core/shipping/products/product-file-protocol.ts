/** Protocol of the thread that reads product files. */
import type { PackedRows } from "../imports/pack-rows.ts";
import type { RejectedProduct } from "./product-files.schema.ts";
import type { ProductInput } from "./products.schema.ts";

/** A row in order by itself; whether its barcodes are free is not known yet. */
export type ProductFileRow = {
  readonly line: number;
  readonly input: ProductInput;
  /** Heading of the barcodes. */
  readonly barcodeColumn: string;
};

type ReadProductFile = {
  readonly fileName: string;
  readonly rows: number;
  readonly unread: readonly string[];
  readonly good: number;
  readonly packed: PackedRows<ProductFileRow>;
  readonly rejectedCount: number;
  readonly rejected: readonly RejectedProduct[];
};

export type ProductFileOperations = {
  /**
   * Reads a whole file.
   *
   * @param file.body Body of the request, unchanged.
   * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape,
   * E2096 without a column of stock codes.
   */
  check(file: { readonly body: Uint8Array }): Promise<ReadProductFile>;
};
