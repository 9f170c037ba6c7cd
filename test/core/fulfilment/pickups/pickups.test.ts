/** Orders for couriers: once a day for an account, by a person or at a set time. */
import { expect, it } from "vitest";
import type { Pickup, PickupAccount } from "../../../../core/fulfilment/pickups/pickups.schema.ts";
import { orderDuePickups } from "../../../../core/fulfilment/pickups/pickups.service.ts";
import type { Connection } from "../../../../core/shipping/carriers/connection.ts";
import {
  buyTold,
  TOLD_ACCOUNT,
  toldStation,
  type ToldStation,
} from "../../../helpers/announced-carrier.ts";
import { change, eventually } from "../../../helpers/station.ts";

const NEVER = new AbortController().signal;
const listed = async (s: ToldStation): Promise<PickupAccount | undefined> =>
  (await s.call<PickupAccount[]>("GET", "/station/pickups")).body.data[0];
const order = (s: ToldStation, pieces = 2) =>
  s.call<Pickup>("POST", "/station/pickups", { accountID: s.accountID, pieces, weight: 3.5 });
const due = (s: ToldStation) => orderDuePickups(s.core.deps, s.started.organizationID, NEVER);

it("a courier is ordered once a day, with the parcels that no branch has scanned as proposal", async () => {
  const s = await toldStation();
  await buyTold(s);
  expect(await listed(s)).toMatchObject({ pieces: 1, pickupAt: "", today: null });
  const first = await order(s);
  expect([first.status, first.body.data]).toMatchObject([
    200,
    { state: "ORDERED", reference: "K-17", pieces: 2, weight: "3.5" },
  ]);
  const second = await order(s);
  expect([second.status, second.body.code]).toEqual([409, "E2186"]);
  expect(s.told.pickups).toMatchObject([
    { pieces: 2, weightKg: 3.5, sender: { countryCode: "TR" } },
  ]);
  s.clock.nowMs += 24 * 60 * 60 * 1_000;
  expect((await order(s)).body.data.state).toBe("ORDERED");
  expect(s.told.pickups).toHaveLength(2);
});

it.each([
  ["refused", "REFUSED", "Saat geçti"],
  ["unsent", "UNREACHED", "connect ECONNREFUSED"],
  ["lost", "UNCERTAIN", "no answer"],
] as const)(
  "an order that is %s is shown as %s with its words, and a person may order again",
  async (mood, state, words) => {
    const s = await toldStation();
    s.told.moods.push(mood);
    expect((await order(s)).body.data).toMatchObject({ state, words });
    expect((await listed(s))?.today).toMatchObject({ state, words });
    expect((await order(s)).body.data).toMatchObject({ state: "ORDERED", words: "" });
  },
);

it("at its set time a courier is ordered by itself if parcels wait, and never again after a lost answer", async () => {
  const s = await toldStation({ pickupAt: "12:30" }); // it is 12:00 in Turkey
  await due(s);
  expect(s.told.pickups).toEqual([]);
  s.clock.nowMs += 31 * 60_000;
  await due(s);
  expect(s.told.pickups).toEqual([]); // nothing to collect
  await buyTold(s);
  await eventually("the label is announced", () => s.told.parcels.size === 1);
  s.told.moods.push("unsent", "lost");
  const before = s.told.calls.length;
  await due(s);
  await due(s); // too soon after the failed call
  s.clock.nowMs += 6 * 60_000;
  await due(s);
  s.clock.nowMs += 60 * 60_000;
  await due(s);
  const pickups = s.told.calls.slice(before).filter((call) => call.startsWith("pickup"));
  expect([pickups, (await listed(s))?.today?.state]).toEqual([
    ["pickup 1", "pickup 1"],
    "UNCERTAIN",
  ]);
});

it("an account whose carrier sends no courier cannot order one, and a wrong time is refused", async () => {
  const s = await toldStation();
  const unknown = await s.call("POST", "/station/pickups", {
    accountID: "00000000-0000-4000-8000-000000000000",
    pieces: 1,
    weight: 0,
  });
  expect([unknown.status, unknown.body.code]).toEqual([409, "E2182"]);
  for (const pickupAt of ["25:00", "23:31"])
    await expect(toldStation({ pickupAt })).rejects.toThrow();
});

it("an order whose answer was lost before the clock was set back is uncertain, and a person may order again", async () => {
  const s = await toldStation();
  await order(s);
  change(s, "UPDATE pickups SET state = 'ASKING'");
  expect((await order(s)).body.code).toBe("E2186");
  s.clock.nowMs -= 60 * 60_000;
  expect((await listed(s))?.today?.state).toBe("UNCERTAIN");
  expect((await order(s)).body.data.state).toBe("ORDERED");
});

it("at its set time a courier that was not reached is ordered again after the clock was set back", async () => {
  const s = await toldStation({ pickupAt: "12:30" }); // it is 12:00 in Turkey
  await buyTold(s);
  await eventually("the label is announced", () => s.told.parcels.size === 1);
  s.clock.nowMs += 3 * 60 * 60_000;
  s.told.moods.push("unsent");
  await due(s);
  expect((await listed(s))?.today?.state).toBe("UNREACHED");
  s.clock.nowMs -= 2 * 60 * 60_000;
  await due(s);
  expect((await listed(s))?.today?.state).toBe("ORDERED");
});

it("while the carrier is asked for a courier, a second order is refused as being asked", async () => {
  const s = await toldStation();
  await order(s);
  change(s, "UPDATE pickups SET state = 'ASKING'");
  const body = { accountID: s.accountID, pieces: 2, weight: 3.5 };
  expect(await s.desk("POST", "/station/pickups", body)).toMatchObject({
    code: "E2186",
    reason: "asking",
  });
});

it("at its set time a courier is ordered though the order of another account throws", async () => {
  const s = await toldStation({ pickupAt: "11:00" }); // it is 12:00 in Turkey
  const parameters = { ...TOLD_ACCOUNT.parameters, pickupAt: "11:00" };
  await s.call("POST", "/provideraccounts", { ...TOLD_ACCOUNT, name: "İki", parameters });
  const { deps } = s.core;
  const [first, ...others] = deps.connections.list(s.started.organizationID);
  if (first === undefined) throw new Error("no connection");
  const broken = { ...first, pickup: () => Promise.reject(new Error("broken adapter")) };
  const list = (): Connection[] => [broken, ...others];
  const all = () => Promise.resolve([{ pieces: 2, weightGrams: 1_000 }]);
  await orderDuePickups(
    {
      ...deps,
      connections: { ...deps.connections, list },
      reader: { ...deps.reader, all: all as unknown as typeof deps.reader.all },
    },
    s.started.organizationID,
    NEVER,
  );
  expect(s.told.pickups).toHaveLength(1);
});
