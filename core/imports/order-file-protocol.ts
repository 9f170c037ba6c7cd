/** What the core and the thread that reads an order file say to each other. */
import type { ErrorCode } from "../base/errors.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { PreparedOrder } from "./prepare-orders.ts";
import type { Headings } from "./reject-row.ts";

/**
 * A file is a request's body, as it came. The core asks for one answer after the other, so that no more is under way than
 * it has taken; "drop" forgets the rest of a file and has no answer.
 */
export type OrderFileRequest = { readonly body: Uint8Array } | "next" | "drop";

export type Batch = { readonly orders: readonly PreparedOrder[]; readonly rejected: readonly RejectedRow[] };

export type OrderFileAnswer =
  | { readonly kind: "read"; readonly fileName: string; readonly rows: number; readonly headings: Headings; readonly unread: readonly string[] }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  /** Both lists empty: there is no more. */
  | ({ readonly kind: "batch" } & Batch);
