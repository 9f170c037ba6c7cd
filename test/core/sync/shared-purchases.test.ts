/**
 * Purchases of one shipment by disconnected stations: every station can see and reverse what is
 * paid.
 */
import { describe, expect, it } from "vitest";
import { isAppError, errors } from "../../../core/base/errors.ts";
import {
  documentOf,
  findDocument,
  keepDocument,
} from "../../../core/db/documents/documents.service.ts";
import { LABEL_MEDIA } from "../../../core/db/documents/media.schema.ts";
import { getBalance } from "../../../core/organizations/ledger/ledger.service.ts";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { findImportedOrder } from "../../../core/shipping/shipments/imported-order.ts";
import { shipmentInputSchema } from "../../../core/shipping/shipments/shipments.schema.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import { enqueueFirst } from "../../../core/printing/enqueue.ts";
import { recordPrinted } from "../../../core/printing/printing.service.ts";
import * as journal from "../../../core/printing/printing.store.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import type { Bought } from "../../../core/shipping/carriers/carrier.ts";
import type { CarrierShelf } from "../../../core/shipping/agreements/carrier-shelf.ts";
import { done, refused } from "../../../core/shipping/carriers/carrier.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { listHeldOf, makerOf, requireClaim } from "../../../core/db/shipment-claims.ts";
import { writeEnd } from "../../../core/db/station-ends.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { beginCancel } from "../../../core/fulfilment/transactions/cancel-shipment.ts";
import { openOrder } from "../../../core/station/station.service.ts";
import { listConflicts } from "../../../core/sync/conflicts.ts";
import { packAgain } from "../../../core/station/pack-again.ts";
import { erasePurchase } from "../../../core/fulfilment/transactions/erase-purchase.ts";
import { findPurchase } from "../../../core/fulfilment/transactions/transactions.service.ts";
import { cancelNow, farCarrier, settleNow, voidNow } from "../../helpers/far-carrier.ts";
import { buy, exchange, LABEL, two, written } from "./two-stations.ts";
import { hashRows } from "../../helpers/connected-station.ts";
import { looseStation, type LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT } from "../../helpers/station.ts";

const stateOf = (s: LooseStation, id: string) => {
  const { status, purchaseID, hasConflict } = requireShipment(s.deps, id);
  return {
    status,
    purchaseID,
    hasConflict,
    transactions: s.deps.db.raw
      .prepare("SELECT id, status, error_message FROM transactions ORDER BY id")
      .all(),
  };
};

describe("a label that another station bought", () => {
  it("a label is shown once its purchase's frozen sender address has also arrived", async () => {
    const { a, b, actor, id } = two();
    buy(a, actor, id);
    const all = written(a);
    b.apply(
      all.map(({ hlc, changes }) => ({
        hlc,
        changes: changes.filter(([table]) => table !== "frozen_addresses"),
      })),
    );
    expect(stateOf(b, id).status).toBe("GOT_OFFERS");
    b.apply(all);
    expect(stateOf(b, id)).toEqual(stateOf(a, id));
    expect(stateOf(b, id).status).toBe("TRACKING_CODE_CREATED");
  });
});

describe("a label that another station printed", () => {
  it("a label that one station printed counts as printed at every station", () => {
    const { a, b, actor, id } = two();
    buy(a, actor, id);
    exchange(a, b);
    const { barcode } = requireShipment(a.deps, id);
    inTransaction(a.deps, () => {
      const job = enqueueFirst(a.deps, {
        organizationID: actor.organizationID,
        memberID: actor.memberID,
        shipmentID: id,
        barcode,
        target: "label",
      });
      if (job === undefined) throw new Error("the label was not queued");
      journal.markSending(
        a.deps.db,
        job.id,
        { id: "p", name: "Zebra" },
        { hash: "h", verification: "verified" },
        a.deps.now(),
      );
      recordPrinted(a.deps, { ...job, status: "SENDING" }, "SENT");
    });
    exchange(a, b);
    for (const s of [a, b])
      expect(
        s.deps.db.raw.prepare("SELECT status, is_printed FROM shipments WHERE id = ?").get(id),
      ).toEqual({ status: "LABEL_PRINTED", is_printed: 1 });
  });
});

