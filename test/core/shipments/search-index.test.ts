import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { commit, recordFact } from "../../../core/db/change.ts";
import { station } from "../../helpers/station.ts";

it("writes the words of many shipments in slices, with turns of the loop between them", async () => {
  const s = await station();
  const lines = Array.from({ length: 300 }, (_, i) => `S-${i};Ad Soyad;05551112233;Bağdat Cd. No: ${i};Kadıköy;İstanbul;1`);
  const content = Buffer.from(["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n")).toString("base64");
  await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
  await s.call("GET", "/shipments?filter=nothing"); // all are indexed
  const { deps } = s.core;
  const waiting = deps.db.raw.prepare<[], number>("SELECT count(*) FROM unindexed_shipments").pluck();
  commit(deps, () => {
    deps.db.raw.exec("INSERT INTO unindexed_shipments SELECT seq FROM shipments");
    recordFact(deps, { topic: "shipment.changed", organizationID: s.started.organizationID, subjectID: "all" });
  });
  const seen = new Set<number>();
  for (const until = Date.now() + 8_000; !seen.has(0) && Date.now() < until; await setImmediate()) seen.add(waiting.get() ?? 0);
  expect([...seen].sort((a, b) => b - a)).toEqual([300, 250, 200, 150, 100, 50, 0]);
});
