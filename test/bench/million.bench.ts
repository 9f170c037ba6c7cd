/**
 * Calls a station with a million shipments over HTTP: p99 of 200 warm calls. The floor is the same
 * station with a thousand shipments.
 */
import { request } from "node:http";
import { join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { turkishDay } from "../../core/base/turkish-day.ts";
import { agent, call, p99 } from "./call.ts";
import { filledFolder, TERMS } from "./fill.ts";
import { isWanted, measure, type Bench } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const MANY = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 1_000_000);
const FEW = 1_000;
const STATION = resolve(import.meta.dirname, "purchase-station.ts");

type FilledStation = {
  readonly target: Target;
  readonly shipments: number;
  readonly barcodes: readonly string[];
  readonly ids: readonly string[];
  readonly orderNumbers: readonly string[];
};

async function open(shipments: number): Promise<FilledStation> {
  const folder = await filledFolder(shipments);
  const db = new BetterSqlite3(join(folder, "packbench.db"), { readonly: true });
  const picked = db.prepare(
    "SELECT id, barcode, order_number FROM shipments WHERE number IN (SELECT value FROM json_each(?)) AND barcode <> ''",
  );
  const numbers = Array.from({ length: 300 }, (_, i) => 1 + ((i * 7_919) % shipments));
  const rows = picked.all(JSON.stringify(numbers)) as {
    id: string;
    barcode: string;
    order_number: string;
  }[];
  db.close();
  const target = await startProgram(STATION, [folder]);
  return {
    target,
    shipments,
    barcodes: rows.map((row) => row.barcode),
    ids: rows.map((row) => row.id),
    orderNumbers: rows.map((row) => row.order_number),
  };
}

const of = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
const get = async ({ target }: FilledStation, path: string): Promise<number> =>
  (await call(target, "GET", path)).ms;

/**
 * Search texts: beginnings that all shipments have, rare words, several words, numbers, phone
 * numbers, and texts that match nothing.
 */
const TYPED = [
  "ad",
  "ka",
  "kadikoy is",
  "soyad00",
  "soyad0007",
  "ad1 soy",
  "12",
  "1999",
  "web-15",
  "0555 111 22",
  "9055",
  "905551112233",
  "27",
  "zz",
  "ad7777 kadi",
  "soyad0001 ist ad",
];

/** Search texts with at most some thousand matches. */
const RARE = ["soyad0007", "0555 111 22", "905551112233", "soyad0001 ist ad", "ad7777 kadi"];
const TODAY = turkishDay(new Date().toISOString());

type Asked = {
  readonly row: string;
  readonly goal: string;
  readonly ask: (place: FilledStation, i: number) => Promise<number>;
};

