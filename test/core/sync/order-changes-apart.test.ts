/** Order files, and decisions about changed orders, of two disconnected stations. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALL_TABLES } from "../../../core/all-tables.ts";
import { isAppError } from "../../../core/base/errors.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { makeSnapshot } from "../../../core/db/snapshot/make-snapshot.ts";
import {
  applyChange,
  dismissChange,
} from "../../../core/fulfilment/order-changes/decide-change.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { compareRow } from "../../../core/shipping/order-changes/compare-row.ts";
import type { OrderChange } from "../../../core/shipping/order-changes/order-changes.schema.ts";
import { writeDigests } from "../../../core/shipping/order-changes/field-digests.ts";
import { contentOf } from "../../../core/shipping/order-changes/file-content.ts";
import { findOpenChange } from "../../../core/shipping/order-changes/order-changes.service.ts";
import { changePackage } from "../../../core/shipping/shipments/change-package.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { findImportedOrder } from "../../../core/shipping/shipments/imported-order.ts";
import { packageInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { shipmentWithTermsSchema } from "../../../core/shipping/shipments/order-terms.schema.ts";
import {
  addressRowsOf,
  requireShipment,
} from "../../../core/shipping/shipments/shipments.service.ts";
import { mergeSnapshot } from "../../../core/sync/snapshot/merge-snapshot.ts";
import { cancelNow, settleNow } from "../../helpers/far-carrier.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { looseStation, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT } from "../../helpers/station.ts";
import { decideFirst, readChanged } from "./order-change-acts.ts";
import { stateOf } from "./state-of.ts";
import { buy, exchange, LABEL, two, written } from "./two-stations.ts";

const ORDER = { sourceIdentifier: "order-file", orderNumber: "T-1" };

const inputOf = (address1: string) =>
  shipmentWithTermsSchema.parse({
    recipientAddress: { ...RECIPIENT, address1 },
    weight: "1",
    order: ORDER,
  });
const hashOf = (address1: string): string => Buffer.from(address1.padEnd(32, "x")).toString("hex");

/** Reads a file at a station, in which the order has an address. */
function read(
  { deps, clock }: LooseStation,
  actor: Actor,
  address1: string,
): OrderChange | undefined {
  clock.nowMs += 1_000;
  return inTransaction(deps, () => {
    const known = findImportedOrder(deps, actor, ORDER);
    const input = inputOf(address1);
    const hash = hashOf(address1);
    if (known !== undefined) {
      const row = { hash, isCancelled: false, input, has: () => true, fileName: "orders.csv" };
      return compareRow(deps, actor, known, row);
    }
    const fieldDigests = writeDigests(
      "",
      contentOf(deps, input, () => true),
    );
    const imported = { contentHash: hash, fieldDigests };
    createShipment(deps, actor, input, { needsEmail: false, quote: false, imported });
    return undefined;
  });
}

/** Two stations that both know an order with the address "A 1", and a third for a snapshot. */
function both(answers: Parameters<typeof two>[0] = []) {
  const { a, b, actor } = two(answers);
  read(a, actor, "A 1");
  exchange(a, b);
  const id =
    a.deps.db.sql<{ id: string }>(`SELECT id FROM shipments WHERE order_number = 'T-1'`).get()
      ?.id ?? "";
  return { a, b, actor, id };
}

/** Returns the address of the order at a station, and its open change. */
function stateAt({ deps }: LooseStation, id: string): unknown {
  const row = requireShipment(deps, id);
  return [addressRowsOf(deps, row).recipient.address1, findOpenChange(deps, row)];
}

/** Returns the state at a station that gets all rows by a snapshot of another. */
async function bySnapshot(
  stations: readonly LooseStation[],
  { organizationID }: Actor,
  id: string,
): Promise<unknown> {
  const [file, database] = [join(temporaryFolder(), "s.db"), join(temporaryFolder(), "p.db")];
  const [source, to] = [looseStation(0, [], database), looseStation()];
  source.clock.nowMs = to.clock.nowMs = Math.max(...stations.map(({ clock }) => clock.nowMs));
  source.apply(stations.flatMap(written));
  const now = source.deps.now();
  makeSnapshot({ tables: ALL_TABLES, database, file, organizationID, now }, () => true);
  await mergeSnapshot(to.deps, file);
  return stateAt(to, id);
}

const step = (s: LooseStation): void => void (s.clock.nowMs += 1_000);

