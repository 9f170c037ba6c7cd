/**
 * Pruning: deletes expired rows and files, shrinks the database file, and updates the query
 * planner's statistics table by table. Works in slices, so that purchases do not wait.
 */
import { dirname } from "node:path";
import { pruneAudit } from "../../records/audit/audit.service.ts";
import { dropOldAside } from "../backups/restore-journal.ts";
import { inSlices } from "../../base/slices.ts";
import { dropOldCopy } from "../../db/before-upgrade.ts";
import { pruneBatches } from "../../fulfilment/batches/batches.service.ts";
import { pruneKept } from "../../db/kept-of-stations.ts";
import { analyse, listUnanalysed, shrink } from "../../db/upkeep.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import { pruneAsked } from "../../fulfilment/following/follow-parcels.ts";
import { pruneFolder } from "../order-folder/prune-folder.ts";
import { pruneLabelScans } from "../../fulfilment/packing/label-scans.ts";
import { pruneTicks } from "../../fulfilment/packing/item-ticks.ts";
import { pruneDocuments } from "../../db/documents/documents.service.ts";
import { forgetOldKeys } from "../../http/idempotency.ts";
import { pruneJobs } from "../../jobs/jobs.service.ts";
import { pruneOffers } from "../../shipping/offers/prune-offers.ts";
import { pruneOutbox } from "../../db/outbox/outbox.service.ts";
import { shortestRule } from "../../records/privacy/privacy.service.ts";
import { prunePrintJobs } from "../../printing/printing.service.ts";
import { pruneRequests } from "../../fulfilment/shared-printers/end-requests.ts";
import {
  oldestUndeliveredFact,
  pruneDeliveries,
} from "../../fulfilment/webhooks/deliveries.service.ts";

/** Returns a function that does the next slice and returns whether the round has more slices. */
export function pruneInSlices(deps: WriteDeps & Pick<StationDeps, "settings">): () => boolean {
  const works = [
    inSlices((atMost) => forgetOldKeys(deps, atMost)),
    inSlices((atMost) => pruneDeliveries(deps, atMost)),
    inSlices((atMost) => pruneKept(deps, atMost)),
    inSlices((atMost) => pruneJobs(deps, atMost)),
    inSlices((atMost) => pruneOutbox(deps, oldestUndeliveredFact(deps), atMost)),
    inSlices(pruneOffers(deps)),
    inSlices((atMost) => pruneTicks(deps, atMost)),
    inSlices((atMost) => pruneLabelScans(deps, atMost)),
    inSlices((atMost) => pruneBatches(deps, atMost)),
    inSlices((atMost) => prunePrintJobs(deps, atMost)),
    inSlices((atMost) => pruneRequests(deps, atMost)),
    inSlices((atMost) => pruneDocuments(deps, atMost)),
    inSlices((atMost) => pruneAsked(deps, atMost)),
    inSlices((atMost) => pruneFolder(deps, atMost)),
    inSlices((atMost) => pruneAudit(deps, atMost)),
    () => dropOldAside(dirname(deps.db.raw.name), Date.parse(deps.now()), shortestRule(deps)),
    () => dropOldCopy(deps.db.raw.name, Date.parse(deps.now()), shortestRule(deps)),
    inSlices((atMost) => shrink(deps.db, atMost)),
    nextStatistics(deps),
  ];
  let at = 0;
  return () => {
    if (works[at]?.() !== true) at += 1;
    const isMore = at < works.length;
    if (!isMore) at = 0;
    return isMore;
  };
}

/**
 * Makes the slices of updating statistics. The first call lists the tables whose statistics must
 * be updated; each further call analyses one table.
 */
function nextStatistics({ db }: ReadDeps): () => boolean {
  let left: string[] | undefined;
  return () => {
    if (left === undefined) left = listUnanalysed(db);
    else {
      const table = left.shift();
      if (table !== undefined) analyse(db, table);
    }
    const isMore = left.length > 0;
    if (!isMore) left = undefined;
    return isMore;
  };
}
