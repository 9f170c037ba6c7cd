/**
 * The Windows driver under wine on Node for Windows. `npm run test:windows` downloads the parts and
 * gives their paths; without them the tests are skipped.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument, rgb } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listJobs } from "../../core/printing/cups/cups-queues.ts";
import { aFolder, aZpl } from "../core/printing/a-printer.ts";
import { aRawPrinter, startCups } from "../helpers/cups.ts";
import { PATIENCE_MS, runUnderWine, windowsParts } from "./under-wine.ts";

const POINTS_PER_MM = 72 / 25.4;

const answerSchema = z.object({
  platform: z.string(),
  state: z.object({ state: z.string() }),
  outcome: z.record(z.string(), z.unknown()),
  queues: z.unknown(),
});

async function print(
  queue: string,
  language: string,
  bytes: Uint8Array,
): Promise<z.infer<typeof answerSchema>> {
  const folder = aFolder();
  const [file, answer] = [join(folder, "label"), join(folder, "answer.json")];
  writeFileSync(file, bytes);
  await runUnderWine("main.js", [queue, language, file, answer]);
  return answerSchema.parse(JSON.parse(readFileSync(answer, "utf8")));
}

describe.skipIf(windowsParts === undefined)(
  "the Windows driver under wine",
  { timeout: 2 * PATIENCE_MS },
  () => {
    it("ZPL, TSPL and EPL are handed to Windows's spooler, and every byte arrives", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter();
      cups.addQueue("zebra", printer.port);
      const every = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
      const labels = [
        ["ZPL", aZpl()],
        [
          "TSPL",
          Buffer.concat([
            Buffer.from("SIZE 100 mm,150 mm\r\nCLS\r\nBITMAP 0,0,32,8,0,"),
            every,
            Buffer.from("\r\nPRINT 1,1\r\n"),
          ]),
        ],
        [
          "EPL",
          Buffer.concat([Buffer.from("\nN\nq800\nGW0,0,32,8,"), every, Buffer.from("\nP1\n")]),
        ],
      ] as const;
      for (const [language, bytes] of labels)
        expect(await print("zebra", language, bytes)).toMatchObject({
          platform: "win32",
          state: { state: "ready" },
          outcome: { state: "SENT" },
          queues: [{ name: "zebra" }],
        });
      await expect.poll(() => printer.jobs.length, { timeout: 20_000 }).toBe(3);
      expect(printer.jobs.map((job) => job.toString("latin1"))).toEqual(
        labels.map(([, bytes]) => Buffer.from(bytes).toString("latin1")),
      );
      expect(await listJobs("zebra")).toEqual([]);
    });

    it("a PDF is printed as a picture through an installed driver", async () => {
      const cups = await startCups();
      const printer = await aRawPrinter();
      cups.addQueue("office", printer.port);
      const document = await PDFDocument.create();
      document
        .addPage([100 * POINTS_PER_MM, 150 * POINTS_PER_MM])
        .drawRectangle({ x: 28, y: 28, width: 100, height: 50, color: rgb(0, 0, 0) });
      expect(await print("office", "PDF", await document.save())).toMatchObject({
        outcome: { state: "SENT" },
      });
      await expect.poll(() => printer.jobs.length, { timeout: 20_000 }).toBe(1);
      // Wine's own driver has 300 dpi. The picture has one dot for each dot of the driver, and
      // starts at the paper's corner, 50 dots before the first dot that the driver prints.
      const postScript = printer.jobs[0]?.toString("latin1") ?? "";
      expect(postScript).toContain("%%Creator: Wine PostScript Driver");
      expect(postScript).toContain("/Width 1181\n /Height 1772\n /BitsPerComponent 1");
      expect(postScript).toContain("-50 -50 translate\n1181 1772 scale");
    });

    it("a printer that Windows does not have gets nothing", async () => {
      await startCups();
      expect(await print("tsc", "TSPL", Buffer.from("CLS\r\n"))).toMatchObject({
        state: { state: "unreachable" },
        outcome: { name: "PrinterError", sent: "nothing", reason: "unreachable" },
      });
    });

    it("the driver does not try to connect to another computer's printer to which Windows has no connection", async () => {
      await startCups();
      const startedAt = performance.now();
      expect(await print("\\\\192.0.2.1\\zebra", "ZPL", aZpl())).toMatchObject({
        state: { state: "unreachable" },
        outcome: {
          sent: "nothing",
          message: expect.stringContaining("Set it up in the system's printer settings") as string,
        },
      });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    });
  },
);
