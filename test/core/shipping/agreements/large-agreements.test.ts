/** Agreements with large tariffs: they are entered, and lists do not parse them again. */
import { expect, it } from "vitest";
import { addAgreement, plainService, TARIFF_INPUT } from "../../../helpers/agreements.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { station } from "../../../helpers/station.ts";

/** Longest time, ms, for which a list may keep the core from other work. */
const LONGEST_MS = 50;

it("a second list of agreements with large tariffs blocks the core for a moment only", async () => {
  const s = await station();
  const zones = Array.from({ length: 100 }, (_, zone) => ({
    name: `${zone}`,
    maxKm: zone === 99 ? null : zone * 20,
  }));
  const steps = Array.from({ length: 1_000 }, (_, step) => ({
    upToDesi: step + 1,
    prices: zones.map(() => 1_000 + step),
  }));
  for (let n = 0; n < 10; n += 1)
    addAgreement(s, {
      providerCode: `BUYUK${n}`,
      tariff: {
        zones: { by: "distance", zones },
        services: [plainService({ code: `BUYUK_${n}`, steps, perExtraDesi: null })],
      },
    });
  await s.desk("GET", "/station/agreements");
  const { longestMs, result } = await longestTurn(() => s.desk("GET", "/station/agreements"));
  expect(result.status).toBe(200);
  expect(longestMs).toBeLessThan(LONGEST_MS);
});

it("a program enters a tariff of 200 steps in 100 zones", async () => {
  const s = await station();
  const zones = Array.from({ length: 100 }, (_, zone) => ({ name: `${zone}` }));
  const steps = Array.from({ length: 200 }, (_, step) => ({
    upToDesi: step + 1,
    prices: zones.map(() => 1_000 + step),
  }));
  const { id } = addAgreement(s);
  const { status } = await s.call("POST", `/station/agreements/${id}/versions`, {
    tariff: {
      ...TARIFF_INPUT,
      zones: { by: "provinces", zones, pairs: [{ from: [], to: [], zone: 0 }] },
      services: [plainService({ steps, perExtraDesi: null })],
    },
    validFrom: "2026-12-01",
  });
  expect(status).toBe(201);
});
