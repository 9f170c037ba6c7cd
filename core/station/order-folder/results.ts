/**
 * Writes files about labels into the folder `out`: each label that this station bought, and its
 * cancellation by any station, is in one file, once.
 *
 * Facts of the outbox are collected in `order_folder_results`, with a cursor, also while the folder
 * cannot be used. Rows are assigned to a file before it is written, and the file's name is stored
 * with them: after a crash the same file is written again, not a second one.
 */
import { csvLine, type CsvNumber } from "../../base/csv.ts";
import { CURRENCY } from "../../base/money.ts";
import { turkishTime } from "../../base/turkish-day.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import {
  dropCursor,
  moveCursor,
  newestFact,
  readCursor,
  readFacts,
} from "../../db/outbox/outbox.service.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { COPIED_AT, findMeta } from "../../db/station-meta.ts";
import type { StationDeps } from "../deps.ts";
import { findLabelResult, listOwnCancelled } from "../../fulfilment/transactions/sold-labels.ts";
import { compactTime } from "./file-names.ts";
import type { FolderLanguage } from "./order-folder.schema.ts";
import * as store from "./order-folder.store.ts";
import type { Handling } from "./take-claim.ts";

const READER = "orderFolder";
const FACTS_AT_ONCE = 200;
const ROWS_IN_A_FILE = 500;
/**
 * Oldest cancellation that is still written, ms. Rows are kept longer than this, so that no
 * result is written twice.
 */
const NEWS_MS = 90 * 24 * 60 * 60_000;

/** Begins with the facts from now on. Inside a transaction. */
export function beginResults(deps: StationDeps): void {
  moveCursor(deps, READER, newestFact(deps));
}

/** Forgets the cursor, so that facts are pruned. Inside a transaction. */
export function endResults(deps: StationDeps): void {
  dropCursor(deps, READER);
}

/**
 * Drops the results that a copied station has not written, since the original writes them; needs an
 * open transaction.
 */
export function leaveResults({ db }: WriteDeps): void {
  store.markWritten(db, Number.MAX_SAFE_INTEGER);
}

/** Creates the collector, which reads on from the stored cursor. */
export function createCollector(deps: StationDeps): () => Promise<void> {
  // The original of a copied station writes about the labels from before the copy.
  const ownFrom = findMeta(deps.db, COPIED_AT) ?? "";
  let stored = readCursor(deps, READER);
  let read = stored;
  return async () => {
    // The setting moves the cursor when it is switched on.
    if (readCursor(deps, READER) > stored) read = stored = readCursor(deps, READER);
    for (;;) {
      const facts = readFacts(deps, read, FACTS_AT_ONCE);
      const organizationID = deps.desk.organizationID();
      const wanted = facts.filter((fact) => fact.organizationID === organizationID);
      const rows = wanted.flatMap((fact) => resultsOf(deps, fact, ownFrom));
      read = facts.at(-1)?.seq ?? read;
      // Other facts move the stored cursor rarely: each write costs a purchase a disk sync.
      if (rows.length > 0 || read - stored >= FACTS_AT_ONCE) {
        inTransaction(deps, () => {
          for (const row of rows) store.insertResult(deps.db, row);
          moveCursor(deps, READER, read);
        });
        stored = read;
      }
      if (facts.length < FACTS_AT_ONCE) return;
      await yieldToEventLoop();
    }
  };
}

type Result = Parameters<typeof store.insertResult>[1];

function resultsOf(
  deps: StationDeps,
  fact: { readonly topic: string; readonly subjectID: string; readonly createdAt: string },
  ownFrom: string,
): Result[] {
  if (fact.topic === "transaction.done")
    return fact.createdAt < ownFrom
      ? []
      : [{ transactionID: fact.subjectID, status: "LABEL_BOUGHT", at: fact.createdAt }];
  if (fact.topic !== "shipment.changed") return [];
  const since = Date.parse(deps.now()) - NEWS_MS;
  return listOwnCancelled(deps, fact.subjectID)
    .filter(({ at, createdAt }) => Date.parse(at) > since && createdAt >= ownFrom)
    .map(({ id, at }) => ({ transactionID: id, status: "CANCELLED", at }));
}

/**
 * Writes the collected results, in files of at most 500.
 *
 * @returns Whether there was something to write.
 * @throws The system's error of the folder; the results are then written later.
 */
export async function writeResults(handling: Handling): Promise<boolean> {
  const { deps, thread, place, language } = handling;
  const unwritten = store.listUnwritten(deps.db, ROWS_IN_A_FILE);
  const [first] = unwritten;
  if (first === undefined) return false;
  const file = first.file === "" ? nameFile(handling, unwritten) : first.file;
  const rows = first.file === "" ? unwritten : unwritten.filter((row) => row.file === file);
  const last = rows.at(-1)?.seq ?? first.seq;
  const lines = [HEADINGS[language], ...rows.flatMap((row) => linesOf(deps, row))];
  const text = `\uFEFF${lines.map((line) => csvLine(line, language)).join("")}`;
  await thread.call("write", { ...place, into: "out", name: file, content: Buffer.from(text) });
  deps.faultPoint("folder.resultsWritten");
  inTransaction(deps, () => store.markWritten(deps.db, last));
  return true;
}

function nameFile({ deps, place }: Handling, rows: readonly store.ResultRow[]): string {
  const [first, last] = [rows[0]?.seq ?? 0, rows.at(-1)?.seq ?? 0];
  const station = place.stationID.slice(-8);
  const file = `results-${compactTime(deps.now())}Z-${station}-${first}.csv`;
  inTransaction(deps, () => store.assignFile(deps.db, last, file));
  return file;
}

const HEADINGS: Readonly<Record<FolderLanguage, readonly string[]>> = {
  en: [
    "Order number",
    "Source",
    "Shipment number",
    "Status",
    "Carrier",
    "Barcode",
    "Tracking number",
    "Price",
    "Currency",
    "Time",
    "Test",
  ],
  tr: [
    "Sipariş no",
    "Kaynak",
    "Gönderi no",
    "Durum",
    "Kargo firması",
    "Barkod",
    "Takip no",
    "Fiyat",
    "Para birimi",
    "Zaman",
    "Deneme",
  ],
};

/** Makes a line for each order of a parcel. Only the first has the price, so that sums are right. */
function linesOf(deps: StationDeps, row: store.ResultRow): (string | CsvNumber)[][] {
  const label = findLabelResult(deps, row.transactionID);
  if (label === undefined) return [];
  return label.orders.map(({ number, source }, i) => [
    number,
    source,
    String(label.shipmentNumber),
    row.status,
    label.carrierName,
    label.barcode,
    label.trackingNumber,
    { number: i === 0 ? label.price : "0.00" },
    CURRENCY,
    turkishTime(row.at),
    label.isTest ? "1" : "0",
  ]);
}
