/**
 * Three stations print at each other's printers while their messages arrive shuffled, duplicated
 * and late. At the end each request has the same state at all stations, the state fits the journal
 * of the printer's station, and no other station has a job for the request. PACKBENCH_SEEDS sets
 * the number of runs, PACKBENCH_SEED the first.
 */
import { describe, expect, it } from "vitest";
import type { StampedChanges } from "../../../../core/db/apply-remote.ts";
import { looseStation, seeded, type LooseStation } from "../../../helpers/loose-stations.ts";
import { createPrintingActs } from "../../sync/shared-printing-acts.ts";
import { stateOf } from "../../sync/state-of.ts";
import { buy, exchange, two } from "../../sync/two-stations.ts";

const FIRST = Number(process.env["PACKBENCH_SEED"] ?? 1);
const SEEDS = Number(process.env["PACKBENCH_SEEDS"] ?? 5);
const ACTS = 80;

async function run(seed: number): Promise<LooseStation[]> {
  const random = seeded(seed);
  const { a, b, actor, id } = two();
  buy(a, actor, id);
  exchange(a, b);
  const stations = [a, b, looseStation(90_000)];
  const wire = stations.map(() => [] as StampedChanges[]);
  const published = [0, 0, 0];
  const publish = (): void =>
    stations.forEach((station, i) => {
      for (const { seq, stamped } of station.outbox(published[i] ?? 0)) {
        published[i] = seq;
        wire.forEach(
          (line, to) => to !== i && line.push(stamped, ...(random() < 0.3 ? [stamped] : [])),
        );
      }
    });
  const deliver = (to: number, share: number): void => {
    const line = wire[to] ?? [];
    const now = line.filter(() => random() < share).sort(() => random() - 0.5);
    for (const one of now) line.splice(line.indexOf(one), 1);
    for (let at = 0; at < now.length; at += 3) stations[to]?.apply(now.slice(at, at + 3));
  };
  const settle = (): void => {
    publish();
    for (const to of stations.keys()) deliver(to, 1);
  };
  settle();
  const { acts, serve } = createPrintingActs(actor, random);
  for (let i = 0; i < ACTS; i += 1) {
    const station = stations[Math.floor(random() * stations.length)] as LooseStation;
    await acts[Math.floor(random() * acts.length)]?.(station);
    publish();
    if (random() < 0.4) deliver(Math.floor(random() * stations.length), 0.5);
    for (const { clock } of stations) clock.nowMs += Math.floor(random() * 400);
  }
  for (let round = 0; round < 12; round += 1) {
    settle();
    for (const station of stations) await serve(station);
  }
  settle();
  return stations;
}

type Seen = { readonly state: string; readonly job: string | null; readonly mine: number };

describe("prints between three disconnected stations", () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => FIRST + i))(
    "requests end with the states of the printers' journals (seed %i)",
    async (seed) => {
      const stations = await run(seed);
      const [first, ...others] = stations.map(stateOf);
      for (const other of others) expect(other).toEqual(first);
      const seen = stations.flatMap(({ deps: { db } }) =>
        db
          .sql<Seen>(
            `SELECT r.state, j.status AS job, r.to_station_id = :me AS mine FROM print_requests AS r LEFT JOIN print_jobs AS j ON j.id = r.id ORDER BY r.id`,
          )
          .all({ me: db.stationID }),
      );
      // Only the printer's journal has the job.
      expect(seen.filter(({ mine, job }) => mine === 0 && job !== null)).toEqual([]);
      const ends = new Set(
        seen.filter(({ mine }) => mine === 1).map(({ state, job }) => `${state} ${job ?? "-"}`),
      );
      expect(
        [...ends].filter(
          (end) =>
            ![
              "PRINTED SENT",
              "EXPIRED -",
              "CANCELLED -",
              "CANCELLED FAILED",
              "EXPIRED FAILED",
            ].includes(end),
        ),
      ).toEqual([]);
      expect(ends).toContain("PRINTED SENT");
    },
  );
});
