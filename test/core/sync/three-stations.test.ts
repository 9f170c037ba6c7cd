/**
 * Three stations work while disconnected. Their changes are delivered shuffled, doubled and before
 * the rows they name; afterwards all have the same rows, and the money is exact. In some runs an
 * older copy of one station's database is restored midway, or a fourth station joins late.
 * PACKBENCH_SEEDS sets the number of runs, PACKBENCH_SEED the first seed, and PACKBENCH_ACTS the
 * number of actions in a run.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { fold } from "../../../core/base/text.ts";
import { addressInputSchema } from "../../../core/shipping/addresses/addresses.schema.ts";
import {
  createAddress,
  getAddressRow,
} from "../../../core/shipping/addresses/addresses.service.ts";
import { addSampleAgreements } from "../../../core/shipping/agreements/sample-agreements.ts";
import type { StampedChanges } from "../../../core/db/apply-remote.ts";
import { checkChains } from "../../helpers/check-chains.ts";
import { getBalance } from "../../../core/organizations/ledger/ledger.service.ts";
import { topUp } from "../../../core/organizations/ledger/top-up.ts";
import { minor } from "../../../core/base/money.ts";
import { createMember, listMembers } from "../../../core/organizations/members.ts";
import {
  createOrganizationWithOwner,
  getDefaultAddresses,
} from "../../../core/organizations/organizations.service.ts";
import { resumeSync } from "../../../core/sync/resume-sync.ts";
import { indexSome } from "../../../core/shipping/shipments/search-index.ts";
import { searchQuery } from "../../../core/shipping/shipments/list-shipments.ts";
import {
  addressRowsOf,
  presentShipment,
  requireShipment,
} from "../../../core/shipping/shipments/shipments.service.ts";
import { presentTransaction } from "../../../core/fulfilment/transactions/transactions.service.ts";
import { looseStation, owner, seeded, type LooseStation } from "../../helpers/loose-stations.ts";
import { RESOURCES, temporaryFolder } from "../../helpers/folders.ts";
import { RECIPIENT } from "../../helpers/station.ts";
import { makeSnapshot } from "../../../core/db/snapshot/make-snapshot.ts";
import { mergeSnapshot } from "../../../core/sync/snapshot/merge-snapshot.ts";
import { addCarrier } from "./hand-over-acts.ts";
import { stateOf } from "./state-of.ts";
import { createActs, moodyCarrier, settleOpen } from "./station-acts.ts";
import { ALL_TABLES } from "../../../core/all-tables.ts";

const FIRST = Number(process.env["PACKBENCH_SEED"] ?? 1);
const SEEDS = Number(process.env["PACKBENCH_SEEDS"] ?? 3);
const ACTS = Number(process.env["PACKBENCH_ACTS"] ?? 60);
/** One run in this many has a database in a file, of which an older copy is restored. */
const RESTORED_EACH = 6;
/**
 * Two runs in this many have a fourth station that joins at the end: in one run it gets a snapshot,
 * in the other all changes that were ever written.
 */
const JOINED_EACH = 6;
/**
 * In one run in this many, the second station has missed messages and continues from a snapshot.
 */
const SNAPSHOT_EACH = 3;

