/**
 * Exports shipments as a CSV file or a workbook, and lists pages by key for the window. Reads some
 * hundred rows at a time on the reader's connection, so that a file of a million rows delays no
 * other request and does not fill the memory.
 */
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { csvStream } from "../../base/csv.ts";
import { moneyText } from "../../base/money.ts";
import { turkishTime } from "../../base/turkish-day.ts";
import { measureText } from "../../base/units.ts";
import { xlsxStream, type SheetCell } from "../../base/xlsx.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { filterOf, rowFilterOf } from "./list-shipments.ts";
import type { ExportQuery, FilterQuery } from "./shipments-query.schema.ts";
import { readsIndexed } from "./search-index.ts";
import { stateName } from "./shipment-state.schema.ts";
import { STATUS_WORDS } from "./status-words.ts";
import type { Shipment } from "./shipments.schema.ts";
import { presentShipments } from "./shipments.service.ts";
import { pagesOf, readPage, type ExportFile } from "./export-pages.ts";
import type { ExportRow } from "./exported-rows.store.ts";
import { listBefore } from "./shipments-list.store.ts";

/**
 * Number of rows that are formatted before other work gets its turn, so that an export does not
 * delay a purchase.
 */
const AT_ONCE = 50;

const HEADINGS: Readonly<Record<"en" | "tr", readonly string[]>> = {
  en: [
    "Shipment",
    "Created",
    "Status",
    "Test",
    "Order",
    "Recipient",
    "Phone",
    "District",
    "City",
    "Desi",
    "Weight",
    "Unit",
    "Carrier",
    "Service",
    "Amount",
    "Total",
    "Currency",
    "Barcode",
    "Tracking number",
    "Return",
  ],
  tr: [
    "Gönderi",
    "Oluşturuldu",
    "Durum",
    "Deneme",
    "Sipariş",
    "Alıcı",
    "Telefon",
    "İlçe",
    "İl",
    "Desi",
    "Ağırlık",
    "Birim",
    "Kargo firması",
    "Hizmet",
    "Tutar",
    "Toplam",
    "Para birimi",
    "Barkod",
    "Takip numarası",
    "İade",
  ],
};

const RETURN = { en: "return", tr: "iade" } as const;

/**
 * Exports CSV.
 *
 * @throws AppError E1085 for an invalid filter, before the first byte.
 */
export function exportShipments(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: ExportQuery,
): Readable {
  return csvStream(
    cellsInTurns(deps, { actor, query, filter: rowFilterOf(deps, actor, query) }),
    query.language ?? "en",
  );
}

/**
 * Exports an Excel workbook.
 *
 * @throws AppError E1085 for an invalid filter, before the first byte.
 */
export function exportWorkbook(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  actor: Actor,
  query: ExportQuery,
): Readable {
  return xlsxStream(
    "Packbench",
    cellsInTurns(deps, { actor, query, filter: rowFilterOf(deps, actor, query) }),
  );
}

/** Yields the headings, then the rows, some at a time. */
async function* cellsInTurns(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  file: ExportFile,
): AsyncGenerator<SheetCell[][]> {
  const { language } = file.query;
  yield [[...HEADINGS[language ?? "en"]]];
  const timeOf = language === undefined ? (instant: string): string => instant : turkishTime;
  for await (const rows of pagesOf(deps, file))
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      yield rows
        .slice(i, i + AT_ONCE)
        .map((row) => cellsOf(row, timeOf(row.createdAt), wordsOf(row, language)));
      await setImmediate();
    }
}

/**
 * Lists a page by key.
 *
 * @param before Shipment number below which the page starts; null: the page starts with the newest.
 * @returns `next` is the key of the following page; null at the end.
 */
export async function pageByKey(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "geo">,
  actor: Actor,
  query: FilterQuery & { before: number | null; limit: number },
  origin: string,
): Promise<{ list: Shipment[]; next: number | null }> {
  const filter = filterOf(actor, query);
  const isIndexedOnly = await readsIndexed(deps, filter);
  const { page, next } = await readPage(query.limit, (limit) =>
    listBefore(deps.reader, filter, query.before, limit, isIndexedOnly),
  );
  return { list: await presentShipments(deps, page, origin), next };
}

type RowWords = Readonly<Record<"status" | "carrier" | "service" | "returned", string>>;

/** Chooses words for people or codes for programs. */
function wordsOf(row: ExportRow, language: ExportQuery["language"]): RowWords {
  if (language === undefined)
    return {
      status: row.status,
      carrier: row.providerCode,
      service: row.providerServiceCode,
      returned: RETURN.en,
    };
  const state = stateName({
    status: row.status,
    isReturn: row.isReturn === 1,
    isHeld: row.holdReason !== "",
    isLost: row.isLost === 1,
    event: row.event,
  });
  return {
    status: STATUS_WORDS[language][state],
    carrier: row.carrierName === "" ? row.providerCode : row.carrierName,
    service: row.serviceName === "" ? row.providerServiceCode : row.serviceName,
    returned: RETURN[language],
  };
}

function cellsOf(row: ExportRow, createdAt: string, words: RowWords): SheetCell[] {
  const isBought = row.acceptedAmount !== null && row.acceptedTotal !== null;
  return [
    { number: String(row.number) },
    createdAt,
    words.status,
    row.test === 1 ? "test" : "",
    row.orderNumber,
    row.recipientName,
    row.recipientPhone,
    row.recipientDistrict,
    row.recipientCity,
    { number: measureText(row.desi) },
    row.weight === null ? "" : { number: measureText(row.weight) },
    row.massUnit,
    words.carrier,
    words.service,
    isBought ? { number: moneyText(row.acceptedAmount ?? 0) } : "",
    isBought ? { number: moneyText(row.acceptedTotal ?? 0) } : "",
    isBought ? "TL" : "",
    row.barcode,
    row.trackingNumber,
    row.isReturn === 1 ? words.returned : "",
  ];
}