describe("an erased purchase", () => {
  it("a purchase is erased at every station with its documents, even if two stations erased it or the erasure arrived first", () => {
    const { a, b, actor, id } = two();
    const late = looseStation();
    const transactionID = buy(a, actor, id);
    exchange(a, b);
    const drawn = documentOf(Buffer.from("^XA^XZ"), {
      kind: "label",
      media: LABEL_MEDIA,
      language: "ZPL",
      dpi: 203,
      source: "drawn",
    });
    keepDocument(b.deps, drawn, { shipmentID: id });
    erasePurchase(a.deps, id);
    const commits = written(a);
    late.apply([...commits].reverse());
    b.apply(commits);
    expect(findDocument(b.deps, drawn.hash)).toBeUndefined();
    erasePurchase(b.deps, id);
    exchange(a, b);
    const snapshotAt = (s: LooseStation): unknown =>
      s.deps.db.raw
        .prepare("SELECT sender_id, body FROM purchase_snapshots WHERE id = ?")
        .get(transactionID);
    expect([snapshotAt(b), snapshotAt(late)]).toEqual([snapshotAt(a), snapshotAt(a)]);
    for (const s of [a, b, late]) {
      expect(findPurchase(s.deps, transactionID)).toMatchObject({
        snapshot: { isErased: true, recipient: { name: "", phone: "", cityCode: "34" } },
      });
      expect(stateOf(s, id)).toEqual(stateOf(a, id));
    }
  });

  it("a purchase whose carrier is still being asked is not erased: E2009", () => {
    const { a, actor, id } = two();
    buy(a, actor, id, true);
    expect(() => erasePurchase(a.deps, id)).toThrow(expect.objectContaining({ code: "E2009" }));
  });
});

describe("a shipment whose label two stations bought", () => {
  it.each(["after", "before"])(
    "the second label is in force when the first is refunded %s the second is bought, and the shipment can be cancelled completely",
    async (when) => {
      const { a, b, actor, id } = two();
      const first = buy(a, actor, id);
      if (when === "before") await cancelNow(a.deps, actor, id);
      b.clock.nowMs += 10_000;
      const second = buy(b, actor, id);
      a.clock.nowMs += 20_000;
      if (when === "after") await cancelNow(a.deps, actor, id);
      exchange(a, b);
      expect(stateOf(a, id)).toEqual(stateOf(b, id));
      expect(stateOf(b, id)).toMatchObject({
        status: "TRACKING_CODE_CREATED",
        purchaseID: second,
        hasConflict: 1,
        transactions: [
          { id: first, status: "CANCELED" },
          { id: second, status: "DONE" },
        ],
      });
      await cancelNow(a.deps, actor, id);
      exchange(a, b);
      for (const s of [a, b])
        expect([
          stateOf(s, id).status,
          getBalance(s.deps, actor.organizationID).balance,
          listConflicts(s.deps, actor.organizationID),
        ]).toEqual(["CANCELED", 1_000_00, []]);
    },
  );

  it("a station that knows of both labels cancels both", async () => {
    const { a, b, actor, id } = two();
    buy(a, actor, id);
    buy(b, actor, id);
    exchange(a, b);
    await cancelNow(b.deps, actor, id);
    exchange(a, b);
    for (const s of [a, b])
      expect([stateOf(s, id).status, getBalance(s.deps, actor.organizationID).balance]).toEqual([
        "CANCELED",
        1_000_00,
      ]);
  });
});

