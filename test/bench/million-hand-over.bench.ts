/**
 * Loads trucks at a station with a million shipments over HTTP: p99 of 200 warm calls while 600
 * parcels are on a truck and 20,000 on manifests of today. The floor is the same station with a
 * thousand shipments.
 */
import { request } from "node:http";
import { resolve } from "node:path";
import { agent, call, p99 } from "./call.ts";
import { handOverFolder, type HandOverFolder } from "./hand-over-rows.ts";
import { isWanted, measure } from "./measure.ts";
import { startProgram, stopProgram, type Target } from "./program.ts";

const MANY = Number(process.env["PACKBENCH_SHIPMENTS"] ?? 1_000_000);
const FEW = 1_000;
const STATION = resolve(import.meta.dirname, "purchase-station.ts");

type Place = HandOverFolder & {
  readonly target: Target;
  /** Scans until now: each label goes onto the truck and off it in turn. */
  readonly scans: { n: number };
};

async function open(shipments: number): Promise<Place> {
  const made = await handOverFolder(shipments);
  return { ...made, target: await startProgram(STATION, [made.folder]), scans: { n: 0 } };
}

async function scan({ target, codes, carrier, scans }: Place): Promise<number> {
  const round = Math.floor(scans.n / codes.length);
  const body = {
    code: codes[scans.n % codes.length],
    carrier,
    act: round % 2 === 0 ? "load" : "takeBack",
  };
  scans.n += 1;
  return (await call(target, "POST", "/station/hand-over/scans", body)).ms;
}

/** Scans a code that is refused. @returns Time of the answer, ms. */
function refuse({ target }: Place, code: string): Promise<number> {
  return new Promise((done, failed) => {
    const startedAt = performance.now();
    const headers = {
      authorization: `Bearer ${target.token}`,
      "content-type": "application/json",
    };
    request(
      `${target.url}/station/hand-over/scans`,
      { method: "POST", agent, headers },
      (answer) => {
        answer.resume().on("end", () => {
          if (answer.statusCode === 409) done(performance.now() - startedAt);
          else failed(new Error(`the scan of ${code} was answered with ${answer.statusCode}`));
        });
      },
    )
      .on("error", failed)
      .end(JSON.stringify({ code }));
  });
}

const get = async ({ target }: Place, path: string): Promise<number> =>
  (await call(target, "GET", path)).ms;

const ASKED: readonly {
  readonly row: string;
  readonly ask: (place: Place, i: number) => Promise<number>;
}[] = [
  { row: "million.hand-over-scan", ask: (place) => scan(place) },
  {
    row: "million.hand-over-refused",
    ask: (place, i) => refuse(place, place.refused[i % place.refused.length] ?? ""),
  },
  { row: "million.hand-over-unknown", ask: (place, i) => refuse(place, `NONE${i}`) },
  { row: "million.hand-over", ask: (place) => get(place, "/station/hand-over") },
  {
    row: "million.hand-over-truck",
    ask: (place) => get(place, `/station/hand-over/carriers/${place.carrier}`),
  },
  { row: "million.hand-over-day", ask: (place) => get(place, "/station/today") },
];

if (ASKED.some(({ row }) => isWanted(row))) {
  const many = await open(MANY);
  const few = await open(FEW);
  try {
    await measure(
      ASKED.map(({ row, ask }) => ({
        row,
        goal: "≤ 50",
        unit: "ms p99",
        ours: () => p99((i) => ask(many, i)),
        floor: () => p99((i) => ask(few, i)),
      })),
    );
  } finally {
    agent.destroy();
    await Promise.all([stopProgram(many.target), stopProgram(few.target)]);
  }
}
