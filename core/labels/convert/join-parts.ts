/** The parts of a converted document as one. */
import { AppError } from "../../base/errors.ts";
import type { Converted, ConvertedPart } from "./converted.ts";

/**
 * @param next Converts a part.
 * @returns All parts as one document.
 * @throws AppError E2029 when all of its pages are blank, and as `next` does.
 */
export async function joinParts(next: (part: number) => Promise<ConvertedPart>): Promise<Converted> {
  const parts = [await next(0)];
  for (let part = 1; part < (parts[0]?.parts ?? 0); part += 1) parts.push(await next(part));
  const printed = parts.filter(({ labels }) => labels > 0);
  if (printed.length === 0) throw new AppError("E2029", "The document has no label: it is blank.");
  return join(printed);
}

/** @returns Labels one after the other: verified when each of them is. */
export function join(labels: readonly Converted[]): Converted {
  return {
    bytes: Buffer.concat(labels.map(({ bytes }) => bytes)),
    labels: labels.reduce((sum, one) => sum + one.labels, 0),
    verification: labels.every(({ verification }) => verification === "verified") ? "verified" : "unverifiable",
    symbols: labels.flatMap(({ symbols }) => symbols),
    ...(labels.length === 1 && labels[0]?.apart === undefined ? {} : { apart: labels.flatMap((label) => label.apart ?? [label]) }),
  };
}
