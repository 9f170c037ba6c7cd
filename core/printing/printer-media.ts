/**
 * Limits of a printer's paper and offset. With values outside these limits every label would be
 * rejected after it was paid for.
 */
import { errors } from "../base/errors.ts";
import { NAMED_MEDIA, type Media } from "../db/documents/media.schema.ts";
import { MAX_OFFSET_MM } from "./printers.schema.ts";

/**
 * Smallest paper that holds the recipient, the routing and the symbol, and largest paper that label
 * printers take.
 */
const MIN: Media = { widthMm: 70, heightMm: 50 };
const MAX: Media = { widthMm: 210, heightMm: 297 };

/**
 * Checks a printer's paper.
 *
 * @throws AppError E1085 for a paper that no label fits; the message states the limits.
 */
export function checkPrinterMedia({ widthMm, heightMm }: Media): void {
  const fits =
    widthMm >= MIN.widthMm &&
    heightMm >= MIN.heightMm &&
    widthMm <= MAX.widthMm &&
    heightMm <= MAX.heightMm;
  if (fits) return;
  throw errors.badRequest(
    `widthMm, heightMm: no label fits on ${widthMm} × ${heightMm} mm. Choose a paper from ${MIN.widthMm} × ${MIN.heightMm} to ${MAX.widthMm} × ${MAX.heightMm} mm, such as ${NAMED_MEDIA.map(({ name }) => name).join(", ")}.`,
    { widthMm, heightMm },
  );
}

/**
 * Checks a printer's offset.
 *
 * @param offset mm, as in the printer's record.
 * @throws AppError E1085 for an offset that pushes print off the paper; the message states the
 * limits.
 */
export function checkPrinterOffset({
  offsetXMm = 0,
  offsetYMm = 0,
}: {
  readonly offsetXMm?: number | undefined;
  readonly offsetYMm?: number | undefined;
}): void {
  const wrong = [
    Math.abs(offsetXMm) > MAX_OFFSET_MM ? "offsetXMm" : "",
    Math.abs(offsetYMm) > MAX_OFFSET_MM ? "offsetYMm" : "",
  ].filter((name) => name !== "");
  if (wrong.length === 0) return;
  throw errors.badRequest(
    `${wrong.join(", ")}: an offset must be from −${MAX_OFFSET_MM} to ${MAX_OFFSET_MM} mm; a larger offset pushes print off the label. Move the paper or its guides at the printer, and set the rest here.`,
    { offsetXMm, offsetYMm },
  );
}
