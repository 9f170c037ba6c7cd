/** A label as a page: fits any screen, prints at its true size. No script, nothing fetched from elsewhere. */
import type { LabelModel } from "./labels.schema.ts";

/** @param png The label's picture. */
export function labelPage(model: LabelModel, png: Uint8Array): string {
  const title = escapeHtml(`${model.carrierName} ${model.barcode}`);
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
@page { size: ${model.widthMm}mm ${model.heightMm}mm; margin: 0 }
body { margin: 0; background: #eee; display: grid; place-items: center; min-height: 100vh }
img { width: min(100vw, ${model.widthMm}mm); height: auto; background: #fff }
@media print { body { background: none; display: block } img { width: ${model.widthMm}mm } }
</style>
</head>
<body><img alt="${title}" src="data:image/png;base64,${Buffer.from(png).toString("base64")}"></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