describe("the second label of a shipment", () => {
  const scan = (s: LooseStation, actor: Actor, code: string) =>
    openOrder(s.deps, actor, code, {
      read: () => ({ hasCarriers: true, samplePrices: false, changedAt: "" }),
    } as unknown as CarrierShelf);

  it("the station that bought the second label voids and refunds it once, and every station keeps the first", () => {
    const { a, b, actor, id } = two();
    const late = looseStation();
    const first = buy(a, actor, id);
    b.clock.nowMs += 10_000;
    const second = buy(b, actor, id);
    exchange(a, b);
    exchange(a, b);
    late.apply([...written(b), ...written(a)].reverse());
    const price = Number(
      a.deps.db.raw.prepare("SELECT total_minor FROM transactions WHERE id = ?").pluck().get(first),
    );
    for (const s of [a, b, late]) {
      expect(stateOf(s, id)).toMatchObject({
        status: "TRACKING_CODE_CREATED",
        purchaseID: first,
        hasConflict: 0,
        transactions: [
          { id: first, status: "DONE" },
          { id: second, status: "CANCELED" },
        ],
      });
      expect(getBalance(s.deps, actor.organizationID).balance).toBe(1_000_00 - price);
      expect(
        s.deps.db.raw
          .prepare(
            "SELECT count(*) FROM ledger_entries WHERE transaction_id = ? AND kind = 'REFUND'",
          )
          .pluck()
          .get(second),
      ).toBe(1);
      expect(listConflicts(s.deps, actor.organizationID)).toEqual([]);
    }
  });

  it("a second label is a conflict with advice until its carrier has voided it, and stays a conflict if the carrier refuses", async () => {
    const far = (n: number): Bought => ({ ...LABEL, barcode: `FAR${n}` });
    for (const answer of [done(null), refused("E2033", "the parcel is on its way")]) {
      const { a, b, actor, id } = two(
        [],
        farCarrier({
          buy: () => Promise.resolve(done(far((count += 1)))),
          cancel: () => Promise.resolve(answer),
        }),
      );
      let count = 0;
      b.clock.nowMs += 10_000;
      const [first, second] = [buy(a, actor, id, true), buy(b, actor, id, true)];
      await settleNow(a.deps, first);
      await settleNow(b.deps, second);
      exchange(a, b);
      const messages = (s: LooseStation) =>
        listConflicts(s.deps, actor.organizationID).map(
          ({ kind, message }) => `${kind}: ${message}`,
        );
      expect(messages(a)).toEqual([
        expect.stringContaining(
          "FAR1 stays. The desk that bought FAR2 asks for its cancellation: do not hand it over.",
        ),
      ]);
      expect(messages(b)).toEqual([expect.stringContaining("double: ")]);
      for (const s of [a, b])
        expect(() => scan(s, actor, "FAR2")).toThrow(expect.objectContaining({ code: "E2136" }));
      expect(() => beginCancel(b.deps, actor, id)).toThrow(
        expect.objectContaining({ code: "E2009" }),
      );
      await voidNow(b.deps, second);
      exchange(a, b);
      const isVoid = answer.outcome === "done";
      expect([
        stateOf(a, id).hasConflict,
        stateOf(b, id).hasConflict,
        stateOf(a, id).purchaseID,
      ]).toEqual([isVoid ? 0 : 1, isVoid ? 0 : 1, first]);
      expect(messages(b)).toEqual(
        isVoid ? [] : [expect.stringContaining("FAR2 could not be voided")],
      );
      for (const s of [a, b])
        expect(() => scan(s, actor, "FAR2")).toThrow(expect.objectContaining({ code: "E2136" }));
      expect(getBalance(a.deps, actor.organizationID)).toEqual(
        getBalance(b.deps, actor.organizationID),
      );
      expect(
        b.deps.db.raw
          .prepare("SELECT count(*) FROM ledger_entries WHERE kind = 'REFUND'")
          .pluck()
          .get(),
      ).toBe(isVoid ? 1 : 0);
    }
  });

  it("a revoked station's second label is voided by the station whose label stays", () => {
    const { a, b, actor, id } = two();
    const first = buy(a, actor, id);
    b.clock.nowMs += 10_000;
    const second = buy(b, actor, id);
    inTransaction(a.deps, () =>
      writeEnd(
        a.deps.db,
        {
          organizationID: actor.organizationID,
          stationID: b.deps.db.stationID,
          incarnation: 1,
          lastNumber: 1_000,
        },
        a.deps.now(),
      ),
    );
    a.apply(written(b));
    expect(stateOf(a, id)).toMatchObject({
      purchaseID: first,
      hasConflict: 0,
      transactions: [
        { id: first, status: "DONE" },
        { id: second, status: "CANCELED" },
      ],
    });
    expect(
      a.deps.db.raw
        .prepare("SELECT sum(amount_minor) FROM ledger_entries WHERE transaction_id = ?")
        .pluck()
        .get(second),
    ).toBe(0);
  });

  it("a second label is left to a person when a carrier has scanned the parcel", () => {
    const { a, b, actor, id } = two();
    buy(a, actor, id);
    const second = buy(b, actor, id);
    recordTracking(b.deps, id, {
      subCode: "package_accepted",
      statusDate: b.deps.now(),
      details: "",
      locationName: "",
    });
    exchange(a, b);
    for (const s of [a, b])
      expect([
        findPurchase(s.deps, second)?.label.barcode !== "",
        stateOf(s, id).hasConflict,
        s.deps.db.raw.prepare("SELECT status FROM transactions WHERE id = ?").pluck().get(second),
      ]).toEqual([true, 1, "DONE"]);
  });
});

