/** Carriers' status files: the check, the mapped codes, and the recorded scans. */
import { describe, expect, it } from "vitest";
import { readScanTime } from "../../../../core/fulfilment/scans/read-time.ts";
import type {
  StatusFile,
  StatusFileProgress,
} from "../../../../core/fulfilment/scans/status-files.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { ParcelWay } from "../../../../core/shipping/board/board.schema.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { boughtShipment, change, station, type Station } from "../../../helpers/station.ts";
import { xlsxOf } from "../../../helpers/workbooks.ts";

const HEAD = "Barkod;Durum;Tarih;Saat;Şube;Takip No";

const check = (s: Station, file: string | Uint8Array, carrier: string, columns = "") =>
  s.desk<StatusFile>("POST", `/station/tracking/files?providerCode=${carrier}&columns=${columns}`, {
    fileName: "durum.csv",
    content: Buffer.from(file).toString("base64"),
  });
async function applied(s: Station, id: string | null): Promise<StatusFileProgress> {
  for (;;) {
    const { data } = await s.desk<StatusFileProgress>(
      "POST",
      `/station/tracking/files/${id ?? ""}/apply`,
      {},
    );
    if (data.step !== "applying") return data;
  }
}
const eventsOf = async (s: Station, id: string): Promise<string[]> =>
  (await s.desk<ParcelWay>("GET", `/station/tracking/parcels/${id}`)).data.events.map(
    ({ trackingSubStatusCode, statusDate, locationName, statusDetails, source }) =>
      [trackingSubStatusCode, statusDate, locationName, statusDetails, source].join(" | "),
  );
const carrierOf = (s: Station, id: string): string =>
  s.core.deps.db
    .sql<{ providerCode: string }>(`SELECT provider_code FROM shipments WHERE id = ?`)
    .get(id)?.providerCode ?? "";

