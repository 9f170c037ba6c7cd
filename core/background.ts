/** What goes on beside requests: one loop for each kind of work, woken by the facts it waits for. */
import { startLoop } from "./base/loop.ts";
import { stepAside } from "./base/step-aside.ts";
import type { Fact } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import { checkAtStart } from "./ledger/check-at-start.ts";
import { askRemoteCarriers } from "./offers/ask-remote.ts";
import { nextDue, type PrintQueue } from "./printing/run-queue.ts";
import type { PrinterWatch } from "./printing/watch-printer.ts";
import { listAllOrganizationIDs } from "./organizations/organizations.service.ts";
import { pruneInSlices } from "./prune.ts";
import { indexSome } from "./shipments/search-index.ts";
import { remoteSubject } from "./shipments/create-shipment.ts";
import { createPurchaseResumer } from "./transactions/resume-purchases.ts";
import { createCourier } from "./webhooks/deliver.ts";

const PROBE_EVERY_MS = 5_000;
const RESUME_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 24 * 60 * 60 * 1_000;
const PRUNE_PAUSE_MS = 50;

/** Many changes are indexed by one transaction. */
const INDEX_AFTER_MS = 400;
const INDEX_EVERY_MS = 60_000;

export type Background = {
  readonly heard: (fact: Fact) => void;
  /** Lets what runs end. */
  stop(): Promise<void>;
};

export function startBackground(deps: Deps, queue: PrintQueue, watch: PrinterWatch): Background {
  const { log } = deps;
  const printing = startLoop(log, "printing", async () => {
    if (await queue.sendNext()) return 0;
    await watch.ask();
    return waitFor(nextDue(deps), deps.now(), PROBE_EVERY_MS);
  });
  const resumer = createPurchaseResumer(deps);
  const resuming = startLoop(log, "resuming purchases", async () => {
    resumer.run();
    return RESUME_EVERY_MS;
  });
  const remoteQuotes = askRemoteCarriers(deps, (shipmentID) => remoteSubject(deps, shipmentID));
  const quoting = startLoop(log, "asking carriers for prices", async () => remoteQuotes.run());
  const courier = createCourier(deps, () => telling.wake());
  const telling = startLoop(log, "webhooks", async () => courier.step());
  const pruneSlice = pruneInSlices(deps);
  const pruning = startLoop(log, "pruning", async () => (pruneSlice() ? PRUNE_PAUSE_MS : PRUNE_EVERY_MS));
  const indexing = startLoop(log, "indexing for free text", async () => {
    if (!indexSome(deps)) return INDEX_EVERY_MS;
    await stepAside(); // each slice is a durable write: after an import there are many
    return 0;
  });
  let indexSoon: NodeJS.Timeout | undefined;
  const wakeIndexing = (): void => {
    indexSoon = undefined;
    indexing.wake();
  };
  const stopChecking = checkAtStart(deps, () => listAllOrganizationIDs(deps));
  return {
    heard(fact) {
      if (fact.topic === "shipment.changed") indexSoon ??= setTimeout(wakeIndexing, INDEX_AFTER_MS).unref();
      if (fact.topic === "printjob.changed" || fact.topic === "printer.changed") printing.wake();
      if (fact.topic === "shipment.changed") quoting.wake();
      if (fact.topic === "tracking.updated" || fact.topic === "webhook.changed") telling.wake();
    },
    async stop() {
      clearTimeout(indexSoon);
      stopChecking();
      await Promise.all([...[indexing, printing, resuming, quoting, telling, pruning].map((loop) => loop.stop()), courier.close()]);
      await queue.settle();
      await Promise.all([remoteQuotes.stop(), resumer.stop()]);
    },
  };
}

function waitFor(due: string | undefined, now: string, atMostMs: number): number {
  return due === undefined ? atMostMs : Math.min(atMostMs, Math.max(1, Date.parse(due) - Date.parse(now)));
}
