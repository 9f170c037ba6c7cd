import type { FoundShipments } from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { inTransaction, recordFact } from "../../../../core/db/change.ts";
import { hasNew, listUnindexed } from "../../../../core/shipping/shipments/search-index.store.ts";
import { indexAll } from "../../../../core/shipping/shipments/search-index.ts";
import { listShipments } from "../../../../core/shipping/shipments/shipments-list.store.ts";
import { shipmentWithOffers, station } from "../../../helpers/station.ts";

it(
  "the words of many shipments are written to the index in slices, with turns of the event loop between them",
  { tags: "all" },
  async () => {
    const s = await station();
    const lines = Array.from(
      { length: 300 },
      (_, i) => `S-${i};Ad Soyad;05551112233;Bağdat Cd. No: ${i};Kadıköy;İstanbul;1`,
    );
    const content = Buffer.from(
      ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
    ).toString("base64");
    await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
    await s.call("GET", "/shipments?filter=nothing"); // The list indexes all shipments.
    const { deps } = s.core;
    const waiting = deps.db.raw
      .prepare<[], number>("SELECT count(*) FROM unindexed_shipments")
      .pluck();
    inTransaction(deps, () => {
      deps.db.raw.exec("INSERT INTO unindexed_shipments SELECT seq FROM shipments");
      recordFact(deps, {
        topic: "shipment.changed",
        organizationID: s.started.organizationID,
        subjectID: "all",
      });
    });
    const seen = new Set<number>();
    for (const until = Date.now() + 8_000; !seen.has(0) && Date.now() < until; await setImmediate())
      seen.add(waiting.get() ?? 0);
    expect([...seen].sort((a, b) => b - a)).toEqual([300, 250, 200, 150, 100, 50, 0]);
  },
);

it("a new shipment is indexed first after an update that indexes everything again, then the newest of the others", async () => {
  const s = await station();
  await shipmentWithOffers(s);
  const old = await shipmentWithOffers(s);
  const { id } = await shipmentWithOffers(s);
  await s.call("GET", "/shipments?filter=nothing"); // The list indexes all shipments.
  const { deps } = s.core;
  // Makes the last shipment count as created just now.
  deps.db.raw.exec("UPDATE station_meta SET value = value - 1 WHERE key = 'indexed_to'");
  deps.db.raw.exec(
    "INSERT INTO shipments_search (shipments_search) VALUES ('delete-all'); INSERT INTO unindexed_shipments SELECT seq FROM shipments",
  ); // Leaves the index as migration 0029 does.
  expect(listUnindexed(deps.db, 2).map((row) => row.id)).toEqual([id, old.id]);
  expect((await s.call("GET", "/shipments?filter=istanbul")).body).toMatchObject({ totalRows: 3 });
});

it("a list waits for new shipments, but not for all shipments that an update indexes again", async () => {
  const s = await station();
  await shipmentWithOffers(s);
  const { deps } = s.core;
  await indexAll(deps);
  deps.db.raw.exec("INSERT INTO unindexed_shipments SELECT seq FROM shipments");
  expect([
    await indexAll(deps, { newMs: 60_000, changedMs: -1 }),
    listUnindexed(deps.db, 9).length,
  ]).toEqual([true, 1]); // The others are left to the background.
  // Makes the shipment count as created just now.
  deps.db.raw.exec("UPDATE station_meta SET value = '0' WHERE key = 'indexed_to'");
  expect([await indexAll(deps, { newMs: -1, changedMs: -1 }), hasNew(deps.db)]).toEqual([
    false,
    true,
  ]);
  expect([await indexAll(deps, { newMs: 60_000, changedMs: -1 }), hasNew(deps.db)]).toEqual([
    true,
    false,
  ]);
});

