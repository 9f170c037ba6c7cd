import { expect, it } from "vitest";
import { pruneBatches } from "../../../../core/fulfilment/batches/batches.service.ts";
import { pruneInSlices } from "../../../../core/station/upkeep/prune.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const count = (s: Station, table: string): number =>
  Number(s.core.deps.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

/** Starts a station whose clock shows the real time, because ids contain the real time. */
async function realStation(): Promise<Station> {
  const s = await station();
  s.clock.nowMs = Date.now();
  return s;
}

function prune(s: Station): void {
  const slice = pruneInSlices(s.core.deps);
  while (slice());
}

it("a shipment keeps all offers for a month after its purchase and then only the bought offer, and its other fields stay", async () => {
  const s = await realStation();
  const { shipment } = await boughtShipment(s);
  const unbought = await shipmentWithOffers(s);
  const read = async (id: string): Promise<Shipment> =>
    (await s.desk<Shipment>("GET", `/shipments/${id}`)).data;
  const before = await read(shipment.id);
  expect(before.offers?.list.length).toBeGreaterThan(1);
  s.clock.nowMs += 29 * DAY_MS;
  prune(s);
  expect(await read(shipment.id)).toEqual(before);
  s.clock.nowMs += 2 * DAY_MS;
  prune(s);
  const after = await read(shipment.id);
  const bought = before.offers?.list.find((offer) => offer.isAccepted);
  expect({ ...after, offers: null }).toEqual({ ...before, offers: null });
  expect(after.offers).toMatchObject({
    list: [bought],
    cheapest: bought,
    fastest: bought,
    percentageCompleted: 100,
    totalOffersRequested: 1,
    totalOffersCompleted: 1,
  });
  expect((await read(unbought.id)).offers?.list.length).toBe(unbought.offers?.list.length);
});

it("print jobs that ended a month ago are deleted, and a print job of unknown outcome stays", async () => {
  const s = await realStation();
  const { shipment } = await boughtShipment(s);
  const { raw } = s.core.deps.db;
  const ids = ["SENT", "CONFIRMED", "FAILED", "UNKNOWN"].map((status, i) => {
    const id = s.core.deps.newId();
    raw
      .prepare(
        "INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, is_reprint, status, next_attempt_at) VALUES (?, '', '', ?, ?, '', 'b', 1, ?, '')",
      )
      .run(id, s.started.organizationID, `${shipment.id}${i}`, status);
    return id;
  });
  s.clock.nowMs += 31 * DAY_MS;
  prune(s);
  expect(raw.prepare("SELECT id FROM print_jobs").pluck().all()).toEqual([ids[3]]);
});

it("open print jobs and batches of a month ago do not prevent the deletion of ended jobs and batches", async () => {
  const s = await realStation();
  const { raw } = s.core.deps.db;
  const insert = (i: number, status: string, batchStatus: string): void => {
    raw
      .prepare("INSERT INTO print_batches VALUES (?, '', '', ?, '', '', 'given', '', ?, '', 1)")
      .run(s.core.deps.newId(), s.started.organizationID, batchStatus);
    raw
      .prepare(
        "INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, is_reprint, status, next_attempt_at) VALUES (?, '', '', ?, ?, '', 'b', 1, ?, '')",
      )
      .run(s.core.deps.newId(), s.started.organizationID, `s${i}`, status);
  };
  for (let i = 0; i < 60; i += 1) insert(i, "UNKNOWN", "PAUSED");
  for (let i = 0; i < 300; i += 1) insert(i, "SENT", "DONE");
  s.clock.nowMs += 31 * DAY_MS;
  prune(s);
  expect({ jobs: count(s, "print_jobs"), batches: count(s, "print_batches") }).toEqual({
    jobs: 60,
    batches: 60,
  });
});

it("the prints of a batch stay until the batch has ended", async () => {
  const s = await realStation();
  const { raw } = s.core.deps.db;
  const batch = s.core.deps.newId();
  raw
    .prepare(
      "INSERT INTO print_batches VALUES (?, '', '', ?, '', '', 'given', '', 'PAUSED', 'person', 2)",
    )
    .run(batch, s.started.organizationID);
  const job = s.core.deps.newId();
  raw
    .prepare(
      "INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, is_reprint, status, next_attempt_at, batch_id) VALUES (?, '', '', ?, 's', '', 'b', 1, 'SENT', '', ?)",
    )
    .run(job, s.started.organizationID, batch);
  raw
    .prepare("INSERT INTO print_batch_items VALUES (?, 1, 's', '', ?), (?, 2, 't', '', NULL)")
    .run(batch, job, batch);
  s.clock.nowMs += 31 * DAY_MS;
  prune(s);
  expect((await s.desk("GET", `/station/batches/${batch}`)).data).toMatchObject({
    printed: 1,
    left: 1,
  });
  await s.desk("POST", `/station/batches/${batch}/stop`);
  prune(s);
  expect({ jobs: count(s, "print_jobs"), items: count(s, "print_batch_items") }).toEqual({
    jobs: 0,
    items: 0,
  });
});

it("a slice of pruning deletes no more rows of batches than its limit, however many labels the batches have", async () => {
  const s = await realStation();
  const { raw } = s.core.deps.db;
  for (let i = 0; i < 3; i += 1) {
    const batch = s.core.deps.newId();
    raw
      .prepare(
        "INSERT INTO print_batches VALUES (?, '', '', ?, '', '', 'given', '', 'DONE', '', 1000)",
      )
      .run(batch, s.started.organizationID);
    raw
      .prepare(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO print_batch_items SELECT ?, i, ? || i, '', ? || i FROM n",
      )
      .run(batch, batch, batch);
  }
  s.clock.nowMs += 31 * DAY_MS;
  const rows = (): number => count(s, "print_batches") + count(s, "print_batch_items");
  const slices = Array.from({ length: 6 }, () => {
    const before = rows();
    return { counted: pruneBatches(s.core.deps, 600), deleted: before - rows() };
  });
  expect(slices).toEqual([600, 600, 600, 600, 600, 3].map((n) => ({ counted: n, deleted: n })));
});

it("the newest 32 MB of drawn labels are kept, and an older label is drawn again", async () => {
  const s = await realStation();
  const { shipment } = await boughtShipment(s);
  const first = await (await fetch(shipment.labelURL)).arrayBuffer();
  const { raw } = s.core.deps.db;
  raw.exec(
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4) INSERT INTO documents (hash, kind, width_mm, height_mm, language, source, shipment_id, dpi, created_at, bytes, used_at, size) SELECT 'h' || i, 'label', 100, 150, 'ZPL', 'drawn', 's' || i, 203, '', x'00', '9', 8 * 1024 * 1024 FROM n",
  );
  prune(s);
  expect({
    files: count(s, "documents"),
    drawn: raw
      .prepare("SELECT count(*) FROM documents WHERE shipment_id = ?")
      .pluck()
      .get(shipment.id),
  }).toEqual({ files: 4, drawn: 0 });
  const again = await fetch(shipment.labelURL);
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([200, first.byteLength]);
});
