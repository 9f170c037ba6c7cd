/**
 * Queues scans that arrive while a purchase runs or its failure must be read, and opens them in
 * order once the screen is free. Pure.
 */
import { nextStep } from "../next-step.ts";
import { scanOf } from "../offers/buy-at-once.ts";
import type { PackEvent, PackStep } from "../pack-step.ts";

/** A code that waits; `isScan`: the scanner sent the code, and nobody typed or chose it. */
export type QueuedCode = { readonly code: string; readonly isScan?: true };

/** The step on the screen, and the codes that wait. */
export type PackQueue = { readonly pack: PackStep; readonly queue: readonly QueuedCode[] };

/**
 * Returns step and queue after an event: a scan that must wait joins the queue, and a free screen
 * opens its first code.
 */
export function nextQueued({ pack, queue }: PackQueue, event: PackEvent): PackQueue {
  if (event.type === "scanned" && mustWait(pack, event.code)) {
    // The same code twice in a row is one parcel.
    const { code } = event;
    return queue.at(-1)?.code === code
      ? { pack, queue }
      : { pack, queue: [...queue, { code, ...scanOf(event) }] };
  }
  const now = nextStep(pack, event);
  const [first, ...rest] = queue;
  return first !== undefined && isFree(now)
    ? { pack: { step: "opening", from: null, ...first }, queue: rest }
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

function isFree(pack: PackStep): boolean {
  return pack.step === "empty" || pack.step === "bought";
}
