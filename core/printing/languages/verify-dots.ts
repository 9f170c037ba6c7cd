/**
 * Verification that reads a label back from its bytes before sending, for every language that
 * prints dots.
 */
import type { DotsLanguage } from "../../db/documents/documents.schema.ts";
import { verifyLabel } from "../../labels/verify-label.ts";
import { printSettings } from "../print-settings.ts";
import type { PrinterLanguage } from "./language.ts";

/** Creates the verification of labels in a language. */
export function verifyDots(language: "ZPL" | DotsLanguage): PrinterLanguage["verify"] {
  return (renderer, { bytes, rasterHash }, printer, expected) =>
    verifyLabel(
      renderer,
      bytes,
      {
        language,
        dpi: printer.dpi,
        ...printer.media,
        settings: printSettings(printer),
        rasterHash,
      },
      expected,
    );
}
