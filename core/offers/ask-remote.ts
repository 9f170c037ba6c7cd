/**
 * Prices of remote carriers: awaited beside requests, each until its deadline. What is awaited stands in the database
 * first, so a deadline is kept also when the station was down at it; an answer that comes too late changes nothing.
 */
import { withDeadline } from "../base/deadline.ts";
import { guarded } from "../base/guarded.ts";
import { commit } from "../db/change.ts";
import type { Quotes, RemoteCarrier } from "../carriers/carrier.ts";
import { missingBecause } from "../carriers/missing.ts";
import type { Deps } from "../deps.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { saveQuotes, type QuoteSubject } from "./quote-shipment.ts";
import { addToRound, deletePending, findRound, listPending, moveDeadline, type PendingRow } from "./offers.store.ts";

const WRITE_AGAIN_MS = 1_000;

type SubjectOf = (shipmentID: string) => QuoteSubject & { readonly organizationID: string; readonly createdBy: string };

export type RemoteQuotes = {
  /** Asks the carriers that were not asked yet, and closes overdue requests. @returns ms until the next deadline, or undefined. */
  run(): number | undefined;
  /** Resolves when no answer is awaited any more; calls that are open are given up. */
  stop(): Promise<void>;
};

/** @param subjectOf What a carrier is asked about a shipment, as it is now. */
export function askRemoteCarriers(deps: Deps, subjectOf: SubjectOf): RemoteQuotes {
  type Call = { readonly stop: AbortController; readonly done: Promise<void>; answer?: () => void };
  const calls = new Map<string, Call>();

  async function ask(carrier: RemoteCarrier, row: PendingRow, signal: AbortSignal): Promise<Quotes | undefined> {
    try {
      const { request } = subjectOf(row.shipment_id);
      return request === null ? undefined : await withDeadline((call) => carrier.quote(request, call), { stop: signal });
    } catch (err) {
      if (signal.aborted) return undefined; // its deadline, or the stop of the station, has the word
      deps.log.warn({ carrier: carrier.name, err }, "a carrier could not be asked for prices");
      return unavailable(carrier, "NOT_REACHED");
    }
  }

  function begin(key: string, carrier: RemoteCarrier, row: PendingRow): void {
    const stop = new AbortController();
    const done = ask(carrier, row, stop.signal).then((quotes) => {
      const call = calls.get(key);
      if (quotes === undefined || call === undefined) return void calls.delete(key);
      call.answer = () => complete(deps, row, subjectOf, { carrier, quotes });
      write(key, call);
    });
    calls.set(key, { stop, done });
  }

  /** An answer that the disk does not take is held until it does, or until its deadline. */
  function write(key: string, { answer }: Call): void {
    if (answer === undefined) return;
    if (guarded(deps.log, "a carrier's prices could not be written; it will be tried again", answer)) calls.delete(key);
  }

  return {
    run() {
      const now = deps.now();
      for (const [key, call] of calls) write(key, call);
      let isHeld = [...calls.values()].some((call) => call.answer !== undefined);
      const open = listPending(deps.db).map((row) => withOurClock(deps, row, now));
      for (const row of open) {
        const key = `${row.shipment_id} ${row.round} ${row.carrier_kind}`;
        const carrier = deps.carriers.get(row.carrier_kind);
        if (row.deadline_at <= now || carrier?.place !== "remote") {
          calls.get(key)?.stop.abort();
          calls.delete(key);
          const isClosed = guarded(deps.log, "an overdue carrier could not be closed; it will be tried again", () => {
            if (carrier?.place === "remote") complete(deps, row, subjectOf, { carrier, quotes: unavailable(carrier, "TOO_LATE") });
            else closeUnknown(deps, row);
          });
          isHeld ||= !isClosed;
        } else if (!calls.has(key)) begin(key, carrier, row);
      }
      const next = open.find((row) => row.deadline_at > now)?.deadline_at;
      const untilMs = next === undefined ? undefined : Math.max(1, Date.parse(next) - Date.parse(now));
      return isHeld ? Math.min(untilMs ?? WRITE_AGAIN_MS, WRITE_AGAIN_MS) : untilMs;
    },
    async stop() {
      for (const { stop } of calls.values()) stop.abort();
      await Promise.allSettled([...calls.values()].map(({ done }) => done));
    },
  };
}

/** A deadline further away than the carrier is ever awaited was set by a clock that has been set back since. */
function withOurClock(deps: Deps, row: PendingRow, now: string): PendingRow {
  const carrier = deps.carriers.get(row.carrier_kind);
  if (carrier?.place !== "remote") return row;
  const latest = new Date(Date.parse(now) + carrier.deadlineMs).toISOString();
  if (row.deadline_at <= latest) return row;
  const moved = { ...row, deadline_at: latest };
  commit(deps, () => moveDeadline(deps.db, moved));
  return moved;
}

/** Stores one carrier's answer if it is still awaited, that is, if its rate request is the current one. */
function complete(deps: Deps, row: PendingRow, subjectOf: SubjectOf, answer: { carrier: RemoteCarrier; quotes: Quotes }): void {
  commit(deps, () => {
    if (!deletePending(deps.db, row) || findRound(deps.db, row.shipment_id)?.round !== row.round) return;
    const subject = subjectOf(row.shipment_id);
    if (subject.request !== null) saveQuotes(deps, row.shipment_id, row.round, answer, subject.request);
    addToRound(deps.db, row, { now: deps.now(), missing: answer.quotes.missing });
    recordFact(deps, { topic: "shipment.changed", organizationID: subject.organizationID, subjectID: row.shipment_id, visibleTo: subject.createdBy });
  });
}

/** A carrier that is no longer set up: no answer will come. */
function closeUnknown(deps: Deps, row: PendingRow): void {
  commit(deps, () => {
    if (deletePending(deps.db, row)) addToRound(deps.db, row, { now: deps.now(), missing: [missingBecause(unnamed(row.name), "GONE")] });
  });
}

function unavailable(carrier: RemoteCarrier, code: "NOT_REACHED" | "TOO_LATE"): Quotes {
  return { quotes: [], missing: [missingBecause(unnamed(carrier.name), code)] };
}

/** A carrier as a whole: which services it would have offered is not known. */
function unnamed(name: string): { providerCode: string; providerServiceCode: string; name: string } {
  return { providerCode: "", providerServiceCode: "", name };
}
