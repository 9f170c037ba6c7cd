/**
 * Conversion of a stored document of another program for a printer. Only the original is stored;
 * each print converts it.
 */
import { errors } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { DocumentFile } from "../db/documents/documents.schema.ts";
import { documentOf, findDocument, noteUsed } from "../db/documents/documents.service.ts";
import type { Converted, Doubt } from "../labels/convert/converted.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import { getLanguage } from "./languages/languages.ts";
import type { Printer } from "./printer.ts";
import type { Verification } from "./printing.schema.ts";
import { printSettings } from "./print-settings.ts";

/**
 * Number of conversions that may crash the renderer before the document is rejected. Without a
 * limit the document would block its printer forever. A conversion that times out is not retried.
 */
const MAX_ATTEMPTS = 2;
const GONE = "The document is no longer on this station, and was not printed.";

/**
 * Converts a stored document for a printer.
 *
 * @param choose Returns the bytes to print and their verification. Throws AppError E2035 to reject
 *   the document.
 * @returns The file to send, whether its symbols were read back from its bytes, and the reason for
 *   any doubt.
 * @throws AppError E2035 when the document is gone, crashes the renderer, takes too long, or would
 *   not be readable on the printer's paper; E2029 when the document cannot be parsed.
 */
export async function convertStored(
  deps: WriteDeps & Pick<PrintingDeps, "labels">,
  hash: string,
  printer: Printer,
  choose: (converted: Converted) => Pick<Converted, "bytes" | "verification" | "doubt">,
): Promise<{
  readonly file: DocumentFile;
  readonly verification: Verification;
  readonly doubt: Doubt;
}> {
  const original = findDocument(deps, hash);
  if (original === undefined) throw errors.labelFailedCheck(GONE);
  guarded(deps.log, "the last use of a document could not be recorded", () => noteUsed(deps, hash));
  const { bytes, verification, doubt = "" } = choose(await convert(deps, original, printer));
  if (findDocument(deps, hash) === undefined) throw errors.labelFailedCheck(GONE); // the document was deleted during the conversion
  const { language, dpi, media } = printer;
  const file = documentOf(bytes, {
    kind: original.kind,
    media,
    language,
    dpi: getLanguage(language).hasDots ? dpi : 0,
    source: original.source,
  });
  return { file, verification, doubt };
}

async function convert(
  { labels }: Pick<PrintingDeps, "labels">,
  original: DocumentFile,
  printer: Printer,
): Promise<Converted> {
  const { language, dpi, media } = printer;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await labels.convert(original, {
        language,
        dpi,
        media,
        settings: printSettings(printer),
      });
    } catch (error) {
      if (!(error instanceof RendererLostError)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw errors.labelFailedCheck(
          "The document was not printed: converting it failed twice. Ask for the label as a PNG or a simpler PDF, and upload that.",
        );
    }
  }
}
