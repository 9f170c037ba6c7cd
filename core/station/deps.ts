/** Dependencies of a function in station: the same as in records. */
import type { RecordsDeps } from "../records/deps.ts";

export type StationDeps = RecordsDeps;
