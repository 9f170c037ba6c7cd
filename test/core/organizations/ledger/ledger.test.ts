import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor } from "../../../../core/base/money.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { checkChains } from "../../../helpers/check-chains.ts";
import {
  getBalance,
  holdFunds,
  postEntry,
  releaseFunds,
} from "../../../../core/organizations/ledger/ledger.service.ts";
import { requestTopUp } from "../../../../core/organizations/ledger/top-up.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";

const O = "o";

function post(
  { deps }: LooseStation,
  amount: number,
  more: { transactionID?: string; isSpent?: boolean } = {},
): void {
  inTransaction(deps, () =>
    postEntry(deps, {
      organizationID: O,
      kind: amount < 0 ? "PURCHASE" : "TOPUP",
      amount,
      transactionID: more.transactionID ?? null,
      reference: "r",
      ...(more.isSpent === undefined ? {} : { isSpent: more.isSpent }),
    }),
  );
}
const balance = ({ deps }: LooseStation): unknown => getBalance(deps, O);

describe("the ledger", () => {
  it("the balance is the sum of the entries, for any entries, in an unbroken chain", () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 20 }),
        (amounts) => {
          const s = looseStation();
          for (const amount of amounts) post(s, amount);
          const sum = amounts.reduce((a, b) => a + b, 0);
          expect(balance(s)).toEqual({ balance: sum, held: 0, available: sum });
          expect(checkChains(s.deps.db, O).brokenAt).toBeNull();
        },
      ),
      { numRuns: 25 },
    ));

  it("the balance can be spent to the last minor unit, and more is E1066 and writes nothing", () => {
    const s = looseStation();
    post(s, 1_000);
    expect(() => post(s, -1_001, { isSpent: true })).toThrow(
      expect.objectContaining({ code: "E1066" }),
    );
    expect(balance(s)).toEqual({ balance: 1_000, held: 0, available: 1_000 });
    post(s, -1_000, { isSpent: true });
    expect(balance(s)).toEqual({ balance: 0, held: 0, available: 0 });
  });

  it("a held amount cannot be spent or held again until the hold is released", () => {
    const s = looseStation();
    post(s, 1_000);
    inTransaction(s.deps, () => holdFunds(s.deps, O, minor(700)));
    expect(balance(s)).toEqual({ balance: 1_000, held: 700, available: 300 });
    expect(() => post(s, -301, { isSpent: true })).toThrow(
      expect.objectContaining({ code: "E1066" }),
    );
    expect(() => inTransaction(s.deps, () => holdFunds(s.deps, O, minor(301)))).toThrow(
      expect.objectContaining({ code: "E1066" }),
    );
    inTransaction(s.deps, () => releaseFunds(s.deps, O, minor(700)));
    post(s, -1_000, { isSpent: true });
    expect(balance(s)).toEqual({ balance: 0, held: 0, available: 0 });
  });

  it("a second entry of a kind for one transaction is an error and leaves the balance unchanged", () => {
    const s = looseStation();
    post(s, 1_000);
    post(s, -100, { transactionID: "t1" });
    expect(() => post(s, -100, { transactionID: "t1" })).toThrow(
      "PURCHASE of transaction t1 was posted before",
    );
    expect(balance(s)).toMatchObject({ balance: 900 });
  });

  it("a top-up above the maximum is E1085, and its message names the maximum", () => {
    const { deps } = looseStation();
    const topUp = (amount: string) => () =>
      requestTopUp(deps, O, { amount, reference: "", note: "" });
    expect(topUp("1000000000.01")).toThrow(
      expect.objectContaining({
        code: "E1085",
        message: expect.stringContaining("up to 1000000000.00") as string,
      }),
    );
    expect(topUp("1000000000.00")).not.toThrow();
  });

  it("a balance too large to be exact is E1074", () => {
    const s = looseStation();
    post(s, Number.MAX_SAFE_INTEGER);
    expect(() => post(s, 1)).toThrow(expect.objectContaining({ code: "E1074" }));
    expect(balance(s)).toMatchObject({ balance: Number.MAX_SAFE_INTEGER });
  });

  it("the database refuses to change or delete an entry", () => {
    const s = looseStation();
    post(s, 5);
    for (const sql of ["UPDATE ledger_entries SET amount_minor = 6", "DELETE FROM ledger_entries"])
      expect(() => s.deps.db.raw.exec(sql)).toThrow();
    expect(checkChains(s.deps.db, O).brokenAt).toBeNull();
  });
});
