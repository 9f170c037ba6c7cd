/** Agreements with many prices: they are entered, and reading them delays no other call. */
import { describe, expect, it } from "vitest";
import { isParsed } from "../../../../core/shipping/agreements/tariff-cache.ts";
import { listVersions } from "../../../../core/shipping/agreements/versions.store.ts";
import { addAgreement, plainService, TARIFF_INPUT } from "../../../helpers/agreements.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import {
  addEmptyDatabase,
  eventually,
  parcel,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";

/** Longest time, ms, for which a call may keep the core from other work. */
const LONGEST_MS = 50;

type Size = { readonly zones: number; readonly steps: number };
const USUAL: Size = { zones: 81, steps: 50 };
const LARGEST: Size = { zones: 100, steps: 2_000 };

/** Makes zones by distance and steps with a price for each zone. */
function priceList(size: Size) {
  const zones = Array.from({ length: size.zones }, (_, zone) => ({
    name: `${zone}`,
    maxKm: zone === size.zones - 1 ? null : zone * 20,
  }));
  const steps = Array.from({ length: size.steps }, (_, step) => ({
    upToDesi: step + 1,
    prices: zones.map((_zone, i) => 1_000 + 37 * step + i),
  }));
  return { zones: { by: "distance" as const, zones }, steps };
}

function addMany(s: Station, count: number, size: Size): string[] {
  const { zones, steps } = priceList(size);
  return Array.from({ length: count }, (_, n) => {
    const services = [plainService({ code: `BUYUK_${n}`, steps, perExtraDesi: null })];
    return addAgreement(s, { providerCode: `BUYUK${n}`, tariff: { zones, services } }).id;
  });
}

/** Starts a station that has agreements since its last start, and has quoted from them. */
async function startedAgain(count: number, size: Size): Promise<Station> {
  const dataDir = temporaryFolder();
  addEmptyDatabase(dataDir);
  const before = await station({ dataDir });
  addMany(before, count, size);
  // Code that runs for the first time is slow; this test measures the reading of price lists.
  for (const [method, path, body] of FIRST_CALLS) await before.desk(method, path, body);
  await before.stop();
  return station({ dataDir });
}

const FIRST_CALLS = [
  ["POST", "/shipments", parcel()],
  ["GET", "/station/agreements", undefined],
] as const;

describe("after a start", { tags: "alone" }, () => {
  it.each([
    { count: 30, size: USUAL },
    { count: 4, size: LARGEST },
  ])(
    "no call waits until $count price lists of $size.zones × $size.steps prices are read",
    async ({ count, size }) => {
      const s = await startedAgain(count, size);
      for (const [method, path, body] of FIRST_CALLS) {
        const { longestMs, result } = await longestTurn(() => s.desk(method, path, body));
        expect(result.status).toBeLessThan(300);
        expect(longestMs).toBeLessThan(LONGEST_MS);
      }
    },
  );
});

describe("entering and listing prices", { tags: "alone" }, () => {
  it.each([
    { count: 30, size: USUAL, hasMorePrices: false },
    { count: 4, size: LARGEST, hasMorePrices: true },
  ])(
    "prices of $count agreements with $size.steps steps are listed while other work runs",
    async ({ count, size, hasMorePrices }) => {
      const s = await station();
      addMany(s, count, size);
      const list = () => s.desk("GET", "/station/carriers");
      // The first calls compile the code.
      for (let i = 0; i < 3; i += 1) await list();
      const { longestMs, result } = await longestTurn(list);
      expect(result).toMatchObject({ status: 200, data: { hasMorePrices } });
      expect(longestMs).toBeLessThan(LONGEST_MS);
    },
  );

  it("the largest version is entered while other work runs", async () => {
    const s = await station();
    const ids = addMany(s, 2, USUAL);
    const { zones, steps } = priceList(LARGEST);
    const services = [plainService({ steps, perExtraDesi: null })];
    const input = { tariff: { ...TARIFF_INPUT, zones, services }, validFrom: "2026-12-01" };
    const enter = (id = "") => s.desk("POST", `/station/agreements/${id}/versions`, input);
    await enter(ids[0]);
    const { longestMs, result } = await longestTurn(() => enter(ids[1]));
    expect(result.status).toBe(201);
    expect(longestMs).toBeLessThan(LONGEST_MS);
  });
});

it("a version that is entered while the station runs is parsed before anybody asks for prices", async () => {
  const s = await station();
  const { id } = addAgreement(s);
  const { db } = s.core.deps;
  const [version] = listVersions(db, id);
  await eventually("the tariff is parsed", () => isParsed(db, version?.id ?? "", "tariffs"));
});

it(
  "the refusal of a version with very many wrong prices names the first of them",
  { tags: "all" },
  async () => {
    const s = await station();
    const [id = ""] = addMany(s, 1, USUAL);
    const { zones, steps } = priceList(LARGEST);
    const wrong = steps.map((step, i) =>
      i === 0
        ? step
        : { ...step, prices: step.prices.map((price, zone) => (zone < 3 ? price : 0.5)) },
    );
    const services = [plainService({ steps: wrong, perExtraDesi: null })];
    const input = { tariff: { ...TARIFF_INPUT, zones, services }, validFrom: "2026-12-01" };
    expect(await s.desk("POST", `/station/agreements/${id}/versions`, input)).toMatchObject({
      status: 400,
      message: expect.stringContaining(" tariff.services.0.steps.1.prices.3: "),
    });
  },
);
