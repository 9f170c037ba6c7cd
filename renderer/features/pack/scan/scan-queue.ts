/**
 * Queues scans that arrive while a purchase runs or its failure must be read, and opens them in
 * order once the screen is free. Pure.
 */
import { nextStep } from "../next-step.ts";
import { scanOf } from "../offers/buy-at-once.ts";
import type { PackEvent, PackStep } from "../pack-step.ts";

/** The step on the screen, and the codes that wait. */
export type PackQueue = { readonly pack: PackStep; readonly queue: readonly string[] };

/**
 * Returns step and queue after an event: a scan that must wait joins the queue, and a free screen
 * opens its first code.
 */
export function nextQueued({ pack, queue }: PackQueue, event: PackEvent): PackQueue {
  if (event.type === "scanned" && mustWait(pack, event.code)) {
    // The same code twice in a row is one parcel.
    return queue.at(-1) === event.code ? { pack, queue } : { pack, queue: [...queue, event.code] };
  }
  const now = nextStep(pack, event);
  const [code, ...rest] = queue;
  return code !== undefined && isFree(now)
    ? { pack: openingOf(code), queue: rest }
    : { pack: now, queue };
}

/**
 * Returns whether a code must wait: a running purchase stays on the screen. A failed purchase stays
 * readable, unless the same code is scanned again.
 */
function mustWait(pack: PackStep, code: string): boolean {
  return (
    pack.step === "buying" ||
    (pack.step === "failed" && pack.during === "buying" && pack.code !== code)
  );
}

/** Opens a code that has waited. A shipment's number, unlike a code, comes from a list. */
function openingOf(code: string): PackStep {
  return {
    step: "opening",
    code,
    from: null,
    ...scanOf(code.startsWith("#") ? {} : { isScan: true }),
  };
}

function isFree(pack: PackStep): boolean {
  return pack.step === "empty" || pack.step === "bought";
}
