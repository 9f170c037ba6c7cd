/**
 * HTML page of a label: fits any screen and prints at its true size, without scripts or external
 * resources.
 */
import { htmlPage, type Page } from "../http/html-page.ts";
import { escapeHtml } from "../base/text.ts";
import type { Media } from "../db/documents/media.schema.ts";
import type { LabelModel } from "./labels.schema.ts";

/**
 * Writes the page.
 *
 * @param png The label's picture, on this paper.
 */
export function labelPage(
  model: Pick<LabelModel, "carrierName" | "barcode">,
  media: Media,
  png: Uint8Array,
): Page {
  const title = escapeHtml(`${model.carrierName} ${model.barcode}`);
  const style = `
@page { size: ${media.widthMm}mm ${media.heightMm}mm; margin: 0 }
body { margin: 0; background: #eee; display: grid; place-items: center; min-height: 100vh }
img { width: min(100vw, ${media.widthMm}mm); height: auto; background: #fff }
@media print { body { background: none; display: block } img { width: ${media.widthMm}mm } }
`;
  return htmlPage({
    title,
    style,
    body: `<img alt="${title}" src="data:image/png;base64,${Buffer.from(png).toString("base64")}">`,
  });
}
