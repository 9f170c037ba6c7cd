import { pathToFileURL } from "node:url";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../core/base/errors.ts";
import { encodePng } from "../../../core/labels/png.ts";
import type { LabelFormat } from "../../../core/labels/label-renderer.ts";
import type { Dpi, LabelModel } from "../../../core/labels/labels.schema.ts";
import { readPicture } from "../../../core/labels/read-symbols.ts";
import { verifyLabel } from "../../../core/labels/verify-label.ts";
import { createWorkerRenderer } from "../../../core/labels/worker-renderer.ts";
import { aLabel, anyLabel, RESOURCES } from "./a-label.ts";
import { someOf } from "../../helpers/some-of.ts";

const SIZE = { widthMm: 100, heightMm: 150 };
const SAMPLE = process.env["FULL"] === "1" ? 1_000 : 25;
/** Time limit of a test, ms: rendering only uses the processor, and a busy machine takes longer. */
const PATIENCE_MS = process.env["FULL"] === "1" ? 900_000 : 120_000;

const renderer = createWorkerRenderer({ resourcesDir: RESOURCES });
afterAll(() => renderer.close());

/** Draws a label on 100 × 150 mm. */
const draw = async (model: LabelModel, format: LabelFormat, dpi: Dpi): Promise<Uint8Array> =>
  (await renderer.draw({ model, format, media: SIZE, dpi })).bytes;

/** Draws a label, or returns undefined if the label does not fit on the paper. */
const drawn = (...label: Parameters<typeof draw>): Promise<Uint8Array | undefined> =>
  draw(...label).catch((error: unknown) => {
    if (error instanceof AppError && ["E1072", "E2057"].includes(error.code)) return undefined;
    throw error;
  });

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

describe("a label as ZPL", { timeout: PATIENCE_MS }, () => {
  for (const dpi of someOf<Dpi>([203, 300, 600], 3)) {
    it(`a ZPL label is read back from the dots of a ${dpi} dpi printer`, async () => {
      const zpl = await draw(aLabel(), "zpl", dpi);
      // The order's own barcode, and the parcel's twice: as bars and as a 2-D code.
      expect((await renderer.read(zpl, dpi, SIZE)).toSorted()).toEqual([
        "PB0012345678901",
        "PB0012345678901",
        "TY-884213997",
      ]);
    });
  }

  it("the same model gives the same bytes of ZPL", async () => {
    expect(await draw(aLabel(), "zpl", 203)).toEqual(await draw(aLabel(), "zpl", 203));
  });

  it("a label with an order number longer than the parcel's is verified", async () => {
    const model = aLabel({ barcode: "12345678", orderNumber: "TRENDYOL-2026-11-22-0012345" });
    const { bytes } = await renderer.draw({ model, format: "zpl", media: SIZE, dpi: 203 });
    const { outcome, symbols } = await renderer.check(bytes, { dpi: 203, ...SIZE }, [
      model.barcode,
    ]);
    const [order, parcel] = [model.orderNumber, model.barcode].map(
      (text) => symbols.find((symbol) => symbol.text === text)?.box.width ?? 0,
    );
    expect([outcome, Number(order) > Number(parcel)]).toEqual(["verified", true]);
  });

  it(
    `no text becomes a command, and the label is read back whatever people are called (${SAMPLE} random labels)`,
    { tags: "all" },
    async () => {
      const commands =
        /^(?:\^(?:XA|XZ|CI28|PON|PMN|LRN|MUD|FWN|LS0|LT0|PW\d+|LL\d+|LH0,0|PQ1|FO\d+,\d+|GFA,\d+,\d+,\d+,:Z64:[A-Za-z0-9+/=]+:[0-9A-F]{4}|GB\d+,\d+,\d+|BY\d+,3,\d+|BCN,\d+,N,N,N,A|FH_|FD(?:[0-9A-Za-z .,:/-]|_[0-9A-F]{2})+|FS|FXmatrix (?:none|\d+,\d+,\d+,\d+)|FXbars \d+,\d+,\d+,\d+,\d+)|\n)+$/;
      await fc.assert(
        fc.asyncProperty(anyLabel, async (model) => {
          const zpl = await drawn(model, "zpl", 203);
          if (zpl === undefined) return;
          expect(text(zpl)).toMatch(commands);
          expect(text(zpl).match(/\^XA|\^XZ/g)).toEqual(["^XA", "^XZ"]);
          expect(text(zpl)).not.toContain("~");
          expect(await renderer.check(zpl, { dpi: 203, ...SIZE }, [model.barcode])).toMatchObject({
            outcome: "verified",
            faults: [],
          });
        }),
        { numRuns: SAMPLE },
      );
    },
  );
});

