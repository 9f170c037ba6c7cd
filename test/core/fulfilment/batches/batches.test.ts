import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Batch, BatchRest } from "../../../../core/fulfilment/batches/batches.schema.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { createSimulator, type Simulator } from "../../../../core/printing/simulator/simulator.ts";
import type { DeskPurchase } from "../../../../core/station/station.schema.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import {
  eventually,
  shipmentWithOffers,
  station,
  temporaryFolder,
} from "../../../helpers/station.ts";
import {
  act,
  bought,
  items,
  printedBarcodes,
  quiet,
  start,
  until,
  withSimulator,
} from "./a-batch.ts";

/** Reads the barcodes on paper, in order, as a scanner does. */
async function readOnPaper(
  simulator: Simulator,
  labels: readonly { readonly barcode: string }[],
): Promise<string[]> {
  await simulator.jobsWith(labels[0]?.barcode ?? ""); // Waits until the simulator has read the jobs.
  return simulator
    .jobs()
    .map(
      ({ barcodes }) => labels.find(({ barcode }) => barcodes?.includes(barcode))?.barcode ?? "",
    );
}

describe("a batch of labels", () => {
  it("a batch prints each label once, in the listed order, and counts them", async () => {
    const { s, simulator } = await withSimulator();
    const labels = await bought(s, 3);
    const batch = await start(s, labels, { title: "Sabah" });
    expect(batch).toMatchObject({
      status: "RUNNING",
      total: 3,
      left: 3,
      printed: 0,
      secondsLeft: null,
    });
    expect(
      await until(s, batch, "the batch has ended", ({ status }) => status === "DONE"),
    ).toMatchObject({ title: "Sabah", printed: 3, failed: 0, unknown: 0, left: 0, secondsLeft: 0 });
    expect(await readOnPaper(simulator, labels)).toEqual(labels.map(({ barcode }) => barcode));
  });

  it(
    "a batch of a thousand labels is created without blocking the thread for long, and once per idempotency key",
    { tags: "alone" },
    async () => {
      const s = await station();
      const [label] = await bought(s, 1);
      const { raw } = s.core.deps.db;
      const columns = raw
        .prepare<[], string>("SELECT name FROM pragma_table_info('shipments')")
        .pluck()
        .all()
        .filter((name) => name !== "seq");
      const insert = raw.prepare(
        `INSERT INTO shipments (${columns.join(", ")}) SELECT ${columns.map((name) => (["id", "number", "barcode"].includes(name) ? `:${name}` : name)).join(", ")} FROM shipments WHERE id = :of`,
      );
      const ids = Array.from({ length: 1_000 }, () => s.core.deps.newId());
      raw.transaction(() =>
        ids.forEach((id, i) =>
          insert.run({ id, number: 10_000 + i, barcode: `X${i}`, of: label?.id }),
        ),
      )();
      const create = (
        body: object,
      ): Promise<{ status: number; body: { data: Batch; code?: string } }> =>
        s.call<Batch>(
          "POST",
          "/station/batches",
          { shipmentIDs: ids, ...body },
          { "idempotency-key": "morning" },
        );
      await s.desk("GET", "/station/batches");
      const { result, longestMs } = await longestTurn(() => create({ sort: "zone" }));
      expect([result.status, result.body.data.total, result.body.data.left]).toEqual([
        201, 1_000, 1_000,
      ]);
      expect(longestMs).toBeLessThan(50);
      const again = await create({ sort: "zone" });
      expect([again.status, again.body.data.id]).toEqual([201, result.body.data.id]);
    },
  );

  it(
    "a batch delays a single label only by the batch's few queued labels, not by all its labels",
    { tags: "all" },
    async () => {
      const { s, dir } = await withSimulator({ mode: "slow", slowMs: 150 });
      const labels = await bought(s, 12);
      const batch = await start(s, labels);
      const single = await shipmentWithOffers(s);
      const { data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
        offerID: single.offers?.cheapest?.id,
      });
      await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
      expect(printedBarcodes(dir).indexOf(data.transaction.shipment.barcode)).toBeLessThan(6);
    },
  );

  it(
    "a pause stops the batch after the labels that are being sent, and resuming continues with the next label",
    { tags: "all" },
    async () => {
      const { s, simulator, dir } = await withSimulator({ mode: "slow", slowMs: 100 });
      const labels = await bought(s, 8);
      const batch = await start(s, labels);
      await until(s, batch, "two labels are printed", ({ printed }) => printed >= 2);
      await act(s, batch, "pause");
      await quiet();
      const onceQuiet = simulator.jobs().length;
      await quiet();
      expect([simulator.jobs().length, onceQuiet < 8]).toEqual([onceQuiet, true]);
      expect(await until(s, batch, "it is read", () => true)).toMatchObject({
        status: "PAUSED",
        pauseReason: "person",
      });
      await act(s, batch, "resume");
      await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
      expect(printedBarcodes(dir)).toEqual(labels.map(({ barcode }) => barcode));
    },
  );

  it(
    "a batch is stopped when its only printer is removed, and another batch can print the remaining labels",
    { tags: "all" },
    async () => {
      const { s, simulator, dir } = await withSimulator({ mode: "slow", slowMs: 150 });
      const { data: own } = await s.desk<{ id: string }>("POST", "/station/printers", {
        name: "Own",
        driver: "tcp",
        host: "127.0.0.1",
        port: simulator.port,
      });
      const labels = await bought(s, 8);
      const batch = await start(s, labels, { printerID: own.id });
      await until(s, batch, "two labels are printed", ({ printed }) => printed >= 2);
      await s.desk("DELETE", `/station/printers/${own.id}`);
      await until(s, batch, "the batch is stopped", ({ status }) => status === "STOPPED");
      const left = await eventually("nothing of it waits", async () => {
        const list = await items(s, batch);
        return (
          list.every(({ status }) => status !== "QUEUED" && status !== "SENDING") &&
          list.filter(({ status }) => status === "" || status === "FAILED")
        );
      });
      const ids = labels.filter(({ id }) => left.some(({ shipmentID }) => shipmentID === id));
      await until(
        s,
        await start(s, ids),
        "the other batch has ended",
        ({ status, printed }) => status === "DONE" && printed === ids.length,
      );
      expect(printedBarcodes(dir).toSorted()).toEqual(
        labels.map(({ barcode }) => barcode).toSorted(),
      );
    },
  );

  it(
    "the waiting labels of a paused batch get no error when their printer is removed",
    { tags: "all" },
    async () => {
      const { s } = await withSimulator({ mode: "slow", slowMs: 100 });
      const batch = await start(s, await bought(s, 8));
      await until(s, batch, "a label is printed", ({ printed }) => printed >= 1);
      await act(s, batch, "pause");
      await quiet();
      const { data } = await s.desk<{ list: { id: string }[] }>("GET", "/station/printers");
      await s.desk("DELETE", `/station/printers/${data.list[0]?.id}`);
      await quiet();
      const waiting = (await items(s, batch)).filter(({ status }) => status === "QUEUED");
      const jobs = await Promise.all(
        waiting.map(
          async ({ printJobID }) =>
            (await s.desk<PrintJob>("GET", `/station/printjobs/${printJobID}`)).data.lastErrorCode,
        ),
      );
      expect([waiting.length > 0, jobs.every((code) => code === "")]).toEqual([true, true]);
    },
  );

  it(
    "a paused batch whose printer was unreachable does not delay a later single label",
    { tags: "all" },
    async () => {
      const { s, simulator } = await withSimulator();
      const [first, second, third] = await bought(s, 3);
      if (first === undefined || second === undefined || third === undefined)
        throw new Error("no labels");
      await simulator.close();
      const batch = await start(s, [first, second]);
      await eventually("its first label was tried", async () =>
        (
          await s.desk<{ list: PrintJob[] }>("GET", `/station/printjobs?shipmentID=${first.id}`)
        ).data.list.some(({ attempts }) => attempts > 0),
      );
      await act(s, batch, "pause");
      const again = await createSimulator({
        port: simulator.port,
        httpPort: 0,
        dir: join(temporaryFolder(), "jobs"),
        behaviour: { mode: "ok" },
      });
      onTestFinished(() => again.close());
      await s.desk("POST", "/station/printjobs", { shipmentID: third.id });
      await eventually("the single label is out", async () =>
        (
          await s.desk<{ list: PrintJob[] }>("GET", `/station/printjobs?shipmentID=${third.id}`)
        ).data.list.some(({ status }) => status === "CONFIRMED"),
      );
      expect(again.jobs()).toHaveLength(1);
    },
  );

  it("a restart pauses a batch, which resumes with the remaining labels", async () => {
    const { s, dir } = await withSimulator(
      { mode: "slow", slowMs: 100 },
      { dataDir: temporaryFolder() },
    );
    const labels = await bought(s, 6);
    const batch = await start(s, labels);
    await until(s, batch, "a label is printed", ({ printed }) => printed >= 1);
    await s.stop();
    const again = await station({ dataDir: s.dataDir });
    expect(await until(again, batch, "it is read", () => true)).toMatchObject({
      status: "PAUSED",
      pauseReason: "restart",
    });
    await act(again, batch, "resume");
    await until(again, batch, "the batch has ended", ({ status }) => status === "DONE");
    expect(printedBarcodes(dir)).toEqual(labels.map(({ barcode }) => barcode));
  });

  it(
    "a stopped batch does not print its remaining labels, whose later prints count as first prints",
    { tags: "all" },
    async () => {
      const { s, simulator } = await withSimulator({ mode: "slow", slowMs: 100 });
      const labels = await bought(s, 8);
      const batch = await start(s, labels);
      await until(s, batch, "a label is printed", ({ printed }) => printed >= 1);
      await act(s, batch, "stop");
      await quiet();
      const printed = simulator.jobs().length;
      expect(printed).toBeLessThan(5);
      expect(await until(s, batch, "it is over", () => true)).toMatchObject({
        status: "STOPPED",
        left: 0,
      });
      const { data } = await s.desk<PrintJob>("POST", "/station/printjobs", {
        shipmentID: labels[7]?.id,
      });
      expect(data).toMatchObject({ copyNumber: 0 });
    },
  );
});

