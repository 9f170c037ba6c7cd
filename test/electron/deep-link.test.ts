import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errandOf } from "../../electron/errands/errands.ts";
import { beforeLinks, readLink } from "../../electron/errands/deep-link.ts";

const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

describe("a link", () => {
  it("a link names an order by any text or a shipment by its id, with or without a slash at the end", () => {
    for (const order of [
      "1",
      "#1001",
      "2026/11-7",
      "Sipariş Ö 7",
      "a?b#c%d",
      "日本-1",
      "👍".repeat(50),
    ]) {
      expect(readLink(`packbench://order/${encodeURIComponent(order)}`)).toEqual({
        kind: "order",
        value: order,
      });
      expect(readLink(`Packbench://ORDER/${encodeURIComponent(order)}/`)).toEqual({
        kind: "order",
        value: order,
      });
    }
    expect(readLink(`packbench://shipment/${ID.toUpperCase()}`)).toEqual({
      kind: "shipment",
      value: ID,
    });
  });

  it("a link of any other form or with an invisible character is refused", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 200 }),
          fc.webUrl(),
          fc.string().map(encodeURIComponent),
        ),
        fc.constantFrom(
          "",
          "packbench:",
          "packbench://",
          "packbench://order/",
          "packbench://shipment/",
        ),
        (text, before) => {
          const found = readLink(before + text);
          if (found === undefined) return;
          expect(found.value.length).toBeLessThanOrEqual(100);
          expect(found.value).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
          expect([".", "..", ""]).not.toContain(found.value);
          expect((before + text).toLowerCase()).toMatch(/^packbench:\/\/(order|shipment)\//);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

it("options after a link are ignored", () => {
  expect(
    beforeLinks([
      "--data",
      "C:\\Desk",
      "packbench://order/1",
      "--listen",
      "0.0.0.0",
      "PACKBENCH:x",
      "--policy",
      "evil.json",
    ]),
  ).toEqual(["--data", "C:\\Desk"]);
  expect(beforeLinks(["--demo", "--port", "0"])).toEqual(["--demo", "--port", "0"]);
});

it("a start with a link requests nothing else, and a start without a link may ask the running station to quit", () => {
  expect(errandOf(["--quit", "packbench://order/1"])).toEqual({
    link: "packbench://order/1",
    quit: false,
  });
  expect(errandOf(["packbench://order/1", "--quit", "packbench://order/2"])).toEqual({
    link: "packbench://order/2",
    quit: false,
  });
  expect([errandOf(["--data", "x", "--quit"]), errandOf([])]).toEqual([
    { link: null, quit: true },
    { link: null, quit: false },
  ]);
  expect(errandOf([`packbench://order/${"9".repeat(50_000)}`]).link?.length).toBe(10_000);
});
