/** Checking the ledger at a station that receives other stations' chains in any order. */
import { describe, expect, it } from "vitest";
import type { StampedChanges } from "../../../../core/db/apply-remote.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import type { Session } from "../../../../core/db/reader.ts";
import { anchorChains } from "../../../../core/organizations/ledger/anchor-chains.ts";
import { checkLedger } from "../../../../core/organizations/ledger/check-ledger.ts";
import { checkChains } from "../../../helpers/check-chains.ts";
import { hashEntry, postEntry } from "../../../../core/organizations/ledger/ledger.service.ts";
import type { EntryRow } from "../../../../core/organizations/ledger/ledger.store.ts";
import { cancelNow } from "../../../helpers/far-carrier.ts";
import { buy, exchange, two, written } from "../../sync/two-stations.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";

/** Runs the check on the only connection of a loose station. */
function check({ deps }: LooseStation, from: "start" | "checkpoint", organizationID = "o") {
  const all = <Row>(sql: string, values: unknown): Promise<Row[]> =>
    Promise.resolve(deps.db.sql<Row>(sql).all(values));
  const session: Session = (run) => run({ all });
  return checkLedger({ ...deps, session }, organizationID, from);
}

function post(
  s: LooseStation,
  kind: "TOPUP" | "REFUND",
  transactionID: string | null = null,
): void {
  inTransaction(s.deps, () =>
    postEntry(s.deps, { organizationID: "o", kind, amount: 100, transactionID, reference: "" }),
  );
}

function fourEntries(): StampedChanges[] {
  const other = looseStation();
  for (let i = 0; i < 4; i++) post(other, "TOPUP");
  return other.outbox(0).map(({ stamped }) => stamped);
}

const at = (all: readonly StampedChanges[], ...places: number[]): StampedChanges[] =>
  all.flatMap((c, i) => (places.includes(i) ? [c] : []));

describe("checking a label that two disconnected stations refunded", () => {
  it("the check finds no fault while the later station's adjustment has arrived and the earlier refund has not", async () => {
    const { a, b, actor, id } = two();
    buy(a, actor, id);
    exchange(a, b);
    await cancelNow(b.deps, actor, id);
    a.clock.nowMs += 5_000;
    await cancelNow(a.deps, actor, id);
    exchange(a, b);
    const c = looseStation();
    c.clock.nowMs = a.clock.nowMs;
    for (const [from, kinds] of [
      [a, "ADJUSTMENT PURCHASE REFUND TOPUP"],
      [b, "ADJUSTMENT PURCHASE REFUND REFUND TOPUP"],
    ] as const) {
      c.apply(written(from));
      expect(
        c.deps.db.raw
          .prepare("SELECT group_concat(kind, ' ' ORDER BY kind) FROM ledger_entries")
          .pluck()
          .get(),
      ).toBe(kinds);
      expect(await check(c, "start", actor.organizationID)).toMatchObject({
        brokenAt: null,
        isBalanceKept: true,
        wrongTransaction: null,
      });
    }
  });
});

describe("checking another station's chain", () => {
  it("the check waits for missing entries, and continues from the gap when they arrive", async () => {
    const s = looseStation();
    post(s, "TOPUP");
    const chain = fourEntries();
    s.apply(at(chain, 0, 2, 3));
    for (const from of ["start", "checkpoint"] as const)
      expect(await check(s, from)).toMatchObject({
        balance: 400,
        brokenAt: null,
        isBalanceKept: true,
        awaited: 1,
      });
    s.apply(at(chain, 1));
    expect(await check(s, "checkpoint")).toMatchObject({
      entries: 3,
      balance: 500,
      brokenAt: null,
      awaited: 0,
    });
    expect(await check(s, "checkpoint")).toMatchObject({
      entries: 0,
      balance: 500,
      brokenAt: null,
      awaited: 0,
    });
  });

  it("the check finds an altered entry, before and after a gap", async () => {
    for (const altered of [1, 3]) {
      const s = looseStation();
      s.apply(at(fourEntries(), 0, 1, 3));
      s.deps.db.raw.exec(
        `DROP TRIGGER ledger_no_update; UPDATE ledger_entries SET amount_minor = 99 WHERE n = ${altered + 1}; UPDATE balances SET balance_minor = 299`,
      );
      expect((await check(s, "start")).brokenAt).not.toBeNull();
    }
  });

  describe("broken chains with a missing entry", () => {
    const removed = (s: LooseStation, n: number, further = "") =>
      s.deps.db.raw.exec(
        `DROP TRIGGER ledger_no_delete; DELETE FROM ledger_entries WHERE n = ${n}; ${further}`,
      );
    const after = (s: LooseStation, n: number) =>
      s.deps.db.raw.prepare("SELECT id FROM ledger_entries WHERE n = ?").pluck().get(n);

    it("a missing entry breaks the chain when it had arrived and its amount is still in the balance", async () => {
      const s = looseStation();
      s.apply(fourEntries());
      removed(s, 2);
      for (const from of ["start", "checkpoint"] as const)
        expect(await check(s, from)).toMatchObject({
          balance: 300,
          isBalanceKept: false,
          brokenAt: after(s, 3),
          awaited: 0,
        });
    });

    it("a broken chain does not keep the check from waiting for entries in another station's gap", async () => {
      const s = looseStation();
      const other = looseStation();
      for (let i = 0; i < 3; i++)
        inTransaction(other.deps, () =>
          postEntry(other.deps, {
            organizationID: "o",
            kind: "TOPUP",
            amount: 70,
            transactionID: null,
            reference: "",
          }),
        );
      s.apply([
        ...fourEntries(),
        ...at(
          other.outbox(0).map(({ stamped }) => stamped),
          0,
          2,
        ),
      ]);
      s.deps.db.raw.exec(
        "DROP TRIGGER ledger_no_delete; DELETE FROM ledger_entries WHERE n = 2 AND amount_minor = 100",
      );
      expect(await check(s, "start")).toMatchObject({
        brokenAt: s.deps.db.raw
          .prepare("SELECT id FROM ledger_entries WHERE n = 3 AND amount_minor = 100")
          .pluck()
          .get(),
        awaited: 1,
      });
    });

    it("a missing entry breaks the chain when an earlier check had included it", async () => {
      const s = looseStation();
      s.apply(fourEntries());
      expect(await check(s, "start")).toMatchObject({ entries: 4, awaited: 0 });
      removed(s, 2, "UPDATE balances SET balance_minor = 300");
      expect(await check(s, "start")).toMatchObject({
        isBalanceKept: true,
        brokenAt: after(s, 3),
        awaited: 0,
      });
    });

    it("a missing entry breaks the chain after 30 days, even if no change arrives meanwhile", async () => {
      const s = looseStation();
      // The station joins late, so old entries arrive in any order.
      s.clock.nowMs += 40 * 86_400_000;
      s.apply(at(fourEntries(), 0, 2, 3));
      expect(await check(s, "start")).toMatchObject({ brokenAt: null, awaited: 1 });
      s.clock.nowMs += 30 * 86_400_000 - 60_000;
      for (const from of ["start", "checkpoint"] as const)
        expect(await check(s, from)).toMatchObject({ brokenAt: null, awaited: 1 });
      s.clock.nowMs += 120_000;
      for (const from of ["start", "checkpoint"] as const)
        expect(await check(s, from)).toMatchObject({
          isBalanceKept: true,
          brokenAt: after(s, 3),
          awaited: 0,
        });
    });
  });

  it("a gap in this station's own chain breaks the chain", async () => {
    const s = looseStation();
    for (let i = 0; i < 3; i++) post(s, "TOPUP");
    s.deps.db.raw.exec(
      "DROP TRIGGER ledger_no_delete; DELETE FROM ledger_entries WHERE n = 2; UPDATE balances SET balance_minor = 200",
    );
    expect((await check(s, "start")).brokenAt).not.toBeNull();
  });
});

