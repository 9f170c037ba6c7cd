/** Reads a station's status entry for the hub. */
import { JetStreamApiError, type JetStreamManager } from "@nats-io/jetstream";
import { z } from "zod";
import { SEEN_BUCKET } from "../hub-names.ts";
import { readHead } from "../stream/stream-message.ts";

/** Largest accepted entry, bytes; a station's own entry is far smaller. */
const LARGEST_ENTRY = 64 * 1024;
const NOT_FOUND = 10037;

const entrySchema = z.object({
  incarnation: z.int().min(0).max(999_999_999).optional().catch(undefined),
  place: z.int().min(0).optional().catch(undefined),
  erasedAt: z.iso.datetime().optional().catch(undefined),
});
type StatedByStation = Readonly<z.output<typeof entrySchema>>;

/**
 * Reads a station's own status entry; an entry that another desk stored in its place is ignored.
 *
 * @returns An object without fields if there is no valid entry.
 */
export async function readStatusEntry(
  manager: JetStreamManager,
  stationID: string,
): Promise<StatedByStation> {
  try {
    const subject = `$KV.${SEEN_BUCKET}.${stationID}`;
    const message = await manager.streams.getMessage(`KV_${SEEN_BUCKET}`, {
      last_by_subj: subject,
    });
    if (message === null || readHead(message.header).isCopy || message.data.length > LARGEST_ENTRY)
      return {};
    return entrySchema.safeParse(parsed(message.data)).data ?? {};
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return {};
    throw error;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
