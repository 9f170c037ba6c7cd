/**
 * Columns and schema of the quarantined changes (`commits_set_aside`) that a snapshot carries:
 * changes that the snapshot's creator could not apply.
 */
import { z } from "zod";
import { isStamp } from "../hlc.ts";
import { LATER_REASONS, type Quarantined } from "../quarantine.ts";

/** Maximum size of one row's changes, bytes. A hub accepts no larger message. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Column list for a SELECT. */
export const QUARANTINED_COLUMNS =
  "id, station_id AS stationID, hlc, number, version, reason, body, created_at AS createdAt";

export const quarantinedSchema: z.ZodType<Quarantined> = z.object({
  id: z.string(),
  stationID: z.string(),
  hlc: z.string().refine(isStamp),
  number: z.number().int(),
  version: z.number().int(),
  reason: z.enum(LATER_REASONS),
  body: z.instanceof(Uint8Array).refine(({ length }) => length <= MAX_BYTES),
  createdAt: z.string(),
});
