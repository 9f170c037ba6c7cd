/**
 * A shipment that two disconnected stations were asked to buy: one station has bought it, and the
 * other is still asking its carrier.
 */
import { expect, it } from "vitest";
import { beginCancel } from "../../../core/fulfilment/transactions/cancel-shipment.ts";
import { getTransactionRow } from "../../../core/fulfilment/transactions/transactions.store.ts";
import { settleNow } from "../../helpers/far-carrier.ts";
import { buy, exchange, LABEL, two } from "./two-stations.ts";

it("a shipment is not cancelled before the outcome of another station's purchase is known", async () => {
  const { a, b, actor, id } = two([LABEL]);
  const bought = buy(a, actor, id);
  const open = buy(b, actor, id, true);
  exchange(a, b);
  const states = (): unknown[] =>
    [bought, open].map((one) => getTransactionRow(a.deps.db, one).status);
  expect(states()).toEqual(["DONE", "PENDING"]);
  expect(() => beginCancel(a.deps, actor, id)).toThrow(
    expect.objectContaining({
      code: "E2009",
      details: { reason: "elsewhere" },
      message: expect.stringContaining("Cancel the shipment at that station") as string,
    }),
  );
  expect(() => beginCancel(b.deps, actor, id)).toThrow(
    expect.objectContaining({
      code: "E2009",
      message: expect.stringContaining("still open") as string,
    }),
  );
  expect(states()).toEqual(["DONE", "PENDING"]);

  await settleNow(b.deps, open);
  exchange(a, b);
  expect(states()).toEqual(["DONE", "DONE"]);
  expect(() => beginCancel(a.deps, actor, id)).not.toThrow();
});
