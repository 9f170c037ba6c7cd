/**
 * Writes that a label was cancelled where it was bought, without this station: by somebody at the
 * marketplace, or by this station before its database was restored from an older copy.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { settleCancel } from "./cancel-shipment.ts";
import { findTransactionRow } from "./transactions.store.ts";

const THERE = "Cancelled where it was bought";

/** Cancels the label here, so that nobody prints it. Skips a label that is not in force. */
export function cancelledThere(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  transactionID: string,
): void {
  const row = findTransactionRow(deps.db, transactionID);
  if (row?.status !== "DONE") return;
  deps.log.warn({ transactionID }, "a label was cancelled where it was bought");
  inTransaction(deps, () => settleCancel(deps, row.id, row.memberID, THERE));
}
