/**
 * A station's data and its hub's: the first station brings its own, a later one gets the hub's.
 * Each step can be repeated after a crash.
 */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { KV } from "@nats-io/kv";
import { inTransaction } from "../../db/change.ts";
import { isAppError } from "../../base/errors.ts";
import type { SyncDeps } from "../deps.ts";
import { nameOfOrganization } from "../../organizations/organizations.service.ts";
import { moveCursor } from "../../db/outbox/outbox.service.ts";
import { withEnds } from "../proven-ends.ts";
import {
  checkSnapshot,
  fetchSnapshot,
  listSnapshots,
  putSnapshot,
} from "../snapshot/exchange-snapshot.ts";
import { mergeSnapshot } from "../snapshot/merge-snapshot.ts";
import { unmerged } from "../snapshot/unfit-snapshot.ts";
import { noteUnfit } from "../snapshot/unfit-note.ts";
import { isOfMessage } from "../stream/apply-messages.ts";
import type { StoredSnapshot } from "../snapshot/stored-snapshot.ts";
import { createBoundary, type SharedOrganization } from "../stream/boundary.ts";
import { PUBLISHED } from "../stream/publish-commits.ts";
import type { Session } from "../stream/link.ts";
import { NO_PLACE, writePlace } from "../../db/stream-place.ts";
import { settleClaim } from "./claim-organization.ts";

type Parts = {
  readonly deps: SyncDeps;
  readonly folder: string;
  readonly session: Pick<Session, "js">;
  readonly hubKey: string;
};

const ASKED_EVERY_MS = 500;
/** Snapshots that are tried. */
const MOST_TRIED = 12;

/**
 * Uploads a snapshot of the organization, then settles the claim, by which other stations may join.
 * What is written after the snapshot goes out by the stream. The caller has aligned this station's
 * number ranges with the hub: a station that joins takes its first block at once.
 */
export async function bringOrganization(
  parts: Parts,
  kv: KV,
  organizationID: string,
): Promise<void> {
  const { deps } = parts;
  inTransaction(deps, () => writePlace(deps.db, NO_PLACE));
  const { outbox } = await putSnapshot(parts, organizationID);
  inTransaction(deps, () => moveCursor(deps, PUBLISHED, outbox));
  deps.faultPoint("founding.brought");
  await settleClaim(kv, {
    id: organizationID,
    name: nameOfOrganization(deps, organizationID),
    founder: deps.db.stationID,
  });
  deps.faultPoint("founding.claimed");
}

/**
 * Takes the newest good snapshot of the hub in. What this station wrote before stays here, but of
 * the hub's own organization: that goes out.
 *
 * @param of.writtenBefore The last row of the outbox before the join.
 * @param onProgress Gets the share that is taken in, 0 to 1.
 * @throws Error when the hub has none within the time; else as `takeSnapshot`
 */
export async function getOrganization(
  parts: Parts,
  of: SharedOrganization & { readonly writtenBefore: number },
  waitMs: number,
  onProgress?: (share: number) => void,
): Promise<void> {
  const { deps } = parts;
  await awaitSnapshot(parts, waitMs);
  await takeSnapshot(parts, of, onProgress);
  if (of.cameFrom !== of.organizationID)
    inTransaction(deps, () => moveCursor(deps, PUBLISHED, of.writtenBefore));
}

/**
 * Takes the newest snapshot that is good in beside what is here; the station's place is behind it.
 *
 * @throws AppError E2157, E2160 or E2161 when none is; Error when there is none, or the hub or the
 *   disk fails
 */
export async function takeSnapshot(
  parts: Parts,
  of: SharedOrganization,
  onProgress?: (share: number) => void,
): Promise<void> {
  let unfit: unknown;
  const newest = (await listSnapshots(parts.session)).slice(0, MOST_TRIED);
  for (const [i, snapshot] of newest.entries()) {
    try {
      return await takeOne(parts, snapshot, of, onProgress);
    } catch (err) {
      if (!UNUSABLE.some((code) => isAppError(err, code))) throw err;
      parts.deps.log.warn(
        { err, snapshot: snapshot.name },
        "a snapshot in the hub's store is damaged, of a newer version or not the organization's; an earlier one is taken",
      );
      unfit = err;
      if (i === 0 && isAppError(err, "snapshotNotUsable"))
        await noteUnfit(parts.session, snapshot.name);
    }
  }
  throw unfit ?? new Error("the hub has no snapshot of the organization");
}

/** An earlier snapshot may be usable. */
const UNUSABLE = ["snapshotNotUsable", "organizationTooNew", "formatNotSupported"] as const;

async function takeOne(
  parts: Parts,
  snapshot: StoredSnapshot,
  of: SharedOrganization,
  onProgress?: (share: number) => void,
): Promise<void> {
  const file = await fetchSnapshot(parts, snapshot);
  try {
    await checkSnapshot(parts.deps, { file, seq: snapshot.seq }, of);
    await mergeSnapshot(
      parts.deps,
      file,
      onProgress,
      withEnds(createBoundary(parts.deps.db, of), parts.deps.db, parts.hubKey)(),
    );
  } catch (error) {
    throw isOfMessage(error) ? unmerged(error) : error;
  } finally {
    rmSync(file, { force: true });
  }
}

async function awaitSnapshot({ session }: Parts, waitMs: number): Promise<void> {
  for (const end = Date.now() + waitMs; ; await sleep(ASKED_EVERY_MS)) {
    if ((await listSnapshots(session)).length > 0) return;
    if (Date.now() > end)
      throw new Error(
        "the hub has no snapshot of the organization; start a station that has its data, and try again",
      );
  }
}
