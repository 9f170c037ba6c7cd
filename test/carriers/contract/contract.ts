/**
 * The contract of a carrier: one suite of tests for every kind. A new kind adds its subject in
 * `contract.test.ts`.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { minor } from "../../../core/base/money.ts";
import type { Instant } from "../../../core/base/units.ts";
import type {
  Bought,
  BoughtRequest,
  Carrier,
  PurchaseRequest,
  Quote,
  RemoteCarrier,
  Outcome,
} from "../../../core/shipping/carriers/carrier.ts";
import type { Consignment, Party } from "../../../core/shipping/carriers/consignment.ts";
import { INELIGIBLE_CODES } from "../../../core/shipping/carriers/ineligible.schema.ts";
import type { Fault, OperationName } from "../courier/faults.ts";

export type Subject = {
  readonly carrier: Carrier;
  /** Organization whose parcels the carrier quotes. */
  readonly organizationID: string;
  /**
   * Runs a function in a transaction that may write, as the reserve transaction of a purchase does.
   */
  readonly inTransaction: <T>(run: () => T) => T;
};

/**
 * A carrier on another computer. `fail` makes its next answers fail; `charged` returns how many
 * labels it has charged; `pickUp` makes it pick up all parcels.
 */
export type RemoteSubject = Subject & {
  readonly carrier: RemoteCarrier;
  readonly fail: (operation: OperationName, ...faults: readonly Fault[]) => Promise<void>;
  readonly charged: () => Promise<number>;
  readonly pickUp: () => Promise<void>;
  /** The same account at an address where no server listens. */
  readonly gone: RemoteCarrier;
};

const NEVER = new AbortController().signal;

function callsOf(subject: () => Subject) {
  const quote = (consignment: Consignment, carrier: Carrier = subject().carrier) =>
    carrier.place === "local"
      ? carrier.quote(consignment)
      : carrier.quote(consignment, NEVER, randomUUID());
  const buy = async (request: PurchaseRequest, signal = NEVER): Promise<Outcome<Bought>> => {
    const { carrier, inTransaction } = subject();
    return carrier.place === "local"
      ? inTransaction(() => carrier.buy(request))
      : await carrier.buy(request, signal);
  };
  const firstQuote = async (consignment: Consignment): Promise<Quote> => {
    const [first] = valueOf(await quote(consignment)).quotes;
    if (first === undefined) throw new Error("the carrier quotes nothing for a plain parcel");
    return first;
  };
  const purchaseOf = async (key: string): Promise<PurchaseRequest> => {
    const consignment = parcelOf(subject().organizationID);
    const { providerCode, providerServiceCode, details } = await firstQuote(consignment);
    return { key, consignment, providerCode, providerServiceCode, details };
  };
  return { quote, buy, purchaseOf };
}

export function carrierContract(kind: string, subject: () => Subject): void {
  const { quote, buy, purchaseOf } = callsOf(subject);

  describe(`a carrier of kind ${kind}`, () => {
    it("a carrier has exactly the operations that it lists in `can`", () => {
      const { carrier } = subject();
      const has = [
        "quote",
        "buy",
        "find",
        "cancel",
        "announce",
        "label",
        "track",
        "invoice",
      ].filter((name) => typeof carrier[name as keyof Carrier] === "function");
      // A cancellation needs no call to a local carrier.
      const withoutCall = carrier.place === "local" ? ["cancel"] : [];
      expect([...carrier.can].filter((name) => !withoutCall.includes(name)).sort()).toEqual(
        has.sort(),
      );
      expect([carrier.id, carrier.name].every((text) => text !== "")).toBe(true);
    });

    it("a plain parcel is quoted with service codes, whole minor units and hours, and a second quote has the same prices", async () => {
      const consignment = parcelOf(subject().organizationID);
      const [first, again] = [valueOf(await quote(consignment)), valueOf(await quote(consignment))];
      expect(first.quotes.length).toBeGreaterThan(0);
      for (const {
        price,
        providerCode,
        providerServiceCode,
        serviceName,
        estimatedHours,
        rating,
      } of first.quotes) {
        expect([
          Number.isSafeInteger(price.amount) && price.amount >= 0 && price.total >= price.amount,
          providerServiceCode.startsWith(providerCode),
          serviceName !== "",
          Number.isInteger(estimatedHours) && estimatedHours > 0,
          rating >= 0 && rating <= 5,
        ]).toEqual([true, true, true, true, true]);
      }
      expect(again.quotes.map(({ price }) => price)).toEqual(
        first.quotes.map(({ price }) => price),
      );
    });

    it.each([
      [
        "to another country",
        (c: Consignment): Consignment => ({
          ...c,
          recipient: { ...c.recipient, countryCode: "DE", cityCode: "", cityName: "Berlin" },
        }),
      ],
      [
        "of ten tons",
        (c: Consignment): Consignment => ({
          ...c,
          parcels: [{ lengthCm: 1_000, widthCm: 1_000, heightCm: 1_000, weightKg: 10_000 }],
        }),
      ],
      [
        "without a size",
        (c: Consignment): Consignment => ({
          ...c,
          parcels: [{ lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 }],
        }),
      ],
      [
        "with money to collect",
        (c: Consignment): Consignment => ({
          ...c,
          cashOnDelivery: { amount: minor(1_000_00), currency: "TL", by: "cash" },
        }),
      ],
      [
        "with odd letters in its recipient",
        (c: Consignment): Consignment => ({
          ...c,
          recipient: { ...c.recipient, name: "<&\"'> 陳 😀 \u202e", address1: "x".repeat(2_000) },
        }),
      ],
    ])(
      "a parcel %s is quoted or refused without throwing, with a reason for each ineligible service",
      async (_what, change) => {
        const outcome = await quote(change(parcelOf(subject().organizationID)));
        if (outcome.outcome !== "done") return expect(outcome.outcome).toBe("refused");
        for (const { code, reason } of outcome.value.ineligible)
          expect([INELIGIBLE_CODES.includes(code), reason !== ""]).toEqual([true, true]);
      },
    );

    it("two labels have different barcodes", async () => {
      const [first, second] = [
        valueOf(await buy(await purchaseOf("11111111-0000-7000-8000-000000000001"))),
        valueOf(await buy(await purchaseOf("11111111-0000-7000-8000-000000000002"))),
      ];
      expect([first.barcode, second.barcode].every((code) => code.trim() !== "")).toBe(true);
      expect(first.barcode).not.toBe(second.barcode);
    });
  });
}

