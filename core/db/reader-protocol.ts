/** What the core and its reader threads send each other. */
import type { SqlRow } from "./database.ts";

/** @see reader.ts `stop`: an Int32Array over it has one cell, the id of the read that is no longer wanted, or STOP_ALL. */
export type ReaderData = { readonly path: string; readonly stop: SharedArrayBuffer };
export const STOP_ALL = -1;

/** @param deadlineMs How long the read may take from its begin. */
export type ReadRequest = { readonly id: number; readonly sql: string; readonly parameters: SqlRow; readonly deadlineMs: number };

export type ReadAnswer =
  | { readonly kind: "rows"; readonly id: number; readonly rows: unknown[] }
  /** Its deadline passed. */
  | { readonly kind: "late"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string; readonly code: string };
