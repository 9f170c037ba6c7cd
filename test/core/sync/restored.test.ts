/**
 * A station whose database was restored from an older copy, and that receives its own later
 * changes.
 */
import { describe, expect, it } from "vitest";
import type { RowChange, SqlRow } from "../../../core/db/database.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { findJob } from "../../../core/jobs/jobs.service.ts";
import { getBalance, postEntry } from "../../../core/organizations/ledger/ledger.service.ts";
import { tryMoveTransaction } from "../../../core/fulfilment/transactions/transactions.store.ts";
import { looseStation, type LooseStation } from "../../helpers/loose-stations.ts";

const TRANSACTION = {
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
  organization_id: "o",
  member_id: "m",
  shipment_id: "s",
  offer_id: "f",
  status: "PENDING",
  total_minor: 300,
  on_account: 0,
  is_custom_charge: 0,
  old_balance_minor: 0,
  new_balance_minor: 0,
  is_refund: 0,
  cancel_description: "",
  error_code: null,
  error_message: null,
  carrier_name: "",
  barcode: "",
  tracking_number: "",
  tracking_url: "",
  routing_code: "",
  label_file_type: "",
};
const opened: RowChange = ["transactions", "t1", TRANSACTION, 1];
const change = (fields: SqlRow): RowChange => ["transactions", "t1", fields];

function restored() {
  const s = looseStation();
  inTransaction(s.deps, () =>
    postEntry(s.deps, {
      organizationID: "o",
      kind: "TOPUP",
      amount: 1_000,
      transactionID: null,
      reference: "",
    }),
  );
  const hlc = (ms: number, writer = `${s.deps.db.stationID}.0`): string =>
    `${(s.clock.nowMs + ms).toString(16).padStart(12, "0")}0000-${writer}`;
  const due = () =>
    s.deps.db.raw
      .prepare(
        "SELECT t.id FROM transactions AS t JOIN jobs AS j ON j.kind = 'buy' AND j.subject_id = t.id WHERE t.status = 'PENDING' AND j.state = 'WAITING'",
      )
      .pluck()
      .all();
  return { s, hlc, due, held: () => getBalance(s.deps, "o").held };
}

describe("an open purchase that an earlier incarnation of this station made", () => {
  it("the open purchase's carrier is asked again, and the money stays held until the outcome arrives", () => {
    const { s, hlc, due, held } = restored();
    s.apply([{ hlc: hlc(1), changes: [opened] }]);
    expect({
      due: due(),
      held: held(),
      mayBeSold: findJob(s.deps, "buy", "t1")?.mayBeDone,
    }).toEqual({ due: ["t1"], held: 300, mayBeSold: 1 });
    s.apply([{ hlc: hlc(2), changes: [change({ status: "DONE" })] }]);
    expect({ due: due(), held: held() }).toEqual({ due: [], held: 0 });
  });

  it("a purchase that the restored station recorded as refused is bought once the station's own earlier record of the sale arrives", () => {
    const { s, hlc, due, held } = restored();
    const [openedAt, soldAt] = [hlc(1), hlc(2)];
    s.apply([{ hlc: openedAt, changes: [opened] }]);
    s.clock.nowMs += 10_000;
    const refused = {
      status: "FAILED",
      errorCode: "E2033",
      errorMessage: "no",
      updatedAt: "2026-11-21T09:00:20.000Z",
    } as const;
    inTransaction(s.deps, () =>
      expect(tryMoveTransaction(s.deps.db, "t1", "PENDING", refused)).toBe(true),
    );
    const sold = {
      status: "DONE",
      carrier_name: "Far",
      barcode: "FAR1",
      tracking_number: "T1",
      tracking_url: "",
      label_file_type: "PDF",
      updated_at: "2026-11-21T09:00:02.000Z",
    };
    s.apply([{ hlc: soldAt, changes: [change(sold)] }]);
    const row = (at: LooseStation) =>
      at.deps.db.raw
        .prepare("SELECT status, barcode, error_code, error_message FROM transactions")
        .get();
    expect([row(s), due(), held()]).toEqual([
      { status: "DONE", barcode: "FAR1", error_code: null, error_message: null },
      [],
      0,
    ]);
    const other = looseStation(20_000);
    other.apply([
      ...s.outbox(0).map(({ stamped }) => stamped),
      { hlc: soldAt, changes: [change(sold)] },
      { hlc: openedAt, changes: [opened] },
    ]);
    expect(row(other)).toEqual(row(s));
  });

  it("a purchase stays cancelled and refunded when its carrier returns the same label again", () => {
    const { s, hlc } = restored();
    const [openedAt, refundedAt] = [hlc(1), hlc(3)];
    s.apply([{ hlc: openedAt, changes: [opened] }]);
    s.clock.nowMs += 10_000;
    inTransaction(s.deps, () =>
      tryMoveTransaction(s.deps.db, "t1", "PENDING", {
        status: "DONE",
        barcode: "FAR1",
        updated_at: "2026-11-21T09:00:20.000Z",
      }),
    );
    s.apply([
      {
        hlc: refundedAt,
        changes: [change({ status: "CANCELED", is_refund: 1, cancel_description: "x" })],
      },
    ]);
    expect(s.deps.db.raw.prepare("SELECT status, is_refund FROM transactions").get()).toEqual({
      status: "CANCELED",
      is_refund: 1,
    });
    expect(
      s.deps.db.raw.prepare("SELECT shipment_id, events, source_id FROM shipment_facts").all(),
    ).toEqual([{ shipment_id: "s", events: "cancelled", source_id: "t1" }]);
  });

  it("another station's open purchase is left to that station", () => {
    const { s, hlc, due, held } = restored();
    s.apply([{ hlc: hlc(1, "other.1"), changes: [opened] }]);
    expect({ due: due(), held: held() }).toEqual({ due: [], held: 0 });
  });
});
