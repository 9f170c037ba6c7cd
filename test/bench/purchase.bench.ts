/** One-step purchases a second over HTTP, at 1 and 16 connections, beside a bare handler with the same durable rows. */
import { cpSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../helpers/folders.ts";
import { measure } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const SECONDS = Number(process.env["PACKBENCH_SECONDS"] ?? 3);
const here = (name: string): string => resolve(import.meta.dirname, name);
function post(agent: Agent, target: Target, body: string): Promise<void> {
  return new Promise((done, failed) => {
    const call = request(`${target.url}/transactions`, { method: "POST", agent, headers: { "content-type": "application/json", authorization: `Bearer ${target.token}`, "content-length": Buffer.byteLength(body) } }, (answer) => {
      answer.resume().on("end", () => (answer.statusCode === 201 ? done() : failed(new Error(`status ${answer.statusCode}`))));
    });
    call.on("error", failed).end(body);
  });
}

/** @returns Purchases a second. */
async function rate(target: Target, connections: number, body: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await post(agent, target, body);
        done += 1;
      }
    }),
  );
  agent.destroy();
  return done / SECONDS;
}

const dataDir = temporaryFolder();
const ours = await startProgram(here("purchase-station.ts"), [dataDir]);
const addresses = (await (await fetch(`${ours.url}/addresses`, { headers: { authorization: `Bearer ${ours.token}` } })).json()) as { data: { id: string }[] };
const body = JSON.stringify({
  providerServiceCode: "SURAT_STANDART",
  shipment: {
    test: false,
    returnAddressID: addresses.data[0]?.id,
    recipientAddress: { name: "Çağla Şimşekoğlu", email: "cagla@ornek.test", phone: "+905551112233", address1: "Bağdat Cd. No: 5 D: 3", countryCode: "TR", cityName: "İstanbul", cityCode: "34", districtName: "Kadıköy" },
    length: "30",
    width: "20",
    height: "15",
    distanceUnit: "cm",
    weight: "2.5",
    massUnit: "kg",
    items: [{ title: "Tişört", quantity: 2 }],
    order: { sourceCode: "API", sourceIdentifier: "https://magaza.ornek.test", orderNumber: "WEB-12345", totalAmount: "150", totalAmountCurrency: "TRY" },
  },
});
await rate(ours, 1, body); // warm
const floorDir = temporaryFolder();
await stopProgram(ours);
cpSync(join(dataDir, "packbench.db"), join(floorDir, "floor.db"));
const again = await startProgram(here("purchase-station.ts"), [dataDir]);
const floor = await startProgram(here("purchase-floor.ts"), [join(floorDir, "floor.db")]);
await rate(again, 1, body);
await rate(floor, 1, body);
try {
  await measure(
    ([[1, "ratio ≥ 0.8"], [16, "ratio ≥ 0.5"]] as const).map(([connections, goal]) => ({
      row: `purchase.${connections}`,
      unit: "a second",
      goal,
      ours: () => rate(again, connections, body),
      floor: () => rate(floor, connections, body),
    })),
  );
} finally {
  await Promise.all([stopProgram(again), stopProgram(floor)]);
  for (const folder of [dataDir, floorDir]) rmSync(folder, { recursive: true, force: true });
}
