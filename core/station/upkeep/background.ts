/**
 * Background work of a station: the job queue, and one loop for each kind of work outside the
 * queue.
 */
import { guarded } from "../../base/guarded.ts";
import { startAskingCarriers, startMovingIn } from "./ask-carriers.ts";
import { startLoop, wakeLater, type Loop } from "../../base/loop.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { noteActs, stationAct } from "../../records/audit/audit.service.ts";
import type { Backups } from "../backups/backups.ts";
import { feedBatches } from "../../fulfilment/batches/batches.service.ts";
import type { Fact } from "../../db/database.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { StationDeps } from "../deps.ts";
import type { JobWaits } from "../../jobs/job-waits.ts";
import { createJobRunner, type JobRunner } from "../../jobs/run-jobs.ts";
import { createUpkeepJobs, planUpkeep } from "../../jobs/upkeep-job.ts";
import { checkAtStart } from "../../organizations/ledger/check-at-start.ts";
import { startParsing } from "../../shipping/agreements/parse-ahead.ts";
import { createQuoteJobs } from "../../shipping/offers/quote-job.ts";
import { startPrinting } from "../../printing/run-printers.ts";
import type { PrinterWatch } from "../../printing/watch-printer.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import { retentionRound } from "../../records/privacy/retention.ts";
import { pruneInSlices } from "./prune.ts";
import { indexAddresses } from "../../shipping/addresses/addresses.service.ts";
import { startSharedPrinting } from "../../fulfilment/shared-printers/run-shared-printers.ts";
import type { RequestGate } from "../../fulfilment/shared-printers/request-gate.ts";
import type { Stations } from "../../fulfilment/shared-printers/stations.ts";
import { indexSome } from "../../shipping/shipments/search-index.ts";
import { remoteSubject } from "../../shipping/shipments/consign-shipment.ts";
import { finishHandOvers } from "../../fulfilment/hand-over/end-hand-over.ts";
import { createAnnounceJobs } from "../../fulfilment/announcements/announce-job.ts";
import { findAnnouncedLabel } from "../../fulfilment/transactions/transactions.service.ts";
import { createCancelJobs } from "../../fulfilment/transactions/cancel-job.ts";
import { saveTokenUses } from "../../organizations/api-tokens.ts";
import { createReleaseJobs } from "../../fulfilment/together/release-job.ts";
import { createDiscardJobs } from "../../fulfilment/transactions/discard-job.ts";
import type { WatchedFolder } from "../order-folder/order-folder.service.ts";
import { createPurchaseJobs } from "../../fulfilment/transactions/purchase-job.ts";
import { createDeliveryJobs } from "../../fulfilment/webhooks/delivery-job.ts";
import { createPlanner } from "../../fulfilment/webhooks/plan-deliveries.ts";

/** Cron schedule of pruning; a station that is off at that time prunes at its next start. */
const PRUNING_AT = "30 3 * * *";

/**
 * Cron schedule of the nightly backup: before pruning, so that the backup still has the rows that
 * pruning deletes.
 */
const BACKUP_AT = "30 2 * * *";

/**
 * Delay before waking the jobs after a shipment changes, ms, so that the jobs wake once when many
 * shipments change together. Most changes need no job.
 */
const JOBS_AFTER_MS = 20;
/** Delay before indexing, ms, so that one transaction indexes many changes. */
const INDEX_AFTER_MS = 400;
const INDEX_EVERY_MS = 60_000;
const ERASE_EVERY_MS = 6 * 60 * 60 * 1_000;
const TOKEN_USES_EVERY_MS = 60_000;
const HAND_OVERS_EVERY_MS = 60_000;
/** Time after which accounts without a running round are looked at again, ms. */

export type Background = {
  /** Functions that wake the loops which handle a fact, by the fact's topic. */
  readonly wakes: Readonly<Record<string, readonly ((fact: Fact) => void)[]>>;
  /** Stops the loops and waits for running work to end. */
  stop(): Promise<void>;
};

type BackgroundParts = {
  readonly watch: PrinterWatch;
  readonly waits: JobWaits;
  readonly backups: Pick<Backups, "runNightly">;
  readonly stations: Stations;
  readonly gate: RequestGate;
  readonly orderFolder: WatchedFolder;
};

/**
 * Starts the job queue and all loops. A loop logs an error and continues.
 *
 * @returns Functions that wake the loops and stop them.
 */
