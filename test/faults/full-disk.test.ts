import { expect, it } from "vitest";
import type { Shipment } from "../../core/shipments/shipments.schema.ts";
import { checkChain } from "../../core/ledger/ledger.service.ts";
import { parcel, senderOf, shipmentWithOffers, station } from "../helpers/station.ts";

/** SQLite's own limit of pages: past it, it fails as on a disk that has no block left. */
it("a full disk refuses with E2036, changes nothing, and all goes on when there is room again", { timeout: 60_000 }, async () => {
  const s = await station({ settings: { rateLimit: null } });
  const { raw } = s.core.deps.db;
  const returnAddressID = await senderOf(s);
  const shipment = await shipmentWithOffers(s);
  raw.pragma(`max_page_count = ${Number(raw.pragma("page_count", { simple: true })) + 4}`);
  const buy = () => s.call("POST", "/transactions", { providerServiceCode: "SURAT_STANDART", shipment: { ...parcel(), returnAddressID } });
  let answer = await buy();
  let bought = 0;
  while (answer.status === 201 && bought < 200) {
    bought += 1;
    answer = await buy();
  }
  expect([answer.status, answer.body.code]).toEqual([409, "E2036"]);
  const count = (sql: string): number => Number(raw.prepare(sql).pluck().get());
  expect(count("SELECT count(*) FROM shipments")).toBe(1 + bought);
  expect(count("SELECT count(*) FROM transactions")).toBe(bought);
  expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).status).toBe(200);
  raw.pragma("max_page_count = 1073741823");
  expect((await buy()).status).toBe(201);
  expect(checkChain(s.core.deps.db, s.started.organizationID).brokenAt).toBeNull();
});
