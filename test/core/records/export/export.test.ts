/**
 * An export contains all data of its organization and none of another organization, in files that
 * other programs can read.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportTables } from "../../../../core/records/export/export-tables.ts";
import { listColumns, readRows } from "../../../../core/records/export/export.store.ts";
import { plannedDatabase } from "../../../helpers/query-plans.ts";
import {
  boughtShipment,
  memberWithToken,
  shipmentWithOffers,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";
import { unzip } from "../../../helpers/unzip.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";
import { SYNCED_TABLES } from "../../../helpers/tables.ts";

const EXPORT_TABLES = exportTables({ tables: ALL_TABLES });

async function download(
  s: Station,
  query: string,
  token = s.started.token,
): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(`${s.url}/station/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return unzip(new Uint8Array(await response.arrayBuffer()));
}
const rowsOf = (files: ReadonlyMap<string, string>, name: string): Record<string, unknown>[] =>
  (files.get(name) ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("an export", () => {
  it("an export has a JSON Lines file for each table, whose ids refer to each other, and a manifest with the number of rows", async () => {
    const s = await station({ settings: { rateLimit: null } });
    const bought = await boughtShipment(s);
    for (let i = 0; i < 3; i += 1)
      await shipmentWithOffers(s, { order: { orderNumber: `SIP-${i}` } });
    const files = await download(s, "");
    expect([...files.keys()].sort()).toEqual(
      ["README.txt", "manifest.json", ...EXPORT_TABLES.map(({ name }) => `${name}.jsonl`)].sort(),
    );
    const shipments = rowsOf(files, "shipments.jsonl");
    expect([
      shipments.length,
      rowsOf(files, "parcels.jsonl").length,
      rowsOf(files, "orders.jsonl").length,
    ]).toEqual([4, 4, 3]);
    const [purchase] = rowsOf(files, "purchases.jsonl");
    expect(purchase).toMatchObject({
      id: bought.id,
      shipment_id: bought.shipment?.id,
      status: "DONE",
    });
    expect(rowsOf(files, "purchase_snapshots.jsonl")[0]).toMatchObject({
      id: bought.id,
      body: expect.any(Object),
      sender: expect.any(Object),
    });
    const manifest = JSON.parse(files.get("manifest.json") ?? "") as {
      files: { file: string; rows: number }[];
    };
    expect(manifest.files.map(({ file, rows }) => [file, rows])).toEqual(
      EXPORT_TABLES.map(({ name }) => [`${name}.jsonl`, rowsOf(files, `${name}.jsonl`).length]),
    );
  });

  it("an export is CSV when requested, and no cell is a formula", async () => {
    const s = await station();
    await s.call("POST", "/parceltemplates", { name: "=1+1" });
    const text = (await download(s, "?format=csv")).get("parcel_templates.csv") ?? "";
    expect([text.startsWith('\uFEFF"id"'), text.includes('"\'=1+1"')]).toEqual([true, true]);
  });

  it("an export contains no secret and no data of another organization", async () => {
    const s = await station();
    const { body } = await s.call<{ id: string }>("POST", "/organizations", {
      name: "Öteki Mağaza",
      countryCode: "TR",
    });
    await s.call("POST", "/provideraccounts", {
      providerCode: "PACKBENCH_STANDART",
      name: "Ours",
      username: "user",
      password: "Zehirli-Parola-7",
    });
    // The audit log names the other organization's id, because this member created it.
    const text = [...(await download(s, ""))]
      .filter(([name]) => name !== "audit_log.jsonl")
      .map(([, content]) => content)
      .join("\n");
    expect([
      text.includes("Öteki Mağaza"),
      body.data.id !== undefined && text.includes(body.data.id),
      text.includes("Zehirli-Parola-7"),
      text.includes(s.started.token ?? "?"),
    ]).toEqual([false, false, false, false]);
  });

  it("an export is refused to users, and is written to a file only at the desk, in an existing folder outside the data folder, without leaving other files", async () => {
    const s = await station();
    const folder = temporaryFolder();
    const file = join(folder, "all.zip");
    for (const role of ["user", "limitedAccessUser"] as const) {
      const { token } = memberWithToken(s, role);
      expect(
        (await fetch(`${s.url}/station/export`, { headers: { authorization: `Bearer ${token}` } }))
          .status,
      ).toBe(403);
    }
    expect((await s.call("POST", "/station/export", { file, format: "csv" })).body.code).toBe(
      "E1055",
    );
    const { data } = await s.desk<{ bytes: number }>("POST", "/station/export", {
      file,
      format: "jsonl",
    });
    expect([
      data.bytes,
      unzip(readFileSync(file)).has("manifest.json"),
      readdirSync(folder),
    ]).toEqual([readFileSync(file).length, true, ["all.zip"]]);
    const refused = await Promise.all(
      ["/nowhere/all.zip", "all.zip", join(s.dataDir, "all.zip")].map((to) =>
        s.desk("POST", "/station/export", { file: to, format: "csv" }),
      ),
    );
    expect([refused.map(({ code }) => code), existsSync("/nowhere")]).toEqual([
      ["E2062", "E1085", "E2062"],
      false,
    ]);
  });

  it("an export covers every synced table except fourteen, and reads each by a key, without sorting or repeated scans", async () => {
    const { db, reader, plansOf } = plannedDatabase();
    const left = SYNCED_TABLES.filter((table) => !EXPORT_TABLES.some((of) => of.table === table));
    expect(left).toEqual([
      "api_tokens",
      "badges",
      "member_pins",
      "offers",
      "rate_requests",
      "frozen_addresses",
      "ledger_anchors",
      "handled_parcels",
      "webhooks",
      "delivery_attempts",
      "shared_printers",
      "print_requests",
      "station_ends",
      "label_files",
    ]); // Offers that were not accepted are kept for a month.
    for (const table of EXPORT_TABLES) {
      const columns = await listColumns(reader, table);
      const plans = await plansOf(() =>
        readRows(reader, table, columns, { organizationID: "o", after: "", limit: 100 }),
      );
      expect({
        table: table.name,
        bad: plans.filter((plan) => /SCAN (?!p$|p\b)|TEMP B-TREE/.test(plan)),
      }).toEqual({ table: table.name, bad: [] });
    }
    db.close();
  });
});
