/**
 * The contract of a connection that sells labels, whose code the carrier makes. A new kind adds its
 * subject in `connections.test.ts`.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../core/base/ids.ts";
import type { NotedCall } from "../../../core/http/outgoing/outgoing.ts";
import type {
  Bought,
  BoughtRequest,
  Outcome,
  PurchaseRequest,
} from "../../../core/shipping/carriers/carrier.ts";
import type { Connection } from "../../../core/shipping/carriers/connection.ts";
import type { Step } from "../../../core/shipping/carriers/simulator/parcels.ts";
import type { Fault } from "../../../core/shipping/carriers/simulator/simulated-carrier.ts";
import { parcelOf, valueOf } from "./contract.ts";

/** Steps of a purchase, and operations, that can fail. */
export type SellingOperation = "order" | "label" | "find" | "cancel" | "track";

export type SellingSubject = {
  readonly connection: Connection;
  /** The same account with another password, and at an address where no server listens. */
  readonly wrongLogin: Connection;
  readonly gone: Connection;
  /** Makes the next calls of an operation fail. */
  fail(operation: SellingOperation, ...faults: readonly Fault[]): Promise<void>;
  /** Sets the time until the carrier finds the branch of an order. */
  setBranchMs(ms: number): Promise<void>;
  move(barcode: string, step: Step, at?: string): Promise<void>;
  /** Counts the labels in force. */
  labels(): Promise<number>;
  calls(): readonly NotedCall[];
  readonly secrets: readonly string[];
};

const NEVER = new AbortController().signal;
const CUTS: readonly Fault[] = ["cut before", "cut in", "cut after"];
const UNREADABLE: readonly Fault[] = ["throttled", "broken", "garbage", "html"];

function purchase(change: Partial<PurchaseRequest> = {}): PurchaseRequest {
  return {
    key: newId(),
    consignment: parcelOf("o"),
    providerCode: "",
    providerServiceCode: "STANDART",
    details: {},
    ...change,
  };
}

function labelOf({ key, consignment }: PurchaseRequest, bought: Partial<Bought>): BoughtRequest {
  const { barcode = "", trackingNumber = "", details = {} } = bought;
  return { key: newId(), purchaseKey: key, consignment, barcode, trackingNumber, details };
}

