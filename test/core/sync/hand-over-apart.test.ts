/** Stations that load one carrier's truck while they are disconnected. */
import { describe, expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { endHandOver } from "../../../core/fulfilment/hand-over/end-hand-over.ts";
import { getHandOver } from "../../../core/fulfilment/hand-over/hand-over.service.ts";
import type { HandedOverRow } from "../../../core/fulfilment/hand-over/hand-over.store.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { cancelNow } from "../../helpers/far-carrier.ts";
import { looseStation, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { addCarrier, buyLabel, CARRIER, scanAt } from "./hand-over-acts.ts";
import { stateOf } from "./state-of.ts";
import { two, written } from "./two-stations.ts";
import { someOf } from "../../helpers/some-of.ts";

/** Delivers everything that each station wrote to all others, in three rounds. */
function meet(...stations: readonly LooseStation[]): void {
  for (let round = 0; round < 3; round++) {
    const all = stations.map(written);
    stations.forEach((s, i) => s.apply(all.filter((_, from) => from !== i).flat()));
    for (const { clock } of stations) clock.nowMs += 1_000;
  }
}

/** Three stations that know some labels of one carrier. @returns The labels' barcodes. */
function three(count: number) {
  const { a, b, actor } = two();
  const c = looseStation();
  addCarrier(a, actor);
  const codes = Array.from({ length: count }, () => buyLabel(a, actor));
  meet(a, b, c);
  return { a, b, c, actor, codes };
}

const end = ({ deps }: LooseStation, actor: Actor) => endHandOver(deps, actor, CARRIER, undefined);

/** Returns what a station knows of a label: state, and whether it is on a manifest. */
function rowOf({ deps }: LooseStation, code: string) {
  const row = deps.db
    .sql<HandedOverRow>(
      `SELECT h.* FROM handed_over AS h JOIN shipments AS s ON s.id = h.shipment_id WHERE s.barcode = ?`,
    )
    .get(code);
  return row === undefined ? undefined : [row.state, row.handOverID];
}

const stepsOf = ({ deps }: LooseStation): readonly (readonly [string, number])[] =>
  deps.db
    .sql<{ step: string; n: number }>(
      `SELECT step, count(*) AS n FROM open_parcels GROUP BY step ORDER BY step`,
    )
    .all()
    .map(({ step, n }) => [step, n]);

/** Expects that all stations have the same rows, with the same board. */
function expectEqual(...stations: readonly LooseStation[]): void {
  const [first, ...others] = stations.map(stateOf);
  for (const other of others) expect(other).toEqual(first);
}

describe("a truck that three stations load, one of them disconnected", () => {
  it("has each label once, at whichever stations it was scanned", () => {
    const { a, b, c, actor, codes } = three(6);
    const [one = "", two_ = "", three_ = "", four = ""] = codes;
    for (const code of [one, two_]) scanAt(a, actor, code);
    for (const code of [two_, three_]) scanAt(b, actor, code);
    meet(a, b);
    expect(() => scanAt(a, actor, three_)).not.toThrow();
    for (const code of [one, three_, four]) scanAt(c, actor, code);
    meet(a, b, c);
    expectEqual(a, b, c);
    expect(stepsOf(c)).toEqual([
      ["BOUGHT", 2],
      ["HANDED_OVER", 4],
    ]);
  });

  it("keeps a label on its manifest when the disconnected station scans it again later", async () => {
    const { a, b, c, actor, codes } = three(1);
    const [code = ""] = codes;
    scanAt(a, actor, code);
    const handOver = await end(a, actor);
    meet(a, b);
    c.clock.nowMs += 60_000;
    scanAt(c, actor, code);
    meet(a, b, c);
    expectEqual(a, b, c);
    expect(rowOf(b, code)).toEqual(["LOADED", handOver]);
    expect(
      await end(b, actor).catch((error: unknown) => isAppError(error, "loadingNotEnded")),
    ).toBe(true);
  });

  it("puts a label that only the disconnected station scanned onto the next manifest", async () => {
    const { a, b, c, actor, codes } = three(2);
    const [known = "", late = ""] = codes;
    scanAt(a, actor, known);
    scanAt(c, actor, late);
    const first = await end(a, actor);
    meet(a, b, c);
    expect([rowOf(b, known), rowOf(b, late)]).toEqual([
      ["LOADED", first],
      ["LOADED", ""],
    ]);
    const second = await end(b, actor);
    meet(a, b, c);
    expectEqual(a, b, c);
    expect(rowOf(c, late)).toEqual(["LOADED", second]);
  });

  it("shows a label that the disconnected station took off before it knew of the manifest as here", async () => {
    const { a, b, c, actor, codes } = three(1);
    const [code = ""] = codes;
    scanAt(a, actor, code);
    meet(a, b, c);
    const handOver = await end(a, actor);
    c.clock.nowMs += 60_000;
    scanAt(c, actor, code, "takeBack");
    meet(a, b, c);
    expectEqual(a, b, c);
    expect([rowOf(a, code), stepsOf(a)]).toEqual([["TAKEN_BACK", handOver], [["BOUGHT", 1]]]);
    // A scan puts it back on that manifest, which lists it.
    expect(scanAt(a, actor, code).step).toBe("loaded");
    expect(rowOf(a, code)).toEqual(["LOADED", handOver]);
  });

  it("that two stations end at once lists each label on one manifest", async () => {
    const { a, b, c, actor, codes } = three(3);
    const [first = "", second = "", third = ""] = codes;
    scanAt(a, actor, first);
    scanAt(b, actor, second);
    meet(a, b, c);
    scanAt(b, actor, third);
    const [ofA, ofB] = [await end(a, actor), await end(b, actor)];
    meet(a, b, c);
    expectEqual(a, b, c);
    const listed = [first, second, third].map((code) => rowOf(c, code));
    expect(listed.every((row) => row?.[0] === "LOADED")).toBe(true);
    const [earlier = "", later = ""] = [ofA, ofB].toSorted();
    expect(new Set(listed.map((row) => row?.[1]))).toEqual(new Set([later]));
    const of = (id: string) => getHandOver(c.deps, actor, id);
    expect([of(earlier).elsewhere, of(later).elsewhere]).toEqual([of(earlier).parcels, 0]);
  });

  it("does not end while it has a label that another station cancelled", async () => {
    const { a, b, c, actor, codes } = three(2);
    const [kept = "", cancelled = ""] = codes;
    for (const code of codes) scanAt(a, actor, code);
    const id = a.deps.db
      .sql<{ id: string }>(`SELECT id FROM shipments WHERE barcode = ?`)
      .get(cancelled)?.id;
    await cancelNow(c.deps, actor, id ?? "");
    meet(a, b, c);
    const refused = await end(b, actor).catch((error: unknown) => error);
    expect(isAppError(refused) && refused.details["reason"]).toBe("CANCELED");
    scanAt(b, actor, cancelled, "takeBack");
    const handOver = await end(b, actor);
    meet(a, b, c);
    expectEqual(a, b, c);
    expect([rowOf(a, kept), rowOf(a, cancelled)]).toEqual([
      ["LOADED", handOver],
      ["TAKEN_BACK", ""],
    ]);
  });
});

const SEEDS = process.env["PACKBENCH_FULL"] === "1" ? [...Array(300).keys()] : [1, 2, 3];

it.each(someOf(SEEDS, 3))(
  "stations that scan, take off and end in any order end with the same rows, and no label is on two manifests (seed %i)",
  async (seed) => {
    const random = seeded(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const { a, b, c, actor, codes } = three(6);
    const stations = [a, b, c];
    for (let i = 0; i < 60; i++) {
      const s = stations[below(3)] ?? a;
      const code = codes[below(codes.length)] ?? "";
      try {
        if (random() < 0.12) await end(s, actor);
        else scanAt(s, actor, code, random() < 0.3 ? "takeBack" : "load");
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
      s.clock.nowMs += below(5_000);
      if (random() < 0.2) {
        const [from, to] = [stations[below(3)] ?? a, stations[below(3)] ?? b];
        if (from !== to) to.apply(written(from).toSorted(() => random() - 0.5));
      }
    }
    meet(...stations);
    expectEqual(...stations);
    const listed = a.deps.db
      .sql<{ n: number; labels: number }>(
        `SELECT count(*) AS n, count(DISTINCT transaction_id) AS labels FROM handed_over`,
      )
      .get();
    expect(listed?.n).toBe(listed?.labels);
  },
);
