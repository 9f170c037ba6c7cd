/**
 * Writes labels as one PDF: real text in the label fonts, symbols as paths on whole dots. The same
 * labels give the same bytes. Each page's operators are compressed as soon as the page is written,
 * and the fonts are shared, so that a thousand labels only need the memory of their file.
 */
import { createHash } from "node:crypto";
import { PDFDocument, PDFName, PDFRef, type PDFContext, PDFDict } from "pdf-lib";
import type { ArrangedLabel, PictureItem } from "../layout/items.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { dotsPerMmOf } from "../dots.ts";
import { labelContent, POINTS_PER_MM, type ContentResources } from "./pdf-content.ts";
import { createPdfFonts, deflated } from "./pdf-fonts.ts";
import { cutMarks, positionsOnSheet, SHEET_MEDIA, type SheetKind } from "./pdf-sheet.ts";

export type PdfMeta = {
  readonly title: string;
  /** When the labels were bought; used as the file's dates. */
  readonly createdAt: Date;
  /** Several labels per page; without `sheet` each page has the size of its label. */
  readonly sheet?: {
    readonly kind: SheetKind;
    /**
     * The first free position, from 1; earlier positions of a sheet of sticky labels may be used
     * up.
     */
    readonly startAt: number;
    readonly hasCutMarks: boolean;
  };
};

/**
 * Writes labels as one PDF.
 *
 * @param labels Read one at a time, so that not all labels are in memory together.
 * @throws RangeError when a label is larger than its position on the sheet, or `startAt` is not a
 * position.
 */
export async function writePdf(
  labels: Iterable<ArrangedLabel> | AsyncIterable<ArrangedLabel>,
  fonts: LabelFonts,
  meta: PdfMeta,
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  document.setTitle(meta.title);
  document.setCreator("Packbench");
  document.setProducer("Packbench");
  document.setCreationDate(meta.createdAt);
  document.setModificationDate(meta.createdAt);
  // A reader that scales to the paper would turn bars into fractional dots.
  document.catalog.set(PDFName.of("ViewerPreferences"), context.obj({ PrintScaling: "None" }));

  const pdfFonts = createPdfFonts(context, fonts);
  const pictures = createPictures(context);
  const resources: ContentResources = { fonts: pdfFonts, picture: pictures.name };
  const pages = createPages(document);
  if (meta.sheet === undefined) {
    for await (const label of labels)
      pages.add(label, labelContent(label, resources, { pageHeight: label.heightMm, x: 0, y: 0 }));
  } else {
    await fillSheets(labels, { pages, resources, sheet: meta.sheet });
  }
  const named = PDFDict.withContext(context);
  named.set(PDFName.of("Font"), context.obj(Object.fromEntries(pdfFonts.embed())));
  named.set(PDFName.of("XObject"), context.obj(Object.fromEntries(pictures.all)));
  pages.finish(named);
  return document.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
}

type Pages = {
  add(size: { readonly widthMm: number; readonly heightMm: number }, content: string): void;
  /** Writes the list of pages, which all inherit these resources. */
  finish(resources: PDFDict): void;
};

function createPages(document: PDFDocument): Pages {
  const { context, catalog } = document;
  const tree = catalog.Pages();
  const parent = catalog.get(PDFName.of("Pages"));
  if (!(parent instanceof PDFRef)) throw new Error("the document has no page tree");
  const kids: PDFRef[] = [];
  return {
    add({ widthMm, heightMm }, content) {
      const contents = context.register(deflated(context, Buffer.from(content, "latin1")));
      const box = [0, 0, rounded(widthMm), rounded(heightMm)];
      kids.push(
        context.register(
          context.obj({ Type: "Page", Parent: parent, MediaBox: box, Contents: contents }),
        ),
      );
    },
    finish(resources) {
      tree.set(PDFName.of("Resources"), resources);
      tree.set(PDFName.of("Kids"), context.obj(kids));
      tree.set(PDFName.of("Count"), context.obj(kids.length));
    },
  };
}

function rounded(mm: number): number {
  return Math.round(mm * POINTS_PER_MM * 10_000) / 10_000;
}

type Filling = {
  readonly pages: Pages;
  readonly resources: ContentResources;
  readonly sheet: NonNullable<PdfMeta["sheet"]>;
};

async function fillSheets(
  labels: Iterable<ArrangedLabel> | AsyncIterable<ArrangedLabel>,
  { pages, resources, sheet }: Filling,
): Promise<void> {
  const positions = positionsOnSheet(sheet.kind);
  if (positions[sheet.startAt - 1] === undefined)
    throw new RangeError(
      `a sheet has the positions 1 to ${positions.length}, not ${sheet.startAt}`,
    );
  const media = SHEET_MEDIA[sheet.kind];
  const marks = sheet.hasCutMarks ? [cutMarks(sheet.kind)] : [];
  let next = sheet.startAt - 1;
  let content = [...marks];
  for await (const label of labels) {
    const position = positions[next];
    if (position === undefined || label.widthMm > position.w || label.heightMm > position.h)
      throw new RangeError(
        `a label of ${label.widthMm} × ${label.heightMm} mm does not fit on the sheet`,
      );
    const dotsPerMm = dotsPerMmOf(label.dpi);
    const onDot = (mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;
    const x = onDot(position.x + (position.w - label.widthMm) / 2);
    const y = onDot(position.y + (position.h - label.heightMm) / 2);
    content.push(labelContent(label, resources, { pageHeight: media.heightMm, x, y }));
    next++;
    if (next === positions.length) {
      pages.add(media, content.join("\n"));
      content = [...marks];
      next = 0;
    }
  }
  if (content.length > marks.length) pages.add(media, content.join("\n"));
}

type Pictures = {
  readonly name: ContentResources["picture"];
  readonly all: ReadonlyMap<string, PDFRef>;
};

/** Adds each picture to the document once, however many labels show it. */
function createPictures(context: PDFContext): Pictures {
  const names = new Map<string, string>();
  const all = new Map<string, PDFRef>();
  const add = ({ columns, rows, bits }: PictureItem): string => {
    const name = `P${all.size}`;
    // A stencil: 1 bits are inked, 0 bits are transparent.
    const stencil = {
      Type: "XObject",
      Subtype: "Image",
      Width: columns,
      Height: rows,
      ImageMask: true,
      BitsPerComponent: 1,
      Decode: [1, 0],
    };
    all.set(name, context.register(deflated(context, bits, stencil)));
    return name;
  };
  return {
    all,
    name(item) {
      const hash = createHash("sha256")
        .update(`${item.columns}×${item.rows} `)
        .update(item.bits)
        .digest("hex");
      let name = names.get(hash);
      if (name === undefined) names.set(hash, (name = add(item)));
      return name;
    },
  };
}
