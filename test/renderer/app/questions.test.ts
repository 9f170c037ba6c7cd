import { describe, expect, it } from "vitest";
import { coversOf, nextQuestion } from "../../../renderer/app/navigation.ts";
import { OVERLAYS, QUESTIONS } from "../../../renderer/app/parts.ts";
import type { Store } from "../../../renderer/app/features.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

const job = (id: string, createdAt: string): PrintJob =>
  ({ id, createdAt, status: "UNKNOWN" }) as PrintJob;
const pairing = (id: string) => ({
  id,
  origin: `https://${id}.example`,
  askedAt: "2026-11-21T11:55:00Z",
  expiresAt: "2026-11-21T12:00:00Z",
});
const purchase = {
  shipmentID: "s",
  orderNumber: "1",
  serviceName: "x",
  amount: "1.00",
  currency: "TL",
};
/** The part of the store that questions and overlays read. */
const NONE = {
  asked: null,
  pack: { step: "empty" },
  undo: { step: "none" },
  sampleAsked: null,
  shipmentsQuestion: null,
  printJobs: [],
  putOff: new Set<string>(),
  sync: { state: "in step" } as Store["sync"],
  waitingPrints: [],
  putOffPrints: new Set<string>(),
  pairings: { questions: [], allowedOrigins: [] },
  putOffPairings: new Set<string>(),
  reprint: { step: "none" },
  correcting: { step: "none" },
  keysShown: false,
  openOrder: { shipmentID: null, is: "none" },
  reading: null,
  outcomes: [],
  importsOver: null,
} as Partial<Store> as Store;
const ALL: Store = {
  ...NONE,
  undo: { step: "asking", purchase },
  printJobs: [job("b", "2")],
  pairings: { questions: [pairing("p")], allowedOrigins: [] },
};
const WAITING = { stationID: "w", stationName: "Bench 7", prints: 3, requestIDs: ["r"] };
const UNDO = { overlay: "undo", id: "s" };
const PRINT = { overlay: "question", id: "b" };
const PAGE = { overlay: "pairing", id: "p" };

describe("the open question", () => {
  it.each([UNDO, PRINT, PAGE])("the question $overlay stays open while others come", (open) => {
    expect(
      nextQuestion({ ...ALL, printJobs: [job("a", "1"), job("b", "2")] }, open, QUESTIONS),
    ).toBe(open);
  });

  it("a question about another station's prints opens after the question about a print's outcome is answered, unless those prints are put off", () => {
    const waiting: Store = { ...ALL, undo: { step: "none" }, waitingPrints: [WAITING] };
    expect(nextQuestion(waiting, null, QUESTIONS)).toEqual(PRINT);
    expect(nextQuestion({ ...waiting, printJobs: [] }, PRINT, QUESTIONS)).toEqual({
      overlay: "waitingPrints",
      id: "w",
    });
    expect(
      nextQuestion({ ...waiting, printJobs: [], putOffPrints: new Set(["r"]) }, null, QUESTIONS),
    ).toEqual(PAGE);
  });

  it("a cancellation is asked about first, then a print, then a web page", () => {
    expect(nextQuestion(ALL, null, QUESTIONS)).toEqual(UNDO);
    expect(nextQuestion({ ...ALL, undo: { step: "none" } }, UNDO, QUESTIONS)).toEqual(PRINT);
    expect(
      nextQuestion({ ...ALL, undo: { step: "none" }, putOff: new Set(["b"]) }, PRINT, QUESTIONS),
    ).toEqual(PAGE);
    expect(nextQuestion(NONE, PAGE, QUESTIONS)).toBeNull();
  });
});

describe("the overlay of the right half", () => {
  const failure = { code: "E2000", message: "" };
  const overlayOf = (part: Partial<Store>) =>
    coversOf({ ...NONE, ...part }, { questions: QUESTIONS, overlays: OVERLAYS }).overlay;

  it("a question is shown before a failed reprint, a failed reprint before the list of keys, and the list of keys before an import", () => {
    const all = {
      reprint: { step: "failed", failure },
      keysShown: true,
      reading: "orders.csv",
    } as const;
    expect(overlayOf({ ...all, undo: { step: "asking", purchase } })).toBe("undo");
    expect(overlayOf(all)).toBe("reprint");
    expect(overlayOf({ ...all, reprint: { step: "none" } })).toBe("keys");
    expect(overlayOf({ reading: "orders.csv" })).toBe("import");
    expect(overlayOf({})).toBeNull();
  });

  it("an import's result is shown only for the order that was open when the file came", () => {
    const outcomes = [{ id: 1, fileName: "orders.csv", kind: "failed", failure }] as const;
    const open = (is: "settled" | "busy", shipmentID: string) =>
      overlayOf({ outcomes, importsOver: "s", openOrder: { shipmentID, is } });
    expect([open("settled", "s"), open("settled", "other"), open("busy", "s")]).toEqual([
      "import",
      null,
      null,
    ]);
    expect(
      overlayOf({
        reading: "orders.csv",
        importsOver: "s",
        openOrder: { shipmentID: "s", is: "settled" },
      }),
    ).toBeNull();
  });
});
