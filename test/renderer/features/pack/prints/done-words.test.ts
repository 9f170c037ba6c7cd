import { describe, expect, it } from "vitest";
import type { PrintJob } from "../../../../../core/printing/printing.schema.ts";
import {
  wordsAfterPurchase,
  wordsFor,
  whereLabelIs,
} from "../../../../../renderer/features/pack/prints/done-words.ts";
import { shipment } from "../../../fixtures.ts";

const job = (status: PrintJob["status"], lastErrorCode: PrintJob["lastErrorCode"] = ""): PrintJob =>
  ({ id: "job-1", status, lastError: "", lastErrorCode, isAnswered: false }) as PrintJob;

describe("the words about an order with nothing left to buy", () => {
  it.each(["TRACKING_CODE_CREATED", "LABEL_PRINTED", "SHIPPED", "CANCELED"] as const)(
    "the words ask to check an order on which stations disagree, when it is %s",
    (statusCode) => {
      const words = wordsFor(shipment({ statusCode, lastErrorCode: "E2053" }));
      expect([words.tone, words.title, words.lead]).toEqual([
        "attention",
        "done.conflictTitle",
        "errors.E2053",
      ]);
    },
  );

  it("the words say that the station keeps asking the carrier while a purchase is open", () => {
    expect(wordsFor(shipment({ statusCode: "OFFER_ACCEPTED", lastErrorCode: "E2008" })).title).toBe(
      "done.openTitle",
    );
  });

  it("the words about a purchase without an answer refer to Settings only while a job there waits for a person", () => {
    const lead = (lastErrorCode: string, givenUp: number) =>
      wordsFor(shipment({ statusCode: "OFFER_ACCEPTED", lastErrorCode }), givenUp).lead;
    expect([lead("E2008", 1), lead("E2008", 0), lead("", 1)]).toEqual([
      "done.openStuckLead",
      "done.openLead",
      "done.openLead",
    ]);
  });

  it("the words promise a print on a scan only at the station that prints an awaited label on a scan", () => {
    const lead = (isPrintedOnScan: boolean) =>
      wordsFor(shipment({ statusCode: "OFFER_ACCEPTED" }), 0, {
        isLabelAwaited: true,
        isPrintedOnScan,
      }).lead;
    expect([lead(true), lead(false)]).toEqual(["done.awaitedLead", "done.awaitedByHandLead"]);
  });

  it("the words say that the order has a label or was cancelled", () => {
    expect([
      wordsFor(shipment({ statusCode: "SHIPPED" })).title,
      wordsFor(shipment({ statusCode: "CANCELED" })).title,
    ]).toEqual(["done.closedTitle", "done.cancelledTitle"]);
  });
});

describe("the words after a purchase", () => {
  it("the words are green only for a label that the printer or a person reported as printed", () => {
    expect(
      [
        wordsAfterPurchase(job("CONFIRMED")),
        wordsAfterPurchase({ ...job("SENT"), isAnswered: true }),
        wordsAfterPurchase(job("SENT")),
      ].map(({ tone, title }) => [tone, title]),
    ).toEqual([
      ["ok", "done.printed"],
      ["ok", "done.printed"],
      ["info", "done.sent"],
    ]);
  });

  it("the words ask to check the printer while a label cannot print, and are neutral while the label is being sent", () => {
    const waiting = { ...job("QUEUED", "paper out"), lastError: "Out of paper." };
    expect(
      [job("QUEUED"), job("SENDING"), waiting, job("UNKNOWN"), job("FAILED"), null]
        .map((one) => wordsAfterPurchase(one))
        .map(({ tone, title }) => [tone, title]),
    ).toEqual([
      ["info", "done.printing"],
      ["info", "done.printing"],
      ["attention", "done.waits"],
      ["ask", "done.uncertain"],
      ["stop", "done.notPrinted"],
      ["attention", "done.notPrinted"],
    ]);
  });
});

describe("a label that was sent to another station's printer", () => {
  it("the label is not shown as failed, because a packer would print it again", () => {
    const words = wordsAfterPurchase(job("FAILED", "printed elsewhere"));
    expect([words.tone, words.title]).toEqual(["attention", "done.elsewhere"]);
  });

  it("the label may be at the other station's printer when its order is cancelled", () => {
    expect(whereLabelIs(job("FAILED", "printed elsewhere"))).toBe("perhaps");
  });
});

describe("the label of a cancelled order", () => {
  it("a printed or printing label is at the station, and a label with an unknown outcome may be", () => {
    expect(
      [
        job("SENDING"),
        job("SENT"),
        job("CONFIRMED"),
        job("UNKNOWN"),
        job("FAILED", "shipment cancelled, may be printed"),
      ].map(whereLabelIs),
    ).toEqual(["printed", "printed", "printed", "perhaps", "perhaps"]);
  });

  it("a label that was never sent does not exist", () => {
    expect([null, job("QUEUED"), job("FAILED", "shipment cancelled")].map(whereLabelIs)).toEqual([
      "nowhere",
      "nowhere",
      "nowhere",
    ]);
  });
});
