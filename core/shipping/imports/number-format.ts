/**
 * Which sign separates the decimals in a column of numbers: files write 1.250,00, 1250.00 and
 * 1,250.00. One separator with exactly three digits behind it ("1.250") can be either; then another
 * value of the column decides, or the number is ambiguous. Pure.
 */
type DecimalSign = "." | ",";
/** Undefined: no value of the column shows its format, or two values contradict each other. */
export type NumberFormat = DecimalSign | undefined;

export type Reading =
  /** Digits, and a point before the decimals. */
  | { readonly kind: "number"; readonly text: string }
  /**
   * With the separator as the thousands' first; each is read in one way when it is written as it
   * stands here.
   */
  | { readonly kind: "ambiguous"; readonly readings: readonly [string, string] }
  | { readonly kind: "none" };

/** @param values The column's cells; those that are no numbers are ignored. */
export function findNumberFormat(values: Iterable<string>): NumberFormat {
  const found = new Set<DecimalSign>();
  for (const value of values) {
    const sign = signOf(value);
    if (sign === "." || sign === ",") found.add(sign);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** Reads one cell; a format that the cell itself shows comes before its column's. */
export function readNumber(text: string, format: NumberFormat): Reading {
  const own = signOf(text);
  if (own === undefined) return { kind: "none" };
  if (own === "whole") return { kind: "number", text };
  const sign = own === "either" ? format : own;
  if (sign === undefined) return { kind: "ambiguous", readings: readingsOf(text) };
  return { kind: "number", text: text.replaceAll(sign === "." ? "," : ".", "").replace(sign, ".") };
}

/**
 * @returns The two readings of a cell that its column alone decides; undefined when the cell has
 *   one.
 */
export function bothReadings(text: string): readonly [string, string] | undefined {
  return signOf(text) === "either" ? readingsOf(text) : undefined;
}

function readingsOf(text: string): readonly [string, string] {
  return [`${text.replace(/[.,]/, "")}.00`, withoutDoubt(text.replace(",", "."))];
}

/** Three decimals could be thousands again: zeros at the end are left out, or one more is added. */
function withoutDoubt(text: string): string {
  const shortest = String(Number(text));
  return /\.\d{3}$/.test(shortest) ? `${shortest}0` : shortest;
}

/** @returns Undefined when the text is no number. */
function signOf(text: string): DecimalSign | "whole" | "either" | undefined {
  if (/^\d+$/.test(text)) return "whole";
  const [, whole, sign, fraction] = /^(\d+)([.,])(\d+)$/.exec(text) ?? [];
  // No thousands are written behind four digits, nor behind a zero.
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