describe("a label that three disconnected stations cancel", () => {
  it.each(["at once", "one after the other"])(
    "a label is refunded once in total, when the other stations' refunds arrive %s",
    async (how) => {
      const { a, b, actor, id } = two();
      const c = looseStation();
      buy(a, actor, id);
      exchange(a, b);
      c.apply(written(a));
      const stations = [a, b, c];
      for (const [i, s] of stations.entries()) {
        s.clock.nowMs += 1_000 * (3 - i); // The last station's refund has the earliest time.
        await cancelNow(s.deps, actor, id);
      }
      for (let round = 0; round < 3; round++) {
        const all = stations.map(written);
        for (const [i, s] of stations.entries()) {
          const others = all.filter((_, j) => j !== i);
          for (const commits of how === "at once" ? [others.flat()] : others) s.apply(commits);
        }
      }
      const kinds = (s: LooseStation) =>
        s.deps.db.raw
          .prepare(
            "SELECT kind, count(*) AS n FROM ledger_entries WHERE transaction_id IS NOT NULL GROUP BY kind ORDER BY kind",
          )
          .all();
      for (const s of stations) {
        expect(getBalance(s.deps, actor.organizationID).balance).toBe(1_000_00);
        expect(kinds(s)).toEqual([
          { kind: "ADJUSTMENT", n: 2 },
          { kind: "PURCHASE", n: 1 },
          { kind: "REFUND", n: 3 },
        ]);
      }
    },
  );
});

