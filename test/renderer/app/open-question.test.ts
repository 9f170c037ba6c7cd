import { describe, expect, it } from "vitest";
import { nextQuestion, type OpenQuestion } from "../../../renderer/app/open-question.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

type Questions = Parameters<typeof nextQuestion>[0];

const job = (id: string, createdAt: string): PrintJob => ({ id, createdAt, status: "UNKNOWN" }) as PrintJob;
const pairing = (id: string) => ({ id, origin: `https://${id}.example`, askedAt: "2026-11-21T11:55:00Z", expiresAt: "2026-11-21T12:00:00Z" });
const purchase = { shipmentID: "s", orderNumber: "1", serviceName: "x", amount: "1.00", currency: "TL" };
const NONE: Questions = { undo: { step: "none" }, printJobs: [], putOff: new Set(), pairings: { questions: [], allowedOrigins: [] }, putOffPairings: new Set() };
const ALL: Questions = { ...NONE, undo: { step: "asking", purchase }, printJobs: [job("b", "2")], pairings: { questions: [pairing("p")], allowedOrigins: [] } };

describe("the open question", () => {
  it.each<OpenQuestion>([{ kind: "undo" }, { kind: "question", id: "b" }, { kind: "pairing", id: "p" }])("$kind stays while others come", (open) => {
    expect(nextQuestion({ ...ALL, printJobs: [job("a", "1"), job("b", "2")] }, open)).toBe(open);
  });

  it("gives way to the next: the cancelling, then a print, then a web page", () => {
    expect(nextQuestion(ALL, null)).toEqual({ kind: "undo" });
    expect(nextQuestion({ ...ALL, undo: { step: "none" } }, { kind: "undo" })).toEqual({ kind: "question", id: "b" });
    expect(nextQuestion({ ...ALL, undo: { step: "none" }, putOff: new Set(["b"]) }, { kind: "question", id: "b" })).toEqual({ kind: "pairing", id: "p" });
    expect(nextQuestion(NONE, { kind: "pairing", id: "p" })).toBeNull();
  });
});
