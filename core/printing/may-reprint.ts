/** Requires a lead's leave for printing a label again that may have come out of the printer. */
import type { ReadDeps } from "../db/deps.ts";
import type { Actor } from "../http/actor.ts";
import { requireLead } from "../http/lead-act.ts";
import { hasBeenPrinted } from "./printing.service.ts";
import { findLastLabel } from "./printing.store.ts";

/**
 * Requires that a member who has signed in at the desk may print a label again. After a failed
 * print, such as a jam, a packer may.
 *
 * @throws AppError E2242
 */
export function requireMayReprint(deps: ReadDeps, actor: Actor, shipmentID: string): void {
  if (hasBeenPrinted(deps, shipmentID) && findLastLabel(deps.db, shipmentID)?.status !== "FAILED")
    requireLead(actor, "reprint");
}
