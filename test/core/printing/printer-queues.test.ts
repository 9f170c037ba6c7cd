import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { behaviourSchema, hostStatusAnswer } from "../../../core/printing/simulator/behaviour.ts";
import { deskActor } from "../../../core/organizations/organizations.service.ts";
import { countOpenJobs } from "../../../core/printing/printing.service.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { DeskPurchase } from "../../../core/station/station.schema.ts";
import { eventually, shipmentWithOffers, station, type Station } from "../../helpers/station.ts";
import { PrinterError } from "../../../core/printing/transports/transport.ts";
import { aSimulator, instantLabels, lookNow, printerThat } from "./a-printer.ts";

const addPrinter = async (s: Station, name: string, port: number): Promise<string> =>
  (
    await s.desk<PrinterRecord>("POST", "/station/printers", {
      name,
      driver: "tcp",
      host: "127.0.0.1",
      port,
    })
  ).data.id;
const useForLabels = async (s: Station, label: string | null): Promise<void> =>
  void (await s.desk("PUT", "/station/printers/roles", { label }));
const jobOf = async (s: Station, id: string): Promise<PrintJob> =>
  (await s.desk<PrintJob>("GET", `/station/printjobs/${id}`)).data;

async function buyAndPrint(s: Station): Promise<string> {
  const shipment = await shipmentWithOffers(s);
  return (
    (
      await s.desk<DeskPurchase>("POST", "/station/purchases", {
        offerID: shipment.offers?.cheapest?.id,
        printAnyway: true,
      })
    ).data.printJob?.id ?? ""
  );
}

const until = (s: Station, id: string, status: PrintJob["status"]): Promise<PrintJob> =>
  eventually(`the print job is ${status}`, async () => {
    const job = await jobOf(s, id);
    return job.status === status && job;
  });

/** Two labels for a printer that is out of paper, in the order of their purchase. */
async function twoThatWaitForPaper(s: Station): Promise<[first: string, second: string]> {
  const ids: string[] = [];
  for (const which of ["first", "second"]) {
    const id = await buyAndPrint(s);
    await eventually(
      `the ${which} waits for paper`,
      async () => (await jobOf(s, id)).lastErrorCode === "paper out",
    );
    ids.push(id);
  }
  const [first = "", second = ""] = ids;
  return [first, second];
}

/** A station with a ZPL printer that is out of paper until `load` is called. */
async function stationWithoutPaper(): Promise<{
  s: Station;
  printer: Awaited<ReturnType<typeof aTcpPrinter>>;
  load(): void;
}> {
  let isOut = true;
  const printer = await aTcpPrinter(() => (isOut ? paperOut : idle));
  const s = await station({ world: { labels: instantLabels } });
  await addPrinter(s, "Zebra", printer.port);
  return { s, printer, load: () => void (isOut = false) };
}

/** A ZPL printer that records the labels it accepts, and whose answers to ~HS the test decides. */
async function aTcpPrinter(
  answer: (labels: number) => string | undefined,
): Promise<{ readonly port: number; readonly labels: string[]; asked(): number; hangUp(): void }> {
  const labels: string[] = [];
  const open = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    let text = "";
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk.toString();
      for (const [label] of text.matchAll(/\^XA.*?\^XZ/gs)) labels.push(label);
      for (const _ of text.matchAll(/~HS/g)) {
        asked += 1;
        const words = answer(labels.length);
        if (words !== undefined) socket.write(Buffer.from(words, "latin1"));
      }
      text = "";
    });
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const hangUp = (): void => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    hangUp();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, labels, asked: () => asked, hangUp };
}

const idle = hostStatusAnswer(behaviourSchema.parse({ mode: "ok" }), 0, false, 1_200);
const paperOut = hostStatusAnswer(behaviourSchema.parse({ mode: "paper out" }), 0, false, 1_200);
const printing = hostStatusAnswer(behaviourSchema.parse({ mode: "ok" }), 1, false, 1_200);

it(
  "a label whose event was missed is still printed some seconds later",
  { tags: "all" },
  async () => {
    const printer = await aTcpPrinter(() => idle);
    const s = await station({ world: { labels: instantLabels } });
    await addPrinter(s, "Zebra", printer.port);
    const id = await buyAndPrint(s);
    await eventually(
      "the label is out",
      async () => printer.labels.length === 1 && (await jobOf(s, id)).status !== "SENDING",
    );
    s.core.deps.db.raw.exec(
      "UPDATE print_jobs SET status = 'QUEUED', next_attempt_at = created_at, copies_done = 0",
    );
    await eventually("the label comes again", () => printer.labels.length === 2);
  },
);

