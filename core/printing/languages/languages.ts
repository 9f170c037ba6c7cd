/** All printer languages. A new language is a file in this folder and an entry here. */
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

/** Returns the language with this name. */
export function getLanguage(name: DocumentLanguage): PrinterLanguage {
  return LANGUAGES[name];
}

/**
 * Finds the other language that the bytes start with; undefined when they start with the language
 * `name`, or with no known language.
 */
export function findOtherLanguage(
  name: DocumentLanguage,
  bytes: Uint8Array,
): DocumentLanguage | undefined {
  if (LANGUAGES[name].begins(bytes)) return undefined;
  return namesOf(LANGUAGES).find((other) => LANGUAGES[other].begins(bytes));
}
