/**
 * Pages of an end-of-day manifest: the parcels that a courier takes over, with room for signatures.
 * Parcels, up to thousands, are first measured in batches and then placed page by page; in between,
 * only each parcel's data and height are kept.
 */
import { moneyText } from "../../base/money.ts";
import type { ArrangedLabel } from "../layout/items.ts";
import { amountText, dayText, numberText } from "../layout/label-fields.ts";
import type { LabelLanguage } from "../layout/layout.schema.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { sumParcels, type ManifestTotals } from "./manifest-totals.ts";
import { CAPTION, FRAME, HAIRLINE, RULE, W, X } from "./manifest-look.ts";
import { signatureRow } from "./manifest-signatures.ts";
import { momentText } from "./moment-text.ts";
import type { ManifestHead, ManifestParcel } from "./paper-orders.ts";
import { breakPages, placePage } from "./paper-pages.ts";
import {
  sideBySide,
  blockRow,
  textRow,
  type Cell,
  type PaperRow,
  type RowSize,
} from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";

const TEXT = 2.8;
const GUTTER = 2;

/** Name, width in mm and alignment of each column. The widths add up to `W`. */
const COLUMNS = [
  ["row", 9, "right"],
  ["number", 14, "right"],
  ["barcode", 34, "left"],
  ["to", 43, "left"],
  ["place", 38, "left"],
  ["desi", 10, "right"],
  ["weight", 11, "right"],
  ["pieces", 8, "right"],
  ["cash", 19, "right"],
] as const satisfies readonly (readonly [string, number, "left" | "right"])[];

type Column = (typeof COLUMNS)[number][0];

export type ManifestPages = {
  /** Measures parcels that the courier takes, in order. */
  add(parcels: readonly ManifestParcel[]): void;
  /** Measures parcels that stay here, in order. */
  addStaying(parcels: readonly ManifestParcel[]): void;
  /** Arranges the pages, each when it is requested; call after the last parcel. */
  pages(): Generator<ArrangedLabel>;
};

/** Creates a manifest that has no parcels yet. */
export function createManifestPages(head: ManifestHead, fonts: LabelFonts): ManifestPages {
  const taken: Measured = { parcels: [], sizes: [] };
  const staying: Measured = { parcels: [], sizes: [] };
  const rowOf = (parcel: ManifestParcel, index: number): PaperRow =>
    textRow(fonts, cells(parcelTexts(parcel, index, head.language), { size: TEXT }), {
      above: 0.7,
      below: 0.7,
      rule: { x: X, w: W, h: HAIRLINE },
    });
  const measure = ({ parcels, sizes }: Measured, more: readonly ManifestParcel[]): void => {
    for (const parcel of more) {
      const { lines, pitch, above, below } = rowOf(parcel, parcels.length);
      sizes.push({ lines, pitch, above, below });
      parcels.push(parcel);
    }
  };
  return {
    add: (more) => measure(taken, more),
    addStaying: (more) => measure(staying, more),
    *pages() {
      const { parcels, sizes } = taken;
      const totals = sumParcels(parcels);
      const before = [headRow(head, fonts, parcels.length), columnsRow(head.language, fonts)];
      // One row, so that the sums and the signatures are on one page, below the repeated column
      // heads.
      const after = [
        sideBySide([[totalsRow(totals, head.language, fonts), signatureRow(head.language, fonts)]]),
        ...stayingRows(head, fonts, staying.parcels.length),
      ];
      const pages = breakPages([...before, ...sizes, ...after, ...staying.sizes], FRAME, {
        head: 1,
        from: 2,
        until: 3 + sizes.length,
      });
      const rowAt = (index: number): PaperRow => {
        const at = index - before.length;
        const stayingAt = at - parcels.length - after.length;
        const [parcel, stays] = [parcels[at], staying.parcels[stayingAt]];
        const row =
          before[index] ??
          (parcel === undefined ? after[at - parcels.length] : rowOf(parcel, at)) ??
          (stays === undefined ? undefined : rowOf(stays, stayingAt));
        return row ?? blockRow(0, () => undefined);
      };
      const foot = {
        language: head.language,
        text: `${head.carrierName} · ${manifestDay(head)} · ${WORDS[head.language].manifestFoot}`,
        mark: head.mark,
      };
      for (const [i, slices] of pages.entries())
        yield placePage(fonts, FRAME, slices, { number: i + 1, of: pages.length, foot, rowAt });
    },
  };
}

/** Parcels with the sizes of their rows. */
type Measured = { readonly parcels: ManifestParcel[]; readonly sizes: RowSize[] };

