import { expect, it } from "vitest";
import { PrintQuestion } from "../../../../renderer/features/printing/PrintQuestion.tsx";
import { usePrinting } from "../../../../renderer/features/printing/use-printing.ts";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { printJob } from "../../fixtures.ts";
import { FACTS, markupOf, textOf } from "../../render.ts";

/** Returns the question about a job as text. */
function asked(job: PrintJob, printer = "unknown"): string {
  const desk = {
    step: "ready",
    facts: {
      ...FACTS,
      labelPrinter: { id: "printer-1", name: "Zebra", state: printer, message: "" },
    },
  };
  const state = {
    asked: { name: "question", id: job.id },
    printJobs: [job],
    answering: null,
    desk,
  } as unknown as ReturnType<typeof usePrinting.getState>;
  usePrinting.bind({
    getState: () => state,
    getInitialState: () => state,
    subscribe: () => () => undefined,
  });
  return textOf(markupOf(PrintQuestion, { coversOffers: false }));
}

it("a question after a fault in which the printer keeps labels warns that this label may still come out by itself", () => {
  const words = (lastErrorCode: PrintJob["lastErrorCode"]): string =>
    asked(printJob({ status: "UNKNOWN", lastErrorCode, lastError: "x" }));
  expect(
    ["paper out", "head open", "connection lost"].map((code) =>
      words(code as PrintJob["lastErrorCode"]).includes("it may still print this label by itself"),
    ),
  ).toEqual([true, true, false]);
});

it("a question after a fault in which the printer keeps labels says when the printer is ready again, and then omits the fault", () => {
  const job = printJob({
    status: "UNKNOWN",
    printerID: "printer-1",
    lastErrorCode: "paper out",
    lastError: "x",
  });
  expect(asked(job, "paper out")).toContain("Zebra is out of labels");
  expect(asked(job, "ready")).toContain("Zebra is ready again");
  expect(asked(job, "ready")).not.toContain("out of labels");
});

it("a question about a program's file names the file and its printer, and no order", () => {
  const words = asked(
    printJob({
      kind: "DOCUMENT",
      status: "UNKNOWN",
      shipmentID: "",
      orderNumber: "",
      shipmentNumber: 0,
      recipientName: "",
      districtName: "",
      cityName: "",
      barcode: "",
      title: "Shelf 7",
    }),
  );
  expect(words).toContain("Did “Shelf 7” come out of Zebra?");
  expect(words).not.toMatch(/Scan the label|label of 0/);
});

it("a question about a paper of an order names the paper and its printer, and not the label", () => {
  const words = asked(printJob({ kind: "PAPER", status: "UNKNOWN", title: "packing-slip-10482" }));
  expect(words).toContain("Did “packing-slip-10482” come out of Zebra?");
  expect(words).not.toMatch(/Scan the label|label of 10482/);
});