describe("a status file", () => {
  it("a check finds parcels, refuses rows with reasons and lists unknown codes; applying records each scan once, and mapped codes hold for later files", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const carrier = carrierOf(s, shipment.id);
    const { shipment: test } = await boughtShipment(s, { test: true });
    s.clock.nowMs = Date.parse("2026-11-22T12:00:00.000Z");
    const row = (status: string, day: string): string =>
      `${shipment.barcode};${status};${day};14:05;Tuzla;KN-77`;
    const file = [
      HEAD,
      row("Şubede işlem", "22.11.2026"),
      row("Şubede işlem", "22.11.2026"),
      row("Teslim edildi", "22.11.2090"),
      row("Teslim edildi", "20.11.2026"),
      row("Teslim edildi", "32.11.2026"),
      `UNKNOWN-1;Teslim edildi;22.11.2026;14:05;;`,
      `${test.barcode};Teslim edildi;22.11.2026;14:05;;`,
      row("", "22.11.2026"),
    ].join("\n");
    const { data } = await check(s, file, carrier);
    expect(data).toMatchObject({ rows: 8, matched: 1, known: 1, missing: [], refusedCount: 6 });
    expect(data.refused.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "FUTURE"],
      [5, "EARLY"],
      [6, "BAD_TIME"],
      [7, "UNKNOWN_PARCEL"],
      [8, "UNKNOWN_PARCEL"],
      [9, "EMPTY_CODE"],
    ]);
    expect(data.unknownCodes).toEqual([
      { code: "Teslim edildi", rows: 4, suggestion: "delivered" },
      { code: "Şubede işlem", rows: 2, suggestion: null },
    ]);
    expect(await applied(s, data.id)).toMatchObject({ recorded: 1, known: 1, refused: 6 });
    expect(await eventsOf(s, shipment.id)).toEqual([
      "other | 2026-11-22T11:05:00.000Z | Tuzla | Şubede işlem | file",
    ]);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data).toMatchObject({
      trackingNumber: "KN-77",
      statusCode: "TRACKING_CODE_CREATED",
    });
    await s.desk("PUT", "/station/tracking/codes", {
      providerCode: carrier,
      codes: [{ code: "ŞUBEDE İŞLEM", subCode: "package_accepted" }],
    });
    const again = await check(s, [HEAD, row("Şubede işlem", "22.11.2026")].join("\n"), carrier);
    expect(again.data).toMatchObject({ matched: 1, unknownCodes: [] });
    await applied(s, again.data.id);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.statusCode).toBe(
      "SHIPPED",
    );
    expect((await check(s, file, carrier)).data).toMatchObject({ matched: 0, known: 2 });
    const { data: files } = await s.desk<{ list: unknown[] }>("GET", "/station/tracking/files");
    expect(files.list).toMatchObject([
      { name: "durum.csv", rows: 1, recorded: 1 },
      { name: "durum.csv", rows: 8, recorded: 1 },
    ]);
  });

  it("a workbook with headings that are not known is applied when a person chooses the columns", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    s.clock.nowMs = Date.parse("2026-11-22T12:00:00.000Z");
    const book = await xlsxOf([
      ["A", "B", "C"],
      [shipment.barcode, "TES", { number: "46348.586805555555" }],
    ]);
    const carrier = carrierOf(s, shipment.id);
    const first = await check(s, book, carrier);
    expect(first.data).toMatchObject({
      id: null,
      headings: ["A", "B", "C"],
      missing: ["number", "code", "time"],
    });
    const { data } = await check(s, book, carrier, "trackingNumber:0,code:1,time:2");
    expect(data).toMatchObject({ missing: [], matched: 1 });
    await applied(s, data.id);
    expect(await eventsOf(s, shipment.id)).toEqual([
      "other | 2026-11-22T11:05:00.000Z |  | TES | file",
    ]);
  });

  it("a number that two parcels of the carrier have is refused, and a parcel of another carrier is unknown", async () => {
    const s = await station();
    const [a, b] = [await boughtShipment(s), await boughtShipment(s)];
    change(s, `UPDATE shipments SET tracking_number = 'SAME'`);
    const rows = [HEAD, "SAME;Yolda;21.11.2026;;;", `${b.shipment.barcode};Yolda;21.11.2026;;;`];
    const { data } = await check(s, rows.join("\n"), carrierOf(s, a.shipment.id));
    expect(data.refused.map(({ reason }) => reason)).toEqual(["SEVERAL_PARCELS"]);
    expect((await check(s, rows.join("\n"), "OTHER")).data.matched).toBe(0);
  });

  it(
    "a file of 800 rows never blocks the core's thread for 50 ms, and one of more than 100,000 rows is refused",
    { tags: "all" },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const { shipment } = await boughtShipment(s);
      s.clock.nowMs = Date.parse("2026-11-25T12:00:00.000Z");
      const lines = Array.from(
        { length: 800 },
        (_, i) =>
          `${shipment.barcode};Yolda;22.11.2026;${String(10 + (i % 10))}:${String(10 + (i % 50))};Şube ${i};`,
      );
      const { longestMs } = await longestTurn(async () => {
        const { data } = await check(s, [HEAD, ...lines].join("\n"), carrierOf(s, shipment.id));
        expect(data.matched).toBe(800);
        expect((await applied(s, data.id)).recorded).toBe(800);
      });
      expect(longestMs).toBeLessThan(50);
      const many = [HEAD, ...Array.from({ length: 100_001 }, () => "1;a;b;;;")].join("\n");
      expect(await check(s, many, "SURAT")).toMatchObject({ status: 400, code: "E2029" });
    },
  );
});

it.each([
  ["29.11.2026 14:05", "2026-11-29T11:05:00.000Z", false],
  ["29/11/26 14:05:30", "2026-11-29T11:05:30.000Z", false],
  ["2026-11-29T14:05:00", "2026-11-29T11:05:00.000Z", false],
  ["2026-11-29T14:05:00.000Z", "2026-11-29T14:05:00.000Z", false],
  ["2026-11-29T14:05+02:00", "2026-11-29T12:05:00.000Z", false],
  ["20261129 140530", "2026-11-29T11:05:30.000Z", false],
  ["29-11-2026", "2026-11-28T21:00:00.000Z", true],
  ["46355.5", "2026-11-29T09:00:00.000Z", false],
  ["46355", "2026-11-28T21:00:00.000Z", true],
])("the time %s is read as %s", (text, at, isDay) => {
  expect(readScanTime(text)).toEqual({ at, isDay });
});

it.each([
  "",
  "31.02.2026",
  "29.11.2026 25:00",
  "11/29/2026",
  "tomorrow",
  "123",
  "2026-11-29T99:99Z",
])("the text %j is no time", (text) => {
  expect(readScanTime(text)).toBeUndefined();
});
