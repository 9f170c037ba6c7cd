/**
 * Determines the hub's organization: the first station to join brings its organization, and later
 * stations receive it. If two stations join at once, the hub accepts only one claim.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { z } from "zod";
import { AppError, errors } from "../../base/errors.ts";
import { FORMAT, isOfTrial } from "../../db/format.ts";
import { findEarlier } from "../leases/scarce-bucket.ts";
import { parseNote } from "../parse-note.ts";

/** Key in the bucket that stations change by compare-and-set. */
export const ORGANIZATION_KEY = "organization";
const EXISTS = 10071;
const ASKED_EVERY_MS = 250;

const claimSchema = z.object({
  /** Null while the first station brings the data. */
  id: z.uuid().nullable(),
  /** Display name; absent or null: unknown. */
  name: z.string().max(400).nullish(),
  founder: z.union([z.uuid(), z.literal("")]),
  /** Format of the organization's data; "" if a trial version wrote the record. */
  format: z.string().max(10).default(""),
  /** The hub has lost the organization's data, and waits for a station that has it. */
  isAwaited: z.boolean().optional(),
});
export type Claim = z.output<typeof claimSchema>;

const OF_TRIAL =
  "The hub has an organization of a trial version of Packbench, whose format is no longer supported. Nothing was changed. Set up another hub.";

/**
 * `get`: another station has brought the organization. `bring`: this station must bring
 * its own.
 */
type Part =
  | { readonly part: "get"; readonly id: string; readonly founder: string }
  | {
      readonly part: "bring";
      /** The organization that the hub waits for; undefined: the desk's organization. */
      readonly id: string | undefined;
    };

/**
 * Claims the hub for this station's organization, or finds out which organization the hub has.
 *
 * @param me.organizationID The desk's organization; undefined: the desk has none yet.
 * @param waitMs How long to wait for a first station that is bringing its data, ms.
 * @throws AppError E2150 when the hub waits for another organization, E2161 when the hub has an
 *   organization of a trial version; nothing is changed. Error when the first station does not
 *   finish in time.
 */
export async function claimOrganization(
  kv: KV,
  me: { readonly stationID: string; readonly organizationID: string | undefined },
  waitMs: number,
): Promise<Part> {
  for (const end = Date.now() + waitMs; ; await sleep(ASKED_EVERY_MS)) {
    const { claim, revision } = await readClaim(kv);
    if (claim === undefined) {
      if (await writeClaim(kv, { id: null, founder: me.stationID, format: FORMAT }, revision))
        return { part: "bring", id: undefined };
    } else if (isOfTrial(claim.format)) throw errors.formatNotSupported(OF_TRIAL);
    else if (claim.isAwaited === true) {
      if (claim.id === null || claim.id !== me.organizationID) throw awaitsAnother(claim.name);
      return { part: "bring", id: claim.id };
    } else if (claim.id !== null) return { part: "get", id: claim.id, founder: claim.founder };
    else if (claim.founder === me.stationID) return { part: "bring", id: undefined };
    else if (Date.now() > end)
      throw new Error(
        "the first station of this hub has started to bring its data and has not finished; start that station, then join again",
      );
  }
}

/**
 * Makes the error for a hub that waits for another organization.
 *
 * @param name Name of the organization whose data the hub has lost.
 */
export function awaitsAnother(name: string | null | undefined): AppError {
  const whose =
    name === null || name === undefined ? "its organization" : `the organization "${name}"`;
  return errors.hubWaitsForItsOwn(
    `This hub has lost its data and waits for a desk of ${whose}. Nothing was changed. Start a desk that has worked with this hub before; join when that desk is in step with the hub.`,
  );
}

/** Records that the hub belongs to this organization; replaces any other record. */
export async function settleClaim(
  kv: KV,
  { id, name, founder }: { readonly id: string; readonly name: string; readonly founder: string },
): Promise<void> {
  await kv.put(
    ORGANIZATION_KEY,
    JSON.stringify({ id, name, founder, format: FORMAT } satisfies Claim),
  );
}

/**
 * Reads the hub's record. `claim` is undefined when the record is missing or unreadable; `revision`
 * is undefined when the record is missing.
 */
export async function readClaim(
  kv: KV,
): Promise<{ readonly claim: Claim | undefined; readonly revision: number | undefined }> {
  const entry = await kv.get(ORGANIZATION_KEY);
  return {
    claim: entry === null ? undefined : parseNote(entry, claimSchema),
    revision: entry?.revision,
  };
}

/**
 * Finds the last record of this organization that the hub still has, even if another record was
 * written after it.
 *
 * @throws Error when the hub does not answer.
 */
export async function findClaimOf(
  kv: Pick<KV, "get" | "history">,
  organizationID: string,
): Promise<Claim | undefined> {
  return await findEarlier(
    kv,
    { key: ORGANIZATION_KEY, schema: claimSchema },
    ({ id }) => id === organizationID,
  );
}

/**
 * Writes the hub's record of its organization.
 *
 * @param revision The revision that was read.
 * @returns False when the record was changed since.
 */
export async function writeClaim(
  kv: KV,
  claim: Claim,
  revision: number | undefined,
): Promise<boolean> {
  try {
    await (revision === undefined
      ? kv.create(ORGANIZATION_KEY, JSON.stringify(claim))
      : kv.update(ORGANIZATION_KEY, JSON.stringify(claim), revision));
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === EXISTS) return false;
    throw error;
  }
}

/** Watches the record: its current value and each change. */
export function watchClaim(kv: KV): ReturnType<KV["watch"]> {
  return kv.watch({ key: ORGANIZATION_KEY });
}