/** Tests that a remote carrier must pass as well, with failures at every point of a request. */
export function remoteCarrierContract(kind: string, subject: () => RemoteSubject): void {
  const { buy, purchaseOf } = callsOf(subject);
  describe(`a remote carrier of kind ${kind}`, () => {
    const labelOf = async (key: string): Promise<BoughtRequest> => {
      const request = await purchaseOf(key);
      const { barcode, trackingNumber } = valueOf(await buy(request));
      return {
        key: `${key} cancel`,
        purchaseKey: key,
        consignment: request.consignment,
        barcode,
        trackingNumber,
        details: request.details,
      };
    };
    let n = 0;
    const newKey = (): string => `22222222-0000-7000-8000-${String((n += 1)).padStart(12, "0")}`;

    it("one key is charged once, and returns the same label again", async () => {
      const r = subject();
      const request = await purchaseOf(newKey());
      const before = await r.charged();
      const [first, second] = await Promise.all([buy(request), buy(request)]);
      expect([valueOf(second), await r.charged()]).toEqual([valueOf(first), before + 1]);
    });

    it.each<[Fault, "done" | "refused" | "unknown"]>([
      ["cut before", "unknown"],
      ["cut in", "unknown"],
      ["cut after", "unknown"],
      ["garbage", "unknown"],
      ["busy", "unknown"],
      ["throttled", "unknown"],
      ["refused", "refused"],
      ["slow", "done"],
      ["twice", "done"],
    ])(
      "with the fault %s, the outcome of every operation is %s, a second call is done, and one label is charged",
      async (fault, expected) => {
        const r = subject();
        const label = await labelOf(newKey());
        const request = await purchaseOf(newKey());
        const operations: Partial<Record<OperationName, () => Promise<Outcome<unknown>>>> = {
          quote: () => r.carrier.quote(parcelOf(subject().organizationID), NEVER, randomUUID()),
          buy: () => r.carrier.buy(request, NEVER),
          ...(r.carrier.find === undefined
            ? {}
            : { find: () => r.carrier.find?.(request, NEVER) ?? never() }),
          ...(r.carrier.label === undefined
            ? {}
            : { label: () => r.carrier.label?.(label, NEVER) ?? never() }),
          ...(r.carrier.track === undefined
            ? {}
            : { track: () => r.carrier.track?.([label], NEVER) ?? never() }),
          ...(r.carrier.invoice === undefined
            ? {}
            : { invoice: () => r.carrier.invoice?.("2026-11", NEVER) ?? never() }),
          ...(r.carrier.cancel === undefined
            ? {}
            : { cancel: () => r.carrier.cancel?.(label, NEVER) ?? never() }),
        };
        const before = await r.charged();
        for (const [name, operate] of Object.entries(operations)) {
          await r.fail(name as OperationName, fault);
          const failed = await operate();
          expect([name, failed.outcome]).toEqual([name, expected]);
          if (failed.outcome === "refused") expect(failed.reason).not.toBe("");
          expect([name, (await operate()).outcome]).toEqual([name, "done"]);
        }
        expect(await r.charged()).toBe(before + 1);
      },
    );

    it("a lookup finds no label under an unused key or after a cancellation, and the same label under a sold key", async ({
      skip,
    }) => {
      const { carrier } = subject();
      if (carrier.find === undefined) return skip("the carrier has no lookup");
      const request = await purchaseOf(newKey());
      const find = () => carrier.find?.(request, NEVER) ?? never();
      expect(valueOf(await find())).toBeNull();
      const label = valueOf(await buy(request));
      expect([valueOf(await find()), valueOf(await find())]).toEqual([label, label]);
      if (carrier.cancel === undefined) return;
      await carrier.cancel(
        {
          key: `${request.key} cancel`,
          purchaseKey: request.key,
          ...label,
          consignment: request.consignment,
          details: request.details,
        },
        NEVER,
      );
      expect(valueOf(await find())).toBeNull();
    });

    it.for<Fault>(["cut before", "cut in", "cut after"])(
      "when a purchase fails with %s, a lookup finds a label only if one was charged, and a retry with the key charges one label in all",
      async (fault, { skip }) => {
        const r = subject();
        if (r.carrier.find === undefined) return skip("the carrier has no lookup");
        const request = await purchaseOf(newKey());
        const before = await r.charged();
        await r.fail("buy", fault);
        expect((await buy(request)).outcome).toBe("unknown");
        const found = valueOf(await r.carrier.find(request, NEVER));
        expect(await r.charged()).toBe(found === null ? before : before + 1);
        const again = valueOf(await buy(request));
        if (found !== null) expect(again).toEqual(found);
        expect(await r.charged()).toBe(before + 1);
      },
    );

    it.for<Fault>(["cut before", "cut in", "cut after"])(
      "when a cancellation fails with %s, its retry is done, even if the parcel has been cancelled already",
      async (fault, { skip }) => {
        const r = subject();
        const { cancel } = r.carrier;
        if (cancel === undefined) return skip("the carrier accepts no cancellations");
        const label = await labelOf(newKey());
        await r.fail("cancel", fault);
        expect([
          (await cancel(label, NEVER)).outcome,
          (await cancel(label, NEVER)).outcome,
        ]).toEqual(["unknown", "done"]);
      },
    );

    it("a purchase stops waiting for a late answer when the signal aborts, and its retry makes one label in all", async () => {
      const r = subject();
      const request = await purchaseOf(newKey());
      const before = await r.charged();
      await r.fail("buy", "late");
      const startedAt = performance.now();
      const late = await r.carrier.buy(request, AbortSignal.timeout(100));
      expect([late.outcome, performance.now() - startedAt < 350]).toEqual(["unknown", true]);
      expect([(await buy(request)).outcome, await r.charged()]).toEqual(["done", before + 1]);
    });

    it("a quote, a purchase and a cancellation are unknown and unsent when no server listens at the carrier's address", async () => {
      const r = subject();
      const outcomes = await Promise.all([
        r.gone.quote(parcelOf(subject().organizationID), NEVER, randomUUID()),
        r.gone.buy(await purchaseOf(newKey()), NEVER),
        r.gone.cancel?.(await labelOf(newKey()), NEVER),
      ]);
      expect(outcomes.map((o) => o?.outcome === "unknown" && o.isUnsent)).toEqual([
        true,
        true,
        true,
      ]);
    });

    it("a second cancellation of a label is done as well, and cancelling a collected parcel is refused with a reason", async () => {
      const r = subject();
      const [label, taken] = [await labelOf(newKey()), await labelOf(newKey())];
      expect([
        (await r.carrier.cancel?.(label, NEVER))?.outcome,
        (await r.carrier.cancel?.(label, NEVER))?.outcome,
      ]).toEqual(["done", "done"]);
      await r.pickUp();
      const refusal = await r.carrier.cancel?.(taken, NEVER);
      expect(refusal?.outcome === "refused" && refusal.reason !== "").toBe(true);
    });
  });
}

