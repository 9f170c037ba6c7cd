/** The renderer's other side: a thread that draws, renders and reads labels, one task after the other. Started by `worker-renderer.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { isAppError } from "../base/errors.ts";
import { drawPdf } from "./draw-pdf.ts";
import { drawPng } from "./draw-png.ts";
import { drawZpl } from "./draw-zpl.ts";
import { loadLabelFonts, type LabelFonts } from "./label-fonts.ts";
import { readZpl, renderZpl, warmEngines, withPreviewFont } from "./read-zpl.ts";
import type { RenderAnswer, RenderRequest, RenderTask, RenderWorkerData } from "./render-protocol.ts";

if (parentPort === null) throw new Error("render-worker.ts runs as a worker thread");
const port = parentPort;
const fonts = loadLabelFonts((workerData as RenderWorkerData).resourcesDir);

port.on("message", (request: RenderRequest) => {
  perform(request.task, fonts).then(
    (value) => answer({ kind: "done", id: request.id, value }),
    (error: unknown) => answer({ kind: "failed", id: request.id, ...describe(error) }),
  );
});
answer({ kind: "ready" });
// An engine that cannot be loaded fails the task that needs it; drawing needs none.
warmEngines().catch(() => undefined);

function answer(message: RenderAnswer): void {
  port.postMessage(message);
}

async function perform(task: RenderTask, labelFonts: LabelFonts): Promise<Uint8Array | readonly string[]> {
  switch (task.op) {
    case "draw":
      if (task.format === "pdf") return drawPdf(task.model, labelFonts);
      return task.format === "zpl" ? drawZpl(task.model, labelFonts, task.dpi) : drawPng(task.model, labelFonts, task.dpi);
    case "read":
      return readZpl(task.zpl, task.dpi, task.size);
    case "picture":
      return renderZpl(withPreviewFont(task.zpl, labelFonts), task.dpi, task.size);
  }
}

function describe(error: unknown): Pick<Extract<RenderAnswer, { kind: "failed" }>, "code" | "message" | "details"> {
  if (isAppError(error)) return { code: error.code, message: error.message, details: error.details };
  return { code: undefined, message: error instanceof Error ? error.message : String(error), details: {} };
}
