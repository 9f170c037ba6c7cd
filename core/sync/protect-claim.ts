/**
 * Protects the hub's record of its organization: any desk may overwrite the record, and a station
 * of the organization rewrites it.
 */
import type { KV, KvEntry } from "@nats-io/kv";
import type { JetStreamManager } from "@nats-io/jetstream";
import { errors } from "../base/errors.ts";
import type { SyncDeps } from "./deps.ts";
import {
  findClaimOf,
  ORGANIZATION_KEY,
  readClaim,
  settleClaim,
  watchClaim,
  type Claim,
} from "./join/claim-organization.ts";
import type { NoteFaults } from "./leases/note-faults.ts";
import { isSameBucket } from "./leases/last-seen-change.ts";

type ClaimAccess = {
  readonly deps: Pick<SyncDeps, "db" | "log" | "syncTimes">;
  readonly kv: KV;
  readonly manager: JetStreamManager;
  readonly faults: NoteFaults;
};

/** `isForeign`: the record was overwritten. */
type OwnClaim = { readonly claim: Claim | undefined; readonly isForeign: boolean };

/**
 * Checks the hub's organization at the start of a session.
 *
 * @returns This organization's last record, if the hub has one. `isForeign`: an unreadable record
 * or another organization's record has replaced it.
 * @throws AppError E2119 when the hub belongs to another organization.
 */
export async function requireOwnClaim(
  { deps, kv, manager, faults }: ClaimAccess,
  organizationID: string,
): Promise<OwnClaim> {
  const { claim } = await readClaim(kv);
  const entry = await kv.get(ORGANIZATION_KEY);
  const isUnfit = entry !== null && claim === undefined;
  const isOther = claim !== undefined && claim.id !== null && claim.id !== organizationID;
  if (!isUnfit && !isOther) return { claim, isForeign: false };
  const earlier = await findClaimOf(kv, organizationID);
  const isOurs = !isOther || earlier !== undefined || (await isSameBucket(deps.db, manager));
  if (!isOurs) throw errors.hubOfOtherOrganization();
  if (entry !== null) faults.note(entry);
  return { claim: earlier, isForeign: true };
}

/**
 * Rewrites the record whenever another desk has overwritten it.
 *
 * @returns A function that stops rewriting.
 */
export async function protectClaim(
  { deps, kv, faults }: Omit<ClaimAccess, "manager">,
  own: { readonly id: string; readonly name: string; readonly founder: string },
): Promise<() => void> {
  const watch = await watchClaim(kv);
  let timer: NodeJS.Timeout | undefined;
  const look = async (entry: KvEntry): Promise<void> => {
    const { claim } = await readClaim(kv);
    if (claim?.id === own.id || claim?.id === null) return;
    faults.note(entry);
    await settleClaim(kv, own);
  };
  void (async () => {
    for await (const entry of watch) {
      timer ??= setTimeout(() => {
        timer = undefined;
        look(entry).catch((err: unknown) => {
          deps.log.info(
            { err },
            "the hub did not accept the record of its organization; the next connection tries again",
          );
        });
      }, deps.syncTimes.noteAgainMs).unref();
    }
  })().catch((err: unknown) =>
    deps.log.info({ err }, "the record of the hub's organization is no longer followed"),
  );
  return () => {
    clearTimeout(timer);
    watch.stop();
  };
}