export function startBackground(
  deps: StationDeps,
  { watch, waits, backups, stations, gate, orderFolder }: BackgroundParts,
): Background {
  const { log } = deps;
  const printing = startPrinting(deps, watch);
  const sharedPrinting = startSharedPrinting(deps, watch, stations, gate);
  const { jobs, runner } = startJobs(deps, waits, backups);
  const planning = startPlanning(deps, jobs);
  const indexing = startLoop(log, "indexing for free text", async () => {
    if (!indexSome(deps) && !indexAddresses(deps)) return INDEX_EVERY_MS;
    await yieldToEventLoop(); // An import causes many slices; other work runs between them.
    return 0;
  });
  const feeding = startLoop(log, "feeding batches of labels", () =>
    Promise.resolve(feedBatches(deps) ? 0 : undefined),
  );
  const savingTokenUses = startSavingTokenUses(deps);
  const movingIn = startMovingIn(deps);
  const indexSoon = wakeLater(indexing, INDEX_AFTER_MS);
  const jobsSoon = wakeLater(jobs, JOBS_AFTER_MS);
  const stopChecking = checkAtStart(deps, () => listAllOrganizationIDs(deps));
  const loops = [
    ...startAskingCarriers(deps),
    startParsing(deps),
    sharedPrinting,
    movingIn,
    startFinishing(deps),
    startErasing(deps),
    indexing,
    feeding,
    savingTokenUses,
    watchFolder(deps, orderFolder),
    printing,
    planning,
    jobs,
  ];
  return {
    wakes: {
      "shipment.changed": [indexSoon.wake, jobsSoon.wake],
      "printjob.changed": [printing.wake, sharedPrinting.jobsChanged, feeding.wake],
      "printer.changed": [printing.wake, sharedPrinting.printersChanged],
      "sharedprinter.changed": [sharedPrinting.printersChanged],
      "printrequest.changed": [({ subjectID }) => sharedPrinting.requestChanged(subjectID)],
      "printbatch.changed": [feeding.wake],
      "webhook.changed": [jobs.wake, planning.wake],
      "tracking.updated": [planning.wake],
      "movein.changed": [movingIn.wake],
    },
    async stop() {
      for (const later of [indexSoon, jobsSoon]) later.stop();
      stopChecking();
      waits.close();
      guarded(log, "the times when tokens were used were not saved", () => saveTokenUses(deps));
      await Promise.all([...loops.map((loop) => loop.stop()), runner.stop()]);
    },
  };
}

/** Starts the durable job queue and schedules pruning and backups in it. */
function startJobs(
  deps: StationDeps,
  waits: JobWaits,
  backups: BackgroundParts["backups"],
): { readonly jobs: Loop; readonly runner: JobRunner } {
  const upkeep = [
    { name: "pruning", schedule: PRUNING_AT, slice: pruneInSlices(deps) },
    {
      name: "backup",
      schedule: BACKUP_AT,
      run: (signal: AbortSignal) => backups.runNightly(deps, signal),
    },
  ];
  const kinds = [
    createPurchaseJobs(deps),
    createCancelJobs(deps),
    createDiscardJobs(deps),
    createReleaseJobs(deps),
    createAnnounceJobs(deps, (id) => findAnnouncedLabel(deps, id)),
    createQuoteJobs(deps, (shipmentID) => remoteSubject(deps, shipmentID)),
    createDeliveryJobs(deps),
    createUpkeepJobs(deps, upkeep),
  ];
  const runner = createJobRunner(deps, kinds, waits, () => jobs.wake());
  let isPlanned = false;
  const jobs = startLoop(deps.log, "jobs", async () => {
    if (!isPlanned) planUpkeep(deps, upkeep);
    isPlanned = true;
    return runner.step();
  });
  waits.onWake(() => jobs.wake());
  return { jobs, runner };
}

function startPlanning(
  deps: WriteDeps & Pick<StationDeps, "faultPoint" | "turns" | "syncTimes">,
  jobs: Loop,
): Loop {
  const planner = createPlanner(deps);
  const planning = startLoop(deps.log, "planning webhook deliveries", async () => {
    if (planner.next()) return 0;
    const dispatched = planner.dispatch();
    jobs.wake();
    if (dispatched === "more") {
      await yieldToEventLoop();
      return 0;
    }
    // Waiting events may become ready as time passes: this station counts as cut off after some
    // seconds, and an event is reserved for its own station only for some time.
    return dispatched === "waiting" ? deps.syncTimes.deliveriesAgainMs : undefined;
  });
  deps.turns.onChange = () => {
    planner.turnsChanged();
    planning.wake();
  };
  return planning;
}

function startSavingTokenUses(deps: StationDeps): Loop {
  return startLoop(deps.log, "saving when tokens were used", () => {
    saveTokenUses(deps);
    return Promise.resolve(TOKEN_USES_EVERY_MS);
  });
}

function watchFolder({ log }: StationDeps, orderFolder: WatchedFolder): Loop {
  const loop = startLoop(log, "watching the order folder", () => orderFolder.step());
  orderFolder.onWake(loop.wake);
  return loop;
}

/** Finishes hand-overs that a crash or a full disk has interrupted. */
function startFinishing(deps: StationDeps): Loop {
  let isStart = true;
  return startLoop(deps.log, "finishing hand-overs", async () => {
    await finishHandOvers(deps, isStart);
    isStart = false;
    return HAND_OVERS_EVERY_MS;
  });
}

function startErasing(deps: WriteDeps & Pick<StationDeps, "reader">): Loop {
  let round: AsyncGenerator<void> | undefined;
  return startLoop(deps.log, "erasing personal data by its age", async () => {
    round ??= retentionRound(deps, (organizationID, parcels) =>
      noteActs(deps, [
        stationAct(organizationID, {
          kind: "erasure",
          act: "removed",
          operation: "retention",
          subjectID: `${parcels} parcels`,
          at: deps.now(),
        }),
      ]),
    );
    try {
      if ((await round.next()).done !== true) {
        await yieldToEventLoop();
        return 0;
      }
    } catch (error) {
      round = undefined; // A failed round has ended; the next call starts a new round.
      throw error;
    }
    round = undefined;
    return ERASE_EVERY_MS;
  });
}
