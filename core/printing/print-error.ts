/**
 * The error of a print, as one column stores it: a code, for which the screen has a text in every
 * language, and the transport's own sentence. Pure.
 */
import { PRINT_ERROR_CODES, type PrintErrorCode } from "./printing.schema.ts";

export type PrintError = { readonly code: PrintErrorCode; readonly message: string };

/** No transport's sentence has a tab. */
const BETWEEN = "\t";

/** @returns What went wrong, as the column `last_error` keeps it. */
export function printErrorText({ code, message }: PrintError): string {
  return `${code}${BETWEEN}${message}`;
}

/** A text without a known code is an earlier version's: a sentence alone. */
export function readPrintError(text: string): PrintError {
  if (text === "") return { code: "", message: "" };
  const [head = "", message] = text.split(BETWEEN, 2);
  const code = PRINT_ERROR_CODES.find((known) => known === head);
  return code === undefined || message === undefined
    ? { code: "other", message: text }
    : { code, message };
}
