/** Finishes purchases whose outcome a crash or a silent carrier left open: asks again with the same key. */
import { isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import type { Deps } from "../deps.ts";
import { settleWithCarrier } from "./settle-purchase.ts";
import { LAST_RETRY_MS, postpone, takeForTry } from "./purchase-tries.ts";
import { getSnapshot, listDuePending, type TransactionRow } from "./transactions.store.ts";

/** Carriers asked side by side: one that hangs holds up no other purchase. */
const AT_ONCE = 100;

export type PurchaseResumer = {
  /** Begins to ask about the purchases that are due. */
  run(): void;
  /** Gives up the calls that are open; their purchases stay open. Resolves when all are over. */
  stop(): Promise<void>;
};

export function createPurchaseResumer(deps: Deps): PurchaseResumer {
  const stopping = new AbortController();
  const open = new Set<Promise<void>>();

  function begin(row: TransactionRow): void {
    const tried = tryOnce(deps, row, stopping.signal).finally(() => open.delete(tried));
    open.add(tried);
  }

  return {
    run() {
      const now = deps.now();
      const due = listDuePending(deps.db, { now, latest: new Date(Date.parse(now) + LAST_RETRY_MS).toISOString() });
      for (const row of due.slice(0, AT_ONCE - open.size)) begin(row);
    },
    async stop() {
      stopping.abort(new Error("The station stopped before the carrier answered."));
      await Promise.all(open);
    },
  };
}

/** Never rejects. A carrier's answer is written on the transaction; a fault is logged, and the purchase waits longer for its next try. */
async function tryOnce(deps: Deps, row: TransactionRow, stop: AbortSignal): Promise<void> {
  let isTaken = false;
  try {
    const carrier = carrierOf(deps, row);
    isTaken = takeForTry(deps, row, carrier);
    if (!isTaken) return;
    if (carrier === undefined) throw new Error("The carrier of this purchase is no longer set up.");
    await settleWithCarrier(deps, row.id, carrier, stop);
  } catch (err) {
    if (isTaken && isAppError(err)) return; // its outcome is written
    deps.log.error({ transactionID: row.id, err }, "an open purchase could not be asked about; it will be tried again");
    guarded(deps.log, "an open purchase could not be put off", () => void postpone(deps, row.id, err));
  }
}

function carrierOf(deps: Deps, row: TransactionRow) {
  return deps.carriers.get(getSnapshot(deps.db, row.id).offer.carrier_kind);
}