it("a label that the printer did not accept is sent before newer labels, which wait for it", async () => {
  const unreachable = new PrinterError("nothing", "unreachable", "Not there.");
  const printers = printerThat((n) => (n === 1 ? unreachable : "SENT"));
  const s = await station({ world: { printers, labels: instantLabels } });
  await addPrinter(s, "Zebra", 9_100);
  const first = await buyAndPrint(s);
  const isHeld = async (id: string): Promise<boolean> =>
    (await jobOf(s, id)).lastErrorCode === "unreachable";
  await eventually("the printer was not reached", () => isHeld(first));
  const second = await buyAndPrint(s);
  await eventually("the second waits for the first", () => isHeld(second));
  expect(printers.labels).toHaveLength(0);
  s.clock.nowMs += 60_000;
  lookNow(s);
  await until(s, second, "SENT");
  expect((await jobOf(s, first)).status).toBe("SENT");
});

describe("the number of waiting labels", () => {
  it("the number includes a label while its print is retried, because a failed retry sends no event that would correct the number", async () => {
    const counts: number[] = [];
    const s = await station({ world: { labels: instantLabels } });
    const actor = deskActor(s.core.deps, s.started.memberID);
    const printer = await aTcpPrinter(() => {
      const isTriedAgain =
        s.core.deps.db.raw
          .prepare("SELECT 1 FROM print_jobs WHERE status = 'SENDING' AND last_error <> ''")
          .get() !== undefined;
      if (isTriedAgain) counts.push(countOpenJobs(s.core.deps, actor).queued);
      return idle;
    });
    const printerID = await addPrinter(s, "Zebra", printer.port);
    await useForLabels(s, null);
    const id = await buyAndPrint(s);
    await eventually(
      "it waits for a printer",
      async () => (await jobOf(s, id)).lastErrorCode === "no printer",
    );
    await useForLabels(s, printerID);
    await eventually("the printer has been tried again", () => counts.length > 0);
    expect(new Set(counts)).toEqual(new Set([1]));
  });
});

