/** A station whose database was put back from an older copy, and to which its own later changes come back. */
import { describe, expect, it } from "vitest";
import type { RowChange, SqlRow } from "../../../core/db/database.ts";
import { commit } from "../../../core/db/change.ts";
import { getBalance, postEntry } from "../../../core/ledger/ledger.service.ts";
import { listDuePending } from "../../../core/transactions/transactions.store.ts";
import { looseStation } from "../../helpers/loose-stations.ts";

const TRANSACTION = {
  created_at: "2026-11-21T09:00:00.000Z", updated_at: "2026-11-21T09:00:00.000Z", organization_id: "o", member_id: "m", shipment_id: "s", offer_id: "f", status: "PENDING", total_minor: 300,
  on_account: 0, is_custom_charge: 0, old_balance_minor: 0, new_balance_minor: 0, is_refund: 0, cancel_description: "", error_code: null, error_message: null, carrier_name: "", barcode: "",
  tracking_number: "", tracking_url: "", label_file_type: "",
};
const opened: RowChange = ["transactions", "t1", TRANSACTION, 1];
const change = (fields: SqlRow): RowChange => ["transactions", "t1", fields];

function restored() {
  const s = looseStation();
  commit(s.deps, () => postEntry(s.deps, { organizationID: "o", kind: "TOPUP", amount: 1_000, transactionID: null, reference: "" }));
  const hlc = (ms: number, writer = `${s.deps.db.stationID}.0`): string => `${(s.clock.nowMs + ms).toString(16).padStart(12, "0")}0000-${writer}`;
  const due = () => listDuePending(s.deps.db, { now: "2026-11-21T10:00:00.000Z", latest: "2026-11-21T10:00:00.000Z" }).map(({ id }) => id);
  return { s, hlc, due, held: () => getBalance(s.deps, "o").held };
}

describe("an open purchase that an earlier incarnation of this station made", () => {
  it("is asked about again with its money held, until its outcome comes back too", () => {
    const { s, hlc, due, held } = restored();
    s.apply([{ hlc: hlc(1), changes: [opened] }]);
    expect({ due: due(), held: held() }).toEqual({ due: ["t1"], held: 300 });
    s.apply([{ hlc: hlc(2), changes: [change({ status: "DONE" })] }]);
    expect({ due: due(), held: held() }).toEqual({ due: [], held: 0 });
  });

  it("is left to its station when it is another's", () => {
    const { s, hlc, due, held } = restored();
    s.apply([{ hlc: hlc(1, "other.1"), changes: [opened] }]);
    expect({ due: due(), held: held() }).toEqual({ due: [], held: 0 });
  });
});
