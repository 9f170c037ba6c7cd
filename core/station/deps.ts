/** Dependencies of the station folder: the same as those of the records folder. */
import type { RecordsDeps } from "../records/deps.ts";

export type StationDeps = RecordsDeps;
