/**
 * Which papers and offsets a printer may have: with others, each of its labels would be refused
 * after it was paid for.
 */
import { errors } from "../base/errors.ts";
import { NAMED_MEDIA, type Media } from "../db/documents/media.schema.ts";
import { MOST_OFFSET_MM } from "./printers.schema.ts";

/**
 * The smallest paper on which the recipient, the routing and the symbol stand, and the largest that
 * label printers take.
 */
const LEAST: Media = { widthMm: 70, heightMm: 50 };
const MOST: Media = { widthMm: 210, heightMm: 297 };

/** @throws AppError E1085 for a paper that no label fits, with the papers that can be printed. */
export function checkPrinterMedia({ widthMm, heightMm }: Media): void {
  const fits =
    widthMm >= LEAST.widthMm &&
    heightMm >= LEAST.heightMm &&
    widthMm <= MOST.widthMm &&
    heightMm <= MOST.heightMm;
  if (fits) return;
  throw errors.badRequest(
    `widthMm, heightMm: no label fits on ${widthMm} × ${heightMm} mm. Choose a paper from ${LEAST.widthMm} × ${LEAST.heightMm} to ${MOST.widthMm} × ${MOST.heightMm} mm, such as ${NAMED_MEDIA.map(({ name }) => name).join(", ")}.`,
    { widthMm, heightMm },
  );
}

/**
 * @param offset mm, as the printer's record has it.
 * @throws AppError E1085 for an offset that pushes print off the paper, with its bounds.
 */
export function checkPrinterOffset({
  offsetXMm = 0,
  offsetYMm = 0,
}: {
  readonly offsetXMm?: number | undefined;
  readonly offsetYMm?: number | undefined;
}): void {
  const wrong = [
    Math.abs(offsetXMm) > MOST_OFFSET_MM ? "offsetXMm" : "",
    Math.abs(offsetYMm) > MOST_OFFSET_MM ? "offsetYMm" : "",
  ].filter((name) => name !== "");
  if (wrong.length === 0) return;
  throw errors.badRequest(
    `${wrong.join(", ")}: an offset must be from −${MOST_OFFSET_MM} to ${MOST_OFFSET_MM} mm; a larger one pushes print off the label. Move the paper or its guides at the printer, and set the rest here.`,
    { offsetXMm, offsetYMm },
  );
}