export function sellingContract(kind: string, get: () => Promise<SellingSubject>): void {
  describe(`a selling connection of kind ${kind}`, () => {
    let subject: SellingSubject;
    beforeAll(async () => {
      subject = await get();
      await subject.setBranchMs(0);
    });
    const buy = (request: PurchaseRequest, by = subject.connection) =>
      by.buy?.(request, NEVER) ?? absent();
    const find = (request: PurchaseRequest) =>
      subject.connection.find?.(request, NEVER) ?? absent();
    const cancel = (request: BoughtRequest, by = subject.connection) =>
      by.cancel?.(request, NEVER) ?? absent();
    const track = (requests: readonly BoughtRequest[], by = subject.connection) =>
      by.track?.(requests, NEVER) ?? absent();
    const sold = async () => {
      const request = purchase();
      const bought = valueOf(await buy(request));
      return { request, bought, label: labelOf(request, bought) };
    };

    it("has exactly the operations that it lists in `can`, and accepts its login", async () => {
      const { connection } = subject;
      const names = ["test", "buy", "find", "announce", "cancel", "label", "track"] as const;
      const has = names.filter((name) => typeof connection[name] === "function");
      const listed = names.filter((name) => connection.can.has(name));
      expect([listed, connection.can.has("register")]).toEqual([
        has,
        connection.registerRecipient !== undefined,
      ]);
      expect(await connection.test?.(NEVER)).toMatchObject({ outcome: "done" });
    });

    it("buys a label with the carrier's barcode, number and ZPL, which is found under its key without the ZPL", async () => {
      const { request, bought } = await sold();
      const { label, ...rest } = bought;
      expect([label?.type, Buffer.from(label?.bytes ?? []).toString()]).toEqual([
        "application/zpl",
        expect.stringMatching(/^\^XA[^]*\^XZ$/) as string,
      ]);
      expect(rest.barcode).not.toBe("");
      expect(rest.trackingNumber).not.toBe("");
      const found = valueOf(await find(request));
      expect([found?.barcode, found?.trackingNumber, found?.label]).toEqual([
        rest.barcode,
        rest.trackingNumber,
        undefined,
      ]);
    });

    it.each(
      [...CUTS, ...UNREADABLE].flatMap((fault) => [
        ["order", fault] as const,
        ["label", fault] as const,
      ]),
    )(
      "when the step %s has the fault %s, the purchase is unknown, and its retry buys one label",
      async (step, fault) => {
        const before = await subject.labels();
        const request = purchase();
        await subject.fail(step, fault);
        expect(await buy(request)).toMatchObject({ outcome: "unknown" });
        const found = valueOf(await find(request));
        const bought = found ?? valueOf(await buy(request));
        expect([bought.barcode !== "", await subject.labels()]).toEqual([true, before + 1]);
        expect(valueOf(await find(request))?.barcode).toBe(bought.barcode);
        // A purchase that is repeated without a lookup finds its label too.
        expect(valueOf(await buy(request)).barcode).toBe(bought.barcode);
        expect(await subject.labels()).toBe(before + 1);
      },
    );

    it("is not ready while the carrier has not found the branch, and says when to ask again", async () => {
      const request = purchase();
      await subject.setBranchMs(60_000);
      const early = await buy(request);
      await subject.setBranchMs(0);
      expect(early).toMatchObject({ outcome: "unknown", againMs: expect.any(Number) as number });
      expect(valueOf(await find(request))).toBeNull();
      expect(await buy(request)).toMatchObject({ outcome: "done" });
    });

    it("an order whose label is not made yet is cancelled, and its repetition is a cancellation only if an earlier one may have been", async () => {
      const before = await subject.labels();
      const request = purchase();
      await subject.setBranchMs(60_000);
      await buy(request);
      const order = { ...labelOf(request, {}), barcode: "", isConfirmed: true };
      const outcomes = [
        await cancel(order),
        await cancel(order),
        await cancel({ ...order, isConfirmed: false }),
      ];
      await subject.setBranchMs(0);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "refused", "done"]);
      expect(outcomes[1]).toMatchObject({
        reason: expect.not.stringContaining("Announcements") as string,
      });
      expect([valueOf(await find(request)), await subject.labels()]).toEqual([null, before]);
    });

    it("a refusal inside an answer of success buys nothing", async () => {
      const before = await subject.labels();
      await subject.fail("order", "failed row");
      expect(await buy(purchase())).toMatchObject({
        outcome: "refused",
        reason: expect.stringMatching(/./) as string,
      });
      expect(await subject.labels()).toBe(before);
    });

    it("a parcel without a usable name or phone is refused with its field, before and at the purchase", async () => {
      const parcel = parcelOf("o");
      for (const [field, recipient] of Object.entries({
        "recipient.name": { ...parcel.recipient, name: "" },
        "recipient.phone": { ...parcel.recipient, phone: "12" },
      })) {
        const consignment = { ...parcel, recipient };
        expect(subject.connection.check?.(consignment)).toMatchObject({ field });
        expect(await buy(purchase({ consignment }))).toMatchObject({ outcome: "refused", field });
      }
    });

    it.each([...CUTS, ...UNREADABLE])(
      "with the fault %s, a lookup, a query and a cancellation are unknown, and their repetitions are done",
      async (fault) => {
        const { request, label } = await sold();
        const operations: [SellingOperation, () => Promise<Outcome<unknown>>][] = [
          ["find", () => find(request)],
          ["track", () => track([label])],
          ["cancel", () => cancel(label)],
        ];
        for (const [name, operate] of operations) {
          await subject.fail(name, fault);
          const failed = (await operate()).outcome;
          expect([name, failed, (await operate()).outcome]).toEqual([name, "unknown", "done"]);
        }
        expect(valueOf(await find(request))).toBeNull();
      },
    );

    it("a cancellation is done at each repetition and for an unknown label, and refused when the carrier has the parcel", async () => {
      const [plain, scanned, unknown] = [await sold(), await sold(), purchase()];
      await subject.move(scanned.bought.barcode, "scanned");
      const outcomes = [
        await cancel(plain.label),
        await cancel(plain.label),
        await cancel(labelOf(unknown, {})),
        await cancel({ ...labelOf(unknown, {}), isConfirmed: true }),
        await cancel(scanned.label),
      ];
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        "done",
        "done",
        "done",
        "refused",
        "refused",
      ]);
      expect(outcomes.at(-1)).toMatchObject({ code: "E2022" });
      expect(valueOf(await find(plain.request))).toBeNull();
      expect(valueOf(await find(scanned.request))).not.toBeNull();
    });

    it("a cancellation whose lookup has no answer cancels nothing, and says so", async () => {
      const { label, request } = await sold();
      await subject.fail("find", "broken");
      expect(await cancel(label)).toMatchObject({ outcome: "unknown", isUnsent: true });
      expect(valueOf(await find(request))).not.toBeNull();
    });

    it("tracking gives the events of known parcels in order, with the carrier's number, equal each time", async () => {
      const { label, bought } = await sold();
      const foreign = labelOf(purchase(), {});
      const steps: readonly Step[] = ["scanned", "arrived", "out", "delivered"];
      for (const [n, step] of steps.entries())
        await subject.move(bought.barcode, step, `2026-11-21T1${n}:00:00.000Z`);
      const tracked = valueOf(await track([label, foreign]));
      expect(valueOf(await track([label, foreign]))).toEqual(tracked);
      const [way, ...others] = tracked;
      expect([way?.purchaseKey, way?.trackingNumber, others]).toEqual([
        label.purchaseKey,
        bought.trackingNumber,
        [],
      ]);
      const times = way?.events.map(({ at }) => at) ?? [];
      expect(times).toEqual(times.toSorted());
      expect([way?.events.at(-1)?.subCode, times.at(-1)]).toEqual([
        "delivered",
        "2026-11-21T13:00:00.000Z",
      ]);
    });

    it("a wrong password is refused by every operation, and nothing is sent when no server listens", async () => {
      const { wrongLogin, gone } = subject;
      const { request, label } = await sold();
      const all = (by: Connection) =>
        Promise.all([
          buy(purchase(), by),
          by.find?.(request, NEVER),
          cancel(label, by),
          track([label], by),
          by.test?.(NEVER),
        ]);
      expect(await all(wrongLogin)).toMatchObject(Array(5).fill({ outcome: "refused" }));
      expect(await all(gone)).toMatchObject(Array(5).fill({ outcome: "unknown", isUnsent: true }));
    });

    it("no noted call has a secret", async () => {
      const { calls, secrets } = subject;
      await sold();
      const text = JSON.stringify(calls()).replaceAll('\\\\"', '"').replaceAll('\\"', '"');
      expect([calls().length > 0, secrets.filter((secret) => text.includes(secret))]).toEqual([
        true,
        [],
      ]);
    });
  });
}

function absent(): Promise<never> {
  return Promise.reject(new Error("the connection does not have this operation"));
}