const ASKED: readonly Asked[] = [
  {
    row: "million.scan",
    goal: "≤ 5",
    ask: async (place, i) =>
      (await call(place.target, "POST", "/station/orders/open", { code: of(place.barcodes, i) }))
        .ms,
  },
  {
    row: "million.scan-order",
    goal: "≤ 5",
    ask: async (place, i) =>
      (
        await call(place.target, "POST", "/station/orders/open", {
          code: of(place.orderNumbers, i),
        })
      ).ms,
  },
  {
    row: "million.jobs-of-shipment",
    goal: "≤ 5",
    ask: (place, i) => get(place, `/station/printjobs?shipmentID=${of(place.ids, i)}`),
  },
  {
    row: "million.open-jobs",
    goal: "≤ 5",
    ask: (place) => get(place, "/station/printjobs?status=UNKNOWN"),
  },
  { row: "million.desk", goal: "≤ 5", ask: (place) => get(place, "/station/desk") },
  { row: "million.waiting", goal: "≤ 5", ask: (place) => get(place, "/station/orders/waiting") },
  {
    row: "million.filter-returned",
    goal: "≤ 50",
    ask: (place) => get(place, "/shipments?isReturned=true"),
  },
  {
    row: "million.filter-kept",
    goal: "≤ 50",
    ask: (place) => get(place, "/shipments?isReturned=false"),
  },
  {
    row: "million.filter-order",
    goal: "≤ 50",
    ask: (place, i) => get(place, `/shipments?orderNumber=${of(place.orderNumbers, i)}`),
  },
  {
    row: "million.filter-status",
    goal: "≤ 50",
    ask: (place) => get(place, "/shipments?statusFilter=CANCELED"),
  },
  {
    row: "million.page-20",
    goal: "ratio ≤ 1.5",
    ask: (place, i) =>
      get(
        place,
        `/shipments?limit=20&page=${1 + ((i * 7_919) % Math.floor(place.shipments / 20))}`,
      ),
  },
  {
    row: "million.page-50",
    goal: "ratio ≤ 1.5",
    ask: (place, i) =>
      get(
        place,
        `/shipments?limit=50&page=${1 + ((i * 7_919) % Math.floor(place.shipments / 50))}`,
      ),
  },
  // The next three are calls of another station whose marketplace this one is, or that moves away.
  {
    row: "million.move-in-page",
    goal: "ratio ≤ 1.5",
    ask: (place, i) =>
      get(
        place,
        `/shipments?limit=100&page=${1 + ((i * 7_919) % Math.floor(place.shipments / 100))}&sortBy=organization_shipment_id%20desc`,
      ),
  },
  {
    row: "million.list-of-key",
    goal: "≤ 5",
    ask: (place, i) => get(place, `/shipments?limit=100&storeIdentifier=${of(place.ids, i)}`),
  },
  {
    row: "million.list-open",
    goal: "≤ 250",
    ask: (place, i) =>
      get(place, `/shipments?statusFilter=TRACKING_CODE_CREATED&limit=100&page=${1 + (i % 40)}`),
  },
  {
    row: "million.search",
    goal: "≤ 50",
    ask: (place, i) =>
      get(place, `/station/shipments/search?filter=${encodeURIComponent(of(TYPED, i))}`),
  },
  {
    row: "million.rows-of-place",
    goal: "≤ 5",
    ask: (place, i) =>
      get(place, `/station/shipments/rows?number=${1 + ((i * 7_919) % place.shipments)}`),
  },
  { row: "million.places", goal: "≤ 5", ask: (place) => get(place, "/station/shipments/places") },
  {
    row: "million.rows-unprinted",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/rows?isPrinted=false"),
  },
  {
    row: "million.rows-cash",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/rows?isCashOnDelivery=true"),
  },
  {
    row: "million.rows-packing",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/rows?waits=packing"),
  },
  {
    row: "million.rows-returns",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/rows?waits=return"),
  },
  {
    row: "million.places-packing",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/places?waits=packing"),
  },
  { row: "million.board", goal: "≤ 50", ask: (place) => get(place, "/station/tracking/board") },
  { row: "million.today", goal: "≤ 50", ask: (place) => get(place, "/station/packing/today") },
  { row: "million.day", goal: "≤ 50", ask: (place) => get(place, "/station/today") },
  {
    row: "million.services",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/services"),
  },
  {
    row: "million.rows-by-time",
    goal: "≤ 50",
    ask: (place) => get(place, "/station/shipments/rows?sortBy=time&isAscending=true"),
  },
  {
    row: "million.bought-today",
    goal: "≤ 50",
    ask: (place) => get(place, `/station/shipments/places?boughtDay=${TODAY}`),
  },
  {
    // Sorts what is on hold, by a column that is read from other tables.
    row: "million.sorted-held",
    goal: "≤ 250",
    ask: (place) => get(place, "/station/shipments/sorted?waits=held&sortBy=recipient"),
  },
  {
    row: "million.sorted-search",
    goal: "≤ 250",
    ask: (place, i) =>
      get(
        place,
        `/station/shipments/sorted?sortBy=price&filter=${encodeURIComponent(of(RARE, i))}`,
      ),
  },
  { row: "million.cash", goal: "≤ 50", ask: (place) => get(place, "/station/reports/cash") },
  {
    row: "million.text",
    goal: "ratio ≤ 1.5",
    ask: (place, i) => get(place, `/shipments?filter=${of(TERMS, i)}`),
  },
];

/**
 * Measures an export's speed at its end and at its start.
 * @returns Time of the last tenth of the lines ÷ time of the first tenth.
 */
async function exportRatio({ target, shipments }: FilledStation): Promise<number> {
  const marks: number[] = [];
  let lines = 0;
  const tenth = Math.floor(shipments / 10);
  await new Promise<void>((done, failed) => {
    const startedAt = performance.now();
    request(
      `${target.url}/station/shipments.csv`,
      { agent, headers: { authorization: `Bearer ${target.token}` } },
      (answer) => {
        answer.on("data", (chunk: Buffer) => {
          for (const byte of chunk) if (byte === 10) lines += 1;
          while (lines >= (marks.length + 1) * tenth) marks.push(performance.now() - startedAt);
        });
        answer.on("end", done).on("error", failed);
      },
    )
      .on("error", failed)
      .end();
  });
  return ((marks[9] ?? 0) - (marks[8] ?? 0)) / (marks[0] ?? Number.NaN);
}

/**
 * Starts four searches that read all rows, and aborts each after 200 ms.
 * @returns Time of the next list, ms.
 */
async function afterAbandoned({ target }: FilledStation): Promise<number> {
  for (let i = 0; i < 4; i += 1) {
    const given = request(`${target.url}/shipments?filter=kadikoy&sortBy=desi&page=${1 + i}`, {
      headers: { authorization: `Bearer ${target.token}` },
    }).on("error", () => {});
    given.end();
    setTimeout(() => given.destroy(), 200);
  }
  await new Promise((done) => setTimeout(done, 250));
  return (await call(target, "GET", "/shipments?statusFilter=CANCELED")).ms;
}

const EXPORT = { row: "million.export-last-to-first", unit: "×", goal: "≤ 1.5" };
const ABANDONED = { row: "million.after-abandoned", unit: "ms", goal: "≤ 100" };
if ([...ASKED, EXPORT, ABANDONED].some(({ row }) => isWanted(row))) {
  const many = await open(MANY);
  const few = await open(FEW);
  const benches: readonly Bench[] = [
    ...ASKED.map(({ row, goal, ask }) => ({
      row,
      goal,
      unit: "ms p99",
      ours: () => p99((i) => ask(many, i)),
      floor: () => p99((i) => ask(few, i)),
    })),
    { ...EXPORT, ours: () => exportRatio(many) },
    { ...ABANDONED, ours: () => afterAbandoned(many) },
  ];
  try {
    await measure(benches);
  } finally {
    agent.destroy();
    await Promise.all([stopProgram(many.target), stopProgram(few.target)]);
  }
}
