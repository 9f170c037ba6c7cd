/**
 * What went wrong with a print, as one column keeps it: a code, which every language has words for, and the driver's
 * own sentence. Pure.
 */
import { PRINT_ERROR_CODES, type PrintErrorCode } from "./printing.schema.ts";

export type PrintError = { readonly code: PrintErrorCode; readonly message: string };

/** No driver's sentence has a tab. */
const BETWEEN = "\t";

/** @returns Code and message in one text, as a print job keeps them. */
export function printErrorText({ code, message }: PrintError): string {
  return `${code}${BETWEEN}${message}`;
}

/** A text without a known code is an earlier version's: a sentence alone. */
export function readPrintError(text: string): PrintError {
  if (text === "") return { code: "", message: "" };
  const [head = "", message] = text.split(BETWEEN, 2);
  const code = PRINT_ERROR_CODES.find((known) => known === head);
  return code === undefined || message === undefined ? { code: "other", message: text } : { code, message };
}
