/** Dependencies of a function in records: the same as in fulfilment. */
import type { FulfilmentDeps } from "../fulfilment/deps.ts";

export type RecordsDeps = FulfilmentDeps;
