/**
 * The arithmetic of a shared balance, for any order of stations' actions, even if a crash loses the
 * second step.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countLive,
  end,
  enrol,
  findLive,
  grant,
  merge,
  NO_STATIONS,
  poolOf,
  type Asker,
  type MoneyPool,
} from "../../../../core/sync/leases/money-pool.ts";

/** A station's row in its own database. */
type Local = {
  known: MoneyPool;
  chain: number;
  carried: number;
  granted: number;
  returned: number;
  incarnation: number;
  isIn: boolean;
  settledChains: number;
};

class World {
  pool: MoneyPool = NO_STATIONS;
  /** All documents that the hub has had. */
  readonly past: MoneyPool[] = [NO_STATIONS];
  readonly stations: Local[] = [0, 1, 2].map(() => ({
    known: NO_STATIONS,
    chain: 0,
    carried: 0,
    granted: 0,
    returned: 0,
    incarnation: 1,
    isIn: false,
    settledChains: 0,
  }));

  id = (i: number): string => `s${i}`;
  at = (i: number): Local => this.stations[i % 3] ?? this.stations[0]!;
  asker = (i: number): Asker => ({ id: this.id(i % 3), ...this.at(i) });
  capacity = (s: Local): number => (s.isIn ? s.chain + s.carried + s.granted - s.returned : 0);
  /** Sum of all chains. */
  total = (): number => this.stations.reduce((sum, s) => sum + s.chain + s.settledChains, 0);

  /** Aligns the station's row with the document, as each call does. */
  keep(i: number): void {
    const s = this.at(i);
    const entry = findLive(this.pool, this.asker(i));
    s.known = this.pool;
    if (entry !== undefined)
      Object.assign(s, {
        isIn: true,
        carried: entry.c,
        granted: Math.max(s.granted, entry.g),
        returned: Math.max(s.returned, entry.r),
      });
  }
  obtain(i: number, wanted: number, isCrash: boolean): void {
    if (!this.at(i).isIn) return;
    this.pool = grant(this.pool, this.asker(i), this.at(i).granted + wanted);
    if (!isCrash) this.keep(i);
  }
  giveBack(i: number, amount: number, isCrash: boolean): void {
    const s = this.at(i);
    s.returned += Math.max(0, Math.min(amount, this.capacity(s)));
    if (!isCrash) this.obtain(i, 0, false);
  }
  enrol(i: number): void {
    this.pool = enrol(
      this.pool,
      this.asker(i),
      i % 3 === 0 ? this.total() - this.at(0).chain : undefined,
    );
    this.keep(i);
  }
  /**
   * Replaces the hub's disk by an older one; each station reports what it holds before anything is
   * granted.
   */
  setBack(which: number): void {
    this.pool = this.past[which % this.past.length] ?? NO_STATIONS;
    for (const [i, s] of this.stations.entries()) {
      this.pool = merge(
        merge(this.pool, s.known),
        s.isIn
          ? {
              st: { [this.id(i)]: { e: s.incarnation, c: s.carried, g: s.granted, r: s.returned } },
            }
          : NO_STATIONS,
      );
      s.known = this.pool;
    }
  }
  revoke(i: number): void {
    const s = this.at(i);
    const carried = findLive(this.pool, this.asker(i))?.c;
    if (carried === undefined) return;
    this.pool = end(this.pool, this.asker(i), carried + s.chain);
    this.at(i + 1).known = this.pool;
    Object.assign(s, {
      chain: 0,
      settledChains: s.settledChains + s.chain,
      carried: 0,
      granted: 0,
      returned: 0,
      incarnation: s.incarnation + 1,
      isIn: false,
    });
  }
}

const station = fc.nat(2);
const amount = fc.nat(1_000);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("spend" as const), station, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("obtain" as const),
      station,
      amount,
      isCrash: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("return" as const),
      station,
      amount,
      isCrash: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("topUp" as const), station, amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("enrol" as const), station }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revoke" as const), station }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("setBack" as const), station, amount }) },
);

