/**
 * GET /shipments at many shipments beside the same at a thousand: pages of 20 and 50 all over the list, and free text.
 * The floor is the same station with little in it, asked in turn. Also: memory of the headless station, and whether a
 * purchase waits for a search that matches everything.
 */
import { readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { temporaryFolder } from "../helpers/folders.ts";
import { fill, TERMS } from "./fill.ts";
import { percentile } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const MANY = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 1_000_000);
const FEW = 1_000;
const CALLS = Number(process.env["PACKBENCH_CALLS"] ?? 2_000);
const STATION = resolve(import.meta.dirname, "purchase-station.ts");
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

function call(target: Target, method: string, path: string, body?: string): Promise<{ ms: number; json: { totalRows: number; data: { id: string }[] } }> {
  return new Promise((done, failed) => {
    const begun = performance.now();
    request(`${target.url}${path}`, { method, agent, headers: { authorization: `Bearer ${target.token}`, "content-type": "application/json" } }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => ((answer.statusCode ?? 500) < 300 ? done({ ms: performance.now() - begun, json: JSON.parse(text) as never }) : failed(new Error(`${path}: ${answer.statusCode} ${text}`))));
    })
      .on("error", failed)
      .end(body);
  });
}

async function prepare(shipments: number): Promise<{ dataDir: string; target: Target }> {
  const dataDir = temporaryFolder();
  const first = await startProgram(STATION, [dataDir]);
  const { json } = await call(first, "GET", "/addresses");
  await call(first, "POST", "/transactions", purchase(json.data[0]?.id ?? ""));
  await stopProgram(first);
  fill(join(dataDir, "packbench.db"), shipments - 1);
  return { dataDir, target: await startProgram(STATION, [dataDir]) };
}

function purchase(returnAddressID: string): string {
  const recipientAddress = { name: "Ad Soyad", email: "a@ornek.test", phone: "+905551112233", address1: "Gül Sk. 1", countryCode: "TR", cityCode: "34", districtName: "Kadıköy" };
  return JSON.stringify({ providerServiceCode: "SURAT_STANDART", shipment: { returnAddressID, recipientAddress, length: 30, width: 20, height: 15, weight: 2 } });
}

function rssOf(target: Target): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${target.child.pid}/status`, "utf8"))?.[1]) / 1024;
}

const many = await prepare(MANY);
const few = await prepare(FEW);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function compare(name: string, pathOf: (i: number, shipments: number) => string): Promise<void> {
  const times = { many: [] as number[], few: [] as number[] };
  for (let i = 0; i < 200; i += 1) for (const [t, n] of [[many.target, MANY], [few.target, FEW]] as const) await call(t, "GET", pathOf(i, n)); // warm
  for (let i = 0; i < CALLS; i += 1) {
    times.few.push((await call(few.target, "GET", pathOf(i, FEW))).ms);
    times.many.push((await call(many.target, "GET", pathOf(i, MANY))).ms);
  }
  const [p50, p99] = [percentile(times.many, 50), percentile(times.many, 99)];
  const [f50, f99] = [percentile(times.few, 50), percentile(times.few, 99)];
  say(`\n${name}\n  at ${MANY}   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms\n  at ${FEW}      p50 ${f50.toFixed(2)} ms   p99 ${f99.toFixed(2)} ms\n  ratio p99    ${(p99 / f99).toFixed(2)}   (goal ≤ 1.50)`);
}

try {
  for (const limit of [20, 50]) await compare(`GET /shipments, pages of ${limit}`, (i, n) => `/shipments?limit=${limit}&page=${1 + ((i * 7919) % Math.floor(n / limit))}`);
  await compare("GET /shipments, free text, 50 terms", (i) => `/shipments?filter=${TERMS[i % TERMS.length]}`);
  const { json } = await call(many.target, "GET", `/shipments?filter=${TERMS[0]}`);
  say(`\nrows that a term matches at ${MANY}: ${json.totalRows}`);
  say(`RSS of the headless station at ${MANY} shipments: ${rssOf(many.target).toFixed(0)} MB   (goal ≤ 250)`);

  // A term that everything matches: reported beside the engine alone doing the same reads.
  const engine = new BetterSqlite3(join(many.dataDir, "packbench.db"), { readonly: true });
  const count = engine.prepare("SELECT count(*) FROM shipments_search WHERE shipments_search MATCH ?").pluck();
  const newest = engine.prepare("SELECT s.* FROM (SELECT rowid FROM shipments_search WHERE shipments_search MATCH ? ORDER BY rowid DESC LIMIT 20) AS f JOIN shipments AS s ON s.seq = f.rowid ORDER BY s.seq DESC");
  const wideTimes = { ours: [] as number[], floor: [] as number[] };
  for (let i = 0; i < 30; i += 1) {
    const begun = performance.now();
    count.get('"kadikoy"*');
    newest.all('"kadikoy"*');
    wideTimes.floor.push(performance.now() - begun);
    wideTimes.ours.push((await call(many.target, "GET", "/shipments?filter=kadikoy")).ms);
  }
  engine.close();
  say(`\nfree text that all ${MANY} match: p99 ${percentile(wideTimes.ours, 99).toFixed(0)} ms, the engine alone ${percentile(wideTimes.floor, 99).toFixed(0)} ms`);

  const sender = (await call(many.target, "GET", "/addresses")).json.data[0]?.id ?? "";
  const alone: number[] = [];
  for (let i = 0; i < 100; i += 1) alone.push((await call(many.target, "POST", "/transactions", purchase(sender))).ms);
  const wide = Array.from({ length: 3 }, () => call(many.target, "GET", "/shipments?filter=kadikoy&sortBy=desi"));
  const beside: number[] = [];
  for (let i = 0; i < 100; i += 1) beside.push((await call(many.target, "POST", "/transactions", purchase(sender))).ms);
  const searched = await Promise.all(wide);
  say(`\na search that matches all: ${searched.map((s) => s.ms.toFixed(0)).join(", ")} ms, ${searched[0]?.json.totalRows} rows`);
  say(`a purchase meanwhile: p50 ${percentile(beside, 50).toFixed(2)} ms, p99 ${percentile(beside, 99).toFixed(2)} ms; alone: p50 ${percentile(alone, 50).toFixed(2)} ms, p99 ${percentile(alone, 99).toFixed(2)} ms`);
} finally {
  agent.destroy();
  await Promise.all([stopProgram(many.target), stopProgram(few.target)]);
  for (const { dataDir } of [many, few]) rmSync(dataDir, { recursive: true, force: true });
}