describe("an order that two disconnected stations import", () => {
  it.each(["an order", "an order that was cancelled before"])(
    "an order belongs to the station that imported it first, at every station: %s",
    async (which) => {
      const { a, b, actor } = two();
      const [c, d] = [looseStation(), looseStation()];
      const input = shipmentInputSchema.parse({
        test: true,
        recipientAddress: RECIPIENT,
        weight: "1",
        order: { sourceIdentifier: "file", orderNumber: "A-1" },
      });
      const imported = (s: LooseStation, contentHash: string, orderID?: string) =>
        createShipment(s.deps, actor, input, {
          needsEmail: false,
          quote: false,
          imported: { contentHash, ...(orderID === undefined ? {} : { orderID }) },
        });
      let orderID: string | undefined;
      if (which !== "an order") {
        const known = imported(a, "1");
        orderID = known.orderID ?? "";
        await cancelNow(a.deps, actor, known.id);
        exchange(a, b);
      }
      a.clock.nowMs += 5_000; // The order that was made later arrives first.
      const { id } = imported(a, "2", orderID);
      expect(imported(b, "3", orderID).id).toBe(id);
      // At the fourth station, both orders wait for the sender's address.
      const early = [b, a].flatMap((s) => written(s).slice(-1));
      d.apply(early);
      exchange(a, b);
      for (const maker of [a, b]) {
        c.apply(written(maker));
        d.apply(written(maker).filter(({ hlc }) => early.every((one) => one.hlc !== hlc)));
      }
      const [here, ...elsewhere] = [a, b, c, d].map(({ deps }) => hashRows(deps.db));
      expect(elsewhere).toEqual([here, here, here]);
      for (const { deps } of [a, b, c, d]) {
        deps.db.isLeasing = true;
        expect([makerOf(deps.db, id)?.id, listHeldOf(deps.db, [id])]).toEqual([
          b.deps.db.stationID,
          deps === b.deps ? [id] : [],
        ]);
      }
      expect(() => requireClaim(a.deps.db, id)).toThrow(expect.objectContaining({ code: "E2134" }));
    },
  );
});

describe("a cancelled order that two stations import again", () => {
  it("an order imported again is one shipment that both stations can buy, and the second of two labels is voided", async () => {
    const { a, b, actor } = two();
    const imported = (s: LooseStation, contentHash: string) => {
      const known = findImportedOrder(s.deps, actor, {
        sourceIdentifier: "file",
        orderNumber: "A-1",
      });
      const input = shipmentInputSchema.parse({
        test: true,
        recipientAddress: RECIPIENT,
        weight: "1",
        order: { sourceIdentifier: "file", orderNumber: "A-1" },
      });
      return createShipment(s.deps, actor, input, {
        needsEmail: false,
        quote: true,
        imported: { contentHash, ...(known === undefined ? {} : { orderID: known.id }) },
      }).id;
    };
    const first = imported(a, "1");
    await cancelNow(a.deps, actor, first);
    exchange(a, b);
    const ids = [imported(a, "2"), imported(b, "3")];
    buy(a, actor, ids[0] ?? "");
    buy(b, actor, ids[1] ?? "");
    exchange(a, b);
    for (const s of [a, b]) {
      expect(
        s.deps.db.raw
          .prepare(
            "SELECT id, status, has_conflict FROM shipments WHERE order_number = 'A-1' ORDER BY created_at",
          )
          .all(),
      ).toEqual([
        { id: first, status: "CANCELED", has_conflict: 0 },
        { id: ids[0], status: "TRACKING_CODE_CREATED", has_conflict: 0 },
      ]);
    }
    await cancelNow(b.deps, actor, ids[0] ?? "");
    exchange(a, b);
    expect(imported(a, "4")).not.toBe(ids[0]);
  });

  it("an order that both stations pack again is one shipment", async () => {
    const { a, b, actor, id } = two();
    await cancelNow(a.deps, actor, id);
    exchange(a, b);
    const ids = await Promise.all([a, b].map(({ deps }) => packAgain(deps, actor, id)));
    exchange(a, b);
    for (const s of [a, b])
      expect(
        s.deps.db.raw.prepare("SELECT id, status FROM shipments ORDER BY created_at").all(),
      ).toEqual([
        { id, status: "CANCELED" },
        { id: ids[0], status: "GOT_OFFERS" },
      ]);
    await cancelNow(b.deps, actor, ids[0] ?? "");
    exchange(a, b);
    expect([id, ids[0]]).not.toContain(await packAgain(a.deps, actor, id));
  });
});

