/**
 * The packing desk: opening scanned orders, and the state of the desk.
 */
import type { ReadDeps } from "../db/deps.ts";
import { errors } from "../base/errors.ts";
import { CURRENCY, moneyText } from "../base/money.ts";
import type { CarrierShelf } from "../shipping/agreements/carrier-shelf.ts";
import { findMeta, RESTORED_AT } from "../db/station-meta.ts";
import type { Actor } from "../http/actor.ts";
import type { StationDeps } from "./deps.ts";
import { countNeedsPerson } from "../jobs/jobs.service.ts";
import { getBalance } from "../organizations/ledger/ledger.service.ts";
import {
  listIneligibleServices,
  hadNoCarrierToAsk,
  serviceNames,
} from "../shipping/offers/offers.service.ts";
import { getMemberByID } from "../organizations/members.ts";
import { getOrganization, getDefaultAddresses } from "../organizations/organizations.service.ts";
import { findLabelAnnouncement } from "../fulfilment/announcements/present-announcements.ts";
import { passLabelScan } from "../fulfilment/packing/label-scans.ts";
import { ticksOf } from "../fulfilment/packing/item-ticks.ts";
import type { Printer } from "../printing/printer.ts";
import { findPrinterFor } from "../printing/printers.ts";
import { listPapers } from "../printing/shipment-papers.ts";
import { answerByScan, countOpenJobs, listPrintJobs } from "../printing/printing.service.ts";
import { findChoice, hasRules } from "../shipping/choosing/find-choice.ts";
import { hasStaleOffer } from "../shipping/offers/valid-offer.ts";
import { draftOf, subjectOf } from "../shipping/shipments/consign-shipment.ts";
import { quoteWaiting } from "../shipping/shipments/change-package.ts";
import {
  countOthersOfNumber,
  findByScan,
  parcelStateOf,
} from "../shipping/shipments/find-by-scan.ts";
import { findOpenChange } from "../shipping/order-changes/order-changes.service.ts";
import {
  countBoxes,
  countWaiting,
  listBoxes,
  presentShipment,
  requireShipment,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import { findTogether } from "../fulfilment/together/find-together.ts";
import { findLateLabel, printLateLabel } from "../fulfilment/transactions/late-labels.ts";
import { findVoidLabel } from "../fulfilment/transactions/surplus-labels.ts";
import { isWaiting, readContents } from "./opened-contents.ts";
import { findLastBox } from "./remove-box.ts";
import type { DeskFacts, OpenedOrder } from "./station.schema.ts";
import { whoSells } from "./who-sells.ts";

/**
 * Reads the desk's state for the screen.
 *
 * @param printerState Returns the last known state of a printer (`probePrinter` asks the printer
 *   itself). Not called for a printer that is switched off, whose state is "printer off".
 */
export function readDesk(
  deps: Pick<StationDeps, "db" | "now" | "settings" | "secrets" | "desk">,
  actor: Actor,
  printerState: (printer: Printer) => { state: string; message: string },
  shelf: CarrierShelf,
): Omit<DeskFacts, "folderProblems"> {
  const organization = getOrganization(deps, actor, actor.organizationID);
  const member = getMemberByID(deps, actor.memberID);
  const { balance, available } = getBalance(deps, actor.organizationID);
  // A program of another organization sees its own organization's money and orders, but no printer.
  const printer =
    actor.organizationID === deps.desk.organizationID() ? findPrinterFor(deps, "label") : undefined;
  return {
    organization: { id: organization.id, name: organization.name },
    member: { id: member.id, name: member.name, role: member.role },
    balance: moneyText(balance),
    available: moneyText(available),
    currency: CURRENCY,
    waiting: countWaiting(deps, actor),
    testMode: organization.test,
    hasSender: getDefaultAddresses(deps.db, actor.organizationID).sender !== null,
    ...whoSells(deps, shelf, actor.organizationID),
    labelPrinter:
      printer === undefined
        ? null
        : {
            id: printer.id,
            name: printer.name,
            ...(printer.isActive
              ? printerState(printer)
              : {
                  state: "printer off",
                  message: `${printer.name} is switched off under Printers.`,
                }),
          },
    ...countOpenJobs(deps, actor),
    secretsKey: deps.secrets.kind,
    restoredAt: findRestore(deps),
    givenUp: countNeedsPerson(deps, actor.organizationID),
  };
}

const RESTORE_SHOWN_MS = 7 * 86_400_000;

/**
 * Finds the time of a restore in the last seven days. After a restore, orders that were packed
 * since the backup may wait here a second time.
 */
function findRestore(deps: Pick<StationDeps, "db" | "now">): string | null {
  const at = findMeta(deps.db, RESTORED_AT);
  return at !== undefined && Date.parse(deps.now()) - Date.parse(at) < RESTORE_SHOWN_MS ? at : null;
}

/**
 * Opens a scanned order. Requests offers for an order that was not quoted, whose last request found
 * no carrier, or one of whose offers is no longer valid. Confirms a print with an unknown outcome
 * when its label is scanned, and prints a label that its carrier made after the packer had gone on.
 *
 * @throws AppError E2024; E2136 for a label that must not be handed over; E2262 while a label must
 *   be scanned first
 */
export function openOrder(
  deps: StationDeps,
  actor: Actor,
  code: string,
  shelf: CarrierShelf,
): OpenedOrder {
  const row = findByScan(deps, actor, code);
  if (row === undefined) requireNotVoid(deps, actor, code);
  if (row === undefined)
    throw errors.orderNotFound(
      `No order, shipment or label has the number "${code.slice(0, 60)}". Check the number, or import the order first.`,
    );
  const nextCode = passLabelScan(deps, actor, code, row);
  const askAgain =
    row.status === "GOT_OFFERS" &&
    (hasStaleOffer(deps, row, () => subjectOf(deps, draftOf(deps, row)).consignment) ||
      hadNoCarrierToAsk(deps, row.id, shelf.read(row.organizationID).changedAt));
  if (row.status === "CREATED" || askAgain) quoteWaiting(deps, actor, row.id);
  if (row.barcode !== "" && row.barcode.toUpperCase() === code.toUpperCase())
    answerByScan(deps, actor, row.id, row.barcode);
  printLateLabel(deps, row);
  return { ...presentOpened(deps, actor, row.id), nextCode };
}

function requireNotVoid(deps: ReadDeps, { organizationID }: Actor, code: string): void {
  const label = findVoidLabel(deps, organizationID, code);
  if (label === undefined) return;
  const what =
    label.stays === ""
      ? "Its shipment is cancelled."
      : `The parcel goes with the label ${label.stays}.`;
  throw errors.labelVoid(
    `The label ${code.slice(0, 60)} of shipment ${label.number} is void: do not hand it over. ${what} Take the void label off the parcel.`,
  );
}

type OpenedDeps = Pick<
  StationDeps,
  "db" | "settings" | "origin" | "geo" | "now" | "carriers" | "calendar"
>;

/**
 * Presents a shipment as an opened order.
 *
 * @param id Shipment that the actor may see.
 */
export function presentOpened(deps: OpenedDeps, actor: Actor, id: string): OpenedOrder {
  const row = requireShipment(deps, id);
  const boxes = listBoxes(deps, row);
  return {
    shipment: presentShipment(deps, row, deps.origin()),
    missing: listIneligibleServices(deps, id),
    serviceNames: serviceNames(deps, id),
    printJobs: listPrintJobs(deps, actor, { shipmentID: id, limit: 10 }),
    ticks: ticksOf(deps, id),
    holdReason: row.holdReason,
    ...parcelStateOf(deps, row),
    box: boxOf(row, boxes),
    lastBox: findLastBox(deps, boxes),
    sameNumber: countOthersOfNumber(deps, actor, row),
    choice: choiceFor(deps, row),
    announcement: findLabelAnnouncement(deps, row.purchaseID),
    ...findLateLabel(deps, row),
    ...readContents(deps, row),
    together: findTogether(deps, actor, row),
    change: findOpenChange(deps, row),
    papers: listPapers(deps, actor, id).map(({ title }) => title),
    nextCode: "",
  };
}

function choiceFor(deps: OpenedDeps, row: ShipmentRow): OpenedOrder["choice"] {
  if (!isWaiting(row) || !hasRules(deps, row.organizationID)) return null;
  const { offer: _, ...choice } = findChoice(deps, draftOf(deps, row));
  return choice;
}

function boxOf(row: ShipmentRow, boxes: readonly ShipmentRow[]): OpenedOrder["box"] {
  const waits = ({ id, status, holdReason }: ShipmentRow): boolean =>
    id !== row.id && holdReason === "" && (status === "CREATED" || status === "GOT_OFFERS");
  const [next] = boxes.filter(waits).toSorted((a, b) => a.boxNo - b.boxNo);
  return { no: row.boxNo, of: countBoxes(row, boxes), next: next?.number ?? null };
}
