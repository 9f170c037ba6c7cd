/**
 * The contract of a connection: one suite of tests for every kind. A new kind adds its subject in
 * `connections.test.ts`.
 */
import { describe, expect, it } from "vitest";
import type { BoughtRequest, Outcome } from "../../../core/shipping/carriers/carrier.ts";
import type { AnnounceRequest, Connection } from "../../../core/shipping/carriers/connection.ts";
import type { NotedCall } from "../../../core/http/outgoing/outgoing.ts";
import type { Step } from "../../../core/shipping/carriers/simulator/parcels.ts";
import type { Fault } from "../../../core/shipping/carriers/simulator/simulated-carrier.ts";
import { parcelOf, valueOf } from "./contract.ts";

export type FailingOperation = "announce" | "cancel" | "track" | "pickup";

export type ConnectionSubject = {
  readonly connection: Connection;
  /** The same account with another password, and at an address where no server listens. */
  readonly wrongLogin: Connection;
  readonly gone: Connection;
  /** Fields of a request of this kind: a valid barcode and service. */
  newLabel(): Pick<AnnounceRequest, "barcode" | "providerServiceCode">;
  /** Makes the next calls of an operation fail. */
  fail(operation: FailingOperation, ...faults: readonly Fault[]): Promise<void>;
  move(barcode: string, step: Step, at?: string): Promise<void>;
  /** Counts the parcels with a barcode that are announced and not cancelled. */
  announced(barcode: string): Promise<number>;
  /** Lets the same parcel be tracked again at once. */
  forgetQueries(): Promise<void>;
  calls(): readonly NotedCall[];
  readonly secrets: readonly string[];
  /** Whether the carrier updates an announced parcel that is announced again, in place of refusing. */
  readonly updatesRepeated: boolean;
  /** Whether the carrier reports announced parcels before the branch's scan. */
  readonly reportsWaiting: boolean;
};

const NEVER = new AbortController().signal;
const CUTS: readonly Fault[] = ["cut before", "cut in", "cut after"];
const UNREADABLE: readonly Fault[] = ["throttled", "broken", "garbage", "html"];

