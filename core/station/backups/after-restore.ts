/**
 * What a station does with open work that came with an older copy of its database: all of it may
 * have been done since the copy was made. Purchases are looked up by their keys before they are
 * asked for again (`jobs/run-jobs.ts`), webhooks are delivered again under the same event id;
 * nothing is printed by itself.
 */
import { noteActs, stationAct } from "../../records/audit/audit.service.ts";
import { stopRestored } from "../../fulfilment/batches/batches.service.ts";
import { inTransaction } from "../../db/change.ts";
import { COPIED_AT, findMeta, RESTORED_AT, writeMeta } from "../../db/station-meta.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import { leaveToOriginal } from "../../jobs/jobs.service.ts";
import { endRestored } from "../../printing/waiting-jobs.ts";
import { replayErasures } from "../../records/privacy/replay-erasures.ts";
import { dropPrintRequests } from "../../fulfilment/transactions/transactions.service.ts";

/** Which restore has been settled. */
const SETTLED = "restore_settled";

/**
 * Once for each restore, before anything runs. Persons who were erased since the copy was made are
 * erased first: a crash in between does it again.
 * @throws AppError E2036 on a full disk.
 */
export async function settleRestore(deps: WriteDeps & Pick<StationDeps, "reader">): Promise<void> {
  const restoredAt = findMeta(deps.db, RESTORED_AT);
  if (restoredAt === undefined || findMeta(deps.db, SETTLED) === restoredAt) return;
  await replayErasures(deps);
  inTransaction(deps, () => {
    stopRestored(deps);
    endRestored(deps);
    dropPrintRequests(deps);
    // Of a copy beside its original: that one goes on with them.
    if (findMeta(deps.db, COPIED_AT) === restoredAt) leaveToOriginal(deps);
    // The log that came with the copy does not have the restore, nor what was done since.
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
