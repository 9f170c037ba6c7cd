/** Money that two disconnected desks both posted counts once, by the stream and by a snapshot. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../../core/db/change.ts";
import { msOf } from "../../../../core/db/hlc.ts";
import type { Session } from "../../../../core/db/reader.ts";
import type { Deps } from "../../../../core/deps.ts";
import { checkLedger } from "../../../../core/organizations/ledger/check-ledger.ts";
import { getBalance } from "../../../../core/organizations/ledger/ledger.service.ts";
import { requestTopUp } from "../../../../core/organizations/ledger/top-up.ts";
import { createShipment } from "../../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { listConflicts } from "../../../../core/sync/conflicts.ts";
import { reserveNow } from "../../../helpers/buy-now.ts";
import { cancelNow } from "../../../helpers/far-carrier.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { RECIPIENT } from "../../../helpers/station.ts";
import { twoAtHub, type TwoAtHub } from "../../../helpers/two-at-hub.ts";
import { someOf } from "../../../helpers/some-of.ts";

function bought({ deps }: { readonly deps: Deps }, { actor }: Pick<TwoAtHub, "actor">): string {
  const input = shipmentInputSchema.parse({
    test: false,
    recipientAddress: RECIPIENT,
    length: "30",
    width: "20",
    height: "10",
    weight: "2",
    massUnit: "kg",
    distanceUnit: "cm",
  });
  const { id } = createShipment(deps, actor, input, { needsEmail: false, quote: true });
  const offer = deps.db
    .sql<{ id: string }>(
      `SELECT id FROM offers WHERE shipment_id = ? AND total_minor > 0 ORDER BY total_minor LIMIT 1`,
    )
    .get(id);
  inTransaction(deps, () => reserveNow(deps, actor, offer?.id ?? ""));
  return id;
}

/** A station's balance, whether its ledger is valid, and its number of adjustments. */
async function moneyAt({ deps }: { readonly deps: Deps }, { actor }: Pick<TwoAtHub, "actor">) {
  const all = <Row>(sql: string, values: unknown): Promise<Row[]> =>
    Promise.resolve(deps.db.sql<Row>(sql).all(values));
  const session: Session = (run) => run({ all });
  const { isBalanceKept, wrongTransaction, brokenAt } = await checkLedger(
    { ...deps, session },
    actor.organizationID,
    "start",
  );
  const adjustments = deps.db.raw
    .prepare(`SELECT count(*) FROM ledger_entries WHERE kind = 'ADJUSTMENT'`)
    .pluck()
    .get();
  return {
    balance: getBalance(deps, actor.organizationID).balance,
    adjustments,
    isBalanceKept,
    wrongTransaction,
    brokenAt,
  };
}

/**
 * Waits until a station's stamps are later than another's. Each station corrects its clock by the
 * measured hub time, which is some milliseconds wrong on a busy machine.
 */
async function untilLater(station: Deps, other: Deps): Promise<void> {
  const given = msOf(other.db.clock.next(Date.now()));
  while (Date.now() + station.db.clock.correctionMs <= given) await setTimeout(1);
}

const WHOLE = { adjustments: 1, isBalanceKept: true, wrongTransaction: null, brokenAt: null };
const WAYS = ["stream", "snapshot"] as const;

describe.skipIf(whyNoHub !== undefined)("two desks that were disconnected", () => {
  it.each(someOf(WAYS, 2))(
    "a refund that both desks posted counts once when the disconnected desk comes back by %s",
    async (how) => {
      const both = await twoAtHub();
      const id = bought(both.a, both);
      await both.inStep();
      const deps = await both.cutOff();
      await cancelNow(both.a.deps, both.actor, id);
      await cancelNow(deps, both.actor, id);
      await both.back(how);
      for (const station of [both.a, both.b])
        expect(await moneyAt(station, both)).toEqual({ balance: 1_000_00, ...WHOLE });
    },
  );

  it.each(WAYS)(
    "two top-ups with one reference count once when the disconnected desk comes back by %s, and a difference between their amounts is reported",
    async (how) => {
      const both = await twoAtHub();
      const deps = await both.cutOff();
      const add = (to: Deps, amount: string, reference: string): void =>
        void requestTopUp(to, both.actor.organizationID, { amount, reference, note: "" });
      add(both.a.deps, "100.00", "same");
      add(deps, "100.00", "same");
      add(deps, "7.00", "");
      add(both.a.deps, "7.00", "");
      await both.back(how);
      for (const station of [both.a, both.b]) {
        expect(await moneyAt(station, both)).toEqual({ balance: 1_114_00, ...WHOLE });
        expect(listConflicts(station.deps, both.actor.organizationID)).toEqual([]);
      }
      const again = await both.cutOff();
      add(both.a.deps, "50.00", "unlike");
      await untilLater(again, both.a.deps);
      add(again, "60.00", "unlike");
      await both.back(how);
      for (const station of [both.a, both.b]) {
        expect(await moneyAt(station, both)).toEqual({
          balance: 1_164_00,
          ...WHOLE,
          adjustments: 2,
        });
        expect(listConflicts(station.deps, both.actor.organizationID)).toMatchObject([
          {
            kind: "top-up",
            subjectID: "unlike",
            message: expect.stringContaining("50.00 TL counts, 60.00 TL was taken back"),
          },
        ]);
      }
      add(both.a.deps, "50.00", "unlike");
      await both.inStep();
      expect(await moneyAt(both.b, both)).toMatchObject({ balance: 1_164_00 });
    },
  );

  it("the check of the ledger finds a double refund that was not reversed: at once at the station with the later refund, after a month at the other station", async () => {
    const both = await twoAtHub();
    const id = bought(both.a, both);
    await both.inStep();
    const deps = await both.cutOff();
    await cancelNow(both.a.deps, both.actor, id);
    await untilLater(deps, both.a.deps);
    await cancelNow(deps, both.actor, id);
    await both.back("stream");
    // Simulates that the other refund came by a snapshot of an earlier version.
    for (const {
      deps: { db },
    } of [both.a, both.b])
      db.raw.exec(
        `DROP TRIGGER ledger_no_delete; UPDATE balances SET balance_minor = balance_minor - (SELECT amount_minor FROM ledger_entries WHERE kind = 'ADJUSTMENT'), chain_n = chain_n - 1; DELETE FROM ledger_entries WHERE kind = 'ADJUSTMENT'`,
      );
    expect(await moneyAt(both.b, both)).toMatchObject({
      adjustments: 0,
      wrongTransaction: expect.any(String),
    });
    expect(await moneyAt(both.a, both)).toMatchObject({ adjustments: 0, wrongTransaction: null });
    const later = new Date(Date.now() + 31 * 86_400_000).toISOString() as ReturnType<Deps["now"]>;
    expect(await moneyAt({ deps: { ...both.a.deps, now: () => later } }, both)).toMatchObject({
      wrongTransaction: expect.any(String),
    });
  });
});
