/** Names of files in the watched folder. */
import { describe, expect, it } from "vitest";
import {
  claimedName,
  kindOf,
  newClaim,
  orderNumbersIn,
  splitClaimed,
} from "../../../../core/station/order-folder/file-names.ts";

describe("names in the watched folder", () => {
  it("a name with a claim before it gives both back, and is never longer than a file system accepts", () => {
    const claim = newClaim("2026-11-30T22:47:35.123Z", 19);
    const name = `${"ğ".repeat(300)}.csv`;
    const whole = claimedName(claim, name);
    expect([
      Buffer.byteLength(`${whole}.refused.csv`) <= 255,
      whole.endsWith(".csv"),
      splitClaimed(claimedName(claim, "a-b.csv")),
      splitClaimed("a-b.csv"),
    ]).toEqual([
      true,
      true,
      { claim, name: "a-b.csv", atMs: Date.parse("2026-11-30T22:47:35.123Z") },
      undefined,
    ]);
  });

  it("the end of a paper's name is no part of the number only if a letter follows the underscore", () => {
    expect([
      orderNumbersIn("10482.pdf"),
      orderNumbersIn("10482_invoice_2.pdf"),
      orderNumbersIn("2026_1001.pdf"),
      orderNumbersIn("A-1.pdf"),
      orderNumbersIn("A%2F1.pdf").slice(0, 2),
      orderNumbersIn("100%.pdf"),
    ]).toEqual([
      ["10482"],
      ["10482_invoice_2", "10482"],
      ["2026_1001"],
      ["A-1", "A/1", "A\\1", "A:1"],
      ["A%2F1", "A/1"],
      ["100%"],
    ]);
  });

  it("drafts and lock files have no kind", () => {
    const names = [
      "a.CSV",
      "a.xlsx",
      "a.PDF",
      "a.xls",
      "~$a.xlsx",
      ".a.csv",
      "a.csv.part",
      "Thumbs.db",
    ];
    expect(names.map(kindOf)).toEqual([
      "orders",
      "orders",
      "paper",
      "other",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
