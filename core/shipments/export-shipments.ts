/**
 * Shipments as a CSV file, and pages by key for the window. Read beside the writer, some hundred rows at a time, so that
 * a file of a million lines holds up nobody and fills no memory.
 */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { csvLine, type CsvNumber } from "../base/csv.ts";
import { moneyText } from "../base/money.ts";
import { measureText } from "../base/units.ts";
import type { Actor, Deps } from "../deps.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { filterOf, type FilterQuery } from "./list-shipments.ts";
import type { Shipment } from "./shipments.schema.ts";
import { addressesOf, presentShipments } from "./shipments.service.ts";
import { listBefore } from "./shipments-list.store.ts";
import type { ShipmentRow } from "./shipments.store.ts";

const CHUNK = 200;
/** Lines made before other work has its turn: an export beside a purchase is not noticed. */
const AT_ONCE = 50;

const HEADINGS = [
  "Shipment", "Created", "Status", "Test", "Order", "Recipient", "Phone", "District", "City", "Desi", "Weight", "Unit",
  "Carrier", "Service", "Amount", "Total", "Currency", "Barcode", "Tracking number",
];

/** @throws AppError E1085 for a filter that cannot be read, before the first byte. */
export function exportShipments(deps: Deps, actor: Actor, query: FilterQuery): Readable {
  const filter = filterOf(actor, query);
  return Readable.from(
    (async function* lines() {
      yield `\uFEFF${csvLine(HEADINGS)}`; // the byte order mark: spreadsheet programs then read UTF-8
      let before: number | null = null;
      for (;;) {
        const rows: ShipmentRow[] = await listBefore(deps.reader, filter, before, CHUNK);
        for (let i = 0; i < rows.length; i += AT_ONCE) {
          yield rows.slice(i, i + AT_ONCE).map((row) => csvLine(cellsOf(deps, row))).join("");
          await setImmediate();
        }
        if (rows.length < CHUNK) return;
        before = rows.at(-1)?.number ?? 0;
      }
    })(),
  );
}

/** @param before The number after which the page begins, or null. @returns `next` for the page after it; null at the end. */
export async function pageByKey(deps: Deps, actor: Actor, query: FilterQuery & { before: number | null; limit: number }, origin: string): Promise<{ list: Shipment[]; next: number | null }> {
  const rows = await listBefore(deps.reader, filterOf(actor, query), query.before, query.limit + 1);
  const page = rows.slice(0, query.limit);
  return { list: await presentShipments(deps, page, origin), next: rows.length > query.limit ? (page.at(-1)?.number ?? null) : null };
}

function cellsOf(deps: Deps, row: ShipmentRow): (string | CsvNumber)[] {
  const { recipient } = addressesOf(deps, row);
  const offer = row.accepted_offer === null ? undefined : (JSON.parse(row.accepted_offer) as StoredOffer);
  return [
    { number: String(row.number) }, row.created_at, row.status, row.test === 1 ? "test" : "", row.order_number, recipient.name, recipient.phone, recipient.districtName, recipient.cityName,
    { number: measureText(row.desi) }, row.weight === null ? "" : { number: measureText(row.weight) }, row.mass_unit, row.provider_code, row.provider_service_code,
    offer === undefined ? "" : { number: moneyText(offer.amount_minor) }, offer === undefined ? "" : { number: moneyText(offer.total_minor) }, offer === undefined ? "" : "TL", row.barcode, row.tracking_number,
  ];
}
