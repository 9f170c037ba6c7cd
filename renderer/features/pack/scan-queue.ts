/**
 * Scans that come while a purchase runs, or while its failure must be read: each is kept, in order, and opened when the
 * desk is free. Pure.
 */
import { nextStep, type Happening, type PackStep } from "./pack-step.ts";

export type Desk = { readonly pack: PackStep; readonly queue: readonly string[] };

export function nextDesk({ pack, queue }: Desk, happening: Happening): Desk {
  if (happening.type === "scanned" && mustWait(pack, happening.code)) {
    // A code that was read twice in a row is one parcel in one hand.
    return queue.at(-1) === happening.code ? { pack, queue } : { pack, queue: [...queue, happening.code] };
  }
  const now = nextStep(pack, happening);
  const [code, ...rest] = queue;
  return code !== undefined && isFree(now) ? { pack: { step: "opening", code, from: null }, queue: rest } : { pack: now, queue };
}

/** A purchase is never left alone, and one that failed stays readable. */
function mustWait(pack: PackStep, code: string): boolean {
  return pack.step === "buying" || (pack.step === "failed" && pack.during === "buying" && pack.code !== code);
}

function isFree(pack: PackStep): boolean {
  return pack.step === "empty" || pack.step === "bought";
}
