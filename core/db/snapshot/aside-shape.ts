/** Columns and shape of the transactions that the snapshot's creator had quarantined. */
import { z } from "zod";
import { isStamp } from "../hlc.ts";
import { LATER_REASONS, type SetAside } from "../set-aside.ts";

/** Maximum size of one transaction; a hub accepts no larger message. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Column list for a SELECT. */
export const ASIDE_COLUMNS =
  "id, station_id AS stationID, hlc, number, version, reason, body, created_at AS createdAt";

export const asideSchema: z.ZodType<SetAside> = z.object({
  id: z.string(),
  stationID: z.string(),
  hlc: z.string().refine(isStamp),
  number: z.number().int(),
  version: z.number().int(),
  reason: z.enum(LATER_REASONS),
  body: z.instanceof(Uint8Array).refine(({ length }) => length <= MOST_BYTES),
  createdAt: z.string(),
});
