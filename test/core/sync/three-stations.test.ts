/**
 * Three stations work apart from each other. What they wrote is delivered shuffled, doubled and before the rows it names;
 * afterwards all have the same rows, and the money is exact. PACKBENCH_SEEDS sets how many runs; PACKBENCH_SEED the first.
 */
import { describe, expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { fold } from "../../../core/base/text.ts";
import type { Instant } from "../../../core/base/units.ts";
import { addressInputSchema, addressPatchSchema } from "../../../core/addresses/addresses.schema.ts";
import { createAddress, patchAddress } from "../../../core/addresses/addresses.service.ts";
import { addSampleCards } from "../../../core/carriers/ratecard/sample-cards.ts";
import type { RemoteCommit } from "../../../core/db/apply-remote.ts";
import type { Db } from "../../../core/db/database.ts";
import { ruleOf, SYNCED_TABLES, type SyncedTable } from "../../../core/db/tables.ts";
import { getBalance } from "../../../core/ledger/ledger.service.ts";
import { topUp } from "../../../core/ledger/top-up.ts";
import { minor } from "../../../core/base/money.ts";
import { addMember } from "../../../core/organizations/members.ts";
import { createOrganization } from "../../../core/organizations/organizations.service.ts";
import { changePackage, quoteWaiting } from "../../../core/shipments/change-package.ts";
import { createShipment } from "../../../core/shipments/create-shipment.ts";
import { importedOrderID } from "../../../core/shipments/imported-order.ts";
import { indexSome } from "../../../core/shipments/search-index.ts";
import { searchQuery } from "../../../core/shipments/list-shipments.ts";
import { packageInputSchema, shipmentInputSchema } from "../../../core/shipments/shipments.schema.ts";
import { addressRowsOf, moveShipment, requireShipment } from "../../../core/shipments/shipments.service.ts";
import { SUB_CODES, type TrackingSubCode } from "../../../core/tracking/tracking.schema.ts";
import { recordTracking } from "../../../core/tracking/record-tracking.ts";
import { commit } from "../../../core/db/change.ts";
import { reserve } from "../../../core/transactions/accept-offer.ts";
import { buyNew } from "../../../core/transactions/buy-new.ts";
import { cancelShipment } from "../../../core/transactions/cancel-shipment.ts";
import { looseStation, owner, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { RECIPIENT, RESOURCES } from "../../helpers/station.ts";

const FIRST = Number(process.env["PACKBENCH_SEED"] ?? 1);
const SEEDS = Number(process.env["PACKBENCH_SEEDS"] ?? 30);
const ACTS = 60;
const NAMES = ["Çağla Şimşek", "Ömer Ilgaz", "Işıl Güneş", "Ümit Öztürk"];
const SCANS = Object.keys(SUB_CODES) as TrackingSubCode[];

function run(seed: number): LooseStation[] {
  const random = seeded(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const stations = [looseStation(), looseStation(90_000), looseStation(-120_000)];
  const [first] = stations as [LooseStation];
  const { organizationID, memberID } = createOrganization(
    first.deps,
    { name: "Ortak", countryCode: "TR", taxOffice: "", taxNumber: "", phone: "", email: "", test: true },
    { userID: first.deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  addSampleCards(first.deps, organizationID, RESOURCES);
  topUp(first.deps, organizationID, minor(10_000_00), "start");
  createAddress(first.deps, actor, { ...addressInputSchema.parse({ ...RECIPIENT, name: "Depo", shortName: "depo" }), isRecipientAddress: false });
  const wire = stations.map(() => [] as RemoteCommit[]); // by receiver: what has not come yet
  const published = stations.map(() => 0);
  const publish = (): void => {
    stations.forEach((station, i) => {
      for (const { seq, commit } of station.outbox(published[i] ?? 0)) {
        published[i] = seq;
        wire.forEach((line, to) => {
          if (to !== i) line.push(commit, ...(random() < 0.3 ? [commit] : []));
        });
      }
    });
  };
  const deliver = (to: number, share: number): void => {
    const line = wire[to] ?? [];
    const now = line.filter(() => random() < share).sort(() => random() - 0.5);
    for (const done of now) line.splice(line.indexOf(done), 1);
    for (let at = 0; at < now.length; ) {
      const size = 1 + below(6);
      stations[to]?.apply(now.slice(at, at + size));
      at += size;
    }
  };
  publish();
  for (const [to] of stations.entries()) deliver(to, 1);

  const shipmentsAt = (s: LooseStation, statuses: string): { id: string }[] => s.deps.db.sql<{ id: string }>(`SELECT id FROM shipments WHERE status IN (SELECT value FROM json_each(?)) ORDER BY id`).all(JSON.stringify(statuses.split(" ")));
  const parcel = (change: object = {}) =>
    shipmentInputSchema.parse({ test: random() < 0.3, recipientAddress: { ...RECIPIENT, name: pick(NAMES) }, length: "30", width: "20", height: "10", weight: String(1 + below(9)), massUnit: "kg", distanceUnit: "cm", ...change });
  const acts: ((s: LooseStation) => void)[] = [
    ({ deps }) => void createShipment(deps, actor, parcel(), { needsEmail: false, quote: true }),
    ({ deps }) => void buyNew(deps, actor, { input: parcel({ test: true }), create: { needsEmail: false }, options: { print: false, requestHash: null }, noOffer: () => new Error("no offer") as never }),
    (s) => {
      const { deps } = s;
      const shipment = pick(shipmentsAt(s, "GOT_OFFERS"));
      if (shipment === undefined) return;
      commit(deps, () => quoteWaiting(deps, actor, shipment.id)); // offers are each station's own
      const offer = deps.db.sql<{ id: string }>(`SELECT id FROM offers WHERE shipment_id = ? ORDER BY round DESC, total_minor LIMIT 1`).get(shipment.id);
      if (offer !== undefined) reserve(deps, actor, offer.id, { print: false, requestHash: null });
    },
    (s) => {
      const shipment = pick(shipmentsAt(s, "CREATED GOT_OFFERS TRACKING_CODE_CREATED LABEL_PRINTED"));
      if (shipment !== undefined) cancelShipment(s.deps, actor, shipment.id);
    },
    (s) => {
      const shipment = pick(shipmentsAt(s, "TRACKING_CODE_CREATED"));
      if (shipment !== undefined) commit(s.deps, () => moveShipment(s.deps, requireShipment(s.deps, shipment.id), "labelPrinted"));
    },
    (s) => {
      const shipment = pick(shipmentsAt(s, "TRACKING_CODE_CREATED LABEL_PRINTED SHIPPED FAILED DELIVERED CANCELED"));
      const subCode = pick(SCANS);
      // A carrier reports a scan to every station alike: a few days, so that some come twice.
      if (shipment !== undefined && subCode !== undefined) recordTracking(s.deps, shipment.id, { subCode, statusDate: `2026-11-2${below(3)}T10:00:00.000Z` as Instant, details: "", locationName: "" });
    },
    (s) => {
      const address = pick(s.deps.db.sql<{ id: string }>(`SELECT id FROM addresses WHERE is_recipient = 0 AND is_active = 1 ORDER BY id`).all());
      if (address !== undefined) patchAddress(s.deps, actor, address.id, addressPatchSchema.parse(random() < 0.5 ? { isDefaultSenderAddress: true } : { phone: `+9055511122${10 + below(80)}` }));
    },
    ({ deps }) => void createAddress(deps, actor, { ...addressInputSchema.parse({ ...RECIPIENT, name: "Şube" }), isRecipientAddress: false }),
    (s) => {
      const shipment = pick(shipmentsAt(s, "CREATED GOT_OFFERS"));
      if (shipment !== undefined) changePackage(s.deps, actor, shipment.id, packageInputSchema.parse({ weight: String(1 + below(9)) }));
    },
    ({ deps }) => {
      const orderNumber = `A-${below(8)}`;
      const known = deps.db.sql(`SELECT 1 FROM orders WHERE id = ?`).get(importedOrderID({ organizationID, sourceIdentifier: "file", orderNumber }));
      if (known === undefined) createShipment(deps, actor, parcel({ order: { sourceIdentifier: "file", orderNumber } }), { needsEmail: false, quote: false, imported: { contentHash: "h" } });
    },
    ({ deps }) => topUp(deps, organizationID, minor(1 + below(50_000)), ""),
    ({ deps }) => void addMember(deps, actor, { userID: "", email: `${pick(["b", "c"])}@ornek.test`, name: "", role: "user" }),
  ];
  for (let i = 0; i < ACTS; i++) {
    const at = below(stations.length);
    const station = stations[at];
    if (station === undefined) continue;
    try {
      (acts[below(acts.length)] ?? acts[0])?.(station);
    } catch (error) {
      if (!isAppError(error)) throw error; // a rule: too little money, already cancelled
    }
    publish();
    if (random() < 0.3) deliver(below(stations.length), 0.4);
    for (const { clock } of stations) clock.nowMs += below(400);
  }
  // What is delivered may make a station answer (an adjustment of its own); all is quiet when no line has anything left.
  for (let round = 0; wire.some((line) => line.length > 0); round++) {
    if (round > 20) throw new Error("the stations do not come to rest");
    for (const [to] of stations.entries()) deliver(to, 1);
    publish();
  }
  return stations;
}

/** The rows of a synced table as every station must have them: without what is each station's own, stamps by the writers' whole names. */
function rowsOf(db: Db, table: SyncedTable): unknown[] {
  const own = table === "shipments" ? ["seq", "is_listed"] : table === "tracking_events" ? [] : [...(ruleOf(table).local ?? [])];
  const whole = (stamp: string): string => `${stamp.slice(0, 16)}-${db.stamps.writerOf(stamp)}`;
  const clocks = new Map(
    db
      .sql<{ row_id: string; clocks: string }>(`SELECT row_id, clocks FROM row_clocks WHERE table_name = ?`)
      .all(table)
      .map(({ row_id, clocks }) => [row_id, Object.entries(JSON.parse(clocks) as Record<string, string[]>)]),
  );
  return db
    .sql(`SELECT * FROM ${table}`)
    .all()
    .map((row) => {
      const { stamp, ...fields } = row;
      const base = whole(String(stamp));
      const later = (clocks.get(String(row["id"])) ?? []).flatMap(([at, names]) => names.map((name) => [name, whole(at)] as const));
      const times = ruleOf(table).merge === "once" ? {} : Object.fromEntries(Object.keys(fields).map((name) => [name, new Map(later).get(name) ?? base]));
      for (const name of [...(ruleOf(table).local ?? []), ...(ruleOf(table).latest ?? []), "id"]) delete times[name];
      for (const name of own) delete fields[name];
      return { fields, times };
    })
    .sort((a, b) => (JSON.stringify(a.fields) < JSON.stringify(b.fields) ? -1 : 1));
}

function stateOf({ deps }: LooseStation): Record<string, unknown> {
  const { db } = deps;
  return {
    ...Object.fromEntries(SYNCED_TABLES.map((table) => [table, rowsOf(db, table)])),
    counts: db.sql(`SELECT * FROM shipment_counts WHERE n <> 0 ORDER BY 1, 2, 3`).all(),
    parked: db.sql(`SELECT * FROM parked_changes`).all(),
    waiting: db.sql(`SELECT * FROM waiting_rows`).all(),
    balances: db.sql(`SELECT organization_id, balance_minor FROM balances ORDER BY 1`).all(),
  };
}

describe("three stations that were apart", () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => FIRST + i))("end with the same rows, and the money is exact (seed %i)", (seed) => {
    const stations = run(seed);
    const [first, ...others] = stations.map(stateOf);
    for (const other of others) expect(other).toEqual(first);
    for (const { deps } of stations) {
      const { db } = deps;
      const [organization] = db.sql<{ id: string }>(`SELECT id FROM organizations`).all();
      const money = db
        .sql<{ entries: number; bought: number; added: number }>(
          `SELECT (SELECT sum(amount_minor) FROM ledger_entries) AS entries,
                  (SELECT coalesce(sum(total_minor), 0) FROM transactions WHERE status = 'DONE') AS bought,
                  (SELECT sum(amount_minor) FROM ledger_entries WHERE kind = 'TOPUP') AS added`,
        )
        .get();
      expect({ balance: getBalance(deps, organization?.id ?? "").balance, entries: money?.entries }).toEqual({ balance: (money?.added ?? 0) - (money?.bought ?? 0), entries: (money?.added ?? 0) - (money?.bought ?? 0) });
      while (indexSome(deps));
      for (const { id } of db.sql<{ id: string }>(`SELECT id FROM shipments`).all()) {
        const row = requireShipment(deps, id);
        const { seq, number, barcode } = row;
        const { name } = addressRowsOf(deps, row).recipient;
        const found = db.sql<{ rowid: number }>(`SELECT rowid FROM shipments_search WHERE shipments_search MATCH ?`).all(searchQuery(fold(`${number} ${name} ${barcode}`)));
        expect(found.map((row) => row.rowid)).toContain(seq);
      }
    }
  });
});
