import { describe, expect, it } from "vitest";
import { minor } from "../../../core/base/money.ts";
import { applyParked, applyRemote } from "../../../core/db/apply-remote.ts";
import { ClockSkewError } from "../../../core/db/hlc.ts";
import { inTransaction, insertRow } from "../../../core/db/change.ts";
import type { RowChange, SqlRow } from "../../../core/db/database.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { getBalance, postEntry } from "../../../core/organizations/ledger/ledger.service.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { looseStation, type LooseStation } from "../../helpers/loose-stations.ts";
import { join } from "node:path";

const NOW = Date.parse("2026-11-21T09:00:00.000Z");
const hlc = (ms: number, station = "other"): string =>
  `${(NOW + ms).toString(16).padStart(12, "0")}0000-${station}.1`;

const ADDRESS = {
  created_at: "t",
  updated_at: "t1",
  organization_id: "o",
  created_by: "",
  short_name: "",
  name: "A",
  email: "",
  phone: "1",
  address1: "",
  address2: "",
  country_code: "TR",
  city_code: "",
  city_name: "",
  district_id: 0,
  district_name: "",
  street_name: "",
  state: "",
  zip: "",
  is_recipient: 0,
  is_saved: 1,
  is_active: 1,
};
const insert: RowChange = ["addresses", "a1", ADDRESS, 1];
const change = (fields: SqlRow): RowChange => ["addresses", "a1", fields];

function receive(s: LooseStation, ...commits: [ms: number, ...changes: RowChange[]][]): void {
  s.apply(commits.map(([ms, ...changes]) => ({ hlc: hlc(ms), changes })));
}
const address = (s: LooseStation) =>
  s.deps.db
    .sql<{ name: string; phone: string; updatedAt: string }>(
      `SELECT name, phone, updated_at FROM addresses WHERE id = 'a1'`,
    )
    .get();
const parkedFields = (s: LooseStation) =>
  s.deps.db
    .sql<{ field: string }>(`SELECT field FROM parked_changes ORDER BY field`)
    .all()
    .map((row) => row.field);

