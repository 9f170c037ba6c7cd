import { expect, it } from "vitest";
import { withLeases, type ClaimNeed, type LeaseNeed } from "../../../core/db/leases.ts";

const claim = (shipmentID: string): ClaimNeed => ({
  kind: "claim",
  shipmentID,
  holder: { id: "other desk", incarnation: null },
});

it("an operation on twelve shipments obtains a claim on each", async () => {
  const wanted = Array.from({ length: 12 }, (_, i) => `shipment ${i}`);
  const obtained: string[] = [];
  const obtain = (need: LeaseNeed): Promise<boolean> => {
    if (need.kind === "claim") obtained.push(need.shipmentID);
    return Promise.resolve(true);
  };
  const findMissing = (): ClaimNeed | undefined => {
    const next = wanted.find((id) => !obtained.includes(id));
    return next === undefined ? undefined : claim(next);
  };
  expect(
    await withLeases({ leases: { obtain } }, findMissing, () => findMissing()),
  ).toBeUndefined();
});

it("an operation that loses the same claim again and again runs after five attempts", async () => {
  let attempts = 0;
  const obtain = (): Promise<boolean> => {
    attempts += 1;
    return Promise.resolve(true);
  };
  expect(
    await withLeases(
      { leases: { obtain } },
      () => claim("shipment"),
      () => attempts,
    ),
  ).toBe(5);
});
