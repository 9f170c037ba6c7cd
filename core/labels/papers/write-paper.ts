/**
 * Writes papers of many parts in turns: the drawing thread answers other calls between turns, so
 * that a label that is printed meanwhile waits for a few parts, not for a thousand. Labels are
 * arranged and written one by one, so they do not collect in memory.
 */
import { AppError, isAppError } from "../../base/errors.ts";
import { writePdf, type PdfMeta } from "../draw/draw-pdf.ts";
import { arrange, type DrawingContext } from "../draw/draw-label.ts";
import type { ArrangedLabel } from "../layout/items.ts";
import { cardPages } from "./card-pages.ts";
import { createManifestPages } from "./manifest-pages.ts";
import type { ManifestParcel, PaperBatch, PaperOrder } from "./paper-orders.ts";
import { pickPages } from "./pick-pages.ts";
import { WORDS } from "./paper-words.ts";
import { slipPages } from "./slip-pages.ts";

/** A paper that is being written. */
export type PaperWriter = {
  /**
   * Adds parts to the paper.
   *
   * @throws AppError E1072, E2057, E2058 for a label that cannot be arranged; the paper is lost
   * then.
   */
  add(batch: PaperBatch): Promise<void>;
  /**
   * Finishes the paper; call after the last part.
   *
   * @returns The file; undefined when `finish` must be called again.
   */
  finish(): Promise<Uint8Array | undefined>;
};

/** Number of manifest pages that are arranged per turn. */
const PAGES_AT_ONCE = 4;

/**
 * Starts a paper. `add` or `finish` rejects with a RangeError when a label sheet has no position
 * `startAt`, or when a label is larger than its position.
 */
export function openPaper(order: PaperOrder, context: DrawingContext): PaperWriter {
  if (order.kind === "slip") return slipWriter(order, context);
  if (order.kind === "card") return cardWriter(order, context);
  if (order.kind === "picks") return picksWriter(order, context);
  if (order.kind === "labels") return labelsWriter(order, context);
  return order.format === "pdf" ? manifestWriter(order, context) : sheetWriter(order);
}

type Order<K extends PaperOrder["kind"]> = Extract<PaperOrder, { readonly kind: K }>;

function slipWriter({ slip }: Order<"slip">, { fonts }: DrawingContext): PaperWriter {
  return {
    add: () => Promise.resolve(),
    finish: () =>
      writePdf(slipPages(slip, fonts), fonts, {
        title: slip.orderNumber === "" ? String(slip.shipmentNumber) : slip.orderNumber,
        createdAt: dateOf(slip.madeAt),
      }),
  };
}

function cardWriter({ card }: Order<"card">, { fonts }: DrawingContext): PaperWriter {
  return {
    add: () => Promise.resolve(),
    finish: () =>
      writePdf(cardPages(card, fonts), fonts, {
        title: WORDS[card.language].card,
        createdAt: dateOf(card.madeAt),
      }),
  };
}

function picksWriter({ list }: Order<"picks">, { fonts }: DrawingContext): PaperWriter {
  return {
    add: () => Promise.resolve(),
    finish: () =>
      writePdf(pickPages(list, fonts), fonts, {
        title: WORDS[list.language].picks,
        createdAt: dateOf(list.madeAt),
      }),
  };
}

function labelsWriter(
  { title, madeAt, sheet }: Order<"labels">,
  context: DrawingContext,
): PaperWriter {
  const pdf = openPdf(context, {
    title,
    createdAt: dateOf(madeAt),
    ...(sheet === null ? {} : { sheet: { kind: "a4-4" as const, ...sheet } }),
  });
  return {
    async add({ labels = [] }) {
      for (const label of labels) await pdf.add(arrangeNamed(label, context));
    },
    finish: () => pdf.finish(),
  };
}

/**
 * Arranges a label. The errors name the shipment, because a person could not otherwise find the
 * label among a thousand.
 */
function arrangeNamed(
  label: NonNullable<PaperBatch["labels"]>[number],
  context: DrawingContext,
): ArrangedLabel {
  try {
    return arrange(label, context);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { shipmentNumber } = label.model;
    throw new AppError(error.code, `Shipment ${shipmentNumber}: ${error.message}`, {
      ...error.details,
      shipmentNumber,
    });
  }
}

function manifestWriter({ head }: Order<"manifest">, context: DrawingContext): PaperWriter {
  const manifest = createManifestPages(head, context.fonts);
  let pages: Generator<ArrangedLabel> | undefined;
  const pdf = openPdf(context, {
    title: `${head.carrierName} ${head.day}`,
    createdAt: dateOf(head.madeAt),
  });
  return {
    add({ parcels = [], staying = [] }) {
      manifest.add(parcels);
      manifest.addStaying(staying);
      return Promise.resolve();
    },
    async finish() {
      pages ??= manifest.pages();
      for (let i = 0; i < PAGES_AT_ONCE; i++) {
        const { value, done } = pages.next();
        if (done === true) return pdf.finish();
        await pdf.add(value);
      }
      return undefined;
    },
  };
}

/** Writes a workbook. The code that writes it is loaded when the first workbook is finished. */
function sheetWriter({ head }: Order<"manifest">): PaperWriter {
  const all: ManifestParcel[] = [];
  return {
    add: ({ parcels = [] }) => Promise.resolve(void all.push(...parcels)),
    finish: async () => (await import("./manifest-sheet.ts")).manifestSheet(head, all),
  };
}

/** Creates a PDF to which pages are added one by one. */
function openPdf(
  { fonts }: DrawingContext,
  meta: PdfMeta,
): { add(page: ArrangedLabel): Promise<void>; finish(): Promise<Uint8Array> } {
  const { readable, writable } = new TransformStream<ArrangedLabel, ArrangedLabel>();
  const pages = writable.getWriter();
  const written = writePdf(readable, fonts, meta);
  written.catch(() => undefined); // the next `add` or `finish` throws this error
  pages.closed.catch(() => undefined);
  return {
    async add(page) {
      await pages.write(page).catch(() => written);
    },
    async finish() {
      await pages.close().catch(() => undefined);
      return written;
    },
  };
}

function dateOf(instant: string): Date {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
