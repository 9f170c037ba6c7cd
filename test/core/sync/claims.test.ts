/**
 * Several stations that want the same shipment at once, at a real nats-server over a network with
 * delays.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressInputSchema } from "../../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../../core/shipping/addresses/addresses.service.ts";
import type { ClaimNeed } from "../../../core/db/leases.ts";
import { missingClaim } from "../../../core/db/shipment-claims.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { createOrganizationWithOwner } from "../../../core/organizations/organizations.service.ts";
import { holdOrder } from "../../../core/fulfilment/packing/packing.service.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import {
  changePackage,
  correctRecipient,
} from "../../../core/shipping/shipments/change-package.ts";
import {
  packageInputSchema,
  shipmentInputSchema,
} from "../../../core/shipping/shipments/shipments.schema.ts";
import { createClaims, type Claims } from "../../../core/sync/claims/claim-shipment.ts";
import { writeNotes } from "../../../core/sync/claims/claim-notes.ts";
import { openScarce, SCARCE, type ScarceBucket } from "../../../core/sync/leases/scarce-bucket.ts";
import { beginCancel } from "../../../core/fulfilment/transactions/cancel-shipment.ts";
import { bareNats, until, type BareNats } from "../../helpers/bare-nats.ts";
import { looseStation, owner, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { QUICK_SYNC } from "../../helpers/quick-times.ts";
import { RECIPIENT } from "../../helpers/station.ts";
import { two, written } from "./two-stations.ts";

const SHIPMENTS = 60;
const LONGEST_MS = 12;
const INPUT = shipmentInputSchema.parse({
  test: false,
  recipientAddress: RECIPIENT,
  length: "30",
  width: "20",
  height: "10",
  weight: "2",
  massUnit: "kg",
  distanceUnit: "cm",
});

/** Returns the claim that the station lacks, or undefined if the station holds the shipment. */
function needOf({ deps }: LooseStation, shipmentID: string): ClaimNeed | undefined {
  return missingClaim(deps.db, shipmentID);
}

/** Delays each call and each answer by up to `LONGEST_MS`. */
function slow(kv: ScarceBucket, random: () => number): ScarceBucket {
  const later = async <T>(call: () => Promise<T>): Promise<T> => {
    await sleep(random() * LONGEST_MS);
    const answer = await call().finally(() => sleep(random() * LONGEST_MS));
    return answer;
  };
  return {
    get: (key) => later(() => kv.get(key)),
    create: (key, data) => later(() => kv.create(key, data)),
    update: (key, data, revision) => later(() => kv.update(key, data, revision)),
  };
}