/** Builds the heading of the parcels that stay here; empty for a manifest that lists none. */
function stayingRows(
  { stayingAt, language }: ManifestHead,
  fonts: LabelFonts,
  count: number,
): PaperRow[] {
  if (stayingAt === undefined) return [];
  const words = WORDS[language];
  const at = momentText(stayingAt, language);
  return [
    textRow(
      fonts,
      [
        {
          field: "staying",
          x: X,
          width: W,
          texts: [count === 0 ? words.noneStays(at) : words.staying(count, at)],
          size: 3.4,
          weight: "bold",
        },
      ],
      { above: 6, below: 2 },
    ),
  ];
}

function cells(
  texts: Readonly<Partial<Record<Column, readonly string[]>>>,
  style: Pick<Cell, "size" | "weight">,
): Cell[] {
  let left = X;
  return COLUMNS.flatMap(([name, width, align]) => {
    const x = left;
    left += width;
    return texts[name] === undefined
      ? []
      : [
          {
            field: `parcel.${name}`,
            x,
            width: width - (name === "cash" ? 0 : GUTTER),
            texts: texts[name],
            align,
            ...style,
          },
        ];
  });
}

function parcelTexts(
  parcel: ManifestParcel,
  index: number,
  language: LabelLanguage,
): Record<Column, readonly string[]> {
  return {
    row: [String(index + 1)],
    number: [String(parcel.number)],
    barcode: [parcel.barcode, ...(parcel.isUnannounced ? [WORDS[language].unannounced] : [])],
    to: [parcel.recipient],
    place: [[parcel.district, parcel.city].filter((part) => part !== "").join(" / ")],
    desi: [numberText(parcel.desi, language)],
    weight: [numberText(parcel.weightKg, language)],
    pieces: [String(parcel.pieces)],
    cash: parcel.cashMinor === 0 ? [] : [sumText(parcel.cashMinor, parcel.currency, language)],
  };
}

function sumText(minor: number, currency: string, language: LabelLanguage): string {
  return `${amountText(moneyText(minor), language)} ${currency}`;
}

function manifestDay({ day, language }: ManifestHead): string {
  return dayText(`${day}T12:00:00+03:00`, language);
}

function headRow(head: ManifestHead, fonts: LabelFonts, count: number): PaperRow {
  const words = WORDS[head.language];
  const half = W / 2;
  const title = textRow(
    fonts,
    [{ field: "title", x: X, width: W, texts: [words.manifest], size: 6, weight: "bold" }],
    { below: 3 },
  );
  const fact = (x: number, caption: string, text: string): PaperRow =>
    textRow(fonts, [
      { field: "caption", x, width: 27, texts: [caption], size: CAPTION },
      { field: "fact", x: x + 28, width: half - 32, texts: [text], size: 3.4, weight: "bold" },
    ]);
  const facts = sideBySide([
    [fact(X, words.sender, head.organizationName), fact(X, words.carrierName, head.carrierName)],
    [
      fact(X + half, words.day, manifestDay(head)),
      fact(X + half, words.madeAt, momentText(head.madeAt, head.language)),
      fact(X + half, words.parcels, String(count)),
    ],
  ]);
  return sideBySide([[title, facts]], { below: 5 });
}

function columnsRow(language: LabelLanguage, fonts: LabelFonts): PaperRow {
  const words = WORDS[language];
  const texts: Record<Column, readonly string[]> = {
    row: ["#"],
    number: [words.number],
    barcode: [words.barcode],
    to: [words.to],
    place: [words.place],
    desi: [words.desi],
    weight: [words.weight],
    pieces: [words.pieces],
    cash: [words.cash],
  };
  return textRow(fonts, cells(texts, { size: CAPTION, weight: "bold" }), {
    below: 1,
    rule: { x: X, w: W, h: RULE },
  });
}

function totalsRow(totals: ManifestTotals, language: LabelLanguage, fonts: LabelFonts): PaperRow {
  const words = WORDS[language];
  if (totals.parcels === 0)
    return textRow(
      fonts,
      [{ field: "none", x: X, width: W, texts: [words.noParcels], size: 3.4 }],
      { above: 3, below: 3 },
    );
  const cash = totals.cash.map(({ minor, currency }) => sumText(minor, currency, language));
  const texts = {
    desi: [numberText(totals.desi, language)],
    weight: [numberText(totals.weightKg, language)],
    pieces: [String(totals.pieces)],
    cash,
  };
  const label: Cell = {
    field: "total",
    x: X,
    width: 100,
    texts: [
      `${words.total}: ${totals.parcels}`,
      ...(totals.unannounced === 0 ? [] : [words.unannouncedParcels(totals.unannounced)]),
    ],
    size: 3.2,
    weight: "bold",
  };
  return textRow(fonts, [label, ...cells(texts, { size: TEXT, weight: "bold" })], {
    above: 2,
    below: 6,
  });
}