describe("each printer's queue", () => {
  it("a queue continues while another printer has a label that it does not finish", async () => {
    const stalled = await aTcpPrinter((labels) => (labels === 0 ? idle : printing));
    const other = await aSimulator();
    const s = await station({ world: { labels: instantLabels } });
    await addPrinter(s, "Stalled", stalled.port);
    const first = await buyAndPrint(s);
    await eventually("the label is on its way", () => stalled.labels.length === 1);
    await useForLabels(s, await addPrinter(s, "Other", other.port));
    const second = await buyAndPrint(s);
    await until(s, second, "CONFIRMED");
    expect([
      (await jobOf(s, first)).status,
      (await jobOf(s, second)).printerName,
      stalled.labels.length,
      other.jobs().length,
    ]).toEqual(["SENDING", "Other", 1, 1]);
    stalled.hangUp(); // Otherwise the station would wait for the printer when it stops.
  });

  it(
    "a queue continues while another printer does not answer a status query",
    { tags: "alone" },
    async () => {
      const silent = await aTcpPrinter(() => undefined);
      const other = await aSimulator();
      const s = await station({ world: { labels: instantLabels } });
      await addPrinter(s, "Silent", silent.port);
      await eventually("it is asked", () => silent.asked() > 0);
      const begun = performance.now();
      await useForLabels(s, await addPrinter(s, "Other", other.port));
      await until(s, await buyAndPrint(s), "CONFIRMED");
      expect(performance.now() - begun).toBeLessThan(1_000);
    },
  );

  it("a label goes to the printer that has the role when the label is claimed, not when its drawing started", async () => {
    const [former, latter] = [await aSimulator(), await aSimulator()];
    let finish: (() => void) | undefined;
    let drawn = 0;
    const labels: typeof instantLabels = {
      ...instantLabels,
      draw: async (...label) => {
        drawn += 1;
        if (drawn === 1) await new Promise<void>((done) => (finish = done));
        return instantLabels.draw(...label);
      },
    };
    const s = await station({ world: { labels } });
    await addPrinter(s, "Former", former.port);
    const id = await buyAndPrint(s);
    await eventually("the label is being drawn", () => finish !== undefined);
    await useForLabels(s, await addPrinter(s, "Latter", latter.port));
    finish?.();
    expect(await until(s, id, "CONFIRMED")).toMatchObject({ printerName: "Latter", attempts: 1 });
    expect([former.jobs().length, latter.jobs().length]).toEqual([0, 1]);
  });

  it("each printer prints its labels in order, and each label is printed once, however often the labels change their printer", async () => {
    const printers = [await aTcpPrinter(() => idle), await aTcpPrinter(() => idle)];
    const s = await station({ world: { labels: instantLabels } });
    const jobs: string[] = [];
    for (let i = 0; i < 12; i += 1) jobs.push(await buyAndPrint(s));
    const barcodes = await Promise.all(jobs.map(async (id) => (await jobOf(s, id)).barcode));
    const ids = [
      await addPrinter(s, "A", printers[0]?.port ?? 0),
      await addPrinter(s, "B", printers[1]?.port ?? 0),
    ];
    for (let i = 0; printers.flatMap(({ labels }) => labels).length < jobs.length; i += 1)
      await useForLabels(s, ids[i % 2] ?? null);
    for (const id of jobs) await until(s, id, "CONFIRMED");
    const printed = printers.map(({ labels }) =>
      labels.map((label) => barcodes.findIndex((barcode) => label.includes(barcode))),
    );
    expect(printed.flat().toSorted((a, b) => a - b)).toEqual(barcodes.map((_, i) => i));
    for (const list of printed) expect(list).toEqual(list.toSorted((a, b) => a - b));
  });

  it("a newer label is not sent before an older label that failed", { tags: "all" }, async () => {
    const { s, printer, load } = await stationWithoutPaper();
    const [first, second] = await twoThatWaitForPaper(s);
    expect(await jobOf(s, second)).toMatchObject({
      status: "QUEUED",
      attempts: 0,
      lastError: (await jobOf(s, first)).lastError,
    });
    load();
    const third = await buyAndPrint(s);
    const jobs = [first, second, third];
    for (const id of jobs) await until(s, id, "CONFIRMED");
    const barcodes = await Promise.all(jobs.map(async (id) => (await jobOf(s, id)).barcode));
    expect(
      printer.labels.map((label) => barcodes.findIndex((barcode) => label.includes(barcode))),
    ).toEqual([0, 1, 2]);
  });

  it("a printer without paper is tried fewer than ten times for thirty waiting labels", async () => {
    const printer = await aTcpPrinter(() => paperOut);
    const s = await station({ world: { labels: instantLabels } });
    for (let i = 0; i < 30; i += 1) await buyAndPrint(s);
    await addPrinter(s, "Zebra", printer.port);
    const journal = () =>
      s.core.deps.db.raw
        .prepare(
          "SELECT count(*) AS jobs, sum(attempts) AS attempts FROM print_jobs WHERE last_error LIKE 'paper out%'",
        )
        .get();
    const noted = await eventually("each label has the reason why it waits", () => {
      const found = journal() as { jobs: number; attempts: number };
      return found.jobs === 30 && found;
    });
    expect(noted.attempts).toBeLessThan(10);
  });

  it("a queue is idle while its printer is out of paper", { tags: "all" }, async () => {
    const { s, printer, load } = await stationWithoutPaper();
    const [first] = await twoThatWaitForPaper(s);
    const { settings } = s.core.deps;
    const { read } = settings;
    let looks = 0;
    Object.assign(settings, {
      read: (key: string) => (key === "printers" && (looks += 1), read(key)),
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // A status query causes about sixty reads, and a busy loop thousands.
    expect(looks).toBeLessThan(500);
    load();
    await until(s, first, "CONFIRMED");
    expect(printer.labels.length).toBeGreaterThan(0);
  });

  it(
    "a queue continues with other labels when the label that its printer did not accept is cancelled",
    { tags: "all" },
    async () => {
      const { s, printer, load } = await stationWithoutPaper();
      const [first, second] = await twoThatWaitForPaper(s);
      await s.desk("DELETE", `/shipments/${(await jobOf(s, first)).shipmentID}`);
      load();
      await until(s, second, "CONFIRMED");
      expect([(await jobOf(s, first)).status, printer.labels.length]).toEqual(["FAILED", 1]);
    },
  );
});

it("a printer's drawing thread is started before the printer's first label", async () => {
  let calls = 0;
  const s = await station({
    world: {
      labels: { ...instantLabels, layouts: () => Promise.resolve([]).finally(() => (calls += 1)) },
    },
  });
  await addPrinter(s, "Zebra", 9);
  await eventually("the thread is started", async () => calls === 1);
});
