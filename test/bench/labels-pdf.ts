/**
 * The floor of a label as PDF: pdfkit with the same fonts, about the same texts and the same bars.
 * Also measures the memory that one PDF of many labels takes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import PDFKit from "pdfkit";
import { writePdf } from "../../core/labels/draw/draw-pdf.ts";
import type { ArrangedLabel } from "../../core/labels/layout/items.ts";
import type { LabelFonts } from "../../core/labels/text/glyphs.ts";
import { dotsPerMmOf } from "../../core/labels/dots.ts";

const CREATED_AT = new Date("2026-11-21T08:30:00Z");
const POINTS_PER_MM = 72 / 25.4;

/**
 * Times pdfkit. It gets the two Latin fonts only, so the labels must have no other script.
 * @returns ms per label.
 */
export async function timePdfkit(
  labels: readonly ArrangedLabel[],
  resourcesDir: string,
): Promise<number> {
  const fonts = {
    regular: readFileSync(join(resourcesDir, "fonts", "NotoSans-Regular.ttf")),
    bold: readFileSync(join(resourcesDir, "fonts", "NotoSans-Bold.ttf")),
  };
  return perLabel(labels, (label) => drawWithPdfkit(label, fonts));
}

/** Returns the median time of a label, ms, so that pauses of the garbage collector do not count. */
async function perLabel(
  labels: readonly ArrangedLabel[],
  draw: (label: ArrangedLabel) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (const label of labels) {
    const startedAt = performance.now();
    await draw(label);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

type LatinFonts = { readonly regular: Buffer; readonly bold: Buffer };

function drawWithPdfkit(label: ArrangedLabel, fonts: LatinFonts): Promise<Buffer> {
  const document = new PDFKit({
    size: [label.widthMm * POINTS_PER_MM, label.heightMm * POINTS_PER_MM],
    margin: 0,
    info: { Title: "label", CreationDate: CREATED_AT },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  document.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
  for (const item of label.items) {
    if (item.kind === "text") {
      const isBold = item.line.runs[0]?.font.endsWith("-bold") === true;
      document.font(isBold ? "bold" : "regular").fontSize(item.size * POINTS_PER_MM);
      document.text(
        item.line.text,
        item.x * POINTS_PER_MM,
        (item.baseline - item.size) * POINTS_PER_MM,
        { lineBreak: false },
      );
    } else if (item.kind === "rule") {
      document
        .rect(
          item.x * POINTS_PER_MM,
          item.y * POINTS_PER_MM,
          item.w * POINTS_PER_MM,
          item.h * POINTS_PER_MM,
        )
        .fill();
    } else if (item.kind === "code128") {
      const module = (item.moduleDots / dotsPerMmOf(label.dpi)) * POINTS_PER_MM;
      for (const [first, wide] of item.bars)
        document.rect(
          item.x * POINTS_PER_MM + first * module,
          item.y * POINTS_PER_MM,
          wide * module,
          item.h * POINTS_PER_MM,
        );
      document.fill();
    } else if (item.kind === "matrix") {
      const module = (item.moduleDots / dotsPerMmOf(label.dpi)) * POINTS_PER_MM;
      item.cells.forEach((isBlack, i) => {
        if (isBlack)
          document.rect(
            item.x * POINTS_PER_MM + (i % item.columns) * module,
            item.y * POINTS_PER_MM + Math.floor(i / item.columns) * module,
            module,
            module,
          );
      });
      document.fill();
    }
  }
  document.end();
  return ended;
}

/**
 * Writes many labels in one file.
 * @param arranged Labels that were arranged before and are taken in turn: only the writing is
 *   measured.
 * @returns Largest growth of the process, MB, garbage included.
 */
export async function growthOfMany(
  arranged: readonly ArrangedLabel[],
  fonts: LabelFonts,
  count: number,
): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  function* labels(): Generator<ArrangedLabel> {
    for (let i = 0; i < count; i++) {
      if (i % 50 === 0) most = Math.max(most, process.memoryUsage.rss());
      const label = arranged[i % arranged.length];
      if (label !== undefined) yield label;
    }
  }
  await writePdf(labels(), fonts, { title: "labels", createdAt: CREATED_AT });
  return (Math.max(most, process.memoryUsage.rss()) - before) / 1e6;
}
