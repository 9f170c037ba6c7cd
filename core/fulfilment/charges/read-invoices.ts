/**
 * Reads the carriers' invoices once a day. The station of an organization that asks an account for
 * scans asks for its invoices too; a disconnected station leaves them to the others.
 */
import { turkishDay } from "../../base/turkish-day.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { recordInvoiceLines } from "./record-charges.ts";

/** Days of a month on which the invoices of the month before may still come. */
const LATE_DAYS = 10;
/** Longest time for the invoices of a month, ms: a call for each invoice. */
const LONGEST_MS = 10 * 60_000;
const AGAIN_MS = 60 * 60_000;

export type InvoiceReading = {
  /** Reads the invoices of each account that is due. */
  step(organizationIDs: readonly string[], signal: AbortSignal): Promise<void>;
};

type ReadingDeps = WriteDeps & Pick<FulfilmentDeps, "connections" | "turns">;
/** `day`: Turkish day of the last reading that ended; `failedMs`: time of the last that did not. */
type Account = { day: string; failedMs: number };

/** Creates the daily readings. The state is lost at the station's end, and reading again is harmless. */
export function createInvoiceReading(deps: ReadingDeps): InvoiceReading {
  const accounts = new Map<string, Account>();
  const isDue = (accountID: string): boolean => {
    const { day, failedMs } = accounts.get(accountID) ?? { day: "", failedMs: -Infinity };
    const sinceMs = Date.parse(deps.now()) - failedMs;
    // A negative time means that the clock was set back.
    return day !== turkishDay(deps.now()) && (sinceMs >= AGAIN_MS || sinceMs < 0);
  };
  return {
    async step(organizationIDs, signal) {
      for (const organizationID of organizationIDs)
        for (const connection of deps.connections.list(organizationID)) {
          const { accountID, invoice } = connection;
          if (invoice === undefined || !isDue(accountID)) continue;
          if (!deps.turns.isTurn(organizationID, accountID)) continue;
          const isRead = await readAccount(deps, organizationID, connection, signal).catch(
            (err: unknown) => {
              if (!signal.aborted)
                deps.log.error({ err, accountID }, "a carrier's invoices could not be recorded");
              return false;
            },
          );
          signal.throwIfAborted();
          accounts.set(accountID, {
            day: isRead ? turkishDay(deps.now()) : "",
            failedMs: isRead ? -Infinity : Date.parse(deps.now()),
          });
        }
    },
  };
}

/**
 * Reads the invoices of one account. Invoices that cannot be read do not hold up the others; they are
 * read again on the next day.
 *
 * @returns Whether the carrier answered for each month.
 */
async function readAccount(
  deps: ReadingDeps,
  organizationID: string,
  connection: Connection,
  signal: AbortSignal,
): Promise<boolean> {
  const { accountID } = connection;
  const providerCode = findLinkedAccount(deps.db, accountID)?.providerCode ?? "";
  let isAnswered = true;
  for (const month of monthsAt(turkishDay(deps.now()))) {
    const outcome = await connection.invoice?.(
      month,
      AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    );
    signal.throwIfAborted();
    if (outcome?.outcome !== "done") {
      const answer = outcome?.outcome === "refused" ? outcome.reason : outcome?.cause;
      deps.log.warn({ accountID, month, answer }, "a carrier gave no invoices");
      isAnswered = false;
      continue;
    }
    const { lines, unread } = outcome.value;
    if (unread.length > 0)
      deps.log.warn({ accountID, month, invoices: unread.slice(0, 20) }, "invoices were not read");
    await recordInvoiceLines(deps, { organizationID, accountID, providerCode }, lines, signal);
  }
  return isAnswered;
}

/** Lists the months to read on a day: its own, and at its beginning the month before. */
function monthsAt(day: string): readonly string[] {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const before = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
  return date <= LATE_DAYS ? [before, day.slice(0, 7)] : [day.slice(0, 7)];
}
