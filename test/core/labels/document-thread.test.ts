/**
 * A foreign document may cost any amount of time and memory, but must not delay a label, and the
 * cost must end with the document's conversion.
 */
import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import type { ConvertTarget, Original } from "../../../core/labels/convert/converted.ts";
import type { LabelRenderer } from "../../../core/labels/label-renderer.ts";
import { createWorkerRenderer } from "../../../core/labels/worker-renderer.ts";
import { aLabel, RESOURCES } from "./a-label.ts";
import { nestedPdf, slowPdf, squarePdf } from "./costly-documents.ts";

const MEDIA = { widthMm: 100, heightMm: 150 };
const ZEBRA: ConvertTarget = { language: "ZPL", dpi: 203, media: MEDIA };
const pdf = (bytes: Uint8Array): Original => ({ language: "PDF", bytes, media: MEDIA, dpi: 0 });

function open(options: Partial<Parameters<typeof createWorkerRenderer>[0]> = {}): LabelRenderer {
  const renderer = createWorkerRenderer({ resourcesDir: RESOURCES, ...options });
  onTestFinished(() => renderer.close());
  return renderer;
}

/** @param body Code for a task (`id`, `operation`, `input`), with `done` and the number `thread`. */
function workerFile(body: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "packbench-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "worker.mjs");
  writeFileSync(
    file,
    `import { parentPort, threadId as thread } from "node:worker_threads";
     const done = (id, output) => parentPort.postMessage({ kind: "done", id, output });
     parentPort.on("message", ({ id, operation, input }) => { ${body} });
     parentPort.postMessage({ kind: "ready" });`,
  );
  return pathToFileURL(file);
}

it(
  "a foreign document that takes long delays no label, is rejected with the reason, and leaves a working converter",
  { tags: "all" },
  async () => {
    const renderer = open({ taskTimeoutMs: 1_500 });
    await renderer.draw({ model: aLabel(), format: "zpl", media: MEDIA, dpi: 203 });
    const ends: string[] = [];
    const slow = renderer.convert(pdf(slowPdf()), ZEBRA).catch((error: unknown) => {
      ends.push("document");
      return error;
    });
    await renderer.measure({ model: aLabel(), media: MEDIA, dpi: 203 });
    await renderer.draw({ model: aLabel(), format: "zpl", media: MEDIA, dpi: 203 });
    ends.push("label");
    expect(await slow).toMatchObject({
      code: "E2035",
      message:
        "The document was not printed: converting it took longer than 2 seconds. Other labels did not wait for it. Ask for the label as a PNG or a simpler PDF, and upload that.",
    });
    expect(ends).toEqual(["label", "document"]);
    expect(await renderer.convert(pdf(squarePdf("0 0 283 425")), ZEBRA)).toMatchObject({
      labels: 1,
    });
  },
);

it("a small PDF that would need gigabytes is E2029 with the reason, and the process grows by less than 700 MB", async () => {
  const renderer = open();
  const before = process.memoryUsage.rss();
  await expect(renderer.convert(pdf(nestedPdf()), ZEBRA)).rejects.toMatchObject({
    code: "E2029",
    message: expect.stringContaining("needs more than 256 MB of memory"),
  });
  // The growth includes the fonts and the engine.
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(700);
  expect(await renderer.convert(pdf(squarePdf("0 0 283 425")), ZEBRA)).toMatchObject({ labels: 1 });
});

it(
  "a thread is replaced between two documents if it still holds more than 128 MB after the first, and kept otherwise",
  { tags: "all" },
  async () => {
    const held = (bytes: number): URL =>
      workerFile(
        `done(id, operation === "heldBytes" ? ${bytes} : { pieces: [Buffer.from(String(thread))], parts: 1, verification: "unverifiable", symbols: [] });`,
      );
    const threadsOf = async (renderer: LabelRenderer): Promise<string[]> => {
      const threads = [];
      for (let i = 0; i < 6; i++)
        threads.push(
          Buffer.from((await renderer.convert(pdf(Buffer.of()), ZEBRA)).bytes).toString(),
        );
      return threads;
    };
    const [small, large] = [
      await threadsOf(open({ documentWorkerURL: held(100e6) })),
      await threadsOf(open({ documentWorkerURL: held(140e6) })),
    ];
    expect(new Set(small).size).toBe(1);
    expect(new Set(large).size).toBeGreaterThanOrEqual(3);
  },
);

it("a logo that hangs the thread is E2029, and a label whose reading hangs the thread or a document that crashes it is a RendererLostError", async () => {
  const hanging = open({ taskTimeoutMs: 200, documentWorkerURL: workerFile(`for (;;);`) });
  await expect(hanging.makeLogo(Buffer.of())).rejects.toMatchObject({
    code: "E2029",
    message: "Reading the logo takes too long. Save it smaller.",
  });
  await expect(hanging.read(Buffer.of(), 203, MEDIA)).rejects.toMatchObject({
    name: "RendererLostError",
  });
  const crashing = open({ documentWorkerURL: workerFile(`process.exit(3);`) });
  await expect(crashing.convert(pdf(Buffer.of()), ZEBRA)).rejects.toMatchObject({
    name: "RendererLostError",
    details: { cause: "the converter of documents stopped with 3" },
  });
});
