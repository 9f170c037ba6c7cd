/**
 * Prints a carrier's manifest at the desk, on the printer with the role for A4 documents: the
 * courier signs the paper.
 */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { turkishDay } from "../../base/turkish-day.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { Bytes } from "../../http/route.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import { inTransaction } from "../../db/change.ts";
import { PAPER_SIZES } from "../../labels/papers/paper-orders.ts";
import { enqueueFirst } from "../../printing/enqueue.ts";
import { findPrinterFor } from "../../printing/printers.ts";
import type { PrintJob } from "../../printing/printing.schema.ts";
import { getPrintJob } from "../../printing/printing.service.ts";
import { withoutHistory } from "../../printing/program-prints.ts";
import { uploadDocument } from "../../printing/upload-document.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { getHandOverManifest, getManifest } from "./manifest.ts";
import type { PrintedManifest } from "./papers.schema.ts";

const ROLE = "a4";

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
  caller: Caller,
): Promise<PrintJob> {
  const of = { carrier, day, format: "pdf", needsParcels: true } as const;
  return print(deps, actor, await getManifest(deps, actor, of, caller.isGone), caller);
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
  caller: Caller,
): Promise<PrintJob> {
  const of = { id, format: "pdf" } as const;
  return print(deps, actor, await getHandOverManifest(deps, actor, of, caller.isGone), caller);
}

type PrintingDeps = WriteDeps & Pick<FulfilmentDeps, "reader" | "settings" | "geo" | "labels">;

type Caller = {
  readonly isGone: () => Promise<boolean>;
  readonly keep: ((jobID: string) => void) | undefined;
};

async function print(
  deps: PrintingDeps,
  actor: Actor,
  { bytes, fileName = "" }: Bytes,
  { isGone, keep }: Caller,
): Promise<PrintJob> {
  const document = await uploadDocument(deps, {
    content: (await contentOf(bytes)).toString("base64"),
    ...PAPER_SIZES.A4,
    dpi: findPrinterFor(deps, ROLE)?.dpi ?? 203,
  });
  await requireCaller({ isGone });
  return inTransaction(deps, () => {
    const job = enqueueFirst(deps, {
      organizationID: actor.organizationID,
      memberID: actor.memberID,
      shipmentID: "",
      barcode: "",
      kind: "DOCUMENT",
      target: ROLE,
      document,
      title: fileName,
    });
    if (job === undefined) throw new Error("a print job was not written");
    keep?.(job.id);
    return withoutHistory(getPrintJob(deps, actor, job.id));
  });
}

async function contentOf(bytes: Bytes["bytes"]): Promise<Buffer> {
  if (bytes instanceof Readable) return buffer(bytes);
  return typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes);
}
