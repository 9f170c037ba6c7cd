/**
 * Exchanges a station's data with its hub: the first station brings its data, and a later station
 * receives the hub's data. Each step can be repeated after a crash.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { KV } from "@nats-io/kv";
import { inTransaction } from "../../db/change.ts";
import { isAppError } from "../../base/errors.ts";
import type { SyncDeps } from "../deps.ts";
import { nameOfOrganization } from "../../organizations/organizations.service.ts";
import { moveCursor } from "../../db/outbox/outbox.service.ts";
import { withEnds } from "../check-station-ends.ts";
import {
  checkSnapshot,
  fetchSnapshot,
  listSnapshots,
  putSnapshot,
  removeSnapshot,
} from "../snapshot/exchange-snapshot.ts";
import { mergeSnapshot } from "../snapshot/merge-snapshot.ts";
import { unmerged } from "../snapshot/unfit-snapshot.ts";
import { noteUnfit } from "../snapshot/unfit-note.ts";
import { isMessageError } from "../stream/apply-messages.ts";
import type { StoredSnapshot } from "../snapshot/stored-snapshot.ts";
import { createBoundary, type SharedOrganization } from "../stream/boundary.ts";
import { PUBLISHED } from "../stream/publish-changes.ts";
import type { Session } from "../stream/session.ts";
import { STREAM_START, writePosition } from "../../db/stream-position.ts";
import { settleClaim } from "./claim-organization.ts";

type Exchange = {
  readonly deps: SyncDeps;
  readonly folder: string;
  readonly session: Pick<Session, "js">;
  readonly hubKey: string;
};

const ASKED_EVERY_MS = 500;
/** Maximum number of snapshots to try. */
const MOST_TRIED = 12;

/**
 * Uploads a snapshot of the organization, then settles the claim, after which other stations may
 * join. Later changes are published to the stream. The caller must have aligned this station's
 * number ranges with the hub, because a joining station leases its first block immediately.
 */
export async function bringOrganization(
  exchange: Exchange,
  kv: KV,
  organizationID: string,
): Promise<void> {
  const { deps } = exchange;
  inTransaction(deps, () => writePosition(deps.db, STREAM_START));
  const { outbox } = await putSnapshot(exchange, organizationID);
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
 * Merges the hub's newest good snapshot. Earlier changes of this station are not published, except
 * if they belong to the hub's organization.
 *
 * @param of.writtenBefore The last row of the outbox before the join.
 * @param onProgress Called with the share of the snapshot that is merged, 0 to 1.
 * @throws Error when the hub has no snapshot in time; otherwise the errors of `takeSnapshot`
 */
export async function getOrganization(
  exchange: Exchange,
  of: SharedOrganization & { readonly writtenBefore: number },
  waitMs: number,
  onProgress?: (share: number) => void,
): Promise<void> {
  const { deps } = exchange;
  await awaitSnapshot(exchange, waitMs);
  await takeSnapshot(exchange, of, onProgress);
  if (of.cameFrom !== of.organizationID)
    inTransaction(deps, () => moveCursor(deps, PUBLISHED, of.writtenBefore));
}

/**
 * Merges the newest good snapshot with the data here, and sets the stream position to the position
 * of the snapshot. Tries the newest twelve snapshots.
 *
 * @throws AppError E2157, E2160 or E2161 when none of these is good; Error without a snapshot, or
 *   when the hub or the disk fails.
 */
export async function takeSnapshot(
  exchange: Exchange,
  of: SharedOrganization,
  onProgress?: (share: number) => void,
): Promise<void> {
  let unfit: unknown;
  const newest = (await listSnapshots(exchange.session)).slice(0, MOST_TRIED);
  for (const [i, snapshot] of newest.entries()) {
    try {
      return await takeOne(exchange, snapshot, of, onProgress);
    } catch (err) {
      if (!UNUSABLE.some((code) => isAppError(err, code))) throw err;
      exchange.deps.log.warn(
        { err, snapshot: snapshot.name },
        "a snapshot in the hub's store is damaged, of a newer version or of another organization; an earlier one is tried",
      );
      unfit = err;
      if (i === 0 && isAppError(err, "snapshotNotUsable"))
        await noteUnfit(exchange.session, snapshot.name);
    }
  }
  throw unfit ?? new Error("the hub has no snapshot of the organization");
}

/** Errors after which an earlier snapshot may be usable. */
const UNUSABLE = ["snapshotNotUsable", "organizationTooNew", "formatNotSupported"] as const;

async function takeOne(
  exchange: Exchange,
  snapshot: StoredSnapshot,
  of: SharedOrganization,
  onProgress?: (share: number) => void,
): Promise<void> {
  const file = await fetchSnapshot(exchange, snapshot);
  try {
    await checkSnapshot(exchange.deps, { file, seq: snapshot.seq }, of);
    await mergeSnapshot(
      exchange.deps,
      file,
      onProgress,
      withEnds(createBoundary(exchange.deps.db, of), exchange.deps.db, exchange.hubKey)(),
    );
  } catch (error) {
    throw isMessageError(error) ? unmerged(error) : error;
  } finally {
    await removeSnapshot(file);
  }
}

async function awaitSnapshot({ session }: Exchange, waitMs: number): Promise<void> {
  for (const end = Date.now() + waitMs; ; await sleep(ASKED_EVERY_MS)) {
    if ((await listSnapshots(session)).length > 0) return;
    if (Date.now() > end)
      throw new Error(
        "the hub has no snapshot of the organization; start a station that has its data, and try again",
      );
  }
}
