/** Translation key of each scope: keys cannot contain the punctuation that scopes have. */
import type { Scope } from "../../../core/organizations/api-tokens.schema.ts";

export const SCOPE_KEYS = {
  "*": "all",
  read: "read",
  print: "print",
  "print:raw": "printRaw",
} as const satisfies Record<Scope, string>;