describe("a shipment that several stations want at once", () => {
  let nats: BareNats;
  beforeAll(async () => {
    nats = await bareNats();
    const nc = await nats.connect();
    await new Kvm(jetstream(nc)).create(SCARCE, { history: 20 });
    await nc.close();
  });
  afterAll(() => nats.stop());

  /** Creates stations that have joined one hub, and shipments of the first station. */
  async function joined(
    count: number,
    seed: number,
    shipments = 2,
  ): Promise<{
    stations: { readonly loose: LooseStation; readonly claims: Claims }[];
    shipmentIDs: string[];
    actor: Actor;
  }> {
    const { a, b, actor, id } = two();
    const shipmentIDs = [
      id,
      ...Array.from(
        { length: shipments - 1 },
        () => createShipment(a.deps, actor, INPUT, { needsEmail: false, quote: true }).id,
      ),
    ];
    const others = Array.from({ length: count - 2 }, () => looseStation());
    for (const s of [b, ...others]) s.apply(written(a));
    const random = seeded(seed);
    const stations = await Promise.all(
      [a, b, ...others].map(async (loose) => {
        const nc = await nats.connect();
        loose.deps.db.isLeasing = true;
        return {
          loose,
          claims: createClaims(
            {
              deps: loose.deps,
              kv: slow(await openScarce(nc), random),
              nc,
              hubNow: Date.now,
              mayAsk: () => true,
              isKnown: () => true,
            },
            actor.organizationID,
          ),
        };
      }),
    );
    return { stations, shipmentIDs, actor };
  }

  async function belongsToOne(seed: number, shipments: number): Promise<void> {
    const { stations, shipmentIDs } = await joined(4, seed, shipments);
    const random = seeded(seed + 100);
    const doubles = new Set<string>();
    let had = 0;
    const check = (): void => {
      for (const id of shipmentIDs)
        if (stations.filter(({ loose }) => needOf(loose, id) === undefined).length > 1)
          doubles.add(id);
    };
    await Promise.all(
      stations.map(async ({ loose, claims }) => {
        await Promise.all(
          shipmentIDs.map(async (id) => {
            for (let round = 0; round < 3; round += 1) {
              await sleep(random() * 150);
              const need = needOf(loose, id);
              if (need !== undefined) await claims.obtain(need, performance.now() + 2_000);
              check();
              if (needOf(loose, id) === undefined) had += 1;
            }
          }),
        );
      }),
    );
    for (const { claims } of stations) claims.close();
    check();
    expect([...doubles]).toEqual([]);
    expect(had).toBeGreaterThan(shipments);
  }

  it("at most one station holds a shipment at every moment", () => belongsToOne(2, 20));

  it.each([2, 3])(
    "at most one station holds a shipment at every moment, even among three times as many shipments, with seed %i",
    { tags: "all" },
    (seed) => belongsToOne(seed, SHIPMENTS),
  );

  it("a shipment is requested from its last holder, even if the hub lost that claim and an earlier holder still names the asker as the holder", async () => {
    const { stations, shipmentIDs } = await joined(3, 7);
    const [, b, c] = stations as [
      (typeof stations)[number],
      (typeof stations)[number],
      (typeof stations)[number],
    ];
    const id = shipmentIDs.at(-1) ?? "";
    const obtain = async ({ loose, claims }: typeof b): Promise<void> => {
      const need = needOf(loose, id);
      if (need !== undefined) await claims.obtain(need, performance.now() + 2_000);
    };
    await obtain(b);
    await obtain(c);
    const nc = await nats.connect();
    await (await new Kvm(jetstream(nc)).open(SCARCE)).purge(`claim.${id}`);
    await obtain(b);
    expect(stations.map(({ loose }) => needOf(loose, id) === undefined)).toEqual([
      false,
      true,
      false,
    ]);
    for (const { claims } of stations) claims.close();
    await nc.close();
  });

  it("a cancelled shipment is given away only after the asker has applied the cancellation", async () => {
    const { stations, shipmentIDs, actor } = await joined(2, 8);
    const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
    const id = shipmentIDs.at(-1) ?? "";
    const before = a.loose.outbox(0).at(-1)?.seq ?? 0;
    beginCancel(a.loose.deps, actor, id);
    const need = needOf(b.loose, id);
    if (need === undefined) throw new Error("the asking station already holds the shipment");
    expect(await b.claims.obtain(need, performance.now() + 300)).toBe(false);
    expect([a, b].map(({ loose }) => needOf(loose, id) === undefined)).toEqual([true, false]);
    const asking = b.claims.obtain(need, performance.now() + 2_000);
    await sleep(100);
    b.loose.apply(a.loose.outbox(before).map(({ stamped }) => stamped));
    expect(await asking).toBe(true);
    expect(() => beginCancel(b.loose.deps, actor, id)).not.toThrow();
    for (const { claims } of stations) claims.close();
  });

  it.each<[string, (s: LooseStation, actor: Actor, id: string) => void]>([
    [
      "put on hold",
      ({ deps }, actor, id) => void holdOrder(deps, actor, id, "Müşteri adresi soruldu"),
    ],
    [
      "given another weight",
      ({ deps }, actor, id) =>
        changePackage(deps, actor, id, packageInputSchema.parse({ weight: "5" })),
    ],
    [
      "given another address",
      ({ deps }, actor, id) =>
        correctRecipient(
          deps,
          actor,
          id,
          addressInputSchema.parse({ ...RECIPIENT, address1: "Yeni Sokak 1" }),
        ),
    ],
  ])(
    "a shipment that its holder has %s is taken over only after the asking station has applied that change",
    async (_what, change) => {
      const { stations, shipmentIDs, actor } = await joined(2, 9);
      const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
      const id = shipmentIDs.at(-1) ?? "";
      const before = a.loose.outbox(0).at(-1)?.seq ?? 0;
      change(a.loose, actor, id);
      const need = needOf(b.loose, id);
      if (need === undefined) throw new Error("the asking station already holds the shipment");
      expect(await b.claims.obtain(need, performance.now() + 300)).toBe(false);
      expect(stations.map(({ loose }) => needOf(loose, id) === undefined)).toEqual([false, false]);
      const asking = b.claims.obtain(need, performance.now() + 2_000);
      await sleep(100);
      b.loose.apply(a.loose.outbox(before).map(({ stamped }) => stamped));
      expect(await asking).toBe(true);
      expect(stations.map(({ loose }) => needOf(loose, id) === undefined)).toEqual([false, true]);
      for (const { claims } of stations) claims.close();
    },
  );

  it("a restored station holds no shipment, neither one that it had given away nor one that it had kept, and obtains both again by requests", async () => {
    const { stations, shipmentIDs } = await joined(2, 12);
    const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
    const [given = "", kept = ""] = shipmentIDs;
    const has = (id: string): boolean[] =>
      stations.map(({ loose }) => needOf(loose, id) === undefined);
    const take = async ({ loose, claims }: typeof a, id: string): Promise<boolean | undefined> => {
      const need = needOf(loose, id);
      return need === undefined ? undefined : await claims.obtain(need, performance.now() + 2_000);
    };
    expect([await take(b, given), has(given)]).toEqual([true, [false, true]]);

    // The restored copy was made before the station gave the shipment away.
    a.loose.deps.db.sql("DELETE FROM shipment_claims").run();
    a.loose.deps.db.beginIncarnation(true);
    expect([has(given), has(kept)]).toEqual([
      [false, true],
      [false, false],
    ]);
    expect([await take(a, kept), has(kept)]).toEqual([true, [true, false]]);
    expect([await take(a, given), has(given)]).toEqual([true, [true, false]]);
    for (const { claims } of stations) claims.close();
  });

  it("a holder that answers after the asker has given up does not give the shipment away", async () => {
    const { stations, shipmentIDs } = await joined(2, 13);
    const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
    const [one = "", many = ""] = shipmentIDs;
    const nc = await nats.connect();
    const asker = b.loose.deps.db.stationID;
    const ask = (subject: string, body: object): Promise<unknown> =>
      nc
        .request(`ask.${a.loose.deps.db.stationID}.${asker}.${subject}`, JSON.stringify(body), {
          timeout: 500,
        })
        .then(
          (answer) => answer.json(),
          () => "none",
        );
    const past = Date.now() - 1;
    expect(await ask("claim", { shipmentID: one, until: past })).toBe("none");
    expect(await ask("claim", { shipmentID: many, until: Date.now() + 60_000 })).toMatchObject({
      answer: "given",
    });
    expect(needOf(a.loose, one)).toBeUndefined();
    for (const { claims } of stations) claims.close();
    await nc.close();
  });

  it("a given shipment returns if its new holder does not claim it, and stays with the holder whose claim the hub has recorded", async () => {
    const { stations, shipmentIDs } = await joined(2, 14);
    const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
    const [one = "", taken = ""] = shipmentIDs;
    const nc = await nats.connect();
    const bucket = await new Kvm(jetstream(nc)).open(SCARCE);
    const asker = b.loose.deps.newId();
    const ask = (shipmentID: string): Promise<unknown> =>
      nc
        .request(
          `ask.${a.loose.deps.db.stationID}.${asker}.claim`,
          JSON.stringify({ shipmentID }),
          { timeout: 500 },
        )
        .then(
          (answer) => answer.json(),
          () => "none",
        );
    for (const id of [one, taken]) expect(await ask(id)).toMatchObject({ answer: "given" });
    await bucket.put(`claim.${taken}`, JSON.stringify({ holder: asker, e: 1 }));
    const obtain = async (id: string): Promise<boolean> =>
      await a.claims.obtain(
        { kind: "claim", shipmentID: id, holder: { id: asker, incarnation: null } },
        performance.now() + 300,
      );
    expect([await obtain(one), await obtain(taken)]).toEqual([false, false]);
    a.loose.clock.nowMs += 31_000;
    expect([await obtain(one), await obtain(taken)]).toEqual([true, false]);
    expect([needOf(a.loose, one), needOf(a.loose, taken)?.holder.id]).toEqual([undefined, asker]);
    expect(await ask(one)).toEqual({ answer: "unknown" });
    // An earlier consent is not valid for the current claim.
    expect((await bucket.get(`claim.${one}`))?.json()).toMatchObject({
      holder: a.loose.deps.db.stationID,
      back: true,
    });
    expect(
      await writeNotes(
        await openScarce(nc),
        [one],
        { id: asker, incarnation: 1 },
        a.loose.deps.db.stationID,
      ),
    ).toEqual([]);
    for (const { claims } of stations) claims.close();
    await nc.close();
  });

  it("a shipment of an unshared organization is given to no other station", async () => {
    const { stations } = await joined(2, 10);
    const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
    const { deps } = a.loose;
    const second = createOrganizationWithOwner(
      deps,
      {
        name: "Başka",
        countryCode: "TR",
        taxOffice: "",
        taxNumber: "",
        phone: "",
        email: "",
        test: true,
      },
      { userID: deps.newId(), email: "b@ornek.test", name: "B" },
    );
    const actor = owner(second.organizationID, second.memberID);
    createAddress(deps, actor, {
      ...addressInputSchema.parse({ ...RECIPIENT, shortName: "depo" }),
      isRecipientAddress: false,
    });
    deps.db.isLeasing = false;
    const { id } = createShipment(deps, actor, INPUT, { needsEmail: false, quote: true });
    deps.db.isLeasing = true;
    const nc = await nats.connect();
    const answer = await nc.request(
      `ask.${deps.db.stationID}.${b.loose.deps.db.stationID}.claim`,
      JSON.stringify({ shipmentID: id }),
      { timeout: 2_000 },
    );
    expect(answer.json()).toEqual({ answer: "unknown" });
    expect(needOf(a.loose, id)).toBeUndefined();
    for (const { claims } of stations) claims.close();
    await nc.close();
  });

  it(
    "a shipment is prefetched only after the asking station has the same state as its holder",
    { tags: "all", timeout: 30_000 },
    async () => {
      const { stations, shipmentIDs, actor } = await joined(2, 11, SHIPMENTS);
      const [a, b] = stations as [(typeof stations)[number], (typeof stations)[number]];
      const before = a.loose.outbox(0).at(-1)?.seq ?? 0;
      const [first = "", ...others] = shipmentIDs;
      for (const id of others)
        changePackage(a.loose.deps, actor, id, packageInputSchema.parse({ weight: "5" }));
      const had = ({ loose: { deps } }: (typeof stations)[number]): number =>
        deps.db
          .sql<{ n: number }>(`SELECT count(*) AS n FROM shipment_claims WHERE holder = ?`)
          .get(b.loose.deps.db.stationID)?.n ?? 0;
      expect(
        await b.claims.obtain(
          {
            kind: "claim",
            shipmentID: first,
            holder: { id: a.loose.deps.db.stationID, incarnation: 1 },
          },
          performance.now() + 2_000,
        ),
      ).toBe(true);
      await until("the shipments are given", () => had(a) === 21);
      await sleep(3 * QUICK_SYNC.claimsAheadMs);
      expect([had(a), had(b)]).toEqual([21, 1]);
      b.loose.apply(a.loose.outbox(before).map(({ stamped }) => stamped));
      await until("the shipments are taken", () => had(b) >= 21, 7_000);
      for (const { claims } of stations) claims.close();
    },
  );
});