describe("changes of other stations", () => {
  it("changes of a missing row wait and are applied when the row arrives, and the last write of each field wins", () => {
    const s = looseStation();
    receive(s, [3, change({ name: "C" })], [2, change({ name: "B", phone: "2" })]);
    expect({ address: address(s), waiting: parkedFields(s) }).toEqual({
      address: undefined,
      waiting: ["name", "phone"],
    });
    receive(s, [1, insert]);
    expect({ address: address(s), waiting: parkedFields(s) }).toEqual({
      address: { name: "C", phone: "2", updatedAt: "t1" },
      waiting: [],
    });
    receive(s, [2, change({ name: "B" })], [1, insert], [4, change({ updated_at: "t0" })]);
    expect(address(s)).toEqual({ name: "C", phone: "2", updatedAt: "t1" });
  });

  it("changes from one instant are ordered by station, in any order of arrival", () => {
    const results = [
      ["p", "q"],
      ["q", "p"],
    ].map((order) => {
      const s = looseStation();
      receive(s, [1, insert]);
      for (const station of order)
        s.apply([{ hlc: hlc(5, station), changes: [change({ name: station })] }]);
      return address(s)?.name;
    });
    expect(results).toEqual(["q", "q"]);
  });

  it("changes of an unknown column or table are parked, the newest per field, and applied after an upgrade that knows the column", () => {
    const s = looseStation();
    receive(
      s,
      [1, ["addresses", "a1", { ...ADDRESS, colour: "red" }, 1]],
      [3, change({ colour: "blue" })],
      [2, change({ colour: "green" })],
      [4, ["hats", "h1", { size: 5 }, 1]],
    );
    expect({ address: address(s)?.name, waiting: parkedFields(s) }).toEqual({
      address: "A",
      waiting: ["", "colour", "size"],
    });
    s.deps.db.raw.exec("ALTER TABLE addresses ADD COLUMN colour TEXT NOT NULL DEFAULT ''");
    s.deps.db.columns.clear();
    applyParked(s.deps, () => {});
    expect({
      colour: s.deps.db.raw.prepare("SELECT colour FROM addresses").pluck().get(),
      waiting: parkedFields(s),
    }).toEqual({ colour: "blue", waiting: ["", "size"] });
  });

  it("unknown fields of rows that never change are also parked, and applied after the upgrade", () => {
    const s = looseStation();
    receive(s, [
      1,
      [
        "shipment_facts",
        "f1",
        { shipment_id: "s1", events: "quoted", source_id: null, at: "t", colour: "red" },
        1,
      ],
    ]);
    s.deps.db.raw.exec("ALTER TABLE shipment_facts ADD COLUMN colour TEXT NOT NULL DEFAULT ''");
    s.deps.db.columns.clear();
    applyParked(s.deps, () => {});
    expect({
      colour: s.deps.db.raw.prepare("SELECT colour FROM shipment_facts").pluck().get(),
      waiting: parkedFields(s),
    }).toEqual({ colour: "red", waiting: [] });
  });

  it("changes whose stamp is more than five minutes ahead are rejected and leave nothing, and own stamps follow an accepted change", () => {
    const s = looseStation();
    expect(() => receive(s, [1, insert], [5 * 60_000 + 2_000, change({ name: "late" })])).toThrow(
      ClockSkewError,
    );
    expect(address(s)).toBeUndefined();
    receive(s, [1, insert], [4 * 60_000, change({ name: "fast" })]);
    inTransaction(s.deps, () =>
      insertRow(s.deps.db, "parcel_templates", {
        id: "p1",
        created_at: "",
        updated_at: "",
        organization_id: "o",
        name: "",
        length: 1,
        width: 1,
        height: 1,
        weight: 1,
        distance_unit: "cm",
        mass_unit: "kg",
        is_active: 1,
        position: 0,
        barcode: "",
      }),
    );
    const own = s.outbox(0).at(-1)?.stamped.hlc ?? "";
    // Later writes of this station have later stamps than the received change.
    expect(own > hlc(4 * 60_000)).toBe(true);
  });

  it("remote changes advance the clock, which continues after them even after a restart", () => {
    const folder = temporaryFolder();
    const open = () =>
      openDatabase(join(folder, "packbench.db"), () => "00000000-0000-7000-8000-000000000001");
    const db = open();
    const writer = { db, now: () => new Date(NOW).toISOString(), newId: () => "x" };
    applyRemote(writer, [{ hlc: hlc(200_000), changes: [insert] }], () => {});
    db.close();
    const again = open();
    expect(again.clock.next(NOW) > hlc(200_000)).toBe(true);
    again.close();
  });

  it("a batch that is rolled back leaves nothing: no row, no number for its station, no clock", () => {
    const s = looseStation();
    const { db } = s.deps;
    const state = () =>
      ["addresses", "stations", "row_clocks", "parked_changes"].map((table) =>
        db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      );
    const before = state();
    const batch = [
      { hlc: hlc(1, "third"), changes: [insert] },
      { hlc: hlc(2, "third"), changes: [change({ name: "B" })] },
    ];
    expect(() =>
      applyRemote(s.deps, batch, () => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(state()).toEqual(before);
    s.apply(batch);
    expect(address(s)?.name).toBe("B");
  });

  it("remote changes are never published again as this station's own", () => {
    const s = looseStation();
    receive(s, [1, insert], [2, change({ name: "B" })]);
    expect(s.outbox(0)).toEqual([]);
  });
});

describe("the same refund by two disconnected stations", () => {
  it("a refund by two stations counts once, because the station with the later refund reverses it by an adjustment", () => {
    const [a, b] = [looseStation(), looseStation()];
    const entry = { organizationID: "o", transactionID: null, reference: "" };
    inTransaction(a.deps, () => postEntry(a.deps, { ...entry, kind: "TOPUP", amount: 1_000 }));
    b.apply(a.outbox(0).map(({ stamped }) => stamped));
    for (const s of [a, b])
      inTransaction(s.deps, () =>
        postEntry(s.deps, { ...entry, kind: "REFUND", amount: 300, transactionID: "t1" }),
      );
    expect(getBalance(a.deps, "o").balance).toBe(minor(1_300));
    for (let round = 0; round < 2; round++) {
      const [ofA, ofB] = [a, b].map((s) => s.outbox(0).map(({ stamped }) => stamped));
      a.apply(ofB ?? []);
      b.apply(ofA ?? []);
    }
    const kinds = (s: LooseStation) =>
      s.deps.db
        .sql<{ kind: string; n: number }>(
          `SELECT kind, count(*) AS n FROM ledger_entries GROUP BY kind ORDER BY kind`,
        )
        .all();
    const expected = [
      { kind: "ADJUSTMENT", n: 1 },
      { kind: "REFUND", n: 2 },
      { kind: "TOPUP", n: 1 },
    ];
    expect([
      getBalance(a.deps, "o").balance,
      getBalance(b.deps, "o").balance,
      kinds(a),
      kinds(b),
    ]).toEqual([1_300, 1_300, expected, expected]);
  });
});
