/** What records use: all that stands below them. */
import type { FulfilmentDeps } from "../fulfilment/deps.ts";

export type RecordsDeps = FulfilmentDeps;
