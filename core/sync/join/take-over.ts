/** A station's data and its hub's: the first station brings its own, a later one gets the hub's. Each step can be repeated after a crash. */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { KV } from "@nats-io/kv";
import { inTransaction } from "../../db/change.ts";
import type { Deps } from "../../deps.ts";
import { nameOfOrganization } from "../../organizations/organizations.service.ts";
import { moveCursor, newestFact } from "../../outbox/outbox.service.ts";
import { fetchSnapshot, findSnapshot, putSnapshot } from "../snapshot/exchange-snapshot.ts";
import { mergeSnapshot } from "../snapshot/merge-snapshot.ts";
import type { StoredSnapshot } from "../snapshot/stored-snapshot.ts";
import { PUBLISHED } from "../stream/publish-commits.ts";
import type { Session } from "../stream/link.ts";
import { NO_PLACE, writePlace } from "../../db/stream-place.ts";
import { settleClaim } from "./claim-organization.ts";

type Parts = { readonly deps: Deps; readonly folder: string; readonly session: Pick<Session, "js"> };

const ASKED_EVERY_MS = 500;

/** Puts a snapshot of the organization to the hub; what is written after it goes out by the stream. */
export async function bringOrganization(parts: Parts, kv: KV, organizationID: string): Promise<void> {
  const { deps } = parts;
  inTransaction(deps, () => writePlace(deps.db, NO_PLACE));
  const { outbox } = await putSnapshot(parts, organizationID);
  inTransaction(deps, () => moveCursor(deps, PUBLISHED, outbox));
  await settleClaim(kv, { id: organizationID, name: nameOfOrganization(deps, organizationID), founder: deps.db.stationID });
}

/**
 * Takes the newest snapshot of the hub in. What this station wrote before stays here, but of the hub's own organization: that goes out.
 *
 * @param isOwn The station worked for the hub's organization before.
 * @param onProgress Gets the share that is taken in, 0 to 1.
 * @throws Error when the hub has none within the time; SnapshotIsNewerError
 */
export async function getOrganization(parts: Parts, waitMs: number, isOwn: boolean, onProgress?: (share: number) => void): Promise<void> {
  const { deps } = parts;
  const written = newestFact(deps);
  await takeSnapshot(parts, await awaitSnapshot(parts, waitMs), onProgress);
  if (!isOwn) inTransaction(deps, () => moveCursor(deps, PUBLISHED, written));
}

/** Takes a snapshot in beside what is here; the station's place is behind it. */
export async function takeSnapshot(parts: Parts, snapshot: StoredSnapshot, onProgress?: (share: number) => void): Promise<void> {
  const file = await fetchSnapshot(parts, snapshot);
  try {
    await mergeSnapshot(parts.deps, file, onProgress);
  } finally {
    rmSync(file, { force: true });
  }
}

async function awaitSnapshot({ session }: Parts, waitMs: number): Promise<StoredSnapshot> {
  for (const end = Date.now() + waitMs; ; await sleep(ASKED_EVERY_MS)) {
    const found = await findSnapshot(session);
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error("the hub has no snapshot of the organization; start a station that has its data, and try again");
  }
}
