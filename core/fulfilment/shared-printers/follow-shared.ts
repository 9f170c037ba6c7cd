/**
 * Reacts to shared printers and print requests that other stations wrote: records facts, so that
 * the screen and this station's print loops read them again.
 */
import type { WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { AppliedRow } from "../../db/merge-fields.ts";
import { noteRequest } from "./move-request.ts";
import { findRequest } from "./print-requests.store.ts";
import { findPrinter } from "./shared-printers.store.ts";

/** Records the facts of rows that arrived; needs the transaction that applies them. */
export function followShared(
  deps: WriteDeps,
  rows: readonly Pick<AppliedRow, "table" | "id">[],
): void {
  for (const { table, id } of rows) {
    if (table === "shared_printers") notePrinter(deps, id);
    const request = table === "print_requests" ? findRequest(deps.db, id) : undefined;
    if (request !== undefined) noteRequest(deps, request);
  }
}

function notePrinter(deps: WriteDeps, id: string): void {
  const organizationID = findPrinter(deps.db, id)?.organizationID;
  if (organizationID !== undefined)
    recordFact(deps, { topic: "sharedprinter.changed", organizationID, subjectID: id });
}
