/**
 * Finds the decimal separator of a column of numbers: files write 1.250,00, 1250.00 and 1,250.00. A
 * single separator with exactly three digits after it ("1.250") may separate thousands or decimals;
 * another value of the column decides, otherwise the number is ambiguous. Pure.
 */
type DecimalSign = "." | ",";
/** Undefined: no value of the column shows the format, or two values contradict each other. */
export type NumberFormat = DecimalSign | undefined;

export type Reading =
  /** Digits, with a point before the decimals. */
  | { readonly kind: "number"; readonly text: string }
  /**
   * Both readings, first with the separator as thousands separator, then as decimal separator; each
   * text is unambiguous.
   */
  | { readonly kind: "ambiguous"; readonly readings: readonly [string, string] }
  | { readonly kind: "none" };

/**
 * Finds the format of a column.
 *
 * @param values The column's cells; cells that are not numbers are ignored.
 */
export function findNumberFormat(values: Iterable<string>): NumberFormat {
  const found = new Set<DecimalSign>();
  for (const value of values) {
    const sign = signOf(value);
    if (sign === "." || sign === ",") found.add(sign);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** Reads one cell; a format visible in the cell overrides the column's format. */
export function readNumber(text: string, format: NumberFormat): Reading {
  const own = signOf(text);
  if (own === undefined) return { kind: "none" };
  if (own === "whole") return { kind: "number", text };
  const sign = own === "either" ? format : own;
  if (sign === undefined) return { kind: "ambiguous", readings: readingsOf(text) };
  return { kind: "number", text: text.replaceAll(sign === "." ? "," : ".", "").replace(sign, ".") };
}

/** Finds both readings of an ambiguous cell; undefined when the cell has one reading. */
export function bothReadings(text: string): readonly [string, string] | undefined {
  return signOf(text) === "either" ? readingsOf(text) : undefined;
}

function readingsOf(text: string): readonly [string, string] {
  return [`${text.replace(/[.,]/, "")}.00`, withoutDoubt(text.replace(",", "."))];
}

/**
 * Writes a number unambiguously: three decimals could be read as thousands, so trailing zeros are
 * removed, or a zero is added.
 */
function withoutDoubt(text: string): string {
  const shortest = String(Number(text));
  return /\.\d{3}$/.test(shortest) ? `${shortest}0` : shortest;
}

/** Finds the separator of a text; undefined when the text is not a number. */
function signOf(text: string): DecimalSign | "whole" | "either" | undefined {
  if (/^\d+$/.test(text)) return "whole";
  const [, whole, sign, fraction] = /^(\d+)([.,])(\d+)$/.exec(text) ?? [];
  // A thousands separator never follows four digits or a zero.
  if (fraction !== undefined)
    return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole ?? "")
      ? "either"
      : sign === ","
        ? ","
        : ".";
  if (/^\d{1,3}((\.\d{3})+,\d+|(\.\d{3}){2,})$/.test(text)) return ",";
  if (/^\d{1,3}((,\d{3})+\.\d+|(,\d{3}){2,})$/.test(text)) return ".";
  return undefined;
}
