/** What the core and its reader thread say to each other. */
import type { SqlRow } from "./database.ts";

export type ReadRequest = { readonly id: number; readonly sql: string; readonly parameters: SqlRow };

export type ReadAnswer =
  | { readonly kind: "rows"; readonly id: number; readonly rows: unknown[] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string; readonly code: string };
