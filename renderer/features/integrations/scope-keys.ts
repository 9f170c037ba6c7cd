/** Word keys of each scope, because keys cannot contain a scope's punctuation. */
import type { Scope } from "../../../core/organizations/api-tokens.schema.ts";

export const SCOPE_KEYS = {
  "*": "all",
  read: "read",
  print: "print",
  "print:raw": "printRaw",
} as const satisfies Record<Scope, string>;
