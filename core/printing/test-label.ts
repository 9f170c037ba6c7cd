/**
 * A printer's test label: printed on that printer, or shown as it would be printed with other
 * settings.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { DocumentFile } from "../db/documents/documents.schema.ts";
import { documentOf } from "../db/documents/documents.service.ts";
import { LABEL_FORMATS } from "../labels/labels.service.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import { enqueueFirst } from "./enqueue.ts";
import { targetOf } from "./job-target.ts";
import { getLanguage } from "./languages/languages.ts";
import { present } from "./present-print-jobs.ts";
import { printSettings } from "./print-settings.ts";
import type { Printer } from "./printer.ts";
import { changedPrinter, getPrinter } from "./printers.ts";
import type { UpdatePrinter } from "./printers.schema.ts";
import type { PrintJob } from "./printing.schema.ts";

const TITLE = "Test";
/** Code 128 on the test label; a scanner shows whether its bars are sharp. */
const BARCODE = "PACKBENCH TEST";
const PICTURE_DPI = 203;

/**
 * Enqueues a test label for one printer, even if the printer has no role.
 *
 * @throws AppError E2025 for an unknown printer; E1085 for a printer that is switched off.
 */
export function printTestLabel(
  deps: WriteDeps & Pick<PrintingDeps, "settings" | "geo">,
  actor: Actor,
  printerID: string,
): PrintJob {
  const printer = getPrinter(deps, printerID);
  if (!printer.isActive)
    throw errors.badRequest(
      `${printer.name} is switched off. Switch it on, then print the test label.`,
    );
  return inTransaction(deps, () => {
    const job = enqueueFirst(deps, {
      organizationID: actor.organizationID,
      memberID: actor.memberID,
      shipmentID: "",
      barcode: "",
      kind: "TEST",
      title: TITLE,
      target: targetOf(printerID),
      expiresAt: soon(deps),
    });
    if (job === undefined) throw new Error("a print job was not inserted");
    return present(deps, job);
  });
}

/**
 * Time after which a test label is no longer printed, in ms. By then the person who wanted it may
 * have left.
 */
const KEPT_MS = 10 * 60_000;

function soon({ now }: Pick<PrintingDeps, "now">): string {
  return new Date(Date.parse(now()) + KEPT_MS).toISOString();
}

/**
 * Draws the test label in the printer's language.
 *
 * @throws RendererLostError when the renderer's thread was lost.
 */
export async function drawTestLabel(
  deps: Pick<PrintingDeps, "labels" | "now">,
  printer: Printer,
): Promise<DocumentFile> {
  const { language, dpi, media } = printer;
  const { bytes } = await deps.labels.drawTest({
    format: LABEL_FORMATS[language],
    media,
    dpi,
    settings: printSettings(printer),
    ...textsOf(deps, printer),
  });
  return documentOf(bytes, {
    kind: "label",
    media,
    language,
    dpi: getLanguage(language).hasDots ? dpi : 0,
    source: "drawn",
  });
}

/**
 * Draws a printer's test label as a picture of its paper, with unsaved changes applied.
 *
 * @returns A PNG in a data URL, and the printer's offset, in mm.
 * @throws AppError E2025 for an unknown printer; E1085 for a paper that no label fits, an offset
 *   that pushes print off the paper, or a field that the printer does not have; E2059 when the
 *   renderer was lost.
 */
export async function showTestLabel(
  deps: Pick<PrintingDeps, "labels" | "settings" | "now">,
  printerID: string,
  change: UpdatePrinter,
): Promise<{ readonly dataURL: string; readonly offsetXMm: number; readonly offsetYMm: number }> {
  const printer = changedPrinter(deps, printerID, change);
  try {
    const { bytes } = await deps.labels.drawTest({
      format: "png",
      media: printer.media,
      dpi: PICTURE_DPI,
      ...textsOf(deps, printer),
    });
    return {
      dataURL: `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`,
      offsetXMm: printer.settings.offsetMm.x,
      offsetYMm: printer.settings.offsetMm.y,
    };
  } catch (error) {
    throw error instanceof RendererLostError ? errors.rendererLost() : error;
  }
}

function textsOf(
  { now }: Pick<PrintingDeps, "now">,
  printer: Printer,
): { readonly title: string; readonly lines: readonly string[]; readonly barcode: string } {
  const { name, language, dpi, media, settings } = printer;
  const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));
  const set = [
    settings.darkness === null ? "" : `D ${signed(settings.darkness)}`,
    settings.speed === null ? "" : `S ${settings.speed} in/s`,
  ];
  return {
    title: name,
    lines: [
      `${addressOf(printer)} · ${language} · ${dpi} dpi`,
      `${media.widthMm} × ${media.heightMm} mm`,
      [`X ${signed(settings.offsetMm.x)} mm`, `Y ${signed(settings.offsetMm.y)} mm`, ...set]
        .filter((part) => part !== "")
        .join(" · "),
      now().slice(0, 16).replace("T", " "),
    ],
    barcode: BARCODE,
  };
}

function addressOf(printer: Printer): string {
  switch (printer.transport) {
    case "tcp":
      return `${printer.host}:${printer.port}`;
    case "file":
      return printer.folder;
    case "cups":
    case "windows":
      return printer.queue;
  }
}
