/**
 * Settles open work after a restore: the station may have finished that work after the backup was
 * made. Purchases are looked up by their keys before they are requested again (`jobs/run-jobs.ts`),
 * webhooks are delivered again with the same event id, and nothing prints automatically.
 */
import { noteActs, stationAct } from "../../records/audit/audit.service.ts";
import { stopRestored } from "../../fulfilment/batches/batches.service.ts";
import { doubtRestored } from "../../fulfilment/announcements/resume-announcements.ts";
import { inTransaction } from "../../db/change.ts";
import { COPIED_AT, findMeta, RESTORED_AT, writeMeta } from "../../db/station-meta.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import { leaveToOriginal } from "../../jobs/jobs.service.ts";
import { leaveResults } from "../order-folder/results.ts";
import { endRestored } from "../../printing/waiting-jobs.ts";
import { replayErasures } from "../../records/privacy/replay-erasures.ts";
import { dropPrintRequests } from "../../fulfilment/transactions/transactions.service.ts";

/** Key of the time of the last settled restore. */
const SETTLED = "restore_settled";

/**
 * Settles a restore once, before any other work runs. Persons who were erased after the backup was
 * made are erased again first: after a crash the restore is not yet marked as settled, so that the
 * next start repeats their erasure.
 * @throws AppError E2036 on a full disk.
 */
export async function settleRestore(
  deps: WriteDeps & Pick<StationDeps, "reader" | "connections">,
): Promise<void> {
  const restoredAt = findMeta(deps.db, RESTORED_AT);
  if (restoredAt === undefined || findMeta(deps.db, SETTLED) === restoredAt) return;
  await replayErasures(deps);
  inTransaction(deps, () => {
    stopRestored(deps);
    endRestored(deps);
    dropPrintRequests(deps);
    for (const organizationID of listAllOrganizationIDs(deps)) doubtRestored(deps, organizationID);
    // If this station is a copy, the original station keeps working with its open purchases.
    if (findMeta(deps.db, COPIED_AT) === restoredAt) {
      leaveToOriginal(deps);
      leaveResults(deps);
    }
    // The audit log from the backup records neither the restore nor later acts.
    noteActs(
      deps,
      listAllOrganizationIDs(deps).map((organizationID) =>
        stationAct(organizationID, {
          kind: "data",
          act: "changed",
          operation: "restored",
          subjectID: restoredAt,
          at: deps.now(),
        }),
      ),
    );
    writeMeta(deps.db, SETTLED, restoredAt);
  });
}
