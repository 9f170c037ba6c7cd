/** Orders of one recipient that several stations pack together while they are disconnected. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { ALL_TABLES } from "../../../core/all-tables.ts";
import { makeSnapshot } from "../../../core/db/snapshot/make-snapshot.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { mergeSnapshot } from "../../../core/sync/snapshot/merge-snapshot.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { looseStation, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { someOf } from "../../helpers/some-of.ts";
import { stateOf } from "./state-of.ts";
import {
  buyAt,
  cancelAt,
  importOrder,
  joinAt,
  parcelsOf,
  readState,
  releaseAt,
  separateAt,
} from "./together-acts.ts";
import { two, written } from "./two-stations.ts";

const ORDERS = ["T-1", "T-2", "T-3", "T-4"];

/** Delivers everything that each station wrote to all others, in three rounds. */
function meet(...stations: readonly LooseStation[]): void {
  for (let round = 0; round < 3; round++) {
    const all = stations.map(written);
    stations.forEach((s, i) => s.apply(all.filter((_, from) => from !== i).flat()));
    for (const { clock } of stations) clock.nowMs += 1_000;
  }
}

/** Three stations, of which the first two have imported the same orders apart. */
function three(count: number) {
  const { a, b, actor } = two();
  const c = looseStation();
  meet(a, b, c);
  for (const order of ORDERS.slice(0, count)) importOrder(a, actor, order);
  b.clock.nowMs += 5_000;
  for (const order of ORDERS.slice(0, count)) importOrder(b, actor, order);
  return { a, b, c, actor };
}

/** Lets the stations meet and make the copies that are due, until nothing is left to do. */
function settle(...stations: readonly LooseStation[]): void {
  for (let round = 0; round < 4; round++) {
    meet(...stations);
    if (stations.map(releaseAt).every((n) => n === 0)) break;
  }
  meet(...stations);
}

function expectEqual(...stations: readonly LooseStation[]): void {
  const [first, ...others] = stations.map((s) => [stateOf(s), readState(s)]);
  for (const other of others) expect(other).toEqual(first);
}

describe("two stations that have imported the same orders apart", () => {
  it("and join them in the same way end with one parcel", async () => {
    const { a, b, c, actor } = three(2);
    await joinAt(a, actor, "T-1", "T-2");
    await joinAt(b, actor, "T-1", "T-2");
    settle(a, b, c);
    expectEqual(a, b, c);
    expect(parcelsOf(c)).toEqual([["T-1", "T-1 T-2", false]]);
  });

  it("and join each to the other end with both waiting separately, each once", async () => {
    const { a, b, c, actor } = three(2);
    await joinAt(a, actor, "T-1", "T-2");
    await joinAt(b, actor, "T-2", "T-1");
    settle(a, b, c);
    expectEqual(a, b, c);
    expect(parcelsOf(c)).toEqual([
      ["T-1", "T-1", false],
      ["T-2", "T-2", false],
    ]);
  });

  it("and join one order to different others pack it once", async () => {
    const { a, b, c, actor } = three(3);
    await joinAt(a, actor, "T-1", "T-2");
    await joinAt(b, actor, "T-3", "T-2");
    settle(a, b, c);
    expectEqual(a, b, c);
    const items = parcelsOf(c).map(([, all]) => all);
    expect(items.join(" ").split(" ").toSorted()).toEqual(["T-1", "T-2", "T-3"]);
  });

  it("and join one order to different others, of which one is bought, leave it in the bought parcel", async () => {
    const { a, b, c, actor } = three(3);
    await joinAt(a, actor, "T-1", "T-2");
    buyAt(a, actor, "T-1");
    b.clock.nowMs += 60_000;
    await joinAt(b, actor, "T-3", "T-2");
    settle(a, b, c);
    expectEqual(a, b, c);
    expect(parcelsOf(c)).toEqual([
      ["T-1", "T-1 T-2", true],
      ["T-3", "T-3", false],
    ]);
  });

  it("lose no order that one joins to a parcel whose label the other buys without it", async () => {
    const { a, b, c, actor } = three(3);
    await joinAt(a, actor, "T-1", "T-2");
    buyAt(a, actor, "T-1");
    await joinAt(b, actor, "T-1", "T-3");
    settle(a, b, c);
    expectEqual(a, b, c);
    expect(parcelsOf(c)).toEqual([
      ["T-1", "T-1 T-2", true],
      ["T-3", "T-3", false],
    ]);
  });

  it("lose no order of a parcel that the other joins to a further parcel", async () => {
    const { a, b, c, actor } = three(3);
    await joinAt(a, actor, "T-1", "T-2");
    await joinAt(b, actor, "T-3", "T-1");
    settle(a, b, c);
    expectEqual(a, b, c);
    expect(parcelsOf(c)).toEqual([
      ["T-2", "T-2", false],
      ["T-3", "T-1 T-3", false],
    ]);
  });
});

