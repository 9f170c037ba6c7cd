/** Dependencies of the HTTP server: those of the roofs below, and its own. */
import type { SharedKeysPort } from "./shared-keys.ts";
import type { DbDeps } from "../db/deps.ts";

export type HttpDeps = DbDeps & {
  /** Idempotency-Keys that the stations of an organization share. */
  readonly sharedKeys: SharedKeysPort;
};
