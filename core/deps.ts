/** The sum of what the roofs are given: known to the files at the top of core alone. */
import type { SyncDeps } from "./sync/deps.ts";

export type Deps = SyncDeps;