describe("a chain rewritten in its station's file with valid hashes", () => {
  it("another station's anchor reveals a chain that its own station rewrote with valid hashes", async () => {
    const [a, b] = [looseStation(), looseStation()];
    for (let i = 0; i < 5; i++) post(a, "TOPUP");
    b.apply(written(a));
    anchorChains(b.deps, "o");
    anchorChains(b.deps, "o");
    a.apply(written(b));
    expect(a.deps.db.raw.prepare("SELECT seen_by, n FROM ledger_anchors").all()).toEqual([
      { seen_by: b.deps.db.stationID, n: 5 },
    ]);
    expect(await check(a, "start")).toMatchObject({ balance: 500, brokenAt: null });
    rewrite(a, 3, 900);
    expect(checkChains(a.deps.db, "o")).toMatchObject({ balance: 1_300, brokenAt: null });
    const last = a.deps.db.raw.prepare("SELECT id FROM ledger_entries WHERE n = 5").pluck().get();
    for (const from of ["start", "checkpoint"] as const)
      expect(await check(a, from)).toMatchObject({ brokenAt: last });
    expect(await check(b, "start")).toMatchObject({ brokenAt: null });
  });

  it("only one of two stations anchors a chain, and does so again after 200 entries or one hour", () => {
    const [a, b, c] = [looseStation(), looseStation(), looseStation()];
    const noted = (): unknown =>
      b.deps.db.raw.prepare("SELECT n FROM ledger_anchors ORDER BY n").pluck().all();
    const more = (entries: number): void => {
      for (let i = 0; i < entries; i++) post(a, "TOPUP");
      for (const s of [b, c]) s.apply(written(a));
      anchorChains(b.deps, "o");
      c.apply(written(b));
      anchorChains(c.deps, "o");
      b.apply(written(c));
    };
    more(1);
    more(50);
    more(200);
    for (const { clock } of [a, b, c]) clock.nowMs += 61 * 60_000;
    more(1);
    expect(noted()).toEqual([1, 251, 252]);
  });
});

/** Changes an entry's amount, bypassing all rules, and corrects its hash and all later ones. */
function rewrite({ deps }: LooseStation, n: number, amount: number): void {
  const { raw } = deps.db;
  raw.exec("DROP TRIGGER ledger_no_update");
  let [hash, balance] = ["", 0];
  for (const row of deps.db.sql<EntryRow>("SELECT * FROM ledger_entries ORDER BY n").all()) {
    const {
      hash: _,
      balanceMinor: __,
      ...content
    } = { ...row, amountMinor: row.n === n ? amount : row.amountMinor };
    balance += content.amountMinor;
    const rewritten = { ...content, chainBalanceMinor: balance, prevHash: hash };
    hash = hashEntry(rewritten);
    raw
      .prepare(
        "UPDATE ledger_entries SET amount_minor = ?, chain_balance_minor = ?, prev_hash = ?, hash = ? WHERE id = ?",
      )
      .run(rewritten.amountMinor, balance, rewritten.prevHash, hash, row.id);
  }
  raw
    .prepare("UPDATE balances SET balance_minor = ?, chain_balance_minor = ?, chain_hash = ?")
    .run(balance, balance, hash);
}
