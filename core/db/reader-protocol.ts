/** What the core and its reader threads send each other. */
import type { SqlRow } from "./database.ts";

/** @see reader.ts `stop`: an Int32Array over it has one cell, the id of the read that is no longer wanted, or STOP_ALL. */
export type ReaderData = { readonly path: string; readonly stop: SharedArrayBuffer };
export const STOP_ALL = -1;

export type Read = { readonly sql: string; readonly parameters: SqlRow };

/** Several reads of one moment. `deadlineMs`: how long they may take together, from their begin. */
export type ReadRequest = {
  readonly id: number;
  readonly reads: readonly Read[];
  readonly deadlineMs: number;
  /** All reads of this connection are of the moment of the first. */
  readonly isSession: boolean;
};

export type ReadAnswer =
  | { readonly kind: "rows"; readonly id: number; readonly rows: unknown[][] }
  /** Its deadline passed. */
  | { readonly kind: "late"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string; readonly code: string };