it("a list by an index that is filled in the background includes shipments created before its request", async () => {
  const s = await station();
  const { id } = await shipmentWithOffers(s);
  for (const query of [
    "sortBy=desi",
    "sortBy=updated_at%20desc",
    "statusFilter=GOT_OFFERS",
    "startDate=2020-01-01",
  ]) {
    s.core.deps.db.raw.exec(
      "UPDATE shipments SET is_listed = 0; UPDATE station_meta SET value = '0' WHERE key = 'indexed_to'",
    ); // Makes the shipment count as created just now.
    const { body } = await s.call("GET", `/shipments?${query}`);
    expect(body).toMatchObject({ totalRows: 1, data: [{ id }] });
  }
});

it("every list, page by key and export includes and counts a shipment that a full disk keeps out of the indexes", async () => {
  const s = await station();
  const { id } = await shipmentWithOffers(s);
  const { raw } = s.core.deps.db;
  raw.exec(
    "UPDATE shipments SET is_listed = 0; UPDATE station_meta SET value = '0' WHERE key = 'indexed_to'",
  ); // Makes the shipment count as created just now.
  raw.pragma("query_only = ON");
  for (const query of [
    "sortBy=desi",
    "sortBy=amount",
    "sortBy=updated_at%20desc",
    "statusFilter=GOT_OFFERS",
    "startDate=2020-01-01",
    "statusFilter=GOT_OFFERS&isReturned=false",
  ]) {
    const { body } = await s.call("GET", `/shipments?${query}`);
    expect(body).toMatchObject({ totalRows: 1, data: [{ id }] });
  }
  const page = await s.call<{ list: { id: string }[] }>(
    "GET",
    "/station/shipments?statusFilter=GOT_OFFERS",
  );
  // A search can only say that its index lacks shipments.
  const found = [];
  for (const path of ["search?filter=kadikoy", "sorted?filter=kadikoy&sortBy=price"]) {
    const { body } = await s.call<FoundShipments>("GET", `/station/shipments/${path}`);
    found.push(body.data.isPartial);
  }
  expect(found).toEqual([true, true]);
  const lines = await (
    await fetch(`${s.url}/station/shipments.csv?statusFilter=GOT_OFFERS`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    })
  ).text();
  raw.pragma("query_only = OFF");
  expect([page.body.data.list.map((row) => row.id), lines.trim().split("\n").length]).toEqual([
    [id],
    2,
  ]);
});

it(
  "a list by an index that is filled in the background counts exactly what it lists, without a shipment created meanwhile",
  { tags: "all" },
  async () => {
    const s = await station();
    const { deps } = s.core;
    const { organizationID } = s.started;
    const { id } = await shipmentWithOffers(s);
    const { organizationShipmentID: number } = await shipmentWithOffers(s);
    const isListed = deps.db.raw
      .prepare<[], number>("SELECT min(is_listed) FROM shipments")
      .pluck();
    for (const until = Date.now() + 8_000; isListed.get() === 0 && Date.now() < until;)
      await setImmediate(); // The background work lists the shipments, and does not run again.
    deps.db.raw.exec(
      `UPDATE shipments SET is_listed = 0 WHERE number = ${number}; UPDATE station_meta SET value = value - 1 WHERE key = 'indexed_to'`,
    );
    for (const filter of [
      { organizationID },
      { organizationID, status: "GOT_OFFERS" },
      { organizationID, isReturned: false },
    ]) {
      const { rows, totalRows } = await listShipments(deps.reader, filter, "desi", {
        limit: 10,
        offset: 0,
      });
      expect({ ids: rows.map((row) => row.id), totalRows }).toEqual({ ids: [id], totalRows: 1 });
    }
  },
);

it("a shipment is found by its order's invoice number and waybill number", async () => {
  const s = await station();
  const content = Buffer.from(
    [
      "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Fatura No;İrsaliye No",
      "S-1;Ad Soyad;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1;GIB2026000000123;IRS-77",
      "S-2;Ad Soyad;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1;;",
    ].join("\n"),
  ).toString("base64");
  await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
  const found = async (text: string): Promise<unknown> =>
    (await s.call("GET", `/shipments?filter=${text}`)).body;
  for (const text of ["gib2026000000123", "GIB20260000", "IRS-77"])
    expect(await found(text)).toMatchObject({
      totalRows: 1,
      data: [{ order: { orderNumber: "S-1" } }],
    });
});
