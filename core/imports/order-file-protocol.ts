/** What the core and the thread that reads an order file say to each other. */
import type { ErrorCode } from "../base/errors.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { PreparedOrder } from "./prepare-orders.ts";
import type { Headings } from "./reject-row.ts";

/** The request's body, as it came. */
export type OrderFileData = { readonly body: Uint8Array };

/** The core asks for one answer after the other, so that no more is under way than it has taken. */
export type OrderFileRequest = "next" | "end";

export type Batch = { readonly orders: readonly PreparedOrder[]; readonly rejected: readonly RejectedRow[] };

export type OrderFileAnswer =
  | { readonly kind: "read"; readonly fileName: string; readonly rows: number; readonly headings: Headings }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  /** Both lists empty: there is no more. */
  | ({ readonly kind: "batch" } & Batch);