function never(): Promise<Outcome<unknown>> {
  return Promise.reject(new Error("the carrier does not have this operation"));
}

export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.outcome !== "done") throw new Error(`not done: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

const PARTY: Party = {
  name: "Çağla Şimşekoğlu",
  email: "cagla@ornek.test",
  phone: "+905551112233",
  address1: "Bağdat Cd. No: 5",
  address2: "",
  countryCode: "TR",
  cityCode: "34",
  cityName: "İstanbul",
  districtID: 0,
  districtName: "Kadıköy",
  state: "",
  zip: "",
};

export function parcelOf(organizationID: string): Consignment {
  return {
    organizationID,
    shipmentID: "00000000-0000-7000-8000-000000000001",
    isTest: false,
    isReturn: false,
    sender: PARTY,
    recipient: {
      ...PARTY,
      name: "Ömer Ilgaz",
      cityCode: "06",
      cityName: "Ankara",
      districtName: "Çankaya",
    },
    returnTo: null,
    parcels: [{ lengthCm: 30, widthCm: 20, heightCm: 15, weightKg: 2.5 }],
    items: [{ title: "T-shirt", variantTitle: "M", quantity: 2, sku: "T-M" }],
    hidesContents: false,
    payer: "sender",
    cashOnDelivery: null,
    declaredValue: null,
    references: { orderNumber: "A-1", reference1: "", waybillNumber: "A-1" },
    box: { no: 1, of: 1 },
    customerCodes: {},
    at: "2026-11-21T09:00:00.000Z" as Instant,
  };
}