async function run(seed: number): Promise<LooseStation[]> {
  const random = seeded(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const { carrier, answers } = moodyCarrier(random);
  const hasSnapshots = seed % SNAPSHOT_EACH === 1;
  const path =
    seed % RESTORED_EACH === 0 || hasSnapshots
      ? join(temporaryFolder(), "packbench.db")
      : ":memory:";
  const stations = [
    looseStation(0, [carrier], path),
    looseStation(90_000, [carrier]),
    looseStation(-120_000, [carrier]),
  ];
  const [first] = stations as [LooseStation];
  const { organizationID, memberID } = createOrganizationWithOwner(
    first.deps,
    {
      name: "Ortak",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: first.deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  addSampleAgreements(first.deps, organizationID, RESOURCES);
  addCarrier(first, actor);
  topUp(first.deps, organizationID, minor(10_000_00), "start");
  createAddress(first.deps, actor, {
    ...addressInputSchema.parse({ ...RECIPIENT, name: "Depo", shortName: "depo" }),
    isRecipientAddress: false,
  });
  createMember(first.deps, actor, { userID: "", email: "b@ornek.test", name: "B", role: "owner" });
  // Changes that have not arrived, by receiver.
  const wire = stations.map(() => [] as StampedChanges[]);
  const published = stations.map(() => 0);
  const history: StampedChanges[] = [];
  const publish = (): void => {
    stations.forEach((station, i) => {
      for (const { seq, stamped } of station.outbox(published[i] ?? 0)) {
        published[i] = seq;
        history.push(stamped);
        wire.forEach((line, to) => {
          if (to !== i) line.push(stamped, ...(random() < 0.3 ? [stamped] : []));
        });
      }
    });
  };
  const deliver = (to: number, share: number): void => {
    const line = wire[to] ?? [];
    const now = line.filter(() => random() < share).sort(() => random() - 0.5);
    for (const done of now) line.splice(line.indexOf(done), 1);
    for (let at = 0; at < now.length;) {
      const size = 1 + below(6);
      stations[to]?.apply(now.slice(at, at + size));
      at += size;
    }
  };
  publish();
  for (const [to] of stations.entries()) deliver(to, 1);

  const acts = createActs(actor, random);
  let copy: { readonly bytes: Buffer; readonly seq: unknown } | undefined;
  const newest = (): unknown =>
    first.deps.db.raw.prepare("SELECT max(seq) FROM outbox").pluck().get();
  for (let i = 0; i < ACTS; i++) {
    const station = stations[below(stations.length)];
    try {
      if (station !== undefined) await acts[below(acts.length)]?.(station);
    } catch (error) {
      if (!isAppError(error)) throw error; // Business rules: too little money, already cancelled.
    }
    publish();
    if (random() < 0.3) {
      const to = below(stations.length);
      deliver(to, 0.4);
      if (random() < 0.1) presentAll(stations[to] ?? first);
    }
    if (hasSnapshots && i === Math.floor(ACTS / 2)) {
      await takeSnapshot(path, organizationID, first, stations[1] ?? first);
      wire[1] = [...(wire[0] ?? [])];
    }
    if (path !== ":memory:" && !hasSnapshots && i === Math.floor(ACTS / 3))
      copy = { bytes: first.deps.db.raw.serialize(), seq: newest() };
    if (copy !== undefined && i === Math.floor((2 * ACTS) / 3)) {
      const isOlder = copy.seq !== newest();
      stations[0] = putBack(path, copy.bytes, first, [carrier]);
      // A copy is not older if the station has written nothing since it was made.
      expect(stations[0].deps.db.incarnation).toBe(isOlder ? 2 : 1);
      wire[0] = [...history];
    }
    for (const { clock } of stations) clock.nowMs += below(400);
  }
  // A delivery may make a station write an adjustment; delivery ends when all queues are empty.
  for (let round = 0; wire.some((line) => line.length > 0) || round < 3; round++) {
    if (round > 20) throw new Error("the stations do not come to rest");
    for (const [to] of stations.entries()) deliver(to, 1);
    answers.isSilent = false;
    if (round > 0) for (const station of stations) await settleOpen(station);
    publish();
  }
  if (seed % JOINED_EACH === 1 || seed % JOINED_EACH === 4) {
    const fourth = looseStation(0, [carrier]);
    stations.push(fourth);
    wire.push(seed % JOINED_EACH === 1 ? [] : [...history]);
    if (seed % JOINED_EACH === 1) await takeSnapshot(path, organizationID, first, fourth);
    deliver(stations.length - 1, 1);
  }
  return stations;
}

/** Sends everything of one station to another by a snapshot. */
async function takeSnapshot(
  database: string,
  organizationID: string,
  from: LooseStation,
  to: LooseStation,
): Promise<void> {
  const file = join(temporaryFolder(), "snapshot.db");
  makeSnapshot(
    { tables: ALL_TABLES, database, file, organizationID, now: from.deps.now() },
    () => true,
  );
  await mergeSnapshot(to.deps, file);
}

/** Reads every shipment and purchase; a read must not fail because rows have partly arrived. */
function presentAll({ deps }: Pick<LooseStation, "deps">): void {
  for (const { id } of deps.db.sql<{ id: string }>(`SELECT id FROM shipments`).all())
    presentShipment(deps, requireShipment(deps, id), "http://127.0.0.1:1");
  for (const { id } of deps.db
    .sql<{ id: string }>(
      `SELECT t.id FROM transactions AS t JOIN purchase_snapshots USING (id) WHERE t.shipment_id IN (SELECT id FROM shipments)`,
    )
    .all())
    presentTransaction(deps, id, "http://127.0.0.1:1");
}

/** Restores an older copy of a station's database. */
function putBack(
  path: string,
  copy: Buffer,
  { deps, clock }: LooseStation,
  further: Parameters<typeof looseStation>[1],
): LooseStation {
  deps.db.close();
  for (const ending of ["-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
  writeFileSync(path, copy);
  const restored = looseStation(0, further, path);
  restored.clock.nowMs = clock.nowMs;
  resumeSync(restored.deps);
  return restored;
}

describe("three disconnected stations", () => {
  it.each(Array.from({ length: SEEDS }, (_, i) => FIRST + i))(
    "three stations end with the same rows, and the money is exact (seed %i)",
    async (seed) => {
      const stations = await run(seed);
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
        expect({
          balance: getBalance(deps, organization?.id ?? "").balance,
          entries: money?.entries,
        }).toEqual({
          balance: (money?.added ?? 0) - (money?.bought ?? 0),
          entries: (money?.added ?? 0) - (money?.bought ?? 0),
        });
        expect({
          held: getBalance(deps, organization?.id ?? "").held,
          chains: checkChains(db, organization?.id ?? "").brokenAt,
          open: db.sql(`SELECT id FROM transactions WHERE status = 'PENDING'`).all(),
        }).toEqual({ held: 0, chains: null, open: [] });
        const actor = owner(organization?.id ?? "", "");
        expect(
          listMembers(deps, actor).some(({ role, isActive }) => role === "owner" && isActive),
        ).toBe(true);
        const { sender } = getDefaultAddresses(deps.db, actor.organizationID);
        if (sender !== null)
          expect(getAddressRow(deps, actor.organizationID, sender).isActive).toBe(1);
        presentAll({ deps });
        while (indexSome(deps));
        for (const { id } of db.sql<{ id: string }>(`SELECT id FROM shipments`).all()) {
          const row = requireShipment(deps, id);
          const { seq, number, barcode } = row;
          const { name } = addressRowsOf(deps, row).recipient;
          const found = db
            .sql<{ rowid: number }>(
              `SELECT rowid FROM shipments_search WHERE shipments_search MATCH ?`,
            )
            .all(searchQuery(fold(`${number} ${name} ${barcode}`)));
          expect(found.map((row) => row.rowid)).toContain(seq);
        }
      }
    },
  );
});