it("a parcel whose label any station cancels gives each order back once, though all stations make the copies", async () => {
  const { a, b, c, actor } = three(3);
  meet(a, b, c);
  await joinAt(a, actor, "T-1", "T-2", "T-3");
  buyAt(a, actor, "T-1");
  meet(a, b, c);
  await cancelAt(c, actor, "T-1");
  meet(a, b, c);
  expect([a, b, c].map(releaseAt)).toEqual([1, 0, 1]);
  settle(a, b, c);
  expectEqual(a, b, c);
  expect(parcelsOf(b)).toEqual([
    ["T-1", "T-1", false],
    ["T-2", "T-2", false],
    ["T-3", "T-3", false],
  ]);
});

/** Returns what a station reads that got all rows by a snapshot of a station that got them by the stream. */
async function readBySnapshot(
  { organizationID }: Actor,
  stations: readonly LooseStation[],
): Promise<unknown[]> {
  const file = join(temporaryFolder(), "snapshot.db");
  const database = join(temporaryFolder(), "packbench.db");
  const source = looseStation(0, [], database);
  const to = looseStation();
  source.clock.nowMs = to.clock.nowMs = Math.max(...stations.map(({ clock }) => clock.nowMs));
  source.apply(stations.flatMap(written));
  makeSnapshot(
    { tables: ALL_TABLES, database, file, organizationID, now: source.deps.now() },
    () => true,
  );
  await mergeSnapshot(to.deps, file);
  return readState(to);
}

const SEEDS =
  process.env["PACKBENCH_FULL"] === "1" ? [...Array(200).keys()] : someOf([1, 2, 3, 4], 2);

it.each(someOf(SEEDS, 4))(
  "stations that join, separate, buy and cancel in any order end with the same parcels, and each order is in one parcel (seed %i)",
  async (seed) => {
    const random = seeded(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const { a, b, c, actor } = three(4);
    const stations = [a, b, c];
    meet(...stations);
    for (let i = 0; i < 40; i++) {
      const s = stations[below(3)] ?? a;
      // A purchase needs the hub's claim, so a station that buys knows what others have written.
      const buys = random() < 0.2;
      if (buys || random() < 0.3) settle(...stations);
      await actAt(s, actor, buys, below);
      if (buys) settle(...stations);
      s.clock.nowMs += below(5_000);
    }
    settle(...stations);
    expectEqual(...stations);
    const packed = parcelsOf(a).flatMap(([, items]) => items.split(" "));
    expect(packed.toSorted()).toEqual([...new Set(packed)].toSorted());
    expect(await readBySnapshot(actor, stations)).toEqual(readState(a));
  },
);

async function actAt(
  s: LooseStation,
  actor: Actor,
  buys: boolean,
  below: (n: number) => number,
): Promise<void> {
  const pick = (): string => ORDERS[below(ORDERS.length)] ?? "";
  const acts = [
    () => joinAt(s, actor, pick(), pick(), pick()),
    () => joinAt(s, actor, pick(), pick()),
    () => separateAt(s, actor, pick()),
    () => cancelAt(s, actor, pick()),
  ];
  try {
    if (buys) buyAt(s, actor, pick());
    else await acts[below(acts.length)]?.();
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}

it("a station that cannot get the hub's claim on one of the orders joins none", async () => {
  const { a, b, c, actor } = three(0);
  for (const order of ["T-1", "T-2"]) importOrder(a, actor, order);
  meet(a, b, c);
  Object.assign(b.deps.db, { isLeasing: true });
  const refused = await joinAt(b, actor, "T-1", "T-2").catch((error: unknown) => error);
  expect([isAppError(refused) && refused.code, parcelsOf(b)]).toEqual([
    "E2134",
    [
      ["T-1", "T-1", false],
      ["T-2", "T-2", false],
    ],
  ]);
});
