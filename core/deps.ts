/**
 * The dependencies of all folders of core together. Only the files directly in core/ use this type.
 */
import type { SyncDeps } from "./sync/deps.ts";

export type Deps = SyncDeps;
