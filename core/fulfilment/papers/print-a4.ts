/** Queues a drawn paper at the desk, on the printer with the role for A4 documents. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
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

const ROLE = "a4";

/** The caller of a print. `keep`: stores the Idempotency-Key with the job, in its transaction. */
export type PrintCaller = {
  readonly isGone: () => Promise<boolean>;
  readonly keep: ((jobID: string) => void) | undefined;
};

/**
 * Queues a PDF. While no printer has the role, the job waits.
 *
 * @throws AppError E2060 when too many documents wait; the errors of `requireCaller`.
 */
export async function printOnA4(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "labels" | "geo">,
  actor: Actor,
  { bytes, fileName = "" }: Bytes,
  { isGone, keep }: PrintCaller,
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
