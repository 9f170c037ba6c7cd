/** Dependencies of the station: those of the roofs below. */
import type { RecordsDeps } from "../records/deps.ts";

export type StationDeps = RecordsDeps;
