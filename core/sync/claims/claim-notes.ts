/** The hub's records of claimed shipments: one per shipment, changed by compare-and-set. */
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { z } from "zod";
import type { Holder } from "../../db/leases.ts";
import type { ScarceBucket } from "../leases/scarce-bucket.ts";
import { parseNote } from "../parse-note.ts";

/**
 * `e`: the holder's incarnation. `back`: the holder took the shipment back from a station that did
 * not claim it.
 */
const noteSchema = z.object({
  holder: z.uuid(),
  e: z.int().min(0).optional(),
  back: z.literal(true).optional(),
});

export type ClaimNote = {
  readonly holder: Holder | undefined;
  readonly isTakenBack: boolean;
  /** When the hub stored the record, ms since the epoch. */
  readonly atMs: number;
  /** The record's revision at the hub; undefined when there is no record. */
  readonly revision: number | undefined;
};

/** Number of concurrent writes; each is a write to the hub's disk. */
const AT_ONCE = 50;

/**
 * Reads the hub's record about a shipment.
 *
 * @throws Error when the hub does not answer.
 */
export async function readNote(kv: ScarceBucket, shipmentID: string): Promise<ClaimNote> {
  const entry = await kv.get(keyOf(shipmentID));
  const noted = entry === null ? undefined : parseNote(entry, noteSchema);
  const holder =
    noted === undefined ? undefined : { id: noted.holder, incarnation: noted.e ?? null };
  return {
    holder,
    isTakenBack: noted?.back === true,
    atMs: entry?.created.getTime() ?? 0,
    revision: entry?.revision,
  };
}

/**
 * Writes the hub's record that this station holds a shipment.
 *
 * @param isTakenBack Whether the holder takes the shipment back from a station that did not claim
 *   the shipment.
 * @returns False when another station was first.
 */
export async function writeNote(
  kv: ScarceBucket,
  shipmentID: string,
  { id, incarnation }: Holder,
  revision: number | undefined,
  isTakenBack = false,
): Promise<boolean> {
  const body = JSON.stringify({
    holder: id,
    ...(incarnation === null ? {} : { e: incarnation }),
    ...(isTakenBack ? { back: true } : {}),
  });
  try {
    await (revision === undefined
      ? kv.create(keyOf(shipmentID), body)
      : kv.update(keyOf(shipmentID), body, revision));
    return true;
  } catch (error) {
    if (
      error instanceof JetStreamApiError &&
      error.code === JetStreamApiCodes.StreamWrongLastSequence
    )
      return false;
    throw error;
  }
}

/**
 * Records at the hub that this station holds many shipments.
 *
 * @param from Station whose record may be replaced; default: any.
 * @returns The recorded shipments. Shipments that another station has recorded meanwhile are
 *   missing.
 */
export async function writeNotes(
  kv: ScarceBucket,
  shipmentIDs: readonly string[],
  holder: Holder,
  from?: string,
): Promise<string[]> {
  const noted: string[] = [];
  for (let at = 0; at < shipmentIDs.length; at += AT_ONCE) {
    const some = shipmentIDs.slice(at, at + AT_ONCE);
    const done = await Promise.all(
      some.map(
        async (id) =>
          (await writeNote(kv, id, holder, undefined)) || (await renew(kv, id, holder, from)),
      ),
    );
    noted.push(...some.filter((_, i) => done[i] === true));
  }
  return noted;
}

async function renew(
  kv: ScarceBucket,
  id: string,
  holder: Holder,
  from: string | undefined,
): Promise<boolean> {
  const { holder: known, isTakenBack, revision } = await readNote(kv, id);
  // Another station took the shipment back after this consent was given.
  if (from !== undefined && isTakenBack && known?.id !== holder.id) return false;
  if (from !== undefined && known !== undefined && known.id !== from && known.id !== holder.id)
    return false;
  return known?.id === holder.id && known.incarnation === holder.incarnation
    ? true
    : await writeNote(kv, id, holder, revision);
}

function keyOf(shipmentID: string): string {
  return `claim.${shipmentID}`;
}