describe("a balance that stations share", () => {
  it("the balance equals the spendable amounts plus the pool when no call is running, and no amount and no pool is ever negative", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), fc.nat(5_000), (acts, whole) => {
        const world = new World();
        world.at(0).chain = whole;
        world.enrol(0);
        for (const one of acts) {
          const s = world.at(one.station);
          if (one.kind === "spend" && world.capacity(s) >= one.amount) s.chain -= one.amount;
          if (one.kind === "topUp" && s.isIn) s.chain += one.amount;
          if (one.kind === "obtain") world.obtain(one.station, one.amount, one.isCrash);
          if (one.kind === "return") world.giveBack(one.station, one.amount, one.isCrash);
          if (one.kind === "enrol") world.enrol(one.station);
          if (one.kind === "revoke") world.revoke(one.station);
          world.past.push(world.pool);
          if (one.kind === "setBack") world.setBack(one.amount);
          const parts = world.stations.map(world.capacity);
          expect(Math.min(poolOf(world.pool), ...parts)).toBeGreaterThanOrEqual(0);
          expect(
            parts.reduce((sum, part) => sum + part, 0) + poolOf(world.pool),
          ).toBeLessThanOrEqual(world.total());
        }
        // Aligns rows and document after crashes.
        for (const i of [0, 1, 2]) world.obtain(i, 0, false);
        expect(
          world.stations.map(world.capacity).reduce((sum, part) => sum + part, 0) +
            poolOf(world.pool),
        ).toBe(world.total());
      }),
      { numRuns: 500 },
    );
  });

  it("merging two copies gives the same document in either order, and however often", () => {
    const entry = fc.record({ e: fc.constant(1), c: fc.constant(7), g: amount, r: amount });
    const pool = fc.dictionary(fc.constantFrom("a", "b", "c"), entry).map((st) => ({ st }));
    fc.assert(
      fc.property(
        pool,
        pool,
        (a, b) =>
          void expect([merge(a, b), merge(merge(a, b), a)]).toEqual([merge(b, a), merge(a, b)]),
      ),
    );
    const [old, now] = [
      enrol(NO_STATIONS, { id: "a", incarnation: 1 }, 500),
      enrol(
        end(enrol(NO_STATIONS, { id: "a", incarnation: 1 }, 500), { id: "a", incarnation: 1 }, 420),
        { id: "a", incarnation: 2 },
        undefined,
      ),
    ];
    expect([merge(old, now), merge(now, old), merge(now, now)]).toEqual([now, now, now]);
  });

  it("a merge has every grant and return of either copy, so that an older copy reverses none", () => {
    const copy = (g: number, r: number): MoneyPool =>
      ({ st: { a: { e: 1, c: 100, g, r } } }) as unknown as MoneyPool;
    expect([merge(copy(30, 0), copy(10, 5)), merge(copy(10, 5), copy(30, 0))]).toEqual([
      copy(30, 5),
      copy(30, 5),
    ]);
  });

  it("the founding station brings the balance once, and no station joins before it", () => {
    const b = { id: "b", incarnation: 1 };
    expect(enrol(NO_STATIONS, b, undefined)).toBe(NO_STATIONS);
    const founded = enrol(NO_STATIONS, { id: "a", incarnation: 1 }, 700);
    expect([founded.st["a"]?.c, enrol(founded, b, 700).st["b"]?.c]).toEqual([700, 0]);
  });

  it("a repeated call is granted its amount once, and no call is granted more than the pool has", () => {
    let pool = enrol(
      enrol(NO_STATIONS, { id: "a", incarnation: 1 }, 0),
      { id: "b", incarnation: 1 },
      undefined,
    );
    const [a, b] = [
      { id: "a", incarnation: 1, granted: 0, returned: 100 },
      { id: "b", incarnation: 1, granted: 0, returned: 0 },
    ];
    pool = grant(pool, a, 0);
    const once = grant(pool, b, 70);
    expect([
      poolOf(pool),
      poolOf(once),
      grant(once, b, 70) === once,
      poolOf(grant(once, b, 500)),
    ]).toEqual([100, 30, true, 0]);
  });

  it("another incarnation of a station is rejected until the earlier incarnation is revoked, whose rest then goes to the pool", () => {
    let pool = enrol(NO_STATIONS, { id: "a", incarnation: 1 }, 500);
    expect(enrol(pool, { id: "a", incarnation: 2 }, undefined)).toBe(pool);
    pool = enrol(end(pool, { id: "a", incarnation: 1 }, 420), { id: "a", incarnation: 2 }, 500);
    expect([
      poolOf(pool),
      countLive(pool),
      Object.keys(pool.st).sort(),
      pool.st["a"]?.c,
      enrol(pool, { id: "a", incarnation: 1 }, 9),
    ]).toEqual([420, 1, ["a", "a.1"], 0, pool]);
  });
});
