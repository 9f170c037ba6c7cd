/** Labels that a carrier makes after the order, at two stations of one organization. */
import { expect, it } from "vitest";
import { inTransaction } from "../../../core/db/change.ts";
import { askAboutPurchase } from "../../../core/fulfilment/transactions/purchase-job.ts";
import {
  findLateLabel,
  printLateLabel,
  type LateLabel,
} from "../../../core/fulfilment/transactions/late-labels.ts";
import { recordPrinted } from "../../../core/printing/printing.service.ts";
import { findJob } from "../../../core/printing/printing.store.ts";
import { requestPrint } from "../../../core/printing/request-print.ts";
import { done, notReady } from "../../../core/shipping/carriers/carrier.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import { farCarrier } from "../../helpers/far-carrier.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { buy, exchange, LABEL, two } from "./two-stations.ts";

/** Orders a label with its print at station a; `ask` asks the carrier for it. */
function orderedAtA() {
  const carrier = { isReady: false };
  const far = farCarrier({
    buy: () => Promise.resolve(carrier.isReady ? done(LABEL) : notReady("bekle", 10_000)),
  });
  const stations = two([], far);
  const { a, b, actor, id } = stations;
  const purchase = buy(a, actor, id, true);
  a.deps.db.raw.prepare("UPDATE transactions SET print_requested = 1").run();
  return {
    ...stations,
    async ask(isReady: boolean): Promise<void> {
      carrier.isReady = isReady;
      const { write } = await askAboutPurchase(a.deps, purchase, new AbortController().signal);
      inTransaction(a.deps, () => write?.());
      exchange(a, b);
    },
  };
}

const scan = (s: LooseStation, id: string): void =>
  printLateLabel(s.deps, requireShipment(s.deps, id));
const listPrints = ({ deps }: LooseStation): unknown[] =>
  deps.db.raw.prepare("SELECT status FROM print_jobs").pluck().all();

it("a late label that another station has printed by hand is not printed by a scan where it was bought", async () => {
  const { a, b, actor, id, ask } = orderedAtA();
  await ask(false);
  await ask(true);
  const { id: jobID } = requestPrint(b.deps, actor, { shipmentID: id });
  b.deps.db.raw.prepare("UPDATE print_jobs SET status = 'SENDING'").run();
  const job = findJob(b.deps.db, actor.organizationID, jobID);
  if (job === undefined) throw new Error("no print job");
  inTransaction(b.deps, () => recordPrinted(b.deps, job, "CONFIRMED"));
  exchange(a, b);
  scan(a, id);
  expect(listPrints(a)).toEqual([]);
});

it("a late label is printed by a scan only at the station that bought it, and only that station says so", async () => {
  const { a, b, id, ask } = orderedAtA();
  await ask(false);
  const late = (s: LooseStation): LateLabel => findLateLabel(s.deps, requireShipment(s.deps, id));
  expect([late(a), late(b)]).toEqual([
    { isLabelAwaited: true, isPrintedOnScan: true, paidAt: "" },
    { isLabelAwaited: true, isPrintedOnScan: false, paidAt: "" },
  ]);
  await ask(true);
  scan(b, id);
  scan(a, id);
  scan(a, id);
  expect([listPrints(a), listPrints(b)]).toEqual([["QUEUED"], []]);
});
