/** What the station uses: all that stands below it. */
import type { RecordsDeps } from "../records/deps.ts";

export type StationDeps = RecordsDeps;
