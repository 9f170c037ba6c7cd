import { setTimeout } from "node:timers/promises";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { getQueue, listJobs, printJob } from "../../../../core/printing/cups/cups-queues.ts";
import type { CupsPrinter } from "../../../../core/printing/printer.ts";
import { createCupsTransport } from "../../../../core/printing/transports/cups.ts";
import { createMemoryKnowledge } from "../../../../core/printing/transports/printer-knowledge.ts";
import {
  createTransports,
  joinTransports,
} from "../../../../core/printing/transports/transports.ts";
import { aRawPrinter, missingForCups, startCups } from "../../../helpers/cups.ts";
import { aPrinter, aZpl } from "../a-printer.ts";
import { someOf } from "../../../helpers/some-of.ts";

const LABEL_PPD = new URL("../../../helpers/label.ppd", import.meta.url).pathname;
const POINTS_PER_MM = 72 / 25.4;
const missing = missingForCups();

function aQueue(queue: string, change: Partial<CupsPrinter> = {}): CupsPrinter {
  const { host: _, port: __, ...printer } = aPrinter();
  return { ...printer, transport: "cups", queue, ...change };
}

async function aPdf(widthMm: number, heightMm: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]).drawText("label");
  return document.save();
}

describe.skipIf(missing.length > 0)(
  `the CUPS transport, against a real cupsd${missing.length > 0 ? ` (missing: ${missing.join(", ")})` : ""}`,
  { timeout: 60_000 },
  () => {
    it("ZPL, TSPL and EPL are handed over byte for byte and are SENT", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter();
      cups.addQueue("zebra", printer.port);
      const transport = joinTransports(createTransports(createMemoryKnowledge()));
      const labels = [
        ["ZPL", aZpl()],
        [
          "TSPL",
          Buffer.concat([
            Buffer.from("SIZE 100 mm,150 mm\r\nCLS\r\nBITMAP 0,0,32,8,0,"),
            Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
            Buffer.from("\r\nPRINT 1,1\r\n"),
          ]),
        ],
        [
          "EPL",
          Buffer.concat([
            Buffer.from("\nN\nq800\nGW0,0,32,8,"),
            Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
            Buffer.from("\nP1\n"),
          ]),
        ],
      ] as const;
      for (const [language, bytes] of labels)
        expect(await transport.send(aQueue("zebra", { language }), bytes)).toEqual({
          state: "SENT",
        });
      await expect.poll(() => printer.jobs.length).toBe(3);
      expect(printer.jobs.map((job) => job.toString("latin1"))).toEqual(
        labels.map(([, bytes]) => Buffer.from(bytes).toString("latin1")),
      );
      expect([
        transport.proves(aQueue("zebra")),
        await transport.probe(aQueue("zebra")),
        await listJobs("zebra"),
      ]).toEqual(["SENT", { state: "ready", message: "Ready." }, []]);
    });

    it.each([
      [80, 40],
      [62, 100],
      [101.6, 152.4],
    ])(
      "a PDF of %s × %s mm is printed by the printer's driver, unscaled",
      async (widthMm, heightMm) => {
        const cups = await startCups();
        const printer = await aRawPrinter();
        cups.addQueue("office", printer.port, { ppd: LABEL_PPD });
        const bytes = await aPdf(widthMm, heightMm);
        expect(
          await createCupsTransport().send(
            aQueue("office", { language: "PDF", media: { widthMm, heightMm } }),
            bytes,
          ),
        ).toEqual({ state: "SENT" });
        await expect.poll(() => printer.jobs.length).toBe(1);
        const page = (await PDFDocument.load(printer.jobs[0] ?? new Uint8Array())).getPage(0);
        // CUPS's own filters round pages to whole points, a third of a millimetre.
        const sides = [
          page.getWidth() - widthMm * POINTS_PER_MM,
          page.getHeight() - heightMm * POINTS_PER_MM,
        ];
        expect([sides.every((points) => Math.abs(points) < 1), page.getRotation().angle]).toEqual([
          true,
          0,
        ]);
      },
    );

    it(
      "no label is handed to a stopped queue, so CUPS has nothing to send when the queue is resumed",
      { tags: "all" },
      async () => {
        const cups = await startCups();
        const printer = await aRawPrinter();
        cups.addQueue("zebra", printer.port);
        cups.disable("zebra");
        const transport = createCupsTransport();
        await expect(transport.send(aQueue("zebra"), aZpl())).rejects.toMatchObject({
          name: "PrinterError",
          sent: "nothing",
          reason: "queue stopped",
        });
        expect(await transport.probe(aQueue("zebra"))).toMatchObject({ state: "queue stopped" });
        cups.enable("zebra");
        await setTimeout(500);
        expect([printer.connections(), await listJobs("zebra")]).toEqual([0, []]);
        expect([await transport.send(aQueue("zebra"), aZpl()), printer.connections()]).toEqual([
          { state: "SENT" },
          1,
        ]);
      },
    );

    it(
      "a label that waits behind a job that the printer does not accept is cancelled before any byte of the label is sent",
      { tags: "all" },
      async () => {
        const cups = await startCups();
        const printer = await aRawPrinter(0, (socket) => void socket.pause());
        cups.addQueue("zebra", printer.port);
        await printJob({
          queue: "zebra",
          name: "another program's",
          document: Buffer.alloc(20_000_000),
          format: "application/vnd.cups-raw",
          options: [],
        });
        await expect(
          createCupsTransport({ timeouts: { queueMs: 300 } }).send(aQueue("zebra"), aZpl()),
        ).rejects.toMatchObject({ sent: "nothing", reason: "busy" });
        expect((await listJobs("zebra")).map(({ name }) => name)).toEqual(["another program's"]);
      },
    );

    it(
      "a label for a printer that is off is cancelled, so CUPS does not print it when the printer is on again",
      { tags: "all" },
      async () => {
        const cups = await startCups();
        const off = await aRawPrinter();
        await off.close();
        cups.addQueue("zebra", off.port);
        const transport = createCupsTransport({ timeouts: { reachMs: 500 } });
        await expect(transport.send(aQueue("zebra"), aZpl())).rejects.toMatchObject({
          sent: "nothing",
          reason: "unreachable",
        });
        const on = await aRawPrinter(off.port);
        await setTimeout(6_000); // CUPS retries an unreachable printer after five seconds
        expect([on.connections(), await listJobs("zebra")]).toEqual([0, []]);
        expect(await transport.send(aQueue("zebra"), aZpl())).toEqual({ state: "SENT" });
      },
    );

    it("a label that the printer stopped accepting in the middle has an unknown outcome, and the rest is cancelled", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter(0, (socket) => void socket.pause());
      cups.addQueue("zebra", printer.port);
      const large = Buffer.concat([aZpl(), Buffer.alloc(20_000_000, " ")]);
      await expect(
        createCupsTransport({ timeouts: { reachMs: 900, printMs: 1_000 } }).send(
          aQueue("zebra"),
          large,
        ),
      ).rejects.toMatchObject({ sent: "maybe", reason: "timeout" });
      expect(await listJobs("zebra")).toEqual([]);
    });

    it(
      "no label stays in the queue of a printer that keeps its connection open",
      { tags: "all" },
      async () => {
        const cups = await startCups();
        const printer = await aRawPrinter(0, (socket) => void (socket.allowHalfOpen = true));
        cups.addQueue("zebra", printer.port);
        const begun = performance.now();
        expect(await createCupsTransport().send(aQueue("zebra"), aZpl())).toEqual({
          state: "SENT",
        });
        expect([await listJobs("zebra"), performance.now() - begun < 5_000]).toEqual([[], true]);
      },
    );

    it.each(someOf(["retry-job", "stop-printer", "abort-job"], 3))(
      "no label stays in the queue after a printer broke it off, under the error policy %s",
      async (errorPolicy) => {
        const cups = await startCups();
        const printer = await aRawPrinter(0, (socket) =>
          socket.once("data", () => socket.resetAndDestroy()),
        );
        cups.addQueue("zebra", printer.port, { errorPolicy });
        const large = Buffer.concat([aZpl(), Buffer.alloc(20_000_000, " ")]);
        await expect(
          createCupsTransport({ timeouts: { printMs: 5_000 } }).send(aQueue("zebra"), large),
        ).rejects.toMatchObject({ sent: "maybe" });
        const connections = printer.connections();
        await setTimeout(1_000);
        expect([await listJobs("zebra"), printer.connections()]).toEqual([[], connections]);
      },
    );

    it("a queue that automatically repeats a broken-off label gets nothing", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter();
      cups.addQueue("zebra", printer.port, { errorPolicy: "retry-current-job" });
      await expect(createCupsTransport().send(aQueue("zebra"), aZpl())).rejects.toMatchObject({
        sent: "nothing",
        reason: "queue stopped",
        message: expect.stringContaining("retry-current-job"),
      });
      expect(printer.connections()).toBe(0);
    });

    it("a label has an unknown outcome when CUPS is killed while the label is sent, and is cancelled so that CUPS does not print it later", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter(0, (socket) => void socket.pause());
      cups.addQueue("zebra", printer.port);
      const transport = createCupsTransport({ timeouts: { lostMs: 1_000 } });
      const sending = transport.send(
        aQueue("zebra"),
        Buffer.concat([aZpl(), Buffer.alloc(20_000_000, " ")]),
      );
      const outcome = expect(sending).rejects.toMatchObject({
        sent: "maybe",
        reason: "unreachable",
      });
      await expect.poll(() => printer.connections(), { timeout: 10_000 }).toBe(1);
      await cups.kill();
      await outcome;
      await cups.start();
      await expect
        .poll(async () => (await transport.probe(aQueue("zebra"))).state, { timeout: 10_000 })
        .not.toBe("unreachable");
      expect(await listJobs("zebra")).toEqual([]);
    });

    it(
      "a label is found in the queue and cancelled when CUPS was killed before it answered",
      { tags: "all" },
      async () => {
        const cups = await startCups();
        const printer = await aRawPrinter(0, (socket) => void socket.pause());
        cups.addQueue("zebra", printer.port);
        for (const waitMs of [5, 15, 30, 60]) {
          const sending = createCupsTransport()
            .send(aQueue("zebra"), Buffer.concat([aZpl(), Buffer.alloc(20_000_000, " ")]))
            .catch((error: unknown) => error);
          await setTimeout(waitMs);
          await cups.kill();
          await cups.start();
          expect(await sending).toMatchObject({ name: "PrinterError" });
          expect(await listJobs("zebra")).toEqual([]);
        }
      },
    );

    it("a label that is being sent when CUPS is killed is cancelled once CUPS runs again, if that is within the time limit", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter(0, (socket) => void socket.pause());
      cups.addQueue("zebra", printer.port);
      const sending = createCupsTransport().send(
        aQueue("zebra"),
        Buffer.concat([aZpl(), Buffer.alloc(20_000_000, " ")]),
      );
      const outcome = expect(sending).rejects.toMatchObject({
        sent: "maybe",
        reason: "connection lost",
      });
      await expect.poll(() => printer.connections(), { timeout: 10_000 }).toBe(1);
      await cups.kill();
      await setTimeout(300);
      await cups.start();
      await outcome;
      expect(await listJobs("zebra")).toEqual([]);
    });

    it("nothing is sent for an unwanted label, to a missing queue, or without CUPS", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter();
      cups.addQueue("zebra", printer.port);
      const transport = createCupsTransport();
      await expect(
        transport.send(aQueue("zebra"), aZpl(), { isWanted: () => false }),
      ).rejects.toMatchObject({ sent: "nothing", reason: "cancelled" });
      await expect(transport.send(aQueue("tsc"), aZpl())).rejects.toMatchObject({
        sent: "nothing",
        reason: "unreachable",
        message: expect.stringContaining('no print queue "tsc"'),
      });
      await cups.kill();
      await expect(transport.send(aQueue("zebra"), aZpl())).rejects.toMatchObject({
        sent: "nothing",
        reason: "unreachable",
      });
      expect([await transport.probe(aQueue("zebra")), printer.connections()]).toMatchObject([
        { state: "unreachable" },
        0,
      ]);
    });

    it("a label that is cancelled while it is sent is stopped", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter(0, (socket) => void socket.pause());
      cups.addQueue("zebra", printer.port);
      const abort = new AbortController();
      const sending = createCupsTransport().send(aQueue("zebra"), Buffer.alloc(20_000_000, " "), {
        signal: abort.signal,
      });
      const outcome = expect(sending).rejects.toMatchObject({ sent: "maybe", reason: "cancelled" });
      await expect.poll(() => printer.connections(), { timeout: 10_000 }).toBe(1);
      await setTimeout(200);
      abort.abort();
      await outcome;
      expect(await listJobs("zebra")).toEqual([]);
      // CUPS ends the job's processes after it has answered.
      await expect
        .poll(async () => (await getQueue("zebra")).state, { timeout: 10_000 })
        .toBe("idle");
    });
  },
);
