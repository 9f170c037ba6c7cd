/** The words of each scope: their keys cannot hold its signs. */
import type { Scope } from "../../../core/organizations/api-tokens.schema.ts";

export const SCOPE_KEYS = {
  "*": "all",
  read: "read",
  print: "print",
  "print:raw": "printRaw",
} as const satisfies Record<Scope, string>;
