import { expect, it } from "vitest";
import type { SpendingLine } from "../../../../core/fulfilment/reports/reports.schema.ts";
import { SpendingReport } from "../../../../renderer/features/money/SpendingReport.tsx";
import { markupOf, textOf } from "../../render.ts";

const OWN: SpendingLine = {
  day: "2026-11-30",
  carrierName: "Aras",
  labels: 2,
  total: "200.00",
  onAccount: "0.00",
  paidThere: "0.00",
  marketplace: "",
};
const SOLD = { ...OWN, labels: 1, total: "90.00", paidThere: "90.00", marketplace: "Pazar" };

function rowsOf(lines: SpendingLine[]): readonly string[] {
  const spending = { from: OWN.day, to: OWN.day, currency: "TL", lines };
  const table = markupOf(SpendingReport, { spending }).split("<table")[1] ?? "";
  return table
    .split("<tr")
    .slice(1)
    .map((row) => textOf(`<tr${row}`));
}

it("labels of one carrier have a row for the carrier itself and one for each marketplace", () => {
  expect(rowsOf([OWN, SOLD])).toEqual([
    "Carrier Labels Total with tax A label On own agreements Paid at marketplaces",
    "Aras 2 200.00 TL 100.00 TL 0.00 TL 0.00 TL",
    "Aras sold by Pazar 1 90.00 TL 90.00 TL 0.00 TL 90.00 TL",
    "Total 3 290.00 TL 96.67 TL 0.00 TL 90.00 TL",
  ]);
});

it("the column of marketplaces is absent while none has sold a label", () => {
  expect(rowsOf([OWN])[0]).not.toContain("marketplaces");
});
