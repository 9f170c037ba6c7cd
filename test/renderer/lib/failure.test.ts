import { describe, expect, it } from "vitest";
import { moneyAfter, wayAfter } from "../../../renderer/lib/failure.ts";

describe("money after a failure", () => {
  it("money has not moved without a purchase, whatever failed", () => {
    expect([
      moneyAfter({ code: "E2000" }, "opening"),
      moneyAfter({ code: "E2008" }, "quoting"),
      moneyAfter({ code: "NO_ANSWER" }, "quoting"),
    ]).toEqual(["none", "none", "none"]);
  });

  it("money has not moved when the purchase was refused by balance, offer or carrier", () => {
    expect(["E1066", "E1064", "E2033"].map((code) => moneyAfter({ code }, "buying"))).toEqual([
      "none",
      "none",
      "none",
    ]);
  });

  it("it is unknown whether money moved when the carrier or the station did not answer", () => {
    expect(["E2008", "E2000", "NO_ANSWER"].map((code) => moneyAfter({ code }, "buying"))).toEqual([
      "unknown",
      "unknown",
      "unknown",
    ]);
  });

  it("money moved earlier if the order already has a label", () => {
    expect(moneyAfter({ code: "E1065" }, "buying")).toBe("earlier");
  });
});

describe("the next step after a failed purchase", () => {
  it("the order is opened again when the shown data may be stale or the outcome is unknown", () => {
    expect(
      ["E1064", "E1065", "E2008", "NO_ANSWER"].map((code) => wayAfter({ code }, "buying")),
    ).toEqual(["reopen", "reopen", "reopen", "reopen"]);
  });

  it("the same offers are shown again when another offer can be chosen", () => {
    expect(["E1066", "E2033"].map((code) => wayAfter({ code }, "buying"))).toEqual([
      "offers",
      "offers",
    ]);
  });
});

it("an unknown number needs another scan, and a station that did not answer is asked again", () => {
  expect([
    wayAfter({ code: "E2024" }, "opening"),
    wayAfter({ code: "NO_ANSWER" }, "opening"),
  ]).toEqual(["empty", "reopen"]);
});