export function connectionContract(kind: string, get: () => Promise<ConnectionSubject>): void {
  const setUp = async () => {
    const subject = await get();
    const { connection } = subject;
    const requestOf = (change: Partial<AnnounceRequest> = {}): AnnounceRequest => {
      const label = subject.newLabel();
      return {
        key: `key ${label.barcode}`,
        consignment: parcelOf("o"),
        mayBeAnnounced: false,
        ...label,
        ...change,
      };
    };
    const announce = (request: AnnounceRequest, by = connection) =>
      by.announce?.(request, NEVER) ?? absent();
    const boughtOf = ({ key, consignment, barcode }: AnnounceRequest): BoughtRequest => ({
      key: `${key} cancel`,
      purchaseKey: key,
      consignment,
      barcode,
      trackingNumber: "",
      details: {},
    });
    const cancel = (request: AnnounceRequest, by = connection) =>
      by.cancel?.(boughtOf(request), NEVER) ?? absent();
    const track = (requests: readonly AnnounceRequest[], by = connection) =>
      by.track?.(requests.map(boughtOf), NEVER) ?? absent();
    const announcedLabel = async (): Promise<AnnounceRequest> => {
      const request = requestOf();
      expect(await announce(request)).toMatchObject({ outcome: "done" });
      return request;
    };
    return { ...subject, requestOf, announce, cancel, track, announcedLabel };
  };

  describe(`a connection of kind ${kind}`, () => {
    it("has exactly the operations that it lists in `can`, and accepts its login", async () => {
      const { connection } = await setUp();
      const names = ["test", "announce", "cancel", "label", "track", "invoice", "pickup"] as const;
      const has = names.filter((name) => typeof connection[name] === "function");
      const operations = [...connection.can].filter((name) => name !== "return");
      expect(operations.sort()).toEqual([...has].sort());
      expect(await connection.test?.(NEVER)).toMatchObject({ outcome: "done" });
    });

    it("announces a parcel once under its barcode, which a carrier without updates refuses afterwards", async () => {
      const { requestOf, announce, announced, updatesRepeated } = await setUp();
      const request = requestOf();
      expect(await announce(request)).toMatchObject({ outcome: "done" });
      expect(await announce(request)).toMatchObject(
        updatesRepeated ? { outcome: "done" } : { outcome: "refused", field: "barcode" },
      );
      expect(await announced(request.barcode)).toBe(1);
    });

    it.each([...CUTS, ...UNREADABLE])(
      "with the fault %s, an announcement is unknown, and its repetition announces the parcel once",
      async (fault) => {
        const { requestOf, announce, announced, fail } = await setUp();
        const request = requestOf();
        await fail("announce", fault);
        expect(await announce(request)).toMatchObject({ outcome: "unknown" });
        expect(await announce({ ...request, mayBeAnnounced: true })).toMatchObject({
          outcome: "done",
        });
        expect(await announced(request.barcode)).toBe(1);
      },
    );

    it.each([...CUTS, ...UNREADABLE])(
      "with the fault %s, a cancellation and a query are unknown, and their repetitions are done",
      async (fault) => {
        const { announcedLabel, cancel, track, fail, forgetQueries } = await setUp();
        const label = await announcedLabel();
        const operations: [FailingOperation, () => Promise<Outcome<unknown>>][] = [
          ["track", () => track([label])],
          ["cancel", () => cancel(label)],
        ];
        for (const [name, operate] of operations) {
          await fail(name, fault);
          const failed = (await operate()).outcome;
          await forgetQueries();
          expect([name, failed, (await operate()).outcome]).toEqual([name, "unknown", "done"]);
        }
      },
    );

    it("a label that the carrier does not know counts as cancelled only if the carrier never confirmed it", async () => {
      const { connection, requestOf, cancel } = await setUp();
      const label = requestOf();
      const { key, consignment, barcode } = label;
      expect(await cancel(label)).toMatchObject({ outcome: "done" });
      const confirmed = {
        key,
        purchaseKey: key,
        consignment,
        barcode,
        trackingNumber: "",
        details: {},
      };
      expect(await connection.cancel?.({ ...confirmed, isConfirmed: true }, NEVER)).toMatchObject({
        outcome: "refused",
        code: "E2022",
      });
    });

    it("a return is announced and cancelled by its code if the kind takes returns, else refused", async () => {
      const { connection, requestOf, announce, announced, cancel } = await setUp();
      const request = requestOf({ consignment: { ...parcelOf("o"), isReturn: true } });
      const takesReturns = connection.can.has("return");
      expect((await announce(request)).outcome).toBe(takesReturns ? "done" : "refused");
      expect(await announced(request.barcode)).toBe(takesReturns ? 1 : 0);
      if (!takesReturns) return;
      expect(await cancel(request)).toMatchObject({ outcome: "done" });
      expect(await announced(request.barcode)).toBe(0);
    });

    it("a failed row in an answer without a failure is refused with the row's field and words", async () => {
      const { requestOf, announce, announced, fail } = await setUp();
      const request = requestOf();
      await fail("announce", "failed row");
      const refusal = await announce(request);
      expect(refusal).toMatchObject({
        outcome: "refused",
        field: expect.stringMatching(/./) as string,
        reason: expect.stringMatching(/./) as string,
      });
      expect(await announced(request.barcode)).toBe(0);
    });

    it("a parcel without a usable name or phone is refused with its field", async () => {
      const { requestOf, announce, announced } = await setUp();
      const parcel = parcelOf("o");
      for (const [field, recipient] of Object.entries({
        "recipient.name": { ...parcel.recipient, name: "" },
        "recipient.phone": { ...parcel.recipient, phone: "12" },
      })) {
        const request = requestOf({ consignment: { ...parcel, recipient } });
        expect(await announce(request)).toMatchObject({ outcome: "refused", field });
        expect(await announced(request.barcode)).toBe(0);
      }
    });

    it("a cancellation is done at each repetition and for an unknown barcode, and refused after the branch's scan", async () => {
      const { announcedLabel, requestOf, cancel, announced, move } = await setUp();
      const [label, scanned] = [await announcedLabel(), await announcedLabel()];
      await move(scanned.barcode, "scanned");
      const outcomes = [
        await cancel(label),
        await cancel(label),
        await cancel(requestOf()),
        await cancel(scanned),
      ].map(({ outcome }) => outcome);
      expect(outcomes).toEqual(["done", "done", "done", "refused"]);
      expect([await announced(label.barcode), await announced(scanned.barcode)]).toEqual([0, 1]);
    });

    it("tracking gives the events of known parcels in order, with the carrier's number, equal each time", async () => {
      const { announcedLabel, requestOf, track, move, forgetQueries, reportsWaiting } =
        await setUp();
      const [label, waiting, foreign] = [
        await announcedLabel(),
        await announcedLabel(),
        requestOf(),
      ];
      const steps: readonly Step[] = ["scanned", "transfer", "arrived", "out", "delivered"];
      for (const [n, step] of steps.entries())
        await move(label.barcode, step, `2026-11-21T1${n}:00:00.000Z`);
      const first = valueOf(await track([label, waiting, foreign]));
      await forgetQueries();
      expect(valueOf(await track([label, waiting, foreign]))).toEqual(first);
      const [way, ...others] = first;
      expect([way?.purchaseKey, others]).toEqual([
        label.key,
        reportsWaiting ? [{ purchaseKey: waiting.key, events: [] }] : [],
      ]);
      expect([way?.trackingNumber !== "", way?.trackingUrl]).toEqual([
        true,
        expect.stringMatching(/^https:/),
      ]);
      const times = way?.events.map(({ at }) => at) ?? [];
      expect([times[0], times, way?.events.at(-1)?.at]).toEqual([
        "2026-11-21T10:00:00.000Z",
        times.toSorted(),
        "2026-11-21T14:00:00.000Z",
      ]);
      const codes = way?.events.map(({ subCode }) => subCode) ?? [];
      expect([codes.includes("package_accepted"), codes.at(-1)]).toEqual([true, "delivered"]);
    });

    it("a wrong password is refused by every operation, and an announcement names the account", async () => {
      const { wrongLogin, requestOf, announce, cancel, track, announcedLabel } = await setUp();
      const label = await announcedLabel();
      expect(await announce(requestOf(), wrongLogin)).toMatchObject({
        outcome: "refused",
        field: "account",
      });
      const outcomes = await Promise.all([
        cancel(label, wrongLogin),
        track([label], wrongLogin),
        wrongLogin.test?.(NEVER),
      ]);
      expect(outcomes.map((one) => one?.outcome)).toEqual(["refused", "refused", "refused"]);
    });

    it("a collection, where the carrier takes orders, is done with its number, refused with a wrong password, and unknown with a cut answer", async () => {
      const { connection, wrongLogin, fail } = await setUp();
      if (connection.pickup === undefined) return expect(connection.can.has("pickup")).toBe(false);
      const { sender } = parcelOf("o");
      const order = { key: "order", day: "2026-11-21", pieces: 3, weightKg: 7.5, sender };
      const done = await connection.pickup(order, NEVER);
      await fail("pickup", "cut after");
      const cut = await connection.pickup(order, NEVER);
      const refused = await wrongLogin.pickup?.(order, NEVER);
      expect([typeof valueOf(done), cut.outcome, refused?.outcome]).toEqual([
        "string",
        "unknown",
        "refused",
      ]);
    });

    it("nothing is sent when no server listens", async () => {
      const { gone, requestOf, announce, cancel, track } = await setUp();
      const request = requestOf();
      expect([
        await announce(request, gone),
        await cancel(request, gone),
        await track([request], gone),
        await gone.test?.(NEVER),
      ]).toMatchObject(Array(4).fill({ outcome: "unknown", isUnsent: true }));
    });

    it("no noted call has a secret", async () => {
      const { calls, secrets, connection } = await setUp();
      await connection.test?.(NEVER);
      const text = JSON.stringify(calls());
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