describe("a shipment that waits for the order it names", () => {
  it("the shipment appears when this station imports the same order before the other station's order has arrived", async () => {
    const { a, b, actor } = two();
    const imported = (s: LooseStation, contentHash: string, orderID?: string) =>
      createShipment(
        s.deps,
        actor,
        shipmentInputSchema.parse({
          test: true,
          recipientAddress: RECIPIENT,
          order: { sourceIdentifier: "file", orderNumber: "A-1" },
        }),
        {
          needsEmail: false,
          quote: false,
          imported: { contentHash, ...(orderID === undefined ? {} : { orderID }) },
        },
      );
    const first = imported(a, "1");
    const until = written(a).length;
    await cancelNow(a.deps, actor, first.id);
    const again = imported(a, "2", first.orderID ?? "");
    b.apply(written(a).slice(until));
    expect(b.deps.db.sql(`SELECT 1 FROM shipments WHERE id = ?`).get(again.id)).toBeUndefined();
    imported(b, "2");
    expect(requireShipment(b.deps, again.id).status).toBe("CREATED");
    exchange(a, b);
    for (const s of [a, b])
      expect([first, again].map(({ id }) => requireShipment(s.deps, id).status)).toEqual([
        "CANCELED",
        "CREATED",
      ]);
    expect(
      b.deps.db.raw
        .prepare(
          "SELECT (SELECT count(*) FROM parked_changes) + (SELECT count(*) FROM waiting_rows)",
        )
        .pluck()
        .get(),
    ).toBe(0);
  });
});

describe("a purchase that has partly arrived", () => {
  it("a purchase is not shown on its shipment until its transaction has arrived", async () => {
    const { a, b, actor, id } = two([LABEL]);
    const bought = buy(a, actor, id, true);
    const opened = written(a);
    await settleNow(a.deps, bought);
    b.apply(written(a).slice(opened.length));
    expect(stateOf(b, id)).toMatchObject({ status: "GOT_OFFERS", purchaseID: null });
    b.apply(opened);
    expect(stateOf(b, id)).toEqual(stateOf(a, id));
    expect(stateOf(b, id)).toMatchObject({ status: "TRACKING_CODE_CREATED", purchaseID: bought });
  });
});

describe("a purchase whose carrier answers late", () => {
  it("a purchase is in force when another station had cancelled the shipment before that station knew of the purchase", async () => {
    const { a, b, actor, id } = two([LABEL]);
    await cancelNow(b.deps, actor, id);
    const bought = buy(a, actor, id, true);
    exchange(a, b);
    await settleNow(a.deps, bought);
    exchange(a, b);
    for (const s of [a, b])
      expect(stateOf(s, id)).toMatchObject({
        status: "TRACKING_CODE_CREATED",
        purchaseID: bought,
      });
    await cancelNow(b.deps, actor, id);
    expect(getBalance(b.deps, actor.organizationID).balance).toBe(1_000_00);
  });

  it("a refused purchase leaves the shipment waiting for another station's open purchase", async () => {
    const { a, b, actor, id } = two([errors.carrierRefused()]);
    const refused = buy(a, actor, id, true);
    buy(b, actor, id, true);
    exchange(a, b);
    await expect(settleNow(a.deps, refused)).rejects.toSatisfy((error) =>
      isAppError(error, "carrierRefused"),
    );
    expect(stateOf(a, id).status).toBe("OFFER_ACCEPTED");
    exchange(a, b);
    expect(stateOf(b, id)).toEqual(stateOf(a, id));
  });

  it("a purchase is the same row at every station after an attempt without an answer", async () => {
    const { a, b, actor, id } = two([new Error("ECONNRESET"), LABEL]);
    const bought = buy(a, actor, id, true);
    await expect(settleNow(a.deps, bought)).rejects.toSatisfy((error) =>
      isAppError(error, "outcomeUnknown"),
    );
    exchange(a, b);
    expect(stateOf(b, id)).toEqual(stateOf(a, id));
    await settleNow(a.deps, bought);
    exchange(a, b);
    expect(stateOf(b, id)).toEqual(stateOf(a, id));
    expect(stateOf(b, id).status).toBe("TRACKING_CODE_CREATED");
  });
});
