import { beforeEach, describe, expect, it } from "vitest";
import { minor } from "../../../../core/base/money.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import {
  getBalance,
  holdFunds,
  missingMoney,
  postEntry,
  releaseFunds,
} from "../../../../core/organizations/ledger/ledger.service.ts";
import {
  capacityOf,
  chainBalance,
  findMoneyLease,
  freezeMoneyLease,
  keepMoneyLease,
  moneyTarget,
  othersBalance,
  takeBack,
} from "../../../../core/organizations/ledger/money-lease.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";

const O = "o";
const post = (
  { deps }: LooseStation,
  amount: number,
  kind: "TOPUP" | "PURCHASE" | "REFUND" = amount < 0 ? "PURCHASE" : "TOPUP",
): unknown =>
  inTransaction(deps, () =>
    postEntry(deps, {
      organizationID: O,
      kind,
      amount,
      transactionID: deps.newId(),
      reference: "",
      isSpent: amount < 0,
    }),
  );
const caught = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

/** A joined station, and another station, whose top-up of 1,000 the joined station has received. */
let s: LooseStation;
let other: LooseStation;
beforeEach(() => {
  [s, other] = [looseStation(), looseStation()];
  post(other, 1_000);
  s.apply(other.outbox(0).map(({ stamped }) => stamped));
  s.deps.db.isLeasing = true;
});

describe("the spendable amount of a station that has joined a hub", () => {
  it("money of other stations' chains is spendable only up to the lease; a larger payment is E2132 with the missing amount, and nothing is written", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 300, returned: 0 });
    const before = s.outbox(0).length;
    const error = caught(() => post(s, -400));
    expect(error).toMatchObject({ code: "E2132" });
    expect(missingMoney(s.deps, O, 400)).toEqual({
      kind: "money",
      organizationID: O,
      amount: 400,
      missing: 100,
    });
    expect([
      String(error).includes("4.00 TL are needed, and this station can spend 3.00 TL"),
      s.outbox(0).length,
      getBalance(s.deps, O).balance,
    ]).toEqual([true, before, 1_000]);
    post(s, -300);
    expect([capacityOf(s.deps, O), getBalance(s.deps, O).balance]).toEqual([0, 700]);
  });

  it("the station's own top-ups and refunds are spendable at once, without the hub and without a lease", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 0, returned: 0 });
    post(s, 500);
    post(s, -450);
    post(s, 70, "REFUND");
    expect(capacityOf(s.deps, O)).toBe(120);
  });

  it("holds and returned amounts are not spendable", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 300, returned: 0 });
    inTransaction(s.deps, () => holdFunds(s.deps, O, minor(120)));
    expect([
      takeBack(s.deps, O, 100),
      capacityOf(s.deps, O),
      takeBack(s.deps, O, 100),
      capacityOf(s.deps, O),
    ]).toEqual([100, 80, 80, 0]);
    expect(() => inTransaction(s.deps, () => holdFunds(s.deps, O, minor(1)))).toThrow(
      expect.objectContaining({ code: "E2132" }),
    );
    inTransaction(s.deps, () => releaseFunds(s.deps, O, minor(120)));
    expect(capacityOf(s.deps, O)).toBe(120);
  });

  it("the founding station can spend the whole balance, because it is responsible for the other chains", () => {
    post(s, 50);
    keepMoneyLease(s.deps, O, { carried: othersBalance(s.deps, O), granted: 0, returned: 0 });
    expect([othersBalance(s.deps, O), capacityOf(s.deps, O)]).toEqual([1_000, 1_050]);
  });

  it("spending more than the whole organization has is E1066", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 0, returned: 0 });
    expect(() => post(s, -1_001)).toThrow(expect.objectContaining({ code: "E1066" }));
  });

  it("a frozen lease or a lease of another incarnation is not spendable: E2133", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 300, returned: 0 });
    freezeMoneyLease(s.deps, O);
    expect([findMoneyLease(s.deps, O), capacityOf(s.deps, O), takeBack(s.deps, O, 10)]).toEqual([
      "frozen",
      0,
      0,
    ]);
    expect(() => post(s, -1)).toThrow(expect.objectContaining({ code: "E2133" }));
    s.deps.db.sql(`UPDATE money_leases SET is_frozen = 0, incarnation = 7`).run();
    expect(() => post(s, -1)).toThrow(expect.objectContaining({ code: "E2133" }));
    post(s, 5); // Incoming money is still accepted.
    expect(getBalance(s.deps, O).balance).toBe(1_005);
  });

  it("the station and the hub each count granted and returned money, and the larger count is valid", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 300, returned: 0 });
    takeBack(s.deps, O, 120);
    keepMoneyLease(s.deps, O, { carried: 0, granted: 400, returned: 0 });
    keepMoneyLease(s.deps, O, { carried: 0, granted: 300, returned: 100 });
    expect(findMoneyLease(s.deps, O)).toMatchObject({ granted: 400, returned: 120 });
  });
});

describe("the amount to lease ahead", () => {
  it("a station wants to lease ahead the amount paid in the last two hours, and at least four times the largest payment", () => {
    keepMoneyLease(s.deps, O, { carried: 0, granted: 1_000, returned: 0 });
    expect(moneyTarget(s.deps, O)).toBe(0);
    post(s, -100);
    expect(moneyTarget(s.deps, O)).toBe(400);
    for (let i = 0; i < 8; i += 1) post(s, -90);
    expect(moneyTarget(s.deps, O)).toBe(820);
    expect(
      chainBalance(s.deps, { organizationID: O, stationID: s.deps.db.stationID, incarnation: 1 }),
    ).toBe(-820);
  });
});
