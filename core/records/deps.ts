/** Dependencies of records: those of the roofs below. */
import type { FulfilmentDeps } from "../fulfilment/deps.ts";

export type RecordsDeps = FulfilmentDeps;
