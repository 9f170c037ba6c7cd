#!/usr/bin/env node
// From an order to its label, Node 20 or newer:  PACKBENCH_TOKEN=pb_… node order-to-label.mjs WEB-1001 label.pdf
import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const url = process.env["PACKBENCH_URL"] ?? "http://127.0.0.1:4747/api/v1";
const recipientAddress = {
  name: "Ayşe Yılmaz", email: "ayse@example.com", phone: "+905551112233",
  address1: "Bağdat Cd. No: 5 D: 3", countryCode: "TR", cityCode: "34", districtName: "Kadıköy",
};

/** A repeat under the same key is answered like the first call. */
async function api(path, body, key) {
  const headers = { authorization: `Bearer ${process.env["PACKBENCH_TOKEN"]}`, "content-type": "application/json", ...(key && { "idempotency-key": key }) };
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      const response = await fetch(url + path, { method: body ? "POST" : "GET", headers, signal: AbortSignal.timeout(60_000), ...(body && { body: JSON.stringify(body) }) });
      answer = await response.json();
    } catch (error) {
      if (attempt === 3) throw error;
      await wait(1_000);
      continue;
    }
    if (!answer.result) throw new Error(`refused: ${answer.code} ${answer.message}`);
    return answer.data;
  }
}

const [order, file] = process.argv.slice(2);
// 1. The order's shipment. "test" buys a label that costs nothing and carries no parcel: leave it out for real ones.
const parcel = { length: 20, width: 15, height: 10, distanceUnit: "cm", weight: 1, massUnit: "kg" };
let shipment = await api("/shipments", { test: true, order: { orderNumber: order }, recipientAddress, ...parcel }, `order ${order}`);
// 2. Its offers: carriers answer one after the other.
while ((shipment = await api(`/shipments/${shipment.id}`)).offers.percentageCompleted < 100) await wait(500);
// 3. The cheapest one, unless an earlier run has bought this order's label.
if (!shipment.barcode) {
  const offer = shipment.offers.cheapest;
  if (!offer) throw new Error(`no carrier made an offer for order ${order}`);
  await api("/transactions", { offerID: offer.id }, `buy ${order}`);
  shipment = await api(`/shipments/${shipment.id}`);
}
// 4. The label. Its link is signed: it needs no token. With .zpl in place of .pdf it is what a label printer takes.
const label = await fetch(shipment.labelURL);
if (!label.ok) throw new Error(`no label: ${await label.text()}`);
await writeFile(file, Buffer.from(await label.arrayBuffer()));
// 5. Where the parcel is: the shipment's status, and the carrier's when it has reported one.
console.log(order, shipment.barcode, shipment.statusCode, shipment.trackingStatus?.trackingStatusCode ?? "");
