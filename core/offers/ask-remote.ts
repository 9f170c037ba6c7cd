/**
 * Prices of remote carriers: awaited beside requests, each until its deadline. What is awaited stands in the database
 * first, so a deadline is kept also when the station was down at it; an answer that comes too late changes nothing.
 */
import { commit, recordFact } from "../db/change.ts";
import type { Quotes, RemoteCarrier } from "../carriers/carrier.ts";
import { missingBecause } from "../carriers/missing.ts";
import type { Deps } from "../deps.ts";
import { saveQuotes, type QuoteSubject } from "./quote-shipment.ts";
import { addToRound, deletePending, findRound, listPending, type PendingRow } from "./offers.store.ts";

type SubjectOf = (shipmentID: string) => QuoteSubject & { readonly organizationID: string; readonly createdBy: string };

export type RemoteQuotes = {
  /** Asks whom nobody has asked yet, and closes what is overdue. @returns ms until the next deadline, or undefined. */
  run(): number | undefined;
  /** Resolves when no answer is awaited any more; calls that are open are given up. */
  stop(): Promise<void>;
};

/** @param subjectOf What a carrier is asked about a shipment, as it is now. */
export function askRemoteCarriers(deps: Deps, subjectOf: SubjectOf): RemoteQuotes {
  const calls = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();

  async function ask(carrier: RemoteCarrier, row: PendingRow, signal: AbortSignal): Promise<void> {
    try {
      const { request } = subjectOf(row.shipment_id);
      if (request === null) return;
      const quotes = await carrier.quote(request, signal);
      complete(deps, row, subjectOf, { carrier, quotes });
    } catch (error) {
      if (signal.aborted) return; // its deadline, or the stop of the station, has the word
      deps.log.warn({ carrier: carrier.name, err: error }, "a carrier could not be asked for prices");
      complete(deps, row, subjectOf, { carrier, quotes: unavailable(carrier, "NOT_REACHED") });
    }
  }

  return {
    run() {
      const now = deps.now();
      const open = listPending(deps.db);
      for (const row of open) {
        const key = `${row.shipment_id} ${row.round} ${row.carrier_kind}`;
        const carrier = deps.carriers.get(row.carrier_kind);
        if (row.deadline_at <= now || carrier?.place !== "remote") {
          calls.get(key)?.stop.abort();
          if (carrier?.place === "remote") complete(deps, row, subjectOf, { carrier, quotes: unavailable(carrier, "TOO_LATE") });
          else closeUnknown(deps, row);
        } else if (!calls.has(key)) {
          const stop = new AbortController();
          const done = ask(carrier, row, stop.signal).finally(() => calls.delete(key));
          calls.set(key, { stop, done });
        }
      }
      const next = open.find((row) => row.deadline_at > now)?.deadline_at;
      return next === undefined ? undefined : Math.max(1, Date.parse(next) - Date.parse(now));
    },
    async stop() {
      for (const { stop } of calls.values()) stop.abort();
      await Promise.allSettled([...calls.values()].map(({ done }) => done));
    },
  };
}

/** Writes what one carrier said, if it is still awaited: the round it was asked in is the present one. */
function complete(deps: Deps, row: PendingRow, subjectOf: SubjectOf, answer: { carrier: RemoteCarrier; quotes: Quotes }): void {
  commit(deps, () => {
    if (!deletePending(deps.db, row) || findRound(deps.db, row.shipment_id)?.round !== row.round) return;
    const subject = subjectOf(row.shipment_id);
    if (subject.request !== null) saveQuotes(deps, row.shipment_id, row.round, answer, subject.request);
    addToRound(deps.db, row.shipment_id, { now: deps.now(), missing: answer.quotes.missing });
    recordFact(deps, { topic: "shipment.changed", organizationID: subject.organizationID, subjectID: row.shipment_id, visibleTo: subject.createdBy });
  });
}

/** A carrier that is no longer set up: nobody will answer. */
function closeUnknown(deps: Deps, row: PendingRow): void {
  commit(deps, () => {
    if (deletePending(deps.db, row)) addToRound(deps.db, row.shipment_id, { now: deps.now(), missing: [missingBecause(unnamed(row.name), "GONE")] });
  });
}

function unavailable(carrier: RemoteCarrier, code: "NOT_REACHED" | "TOO_LATE"): Quotes {
  return { quotes: [], missing: [missingBecause(unnamed(carrier.name), code)] };
}

/** A carrier as a whole: which services it would have offered is not known. */
function unnamed(name: string): { providerCode: string; providerServiceCode: string; name: string } {
  return { providerCode: "", providerServiceCode: "", name };
}
