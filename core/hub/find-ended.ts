/**
 * How far a station had come when it was revoked: as which incarnation it had published last, and
 * up to which row of its outbox.
 */
import { JetStreamApiError, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { SEEN_BUCKET } from "../sync/hub-names.ts";
import { findLastPublished, incarnationOf } from "../sync/stream/last-published.ts";
import { isSigned, signedText, verifierOf } from "../sync/stream/message-signature.ts";
import { readHead, subjectOf } from "../sync/stream/stream-message.ts";
import { keysOf, type Ended, type Station } from "./desks.schema.ts";

/** Bytes; a station's own line is far smaller. */
const LARGEST_LINE = 64 * 1024;
const NOT_FOUND = 10037;

const lineSchema = z.object({ incarnation: z.int().min(0).max(999_999_999) });

/**
 * @param admin As the hub's user of the organization's account. The server must not let the
 *   station in any more.
 * @returns Undefined for a station that was never there.
 */
export async function findEnded(
  admin: NatsConnection,
  station: Pick<Station, "id" | "userKey" | "earlierKeys">,
): Promise<Omit<Ended, "at"> | undefined> {
  const manager = await jetstreamManager(admin);
  const { id: stationID } = station;
  const keys = keysOf(station).map(verifierOf);
  const last = await findLastPublished(manager, stationID, (head) =>
    isSigned(signedText({ ...head, subject: subjectOf(stationID) }), head.signature, keys),
  );
  const stated = lineOf(await rawLine(manager, stationID));
  const published = last === undefined ? undefined : incarnationOf(last);
  if (published === undefined && stated === undefined) return undefined;
  return { incarnation: Math.max(published ?? 0, stated ?? 0), lastNumber: last?.number ?? 0 };
}

type Manager = Awaited<ReturnType<typeof jetstreamManager>>;

/**
 * The line that the station wrote about itself; what another desk had stored in its place proves
 * nothing.
 */
async function rawLine(manager: Manager, stationID: string): Promise<Uint8Array | undefined> {
  try {
    const subject = `$KV.${SEEN_BUCKET}.${stationID}`;
    const message = await manager.streams.getMessage(`KV_${SEEN_BUCKET}`, { last_by_subj: subject });
    return message === null || readHead(message.header).isCopy ? undefined : message.data;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}

function lineOf(bytes: Uint8Array | undefined): number | undefined {
  if (bytes === undefined || bytes.length > LARGEST_LINE) return undefined;
  try {
    return lineSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data?.incarnation;
  } catch {
    return undefined;
  }
}
