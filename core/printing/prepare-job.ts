/**
 * Prepares the bytes to send for a print job: draws and verifies the shipment's label, or converts
 * a document for the printer.
 */
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { DocumentFile } from "../db/documents/documents.schema.ts";
import type { Doubt } from "../labels/convert/converted.ts";
import { isAppError } from "../base/errors.ts";
import { obtainCarrierLabel } from "../labels/carrier-label.ts";
import { drawLabelDocument } from "../labels/labels.service.ts";
import { convertStored } from "./convert-kept.ts";
import { getLanguage } from "./languages/languages.ts";
import { matchDocument } from "./match-document.ts";
import type { Printer } from "./printer.ts";
import { printSettings } from "./print-settings.ts";
import type { Verification } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";
import { drawTestLabel } from "./test-label.ts";

export type Ready = {
  readonly file: DocumentFile;
  readonly verification: Verification;
  readonly doubt: Doubt;
  /** When the preparation started, ISO 8601; `preparedAt` is when it finished. */
  readonly beganAt: string;
  readonly preparedAt: string;
};
export type Prepared = Ready | { readonly cause: unknown };

/**
 * Builds the key of a prepared label: the prepared bytes can be reused while the key stays the
 * same. Deleting a job's document changes the job's key.
 */
export function keyOf(
  job: Pick<PrintJobRow, "id" | "documentHash">,
  { language, dpi, media, settings }: Printer,
): string {
  return `${job.id} ${job.documentHash ?? "-"} ${language} ${dpi} ${JSON.stringify([media, settings])}`;
}

/**
 * Prepares a job's document. Returns an error as `cause` instead of rejecting, because a rejection
 * that nothing awaits yet would count as unhandled.
 */
export async function prepareJob(
  deps: WriteDeps & Pick<PrintingDeps, "faultPoint" | "labels" | "files" | "connections">,
  job: PrintJobRow,
  printer: Printer,
): Promise<Prepared> {
  const beganAt = deps.now();
  try {
    const ready =
      job.kind === "TEST"
        ? await drawTest(deps, printer)
        : job.documentHash === null
          ? await makeLabel(deps, job, printer)
          : await convertDocument(deps, job, job.documentHash, printer);
    deps.faultPoint("print.drawn");
    return { ...ready, beganAt, preparedAt: deps.now() };
  } catch (cause) {
    return { cause };
  }
}

type Drawn = Pick<Ready, "file" | "verification" | "doubt">;

/** Draws a test label, which is not verified because a person looks at it. */
async function drawTest(
  deps: Pick<PrintingDeps, "now" | "labels">,
  printer: Printer,
): Promise<Drawn> {
  return { file: await drawTestLabel(deps, printer), verification: "unverifiable", doubt: "" };
}

/**
 * Makes the label of a shipment: the carrier's own label if there is one, checked for the shipment's
 * barcode, else ours. Ours has the same barcode, and replaces a carrier's file that cannot be
 * converted, except a marketplace's.
 *
 * @throws AppError E2158 when the carrier's file is at another desk and cannot be fetched now; also
 * the errors of `drawLabel` and `convertDocument`.
 */
async function makeLabel(
  deps: WriteDeps & Pick<PrintingDeps, "labels" | "files" | "connections">,
  job: PrintJobRow,
  printer: Printer,
): Promise<Drawn> {
  const carriers = await obtainCarrierLabel(deps, job.shipmentID);
  if (carriers === undefined) return await drawLabel(deps, job, printer);
  let isConverted = false;
  try {
    return await convertDocument(deps, job, carriers.hash, printer, () => (isConverted = true));
  } catch (err) {
    const isUnfit = isAppError(err, "fileUnreadable") || isAppError(err, "labelFailedCheck");
    if (isConverted || carriers.isOnly || !isUnfit) throw err;
    deps.log.error(
      { shipmentID: job.shipmentID, err },
      "a carrier's label cannot be converted; the station's own label with the carrier's barcode is printed",
    );
    return await drawLabel(deps, job, printer);
  }
}

/**
 * Draws and verifies the label of a shipment.
 *
 * @throws AppError E2035 when the label fails its own check.
 */
async function drawLabel(
  deps: WriteDeps & Pick<PrintingDeps, "labels">,
  job: PrintJobRow,
  printer: Printer,
): Promise<Drawn> {
  const file = await drawLabelDocument(deps, job.shipmentID, {
    language: printer.language,
    dpi: printer.dpi,
    media: printer.media,
    settings: printSettings(printer),
    copyNumber: job.copyNumber,
  });
  return {
    file,
    verification: await getLanguage(printer.language).verify(deps.labels, file, printer, [
      job.barcode,
    ]),
    doubt: "",
  };
}

/**
 * Converts a document that is printed in place of the shipment's label, or in addition to it.
 *
 * @param onConverted Called when the document is converted, before it is compared with the shipment.
 * @throws AppError E2035 when the document is another shipment's label.
 */
function convertDocument(
  deps: WriteDeps & Pick<PrintingDeps, "labels">,
  job: PrintJobRow,
  hash: string,
  printer: Printer,
  onConverted: () => void = () => {},
): Promise<Drawn> {
  return convertStored(deps, hash, printer, (converted) => {
    onConverted();
    return job.kind === "LABEL"
      ? matchDocument(deps, job, converted, getLanguage(printer.language))
      : converted;
  });
}
