/**
 * Every language that a printer may have. A new one is a file beside this one, and its line here.
 */
import { namesOf } from "../../base/objects.ts";
import type { DocumentLanguage } from "../../db/documents/documents.schema.ts";
import { epl } from "./epl.ts";
import type { PrinterLanguage } from "./language.ts";
import { pdf } from "./pdf.ts";
import { tspl } from "./tspl.ts";
import { zpl } from "./zpl.ts";

const LANGUAGES: Readonly<Record<DocumentLanguage, PrinterLanguage>> = {
  ZPL: zpl,
  PDF: pdf,
  TSPL: tspl,
  EPL: epl,
};

/** @returns What a printer of this name of a language understands. */
export function getLanguage(name: DocumentLanguage): PrinterLanguage {
  return LANGUAGES[name];
}

/**
 * @returns The language that bytes begin as, other than `name`; undefined when they begin as that
 *   one, or as none that is known here.
 */
export function findOtherLanguage(
  name: DocumentLanguage,
  bytes: Uint8Array,
): DocumentLanguage | undefined {
  if (LANGUAGES[name].begins(bytes)) return undefined;
  return namesOf(LANGUAGES).find((other) => LANGUAGES[other].begins(bytes));
}
