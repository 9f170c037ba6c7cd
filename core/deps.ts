/** Dependencies of all folders together; only the files at the top of core use this type. */
import type { SyncDeps } from "./sync/deps.ts";

export type Deps = SyncDeps;