describe("a batch after a jam", () => {
  it("the labels after the last good one, which a person scans, are printed again, then the rest in order", async () => {
    const { s, simulator, dir } = await withSimulator({ mode: "ok", paperAfterLabels: 5 });
    const labels = await bought(s, 8);
    const barcodes = labels.map(({ barcode }) => barcode);
    const batch = await start(s, labels);
    // The fifth label was printed, and the printer then reported that the roll had ended: a person
    // is asked about its outcome.
    await until(
      s,
      batch,
      "the roll has ended",
      ({ status, printed, unknown }) => status === "PAUSED" && printed + unknown === 5,
    );
    // The last two labels were torn when the roll was changed.
    const { data: rest } = await s.desk<BatchRest>("POST", `/station/batches/${batch.id}/rest`, {
      after: barcodes[2],
    });
    expect(rest).toMatchObject({ last: { position: 3, barcode: barcodes[2] }, again: 2, first: 3 });
    simulator.setBehaviour({ mode: "ok" });
    await act(s, batch, "resume", { after: barcodes[2] });
    await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
    expect(printedBarcodes(dir).slice(5)).toEqual(barcodes.slice(3));
    const jobs = await Promise.all(
      (await items(s, batch)).map(
        async ({ printJobID }) =>
          (await s.desk<PrintJob>("GET", `/station/printjobs/${printJobID}`)).data,
      ),
    );
    expect(jobs.map(({ copyNumber, reason }) => [copyNumber, reason])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
      [1, "jam"],
      [1, "jam"],
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
  });

  it("a label of unknown outcome pauses the batch, and its later labels are not sent", async () => {
    const { s, simulator, dir } = await withSimulator({ mode: "cut off", cutAfterBytes: 1_000 });
    const labels = await bought(s, 6);
    const batch = await start(s, labels);
    expect(await until(s, batch, "it is asked", ({ status }) => status === "PAUSED")).toMatchObject(
      { pauseReason: "question", unknown: 1 },
    );
    expect(simulator.jobs().length).toBe(0);
    simulator.setBehaviour({ mode: "ok" });
    const [first] = await items(s, batch);
    await s.desk("POST", `/station/printjobs/${first?.printJobID}/answer`, { printed: false });
    await act(s, batch, "resume");
    await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
    expect(printedBarcodes(dir)).toEqual(labels.map(({ barcode }) => barcode));
  });
});

describe("a batch with labels that were printed before", () => {
  it("printed labels are refused without a reason (E2075), and printed again with a reason", async () => {
    const { s, simulator } = await withSimulator();
    const labels = await bought(s, 3);
    await until(
      s,
      await start(s, labels.slice(0, 2)),
      "two are printed",
      ({ status }) => status === "DONE",
    );
    expect(
      await s.desk("POST", "/station/batches", { shipmentIDs: labels.map(({ id }) => id) }),
    ).toMatchObject({ status: 409, code: "E2075" });
    const batch = await start(s, labels, { reason: "lost" });
    await until(s, batch, "all are printed", ({ status }) => status === "DONE");
    expect(simulator.jobs().length).toBe(5);
  });

  it(
    "a label that waits for a printer is left out of a batch, also of one with a reason, and printed once; a batch of such labels alone is refused (E2167)",
    { tags: "all" },
    async () => {
      const { s, simulator } = await withSimulator({ mode: "paper out" });
      const labels = await bought(s, 3);
      const [waiting] = labels;
      await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: waiting?.id });
      expect(
        await s.desk("POST", "/station/batches", { shipmentIDs: [waiting?.id], reason: "lost" }),
      ).toMatchObject({ status: 409, code: "E2167" });
      const batch = await start(s, labels);
      expect(batch.total).toBe(2);
      expect((await items(s, batch)).map(({ shipmentID }) => shipmentID)).toEqual(
        labels.slice(1).map(({ id }) => id),
      );
      simulator.setBehaviour({ mode: "ok" });
      await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
      await eventually("the label that waited is printed", () => simulator.jobs().length === 3);
      expect((await readOnPaper(simulator, labels)).toSorted()).toEqual(
        labels.map(({ barcode }) => barcode).toSorted(),
      );
    },
  );

  it("labels of an open batch are left out of a second batch, also with a reason, and two callers at the same time do not both take them", async () => {
    const { s, dir } = await withSimulator({ mode: "slow", slowMs: 50 });
    const labels = await bought(s, 6);
    const body = { shipmentIDs: labels.map(({ id }) => id) };
    const ask = (more: object = {}) =>
      s.desk<Batch>("POST", "/station/batches", { ...body, ...more });
    const ended = async (answers: readonly { readonly status: number; readonly data: Batch }[]) => {
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const made = answers.find(({ status }) => status === 201)?.data;
      if (made !== undefined)
        await until(s, made, "the batch has ended", ({ status }) => status === "DONE");
    };
    await ended([await ask(), await ask()]);
    expect(printedBarcodes(dir)).toHaveLength(6);
    await ended([await ask({ reason: "jam" }), await ask({ reason: "jam" })]);
    await ended(await Promise.all([ask({ reason: "lost" }), ask({ reason: "lost" })]));
    expect(printedBarcodes(dir).toSorted()).toEqual(
      labels.flatMap(({ barcode }) => [barcode, barcode, barcode]).toSorted(),
    );
  });

  it("a label that waits for a printer that is off is printed on another printer that the batch names", async () => {
    const { s, simulator } = await withSimulator();
    await simulator.close();
    const [label] = await bought(s, 1);
    await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: label?.id });
    const second = await createSimulator({
      port: 0,
      httpPort: 0,
      dir: join(temporaryFolder(), "second"),
      behaviour: { mode: "ok" },
    });
    onTestFinished(() => second.close());
    const printer = await s.desk<{ id: string }>("POST", "/station/printers", {
      name: "Second",
      driver: "tcp",
      host: "127.0.0.1",
      port: second.port,
    });
    const printerID = printer.data.id;
    const shipmentIDs = [label?.id];
    expect(await s.desk("POST", "/station/batches", { shipmentIDs, printerID })).toMatchObject({
      code: "E2075",
    });
    const batch = await start(s, label === undefined ? [] : [label], { printerID, reason: "jam" });
    await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
    expect(second.jobs().length).toBe(1);
  });

  it(
    "a label that a person prints while the batch runs is not printed again by the batch",
    { tags: "all" },
    async () => {
      const { s, simulator } = await withSimulator({ mode: "slow", slowMs: 100 });
      const labels = await bought(s, 8);
      const batch = await start(s, labels);
      await s.desk<PrintJob>("POST", "/station/printjobs", { shipmentID: labels[7]?.id });
      await until(s, batch, "the batch has ended", ({ status }) => status === "DONE");
      expect(simulator.jobs().length).toBe(8);
    },
  );
});

it.each(["carrier", "zone", "product"])(
  "a batch sorted by %s has each label once",
  async (sort) => {
    const { s } = await withSimulator();
    const labels = await bought(s, 4);
    const batch = await start(s, labels, { sort });
    expect((await items(s, batch)).map(({ shipmentID }) => shipmentID).toSorted()).toEqual(
      labels.map(({ id }) => id).toSorted(),
    );
  },
);

it("an unknown batch, an unknown shipment and an unknown scanned label are not found", async () => {
  const { s } = await withSimulator();
  const unknown = "01900000-0000-7000-8000-00000000abcd";
  expect(await s.desk("GET", `/station/batches/${unknown}`)).toMatchObject({
    status: 404,
    code: "E2076",
  });
  expect(await s.desk("POST", "/station/batches", { shipmentIDs: [unknown] })).toMatchObject({
    status: 404,
    code: "E1051",
  });
  const [label] = await bought(s, 1);
  const batch = await start(s, label === undefined ? [] : [label]);
  expect(
    await s.desk("POST", `/station/batches/${batch.id}/rest`, { after: "nothing" }),
  ).toMatchObject({ status: 404, code: "E2078" });
});
