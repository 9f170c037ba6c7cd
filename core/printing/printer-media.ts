/** Which papers a printer may have: on one that no layout fits, a label would be found too large after it was paid for. */
import { AppError } from "../base/errors.ts";
import { NAMED_MEDIA, type Media } from "../documents/media.schema.ts";

/** The smallest paper on which the recipient, the routing and the symbol stand, and the largest that label printers take. */
const LEAST: Media = { widthMm: 70, heightMm: 50 };
const MOST: Media = { widthMm: 210, heightMm: 297 };

/** @throws AppError E1085 for a paper that no label fits, with the papers that can be printed. */
export function checkPrinterMedia({ widthMm, heightMm }: Media): void {
  const fits = widthMm >= LEAST.widthMm && heightMm >= LEAST.heightMm && widthMm <= MOST.widthMm && heightMm <= MOST.heightMm;
  if (fits) return;
  throw new AppError(
    "E1085",
    `widthMm, heightMm: no label fits on ${widthMm} × ${heightMm} mm. Choose a paper from ${LEAST.widthMm} × ${LEAST.heightMm} to ${MOST.widthMm} × ${MOST.heightMm} mm, such as ${NAMED_MEDIA.map(({ name }) => name).join(", ")}.`,
    { widthMm, heightMm },
  );
}
