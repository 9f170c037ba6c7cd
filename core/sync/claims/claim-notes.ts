/** The hub's notes of who has taken a shipment over: one for each, changed by compare-and-set. */
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { z } from "zod";
import type { Holder } from "../../db/need-lease.ts";
import type { ScarceBucket } from "../leases/scarce-bucket.ts";
import { parseNote } from "../parse-note.ts";

/**
 * `e`: as which of its incarnations. `back`: it had given the shipment to another station, which
 * did not take it.
 */
const noteSchema = z.object({
  holder: z.uuid(),
  e: z.int().min(0).optional(),
  back: z.literal(true).optional(),
});

export type ClaimNote = {
  readonly holder: Holder | undefined;
  readonly isBack: boolean;
  /** When the hub stored it, ms since the epoch. */
  readonly atMs: number;
  /** The document's revision at the hub; undefined when there is no document. */
  readonly revision: number | undefined;
};

/** Side by side: a note is a write to the hub's disk. */
const AT_ONCE = 50;

/** What the hub has noted about a shipment. @throws Error when it gives no answer */
export async function readNote(kv: ScarceBucket, shipmentID: string): Promise<ClaimNote> {
  const entry = await kv.get(keyOf(shipmentID));
  const noted = entry === null ? undefined : parseNote(entry, noteSchema);
  const holder =
    noted === undefined ? undefined : { id: noted.holder, incarnation: noted.e ?? null };
  return {
    holder,
    isBack: noted?.back === true,
    atMs: entry?.created.getTime() ?? 0,
    revision: entry?.revision,
  };
}

/**
 * @param isBack The holder takes it back from one that did not take it.
 * @returns False when another station was first.
 */
export async function writeNote(
  kv: ScarceBucket,
  shipmentID: string,
  { id, incarnation }: Holder,
  revision: number | undefined,
  isBack = false,
): Promise<boolean> {
  const body = JSON.stringify({
    holder: id,
    ...(incarnation === null ? {} : { e: incarnation }),
    ...(isBack ? { back: true } : {}),
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
 * Notes many shipments that this station has the right to.
 *
 * @param from Where another station's note is replaced alone when it is this one's; absent: any.
 * @returns Those that the hub has noted. One that another station has noted meanwhile is not among
 *   them.
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
  const { holder: known, isBack, revision } = await readNote(kv, id);
  // Its consent is from before it took the shipment back.
  if (from !== undefined && isBack && known?.id !== holder.id) return false;
  if (from !== undefined && known !== undefined && known.id !== from && known.id !== holder.id)
    return false;
  return known?.id === holder.id && known.incarnation === holder.incarnation
    ? true
    : await writeNote(kv, id, holder, revision);
}

function keyOf(shipmentID: string): string {
  return `claim.${shipmentID}`;
}