describe("a label as PDF", { timeout: PATIENCE_MS }, () => {
  let pdfium: PDFiumLibrary;
  beforeAll(async () => {
    pdfium = await PDFiumLibrary.init();
  });
  afterAll(() => pdfium.destroy());

  it("a PDF label is one page of 100×150 mm whose symbols are read back at 203 dpi", async () => {
    const document = await pdfium.loadDocument(await draw(aLabel(), "pdf", 203));
    const page = document.getPage(0);
    const points = page.getOriginalSize();
    expect([
      document.getPageCount(),
      (points.originalWidth / 72) * 25.4,
      (points.originalHeight / 72) * 25.4,
    ]).toEqual([1, expect.closeTo(100, 1), expect.closeTo(150, 1)]);

    const bitmap = await page.render({
      width: 800,
      height: 1200,
      render: (options) => Promise.resolve(Uint8Array.from(options.data)),
    });
    const ink = new Uint8Array(bitmap.width * bitmap.height).map(
      (_, i) => 255 - (bitmap.data[i * 4] ?? 0),
    );
    expect(
      new Set(
        await readPicture(
          encodePng({ width: bitmap.width, height: bitmap.height, stride: bitmap.width, ink }, 8),
        ),
      ),
    ).toEqual(new Set(["PB0012345678901", "TY-884213997"]));
    document.destroy();
  });

  it("a PDF label has Turkish names as searchable text", async () => {
    const document = await pdfium.loadDocument(
      await draw(
        aLabel({ recipient: { ...aLabel().recipient, name: "Çağla Şimşekoğlu fırfır" } }),
        "pdf",
        203,
      ),
    );
    expect(document.getPage(0).getText()).toContain("Çağla Şimşekoğlu fırfır");
    document.destroy();
  });

  it("the same model gives the same bytes of PDF", async () => {
    expect(await draw(aLabel(), "pdf", 203)).toEqual(await draw(aLabel(), "pdf", 203));
  });
});

describe("a label as PNG", { timeout: PATIENCE_MS }, () => {
  it("a PNG label is read back, and has a pixel for each dot of the printer", async () => {
    const png = await draw(aLabel(), "png", 300);
    expect([Buffer.from(png).readUInt32BE(16), Buffer.from(png).readUInt32BE(20)]).toEqual([
      1181, 1772,
    ]);
    expect(new Set(await readPicture(png))).toEqual(new Set(["PB0012345678901", "TY-884213997"]));
  });
});

describe("verifyLabel", { timeout: PATIENCE_MS }, () => {
  const printer = { dpi: 203, ...SIZE } as const;

  it("a label with the expected texts is verified", async () => {
    const zpl = await draw(aLabel(), "zpl", 203);
    await expect(verifyLabel(renderer, zpl, printer, ["PB0012345678901"])).resolves.toBe(
      "verified",
    );
  });

  it("a label with another barcode or a covered symbol is E2035", async () => {
    const zpl = await draw(aLabel(), "zpl", 203);
    await expect(verifyLabel(renderer, zpl, printer, ["PB0012345678902"])).rejects.toMatchObject({
      code: "E2035",
      details: { missing: "PB0012345678902" },
    });
    const covered = text(zpl).replace("^XZ", "^FO0,700^GB800,500,500^FS^XZ");
    await expect(
      verifyLabel(renderer, Buffer.from(covered), printer, ["PB0012345678901"]),
    ).rejects.toMatchObject({ code: "E2035" });
  });
});

describe("the render worker", { timeout: PATIENCE_MS }, () => {
  it("a barcode too long to scan is E1072, and invalid ZPL is rejected with a short message", async () => {
    await expect(draw(aLabel({ barcode: "X".repeat(80) }), "zpl", 203)).rejects.toMatchObject({
      code: "E1072",
    });
    const failure: unknown = await renderer
      .picture(Buffer.from("hello"), 203, SIZE)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure).length).toBeLessThan(400);
    expect((await draw(aLabel(), "png", 203)).length).toBeGreaterThan(1000);
  });

  it("a task that crashes or hangs the thread is rejected, and the tasks behind it run on a new thread", async () => {
    const folder = mkdtempSync(join(tmpdir(), "packbench-worker-"));
    const file = join(folder, "worker.mjs");
    writeFileSync(
      file,
      `import { parentPort } from "node:worker_threads";
       parentPort.on("message", ({ id, input }) => {
         if (input.dpi === 203) process.exit(3);
         if (input.dpi === 300) for (;;);
         parentPort.postMessage({ kind: "done", id, output: ["fine"] });
       });
       parentPort.postMessage({ kind: "ready" });`,
    );
    const fragile = createWorkerRenderer({
      resourcesDir: RESOURCES,
      workerURL: pathToFileURL(file),
      taskTimeoutMs: 2_000,
    });
    const answers = await Promise.allSettled(
      ([203, 600, 300, 600] as const).map((dpi) =>
        fragile.measure({ model: aLabel(), media: SIZE, dpi }),
      ),
    );
    expect(answers).toEqual([
      {
        status: "rejected",
        reason: expect.objectContaining({
          code: "E2059",
          details: { cause: "the label renderer stopped with 3" },
          isHung: false,
        }),
      },
      { status: "fulfilled", value: ["fine"] },
      {
        status: "rejected",
        reason: expect.objectContaining({
          details: { cause: "the label renderer did not answer within 2000 ms" },
          isHung: true,
        }),
      },
      { status: "fulfilled", value: ["fine"] },
    ]);
    await fragile.close();
    rmSync(folder, { recursive: true });
  });

  it("closing the worker rejects waiting tasks", async () => {
    const closing = createWorkerRenderer({ resourcesDir: RESOURCES });
    const waits = closing.draw({ model: aLabel(), format: "zpl", media: SIZE, dpi: 203 });
    const outcome = expect(waits).rejects.toMatchObject({
      details: { cause: "the label renderer is closed" },
    });
    await closing.close();
    await outcome;
  });
});
