/**
 * The error of a print, as one column stores it: a code, which the screen translates, and the
 * transport's own English sentence. Pure.
 */
import { PRINT_ERROR_CODES, type PrintErrorCode } from "./printing.schema.ts";

export type PrintError = { readonly code: PrintErrorCode; readonly message: string };

/** Separates code and message. No transport's message has a tab. */
const BETWEEN = "\t";

/** Returns the error, encoded for the column `last_error`. */
export function printErrorText({ code, message }: PrintError): string {
  return `${code}${BETWEEN}${message}`;
}

/**
 * Decodes a stored error. A text without a known code was written by an earlier version and is only
 * a message.
 */
export function readPrintError(text: string): PrintError {
  if (text === "") return { code: "", message: "" };
  const [head = "", message] = text.split(BETWEEN, 2);
  const code = PRINT_ERROR_CODES.find((known) => known === head);
  return code === undefined || message === undefined
    ? { code: "other", message: text }
    : { code, message };
}
