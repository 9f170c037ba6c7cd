/**
 * Attaches the papers of the folder to the shipments of their orders, at every station that watches
 * the folder: the station that packs an order prints its papers with the label.
 *
 * A paper waits in `papers` until its order's label is bought. The station that bought the label
 * then moves it to `done`; the others remove their own copies, which nothing printed.
 */
import { isAppError } from "../../base/errors.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { listSold } from "../../fulfilment/transactions/sold-labels.ts";
import { addPaper, listPapers, removePaper } from "../../printing/shipment-papers.ts";
import { uploadDocument } from "../../printing/upload-document.ts";
import { findFirstOf } from "../../shipping/shipments/joined-orders.ts";
import {
  findShipmentRow,
  listShipmentsOfNumber,
  type ShipmentOfNumber,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { claimedName, orderNumbersIn, splitClaimed } from "./file-names.ts";
import type { FileReason } from "./order-folder.schema.ts";
import * as store from "./order-folder.store.ts";
import { reasonText, type Handling } from "./take-claim.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long a paper waits for its order, ms. */
const WAITS_MS = 7 * DAY_MS;
/** Time after which any station clears away the paper of an order that another has bought, ms. */
const CLEARED_AFTER_MS = DAY_MS;
const A4 = { widthMm: 210, heightMm: 297 } as const;
const WAITING_STATES: readonly string[] = ["CREATED", "GOT_OFFERS", "OFFER_ACCEPTED"];

/** A paper in the folder. `id`: its claim. `file`: its name in `papers`. */
type Paper = {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly atMs: number;
};

/** Runs a step with one file. @returns False when the file cannot be used now. */
export type GoOn = (run: () => Promise<boolean>) => Promise<boolean>;

/** Papers that are handled without letting other work run. */
const IN_A_ROW = 20;
/** Papers that are handled in one round; the next round goes on with the following ones. */
const IN_A_ROUND = 2_000;

/**
 * Handles the papers in the folder, and those that another station or a person has moved away.
 *
 * @param files Names in `papers`.
 * @throws The system's error of the folder.
 */
export async function attachPapers(
  handling: Handling,
  files: readonly string[],
  { goOn, round }: { readonly goOn: GoOn; readonly round: number },
): Promise<void> {
  const papers = files.flatMap((file): Paper[] => {
    const split = splitClaimed(file);
    return split === undefined
      ? []
      : [{ id: split.claim, file, name: split.name, atMs: split.atMs }];
  });
  const parts = Math.max(1, Math.ceil(papers.length / IN_A_ROUND));
  const from = (round % parts) * IN_A_ROUND;
  let handled = 0;
  for (const paper of papers.slice(from, from + IN_A_ROUND)) {
    await goOn(async () => {
      await handlePaper(handling, paper);
      return true;
    });
    if (++handled % IN_A_ROW === 0) await yieldToEventLoop();
    await handling.requireOpen();
  }
  const here = new Set(papers.map(({ id }) => id));
  for (const row of store.listOpenPapers(handling.deps.db))
    if (!here.has(row.id)) endMoved(handling, row);
}

/** Ends a paper whose file is gone: once its label is bought, or at once when it has no order. */
function endMoved(handling: Handling, row: store.FileRow): void {
  const [live] = row.shipmentID === "" ? [] : listSold(handling.deps, row.shipmentID);
  if (row.state === "ATTACHED" && live === undefined) return;
  if (live?.isOwn === false && row.paperID !== "") removeOurs(handling, row);
  inTransaction(handling.deps, () =>
    store.writeFile(handling.deps.db, { ...row, state: "DONE", at: handling.deps.now() }),
  );
}

async function handlePaper(handling: Handling, paper: Paper): Promise<void> {
  const { deps } = handling;
  const noted = store.findFile(deps.db, paper.id);
  const ageMs = Date.parse(deps.now()) - paper.atMs;
  if (noted?.state === "REFUSED") return refuse(handling, paper, noted.reason);
  if (noted !== undefined && noted.shipmentID !== "" && !isLeft(handling, noted))
    return clearAway(handling, paper, noted, ageMs);
  const found = findOrder(handling, paper.name);
  if (found === "several") return refuse(handling, paper, "SEVERAL_ORDERS");
  if (found === undefined) {
    if (ageMs > WAITS_MS) return refuse(handling, paper, "NO_ORDER");
    if (noted?.state !== "WAITING") note(handling, paper, { state: "WAITING" });
    return;
  }
  if (WAITING_STATES.includes(found.status)) return attach(handling, paper, found);
  // A paper that was here before the label, or before its order, is printed where it was bought.
  const sold = listSold(deps, found.id);
  if (sold.some(({ createdAt }) => Date.parse(createdAt) < paper.atMs))
    return refuse(handling, paper, "ALREADY_BOUGHT");
  if (sold.some(({ isOwn }) => isOwn)) return attach(handling, paper, found);
  note(handling, paper, { state: "DONE", shipmentID: found.id });
}

/**
 * Returns whether a paper lost its shipment: it was cancelled before its label was bought, since the
 * order is packed again or with another, or it packs the paper's order no longer. Removes the paper
 * from it.
 */
function isLeft(handling: Handling, noted: store.FileRow): boolean {
  const { deps } = handling;
  if (noted.state !== "ATTACHED") return false;
  const shipment = findShipmentRow(deps, noted.shipmentID);
  if (shipment === undefined) return false;
  if (shipment.status !== "CANCELED" && !isParted(handling, noted.name, shipment)) return false;
  if (noted.paperID !== "") removeOurs(handling, noted);
  return true;
}

/** Returns whether a shipment that waits got the paper of an order that it packs no longer. */
function isParted(handling: Handling, name: string, shipment: ShipmentRow): boolean {
  if (!WAITING_STATES.includes(shipment.status)) return false;
  if (orderNumbersIn(name).includes(shipment.orderNumber)) return false;
  const found = findOrder(handling, name);
  return found !== undefined && found !== "several" && found.orderID !== shipment.orderID;
}

/**
 * Finds the shipment of the order that a paper names: the first box that waits, else one that is
 * bought. An order that is packed with another means the other's parcel.
 */
function findOrder(
  { deps, actor }: Handling,
  name: string,
): ShipmentOfNumber | "several" | undefined {
  for (const orderNumber of orderNumbersIn(name)) {
    const live = listShipmentsOfNumber(deps, actor.organizationID, orderNumber)
      .flatMap((row) => {
        const first = findFirstOf(deps, row);
        return first === undefined ? [row] : (findShipmentRow(deps, first) ?? []);
      })
      .filter(({ status }) => status !== "CANCELED");
    const waiting = live.filter(({ status }) => WAITING_STATES.includes(status));
    const these = waiting.length > 0 ? [...waiting, ...lately(deps, live)] : live.slice(-1);
    if (new Set(these.map(({ id, orderID }) => orderID ?? id)).size > 1) return "several";
    const [first] = (waiting.length > 0 ? waiting : these).toSorted((a, b) => a.boxNo - b.boxNo);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Keeps the shipments whose labels were bought so lately that a paper may still be theirs. */
function lately(deps: Handling["deps"], live: readonly ShipmentOfNumber[]): ShipmentOfNumber[] {
  const since = Date.parse(deps.now()) - WAITS_MS;
  return live.filter(({ id }) =>
    listSold(deps, id).some(({ createdAt }) => Date.parse(createdAt) > since),
  );
}

/**
 * Attaches a paper. A later file of the same name is a newer version: the earlier one is removed, so
 * that only the newest is printed.
 */
async function attach(handling: Handling, paper: Paper, shipment: ShipmentOfNumber): Promise<void> {
  const { deps, actor, thread, place } = handling;
  const read = await thread.call("readPaper", { ...place, name: paper.file });
  if (read.state === "gone" || read.state === "changed" || read.state === "locked") return;
  if (read.state !== "read") return refuse(handling, paper, reasonOf(read.state));
  const before = store.listVersionsBefore(deps.db, {
    id: paper.id,
    name: paper.name.toWellFormed(),
    shipmentID: shipment.id,
  });
  try {
    const { hash } = await uploadDocument(deps, { content: read.content, ...A4 });
    inTransaction(deps, () => {
      for (const row of before) {
        if (row.paperID !== "") removeOurs(handling, row);
        store.writeFile(deps.db, { ...row, state: "DONE", paperID: "", at: deps.now() });
      }
      const twin = listPapers(deps, actor, shipment.id).find(
        ({ documentHash }) => documentHash === hash,
      );
      const { id } =
        twin ??
        addPaper(deps, actor, shipment.id, {
          documentHash: hash,
          role: "a4",
          copies: 1,
          title: paper.name.slice(0, 200),
        });
      // The row of a twin names no paper, so that its end does not remove the first one's.
      note(handling, paper, {
        state: "ATTACHED",
        shipmentID: shipment.id,
        paperID: twin === undefined ? id : "",
      });
      recordFact(deps, {
        topic: "shipment.changed",
        organizationID: actor.organizationID,
        subjectID: shipment.id,
        visibleTo: shipment.createdBy,
        payload: null,
      });
    });
  } catch (error) {
    if (isAppError(error) && error.code === "E1072") return refuse(handling, paper, "MANY_PAPERS");
    if (isAppError(error) && error.code === "E2029") return refuse(handling, paper, "NOT_PDF");
    if (!isAppError(error)) throw error;
    deps.log.warn({ err: error, claim: paper.id }, "a paper of the folder waits");
    return;
  }
  for (const { id, name } of before)
    await thread.call("endPaper", { ...place, name: claimedName(id, name), to: "done" });
}

function reasonOf(state: "empty" | "tooLarge" | "notPDF" | "cutOff" | "encrypted"): FileReason {
  const reasons = {
    empty: "EMPTY",
    tooLarge: "TOO_LARGE",
    notPDF: "NOT_PDF",
    cutOff: "CUT_OFF",
    encrypted: "ENCRYPTED",
  } as const;
  return reasons[state];
}

/** Moves the paper of an order whose label is bought to `done`. */
async function clearAway(
  handling: Handling,
  paper: Paper,
  noted: store.FileRow,
  ageMs: number,
): Promise<void> {
  const { deps, thread, place } = handling;
  const sold = listSold(deps, noted.shipmentID);
  const [live] = sold;
  if (live === undefined) return;
  if (!live.isOwn && noted.paperID !== "") removeOurs(handling, noted);
  if (noted.state !== "DONE") note(handling, paper, { ...noted, state: "DONE", paperID: "" });
  if (live.isOwn || ageMs > CLEARED_AFTER_MS)
    await thread.call("endPaper", { ...place, name: paper.file, to: "done" });
}

/** Removes a paper that another station prints, unless it is in the print journal here. */
function removeOurs({ deps, actor }: Handling, { shipmentID, paperID }: store.FileRow): void {
  try {
    removePaper(deps, actor, shipmentID, paperID);
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

async function refuse(handling: Handling, paper: Paper, reason: FileReason): Promise<void> {
  if (reason === "") return;
  const { thread, place, language } = handling;
  const content = reasonText(language, reason);
  await thread.call("write", { ...place, into: "refused", name: `${paper.file}.txt`, content });
  note(handling, paper, { state: "REFUSED", reason });
  await thread.call("endPaper", { ...place, name: paper.file, to: "refused" });
}

function note(
  { deps, actor }: Handling,
  { id, name }: Paper,
  change: Pick<store.FileRow, "state"> &
    Partial<Pick<store.FileRow, "reason" | "shipmentID" | "paperID">>,
): void {
  const { state, reason = "", shipmentID = "", paperID = "" } = change;
  inTransaction(deps, () =>
    store.writeFile(deps.db, {
      id,
      organizationID: actor.organizationID,
      at: deps.now(),
      name: name.toWellFormed(),
      kind: "PAPER",
      state,
      reason,
      detail: "",
      added: 0,
      known: 0,
      rejected: 0,
      shipmentID,
      paperID,
    }),
  );
}
