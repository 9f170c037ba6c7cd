/**
 * Imports an order file of 10,000 orders over HTTP. Measures its time, the delay of the station's
 * event loop meanwhile, and the time of a one-step purchase meanwhile. The floor writes the same
 * rows to the same tables, one SQLite transaction after the other.
 */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { folderOnDisk } from "../helpers/folders.ts";
import { shopPurchase } from "./call.ts";
import { importFloor } from "./import-floor.ts";
import { median, percentile, report, rowOf, RUNS } from "./measure.ts";

const ORDERS = Number(process.env["PACKBENCH_ORDERS"] ?? 10_000);
/** Makes the order numbers differ from those of an earlier bench on the same folder. */
const SERIES = Date.now().toString(36);
/** Pause between two purchases of a packer's program, ms. */
const PAUSE_MS = 20;

const PLACES = [
  ["Kadıköy", "İstanbul"],
  ["Çankaya", "Ankara"],
  ["Karşıyaka", "İzmir"],
  ["Osmangazi", "Bursa"],
  ["Muratpaşa", "Antalya"],
] as const;

function orderFile(round: number): string {
  const rows = Array.from({ length: ORDERS }, (_, i) => {
    const [district, city] = PLACES[i % PLACES.length] ?? PLACES[0];
    return `${SERIES}-${round}-${i};Alıcı ${i} Şimşekoğlu;0555${String(1_000_000 + i)};Bağdat Cd. No: ${i};${district};${city};2,5;Tişört;${1 + (i % 3)};${i % 4 === 0 ? "1.250,00" : ""}`;
  });
  const text = [
    "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Kapıda Ödeme",
    ...rows,
  ].join("\n");
  return JSON.stringify({
    fileName: `orders-${round}.csv`,
    content: Buffer.from(text).toString("base64"),
  });
}

// `PACKBENCH_FOLDER`: folder of a stopped station that already has many shipments; a new folder
// when absent. The measurement changes the folder.
const given = process.env["PACKBENCH_FOLDER"];
const dataDir = given ?? folderOnDisk();
const child = fork(resolve(import.meta.dirname, "import-station.ts"), [dataDir], {
  execArgv: [
    "--max-semi-space-size=4",
    "--max-old-space-size=512",
    ...(process.env["PACKBENCH_STATION_ARGS"] ?? "").split(" ").filter(Boolean),
  ],
});
const { url, token } = await message<{ url: string; token: string }>();
const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };

async function message<T>(): Promise<T> {
  return ((await once(child, "message")) as [T])[0];
}

async function tell<T>(order: "begin" | "end"): Promise<T> {
  const answer = message<T>();
  child.send(order);
  return answer;
}

async function post<T>(path: string, body: string, status: number): Promise<T> {
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body });
  if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

async function importFile(file: string): Promise<number> {
  const began = performance.now();
  const { added } = await post<{ added: number }>("/station/imports", file, 200);
  if (added !== ORDERS) throw new Error(`${added} of ${ORDERS} orders were imported`);
  return performance.now() - began;
}

const addresses = (await (await fetch(`${url}/addresses`, { headers })).json()) as {
  data: { id: string }[];
};
const purchase = JSON.stringify(shopPurchase(addresses.data[0]?.id, { order: false }));

/**
 * Makes purchases one after the other, with pauses, until `isOver` returns true.
 * @returns Time of each purchase, ms.
 */
async function purchases(isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await post("/transactions", purchase, 201);
    took.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return took;
}

const seconds: number[] = [];
const floor: number[] = [];
const p99: number[] = [];
const longest: number[] = [];
const alone: number[] = [];
const duringImport: number[] = [];
const duringImportP99: number[] = [];
const aloneP99: number[] = [];
const secondsDuringPurchases: number[] = [];
const floorDir = folderOnDisk();
try {
  await importFile(orderFile(0)); // Warms the station.
  await purchases(soon(1_000));
  for (const ending of ["", "-wal"])
    cpSync(join(dataDir, `packbench.db${ending}`), join(floorDir, `floor.db${ending}`));
  spawnSync("sync"); // Otherwise the large copy would be written during the first round.
  for (let round = 1; round <= RUNS; round += 1) {
    floor.push(importFloor(join(floorDir, "floor.db"), ORDERS) / 1_000);
    const [first, second] = [orderFile(2 * round), orderFile(2 * round + 1)];
    await tell("begin");
    seconds.push((await importFile(first)) / 1_000);
    const { p99Ms, longestMs } = await tell<{ p99Ms: number; longestMs: number }>("end");
    p99.push(p99Ms);
    longest.push(longestMs);
    const before = await purchases(soon(2_000));
    let isOver = false;
    const running = purchases(() => isOver);
    secondsDuringPurchases.push((await importFile(second)) / 1_000);
    isOver = true;
    const during = await running;
    alone.push(median(before));
    duringImport.push(median(during));
    aloneP99.push(percentile(before, 99));
    duringImportP99.push(percentile(during, 99));
  }
  report(rowOf({ row: "import.time", unit: "s", goal: "≤ 6" }, seconds, floor));
  report(rowOf({ row: "import.delay-p99", unit: "ms", goal: "≤ 20" }, p99, []));
  report(rowOf({ row: "import.delay-longest", unit: "ms", goal: "≤ 50" }, longest, []));
  report(
    rowOf({ row: "import.purchase-beside", unit: "ms", goal: "ratio ≤ 1.5" }, duringImport, alone),
  );
  report(
    rowOf(
      { row: "import.purchase-beside-p99", unit: "ms", goal: "none" },
      duringImportP99,
      aloneP99,
    ),
  );
  report(
    rowOf(
      { row: "import.time-beside-purchases", unit: "s", goal: "none" },
      secondsDuringPurchases,
      seconds,
    ),
  );
} finally {
  child.kill("SIGTERM");
  await once(child, "exit");
  for (const folder of given === undefined ? [dataDir, floorDir] : [floorDir])
    rmSync(folder, { recursive: true, force: true });
}

function soon(ms: number): () => boolean {
  const until = performance.now() + ms;
  return () => performance.now() > until;
}
