/** Couriers that two stations of one organization order while they are disconnected. */
import { expect, it } from "vitest";
import type { Deps } from "../../../core/deps.ts";
import type { PickupAccount } from "../../../core/fulfilment/pickups/pickups.schema.ts";
import {
  listPickups,
  orderDuePickups,
  orderPickup,
} from "../../../core/fulfilment/pickups/pickups.service.ts";
import { accountInputSchema } from "../../../core/shipping/accounts/accounts.schema.ts";
import { linkAccount } from "../../../core/shipping/accounts/accounts.service.ts";
import { addAgreement } from "../../helpers/agreements.ts";
import { createToldCarrier, TOLD_ACCOUNT, type Mood } from "../../helpers/announced-carrier.ts";
import { farCarrier } from "../../helpers/far-carrier.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { exchange, shareKey, two } from "./two-stations.ts";

/** A reader that finds three parcels to collect. */
const reader = {
  all: () => Promise.resolve([{ pieces: 3, weightGrams: 5_000 }]),
} as unknown as Deps["reader"];
const turns = { isTurn: () => true } as unknown as Deps["turns"];
const depsOf = (s: LooseStation): Deps => ({ ...s.deps, reader, turns });

/** Connects an account at both stations; its courier is ordered at 12:00, the present time. */
function connected() {
  const told = createToldCarrier();
  const { a, b, actor } = two([], farCarrier(), [told.kind]);
  addAgreement({ core: { deps: a.deps }, started: { organizationID: actor.organizationID } });
  const parameters = { ...TOLD_ACCOUNT.parameters, pickupAt: "12:00" };
  const account = accountInputSchema.parse({ ...TOLD_ACCOUNT, parameters });
  const { id: accountID } = linkAccount(a.deps, actor, account);
  shareKey(a, b);
  exchange(a, b);
  return {
    told,
    a,
    b,
    order(s: LooseStation, mood?: Mood) {
      if (mood !== undefined) told.moods.push(mood);
      return orderPickup(depsOf(s), actor, { accountID, pieces: 3, weight: 5 });
    },
    orderDue: (s: LooseStation) =>
      orderDuePickups(depsOf(s), actor.organizationID, new AbortController().signal),
    today: async (s: LooseStation): Promise<PickupAccount["today"]> =>
      (await listPickups(depsOf(s), actor))[0]?.today ?? null,
  };
}

it.each([
  ["refused", "REFUSED"],
  ["unsent", "UNREACHED"],
  ["lost", "UNCERTAIN"],
] as const)(
  "a courier that one station ordered stays ordered when a disconnected station's later order is %s",
  async (mood, state) => {
    const { told, a, b, order, orderDue, today } = connected();
    await order(a);
    const couriers = told.pickups.length + (mood === "lost" ? 1 : 0);
    b.clock.nowMs += 60_000;
    expect((await order(b, mood)).state).toBe(state);
    exchange(a, b);
    for (const s of [a, b])
      expect(await today(s)).toMatchObject({ state: "ORDERED", reference: "K-17" });
    for (const s of [a, b]) {
      s.clock.nowMs += 6 * 60_000;
      await orderDue(s);
      await expect(order(s)).rejects.toMatchObject({ code: "E2186" });
    }
    expect(told.pickups).toHaveLength(couriers);
  },
);

it("a courier whose order was uncertain at one station is ordered by no station at its set time after another station did not reach the carrier", async () => {
  const { told, a, b, order, orderDue, today } = connected();
  await order(a, "lost");
  b.clock.nowMs += 60_000;
  await order(b, "unsent");
  exchange(a, b);
  for (const s of [a, b]) {
    s.clock.nowMs += 6 * 60_000;
    await orderDue(s);
    expect((await today(s))?.state).toBe("UNCERTAIN");
  }
  expect(told.pickups).toHaveLength(1);
});

it("two stations give the carrier one key for the courier of a day", async () => {
  const { told, a, b, order } = connected();
  await order(a);
  await order(b);
  const keys = told.pickups.map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});
