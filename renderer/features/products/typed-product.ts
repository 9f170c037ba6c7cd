/** A product as a person types it. Pure. */
import type { Product, ProductInput } from "../../../core/shipping/products/products.schema.ts";
import { readSize } from "../../lib/measures.ts";

export type Typed = {
  readonly stockCode: string;
  readonly title: string;
  /** Separated by white space, comma or semicolon. */
  readonly barcodes: string;
  readonly shelf: string;
  readonly grams: string;
  /** Length × width × height in cm. */
  readonly size: string;
  readonly imageURL: string;
};

/** Longest texts, and the most of other values, that the core takes. */
const MOST = { stockCode: 100, title: 300, shelf: 50, grams: 1_000_000, mm: 10_000, barcodes: 20 };

/** Converts a product to typed text; 0 becomes an empty field. */
export function typedOf(product: Product | null, language: string): Typed {
  if (product === null)
    return { stockCode: "", title: "", barcodes: "", shelf: "", grams: "", size: "", imageURL: "" };
  const { lengthMm, widthMm, heightMm, weightGrams } = product;
  const sides = [lengthMm, widthMm, heightMm];
  const cm = (mm: number): string => String(mm / 10).replace(".", language === "tr" ? "," : ".");
  return {
    stockCode: product.stockCode,
    title: product.title,
    barcodes: product.barcodes.join(" "),
    shelf: product.shelf,
    grams: weightGrams === 0 ? "" : String(weightGrams),
    size: sides.includes(0) ? "" : sides.map(cm).join(" x "),
    imageURL: product.imageURL,
  };
}

/** Splits typed barcodes. */
export function barcodesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((code) => code !== ""))];
}

/** Returns the fields that the core would refuse. */
export function wrongOf(typed: Typed): ReadonlySet<keyof Typed> {
  const barcodes = barcodesOf(typed.barcodes);
  const isWrong: Readonly<Record<keyof Typed, boolean>> = {
    stockCode: typed.stockCode.trim() === "" || typed.stockCode.trim().length > MOST.stockCode,
    title: typed.title.trim().length > MOST.title,
    barcodes:
      barcodes.length > MOST.barcodes ||
      !barcodes.every((code) => /^[\x21-\x7e]{1,100}$/.test(code)),
    shelf: typed.shelf.trim().length > MOST.shelf,
    grams: !/^\d{0,7}$/.test(typed.grams.trim()) || Number(typed.grams) > MOST.grams,
    size: typed.size.trim() !== "" && sizeOf(typed.size) === undefined,
    imageURL: !/^(?:https?:\/\/\S{1,1990})?$/i.test(typed.imageURL.trim()),
  };
  return new Set((Object.keys(isWrong) as (keyof Typed)[]).filter((name) => isWrong[name]));
}

type Sides = Required<Pick<ProductInput, "lengthMm" | "widthMm" | "heightMm">>;

function sizeOf(text: string): Sides | undefined {
  const read = readSize(text);
  if (read === undefined || !("length" in read)) return undefined;
  const mm = (cm: string): number => Math.round(Number(cm) * 10);
  const sides = { lengthMm: mm(read.length), widthMm: mm(read.width), heightMm: mm(read.height) };
  return Object.values(sides).every((side) => side <= MOST.mm) ? sides : undefined;
}

/** Converts valid typed text to what the core saves: an empty field empties the value. */
export function inputOf(typed: Typed): ProductInput {
  const empty = { lengthMm: 0, widthMm: 0, heightMm: 0 };
  return {
    stockCode: typed.stockCode.trim(),
    title: typed.title.trim(),
    barcodes: barcodesOf(typed.barcodes),
    shelf: typed.shelf.trim(),
    weightGrams: Number(typed.grams),
    imageURL: typed.imageURL.trim(),
    ...(typed.size.trim() === "" ? empty : sizeOf(typed.size)),
  };
}
