/**
 * Erases personal data by its age. For each organization that has a rule, a round erases old
 * parcels, oldest first. Then it erases copies in the outbox, in stored responses and in
 * quarantined changes, and at most once a week erased words in the search indexes. Each turn of the
 * core's thread takes a few milliseconds.
 */
import { isAppError } from "../../base/errors.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import { findMeta, writeMeta } from "../../db/station-meta.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { RecordsDeps } from "../deps.ts";
import { rewriteBookSearch } from "../../shipping/addresses/addresses.service.ts";
import { listAllOrganizationIDs } from "../../organizations/organizations.service.ts";
import { listOwed } from "../../fulfilment/reports/reports.service.ts";
import { indexAll } from "../../shipping/shipments/search-index.ts";
import { rewriteSearch } from "../../shipping/shipments/shipments.service.ts";
import { indexAllAddresses } from "../../shipping/addresses/address-book.ts";
import { eraseShipment } from "./erase-shipment.ts";
import { findRules } from "./erasures.store.ts";
import { listEnded, listOwedFor, type EndedRow } from "./retention.store.ts";
import { haveWords, noteWords, scrubCopies } from "./scrub-outbox.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const TURN_MS = 4;
const PAGE = 100;
/**
 * Time that a round waits for the index of new and of changed shipments, ms. Short, because
 * shipments without an index entry are new, so they were not completed long ago.
 */
const SOON = { newMs: 1_000, changedMs: 0 };
const WORDS_AT = "words_rewritten_at";
const WORDS_EVERY_DAYS = 7;

/** Runs one round; each yield ends a turn of the core's thread. */
export async function* retentionRound(
  deps: WriteDeps & Pick<RecordsDeps, "reader">,
  onErased?: (organizationID: string, parcels: number) => void,
): AsyncGenerator<void> {
  let erased = 0;
  await indexAll(deps, SOON);
  for (const organizationID of listAllOrganizationIDs(deps)) {
    const days = findRules(deps.db, organizationID).personalDataDays;
    if (days === 0) continue;
    const before = erased;
    for await (const n of eraseOld(
      deps,
      organizationID,
      new Date(Date.parse(deps.now()) - days * DAY_MS).toISOString(),
    )) {
      erased += n;
      yield;
    }
    if (erased > before) onErased?.(organizationID, erased - before);
  }
  if (erased > 0) deps.log.info({ shipments: erased }, "personal data was erased by its age");
  for (const _ of scrubCopies(deps)) yield;
  yield* rewriteWords(deps);
}

async function* eraseOld(
  deps: WriteDeps & Pick<RecordsDeps, "reader">,
  organizationID: string,
  before: string,
): AsyncGenerator<number> {
  const settled = await settledBelow(deps, organizationID);
  for (let [at, seq] = ["", 0]; ;) {
    const rows = await listEnded(deps.reader, { organizationID, before, at, seq, limit: PAGE });
    for (let i = 0; i < rows.length;) {
      let erased = 0;
      const until = performance.now() + TURN_MS;
      inTransaction(deps, () => {
        for (let row = rows[i]; row !== undefined; row = rows[i]) {
          [at, seq, i] = [row.updatedAt, row.seq, i + 1];
          if (settled(row) && tryErase(deps, row.id, before)) erased += 1;
          if (performance.now() > until) break;
        }
      });
      yield erased;
    }
    if (rows.length < PAGE) return;
  }
}

/**
 * Tries to erase a shipment.
 *
 * @returns False when the shipment is not completed or not found; the next round tries again.
 */
function tryErase(deps: WriteDeps, id: string, before: string): boolean {
  try {
    inTransaction(deps, () =>
      eraseShipment(deps, id, { cause: "time", memberID: "", editedBefore: before }),
    );
    return true;
  } catch (error) {
    if (isAppError(error, "shipmentBusy") || isAppError(error, "shipmentNotFound")) return false;
    throw error;
  }
}

/**
 * Finds out which parcels' cash on delivery is settled. Carriers pay for many parcels at once, so
 * the amount that a carrier still owes is assigned to its newest delivered parcels.
 *
 * @returns A function that tests a parcel.
 */
async function settledBelow(
  deps: Pick<RecordsDeps, "reader">,
  organizationID: string,
): Promise<(row: EndedRow) => boolean> {
  const from = new Map<string, number>();
  for (const { providerCode, owedMinor } of await listOwed(deps, organizationID)) {
    if (owedMinor <= 0) continue;
    const [first] = await listOwedFor(deps.reader, { organizationID, providerCode, owedMinor });
    from.set(providerCode, first?.number ?? 0);
  }
  return (row) =>
    row.paymentOnDelivery === 0 ||
    row.test === 1 ||
    row.status !== "DELIVERED" ||
    row.number < (from.get(row.providerCode) ?? Number.POSITIVE_INFINITY);
}

/**
 * Removes erased words by rewriting the search indexes: at most once a week, and only after an
 * erasure.
 */
async function* rewriteWords(deps: WriteDeps): AsyncGenerator<void> {
  const { db } = deps;
  const last = findMeta(db, WORDS_AT) ?? "";
  if (
    !haveWords(db) ||
    (last !== "" && Date.parse(deps.now()) - Date.parse(last) < WORDS_EVERY_DAYS * DAY_MS)
  )
    return;
  const at = deps.now();
  await indexAll(deps);
  await indexAllAddresses(deps);
  for (const rewrite of [rewriteSearch, rewriteBookSearch]) {
    for (let isFirst = true; inTransaction(deps, () => rewrite(db, isFirst)); isFirst = false)
      yield;
  }
  inTransaction(deps, () => {
    writeMeta(db, WORDS_AT, at);
    noteWords(db, false);
  });
}

/**
 * Runs a round now, with other work between its turns.
 * @param forMs Time after which the round stops; the background round erases the rest.
 */
export async function runRetention(
  deps: WriteDeps & Pick<RecordsDeps, "reader">,
  forMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const until = performance.now() + forMs;
  const round = retentionRound(deps);
  while (performance.now() < until && (await round.next()).done !== true) await yieldToEventLoop();
}
