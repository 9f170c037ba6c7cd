import type { Batch } from "../../../../core/fulfilment/batches/batches.schema.ts";

/** A batch of thirty labels, ten of which are printed. */
export function aBatch(part: Partial<Batch> = {}): Batch {
  const at = "2026-11-21T09:00:00.000Z";
  return {
    id: "b",
    createdAt: at,
    updatedAt: at,
    title: "",
    sort: "carrier",
    printerID: null,
    status: "RUNNING",
    pauseReason: "",
    total: 30,
    printed: 10,
    failed: 0,
    unknown: 0,
    left: 20,
    secondsLeft: 60,
    ...part,
  };
}
