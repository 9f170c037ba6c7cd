/**
 * The thread that calls Windows's spooler, so that a hanging driver or print server blocks only
 * this thread. Started by `windows-spooler.ts`.
 */
import { z } from "zod";
import { threshold } from "../../labels/convert/threshold.ts";
import { bitmapOf } from "../../labels/convert/ink.ts";
import { withPdfPages } from "../../labels/convert/pdfium.ts";
import type { Page } from "../../labels/convert/page.ts";
import { openThread } from "../../base/threads/serve-calls.ts";
import { openGdi, type Device, type Gdi, type Sheet } from "./gdi.ts";
import type { SpoolerOperations } from "./spooler-protocol.ts";
import { loadSpoolerCalls, openWinspool, type Winspool } from "./winspool.ts";

/**
 * Highest density of a bitmap, in dots per inch. For a driver with a higher density, the bitmap has
 * that density divided by the smallest sufficient whole number, and the driver repeats each dot.
 */
const MAX_DPI = 600;
const MM_PER_INCH = 25.4;

let opened: { readonly winspool: Winspool; readonly gdi: Gdi } | undefined;
function windows(): { readonly winspool: Winspool; readonly gdi: Gdi } {
  if (opened === undefined) {
    const koffi = loadSpoolerCalls();
    const winspool = openWinspool(koffi);
    opened = { winspool, gdi: openGdi(koffi, winspool) };
  }
  return opened;
}

const thread = openThread<SpoolerOperations>(z.undefined());
thread.serve({
  getQueue: (queue) => windows().winspool.getQueue(queue),
  listJobs: (queue) => windows().winspool.listJobs(queue),
  deleteJob: ({ queue, id }) => windows().winspool.deleteJob(queue, id),
  list: () => windows().winspool.listNames(),
  printRaw: ({ queue, name, bytes }) => windows().winspool.printRaw(queue, name, bytes),
  printPdf: ({ bytes, media, ...job }) =>
    withPdfPages(bytes, (pages) =>
      windows().gdi.print({ ...job, media }, (device, page) =>
        Promise.resolve(
          pages[page] === undefined ? undefined : sheetOf(pages[page], media, device),
        ),
      ),
    ),
});

/** Renders the page from the paper's corner, unscaled. */
function sheetOf(
  page: Page,
  { widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number },
  { dpiX }: Device,
): Sheet {
  const density = dpiX / Math.ceil(dpiX / MAX_DPI) / MM_PER_INCH;
  const size = { width: Math.round(widthMm * density), height: Math.round(heightMm * density) };
  return bitmapOf(
    threshold(page.render({ turn: 0, scale: density, left: 0, top: 0, ...size }), density),
  );
}
