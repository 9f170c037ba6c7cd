/** Dependencies of a function in the HTTP server. */
import type { SharedKeysPort } from "./shared-keys.ts";
import type { DbDeps } from "../db/deps.ts";

export type HttpDeps = DbDeps & {
  /** Idempotency-Keys that the stations of an organization share. */
  readonly sharedKeys: SharedKeysPort;
};
