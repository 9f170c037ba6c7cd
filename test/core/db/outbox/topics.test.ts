import { expect, it } from "vitest";
import { TOPICS, type Topic } from "../../../../core/db/outbox/topics.schema.ts";
import { boughtShipment, station } from "../../../helpers/station.ts";

it("every recorded fact has a topic from TOPICS, and its payload matches that topic's schema", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s, { test: false });
  await s.call("DELETE", `/shipments/${(await boughtShipment(s, { test: true })).shipment.id}`);
  await s.call("GET", `/shipments/${(await boughtShipment(s, { test: true })).shipment.id}`);
  await s.call("POST", `/organizations/${s.started.organizationID}/balance/topups`, {
    amount: "10",
    reference: "r",
  });
  await s.desk("POST", "/station/printers", {
    name: "Raf",
    driver: "tcp",
    host: "127.0.0.1",
    port: 9,
  });
  await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id });
  const csv =
    "Sipariş No;Alıcı;Telefon;Adres;İl;İlçe;Ağırlık\nT-1;Ayşe Örnek;+905321112233;Sokak 1;Ankara;Çankaya;2";
  await s.desk("POST", "/station/imports", {
    fileName: "orders.csv",
    content: Buffer.from(csv).toString("base64"),
  });
  await fetch(`${s.url}/shipments`, {
    method: "OPTIONS",
    headers: { origin: "https://sayfa.test", "access-control-request-method": "GET" },
  });

  const facts = s.core.deps.db.raw
    .prepare("SELECT topic, payload FROM outbox WHERE topic <> 'commit'")
    .all() as { topic: Topic; payload: string }[];
  const wrong = facts.filter(
    ({ topic, payload }) => TOPICS[topic]?.safeParse(JSON.parse(payload)).success !== true,
  );
  expect(wrong).toEqual([]);
  expect([...new Set(facts.map(({ topic }) => topic))].toSorted()).toEqual([
    "address.changed",
    "balance.changed",
    "import.done",
    "pairing.asked",
    "printer.changed",
    "printjob.changed",
    "shipment.changed",
    "tracking.updated",
    "transaction.done",
  ]);
});
