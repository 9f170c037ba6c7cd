/**
 * Prints a carrier's manifest at the desk, on the printer with the role for A4 documents: the
 * courier signs the paper.
 */
import { turkishDay } from "../../base/turkish-day.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { PrintJob } from "../../printing/printing.schema.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { getHandOverManifest, getManifest } from "./manifest.ts";
import { printOnA4, type PrintCaller } from "./print-a4.ts";
import type { PrintedManifest } from "./papers.schema.ts";

/**
 * Queues the manifest of a day in its current state. Each call prints another manifest. While no
 * printer has the role, the job waits. A manifest without parcels is not printed, and neither is
 * one whose caller has gone, because that caller may repeat its call.
 *
 * @param caller.keep Stores the Idempotency-Key with the job, in the transaction that creates the
 *   job.
 * @throws AppError E2052 when reading takes too long; E2059 when the manifest cannot be drawn now;
 *   E2060 when too many documents wait; E2166 when the carrier has no parcel on this day.
 */
export async function printManifest(
  deps: PrintingDeps,
  actor: Actor,
  { carrier, day = turkishDay(deps.now()) }: PrintedManifest,
  caller: PrintCaller,
): Promise<PrintJob> {
  const of = { carrier, day, format: "pdf", needsParcels: true } as const;
  return printOnA4(deps, actor, await getManifest(deps, actor, of, caller.isGone), caller);
}

/**
 * Queues the manifest of a hand-over, as `printManifest` does.
 *
 * @throws AppError E2052, E2059, E2060; E2194 when the actor may not see the hand-over;
 *   E2240 until all its parcels are written.
 */
export async function printHandOverManifest(
  deps: PrintingDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  actor: Actor,
  id: string,
  caller: PrintCaller,
): Promise<PrintJob> {
  const of = { id, format: "pdf" } as const;
  return printOnA4(deps, actor, await getHandOverManifest(deps, actor, of, caller.isGone), caller);
}

type PrintingDeps = WriteDeps & Pick<FulfilmentDeps, "reader" | "settings" | "geo" | "labels">;