describe("two stations apart", () => {
  it("that read the same file have one open change, which both see", () => {
    const { a, b, actor, id } = both();
    const [first, second] = [read(a, actor, "A 2"), read(b, actor, "A 2")];
    expect([first?.id, first?.version]).toEqual([second?.id, second?.version]);
    exchange(a, b);
    expect(stateAt(a, id)).toEqual(stateAt(b, id));
    expect(stateAt(a, id)).toMatchObject(["A 1", { differences: [{ from: "A 1", to: "A 2" }] }]);
  });

  it("of which one applies a change and the other dismisses it, in any order, keep it applied", async () => {
    for (const isAppliedFirst of [true, false]) {
      const { a, b, actor, id } = both();
      const change = read(a, actor, "A 2");
      exchange(a, b);
      if (!isAppliedFirst) step(a);
      if (isAppliedFirst) step(b);
      await applyChange(a.deps, actor, change?.id ?? "", change?.version ?? "");
      dismissChange(b.deps, actor, change?.id ?? "", change?.version ?? "");
      exchange(a, b);
      expect([stateAt(a, id), stateAt(b, id)]).toEqual([
        ["A 2", null],
        ["A 2", null],
      ]);
      expect(await bySnapshot([a, b], actor, id)).toEqual(["A 2", null]);
      expect(read(b, actor, "A 2")).toBeUndefined();
      expect(() => dismissChange(b.deps, actor, change?.id ?? "", change?.version ?? "")).toThrow(
        expect.toSatisfy((error) => isAppError(error, "orderChangeOutdated")),
      );
    }
  });

  it("of which one decides about a file while the other reads a newer one, ask about the newer", async () => {
    const { a, b, actor, id } = both();
    const change = read(a, actor, "A 2");
    exchange(a, b);
    read(b, actor, "A 3");
    step(a);
    step(a);
    await applyChange(a.deps, actor, change?.id ?? "", change?.version ?? "");
    exchange(a, b);
    const asked = ["A 2", { differences: [{ field: "address", from: "A 2", to: "A 3" }] }];
    expect(stateAt(a, id)).toMatchObject(asked);
    expect(stateAt(b, id)).toEqual(stateAt(a, id));
    expect(await bySnapshot([a, b], actor, id)).toEqual(stateAt(a, id));
  });

  it("of which one measures the parcel while the other takes a file, keep the measured weight", async () => {
    const { a, b, actor, id } = both();
    const change = read(a, actor, "A 2");
    await applyChange(a.deps, actor, change?.id ?? "", change?.version ?? "");
    step(b);
    changePackage(b.deps, actor, id, packageInputSchema.parse({ weight: "2.35" }));
    exchange(a, b);
    const weightOf = (s: LooseStation) => requireShipment(s.deps, id).weight;
    const next = read(b, actor, "A 3");
    exchange(a, b);
    expect(next?.differences.map(({ field }) => field)).toEqual(["address"]);
    await applyChange(b.deps, actor, next?.id ?? "", next?.version ?? "");
    exchange(a, b);
    expect([weightOf(a), weightOf(b)]).toEqual([2.35, 2.35]);
  });
});

it.each([1, 2, 3, 4, 5, 6])(
  "stations that read files, apply, dismiss, buy and cancel in any order end with the same orders and changes (seed %i)",
  async (seed) => {
    const random = seeded(seed);
    const { a, b, actor, id } = both();
    for (let i = 0; i < 30; i++) {
      const s = random() < 0.5 ? a : b;
      const isCancelled = random() < 0.2;
      const address = `A ${Math.floor(random() * 4)}`;
      const acts = [
        () => readChanged(s, actor, ORDER, isCancelled ? undefined : inputOf(address)),
        () => readChanged(s, actor, ORDER, isCancelled ? undefined : inputOf(address)),
        () => decideFirst(s, actor, "apply"),
        () => decideFirst(s, actor, "dismiss"),
        () => void (random() < 0.2 && buy(s, actor, id)),
        () => (random() < 0.3 ? cancelNow(s.deps, actor, id) : undefined),
        () => exchange(a, b),
      ];
      try {
        await acts[Math.floor(random() * acts.length)]?.();
      } catch (error) {
        if (!isAppError(error)) throw error;
      }
      step(s);
    }
    exchange(a, b);
    expect(stateOf(a)).toEqual(stateOf(b));
    expect(stateAt(a, id)).toEqual(stateAt(b, id));
    expect(await bySnapshot([a, b], actor, id)).toEqual(stateAt(a, id));
  },
);

it("a change that arrives from another station is published, so that the open order shows it", () => {
  const { a, b, actor, id } = both();
  read(a, actor, "A 2");
  const facts = (): number =>
    b.deps.db
      .sql(`SELECT 1 FROM outbox WHERE topic = 'shipment.changed' AND subject_id = ?`)
      .all(id).length;
  const before = facts();
  exchange(a, b);
  expect(facts()).toBeGreaterThan(before);
});

it("a change during a purchase cannot be applied (E2282, BUYING), and is a notice after it", async () => {
  const { a, actor, id } = both([LABEL]);
  const transactionID = buy(a, actor, id, true);
  const change = read(a, actor, "A 2");
  expect(change?.stage).toBe("BUYING");
  const refused = await applyChange(a.deps, actor, change?.id ?? "", change?.version ?? "").catch(
    (error: unknown) => error,
  );
  expect(isAppError(refused) && [refused.code, refused.details?.["reason"]]).toEqual([
    "E2282",
    "BUYING",
  ]);
  await settleNow(a.deps, transactionID);
  expect(findOpenChange(a.deps, requireShipment(a.deps, id))?.stage).toBe("BOUGHT");
});

it("a station that cannot get the hub's claim on the order applies nothing (E2134)", async () => {
  const { a, b, actor, id } = both();
  const change = read(a, actor, "A 2");
  exchange(a, b);
  Object.assign(b.deps.db, { isLeasing: true });
  const refused = await applyChange(b.deps, actor, change?.id ?? "", change?.version ?? "").catch(
    (error: unknown) => error,
  );
  expect(isAppError(refused) && refused.code).toBe("E2134");
  expect(stateAt(b, id)).toMatchObject(["A 1", { version: change?.version }]);
});
