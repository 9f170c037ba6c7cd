/**
 * A station that gets rows by a snapshot must equal a station that gets them by the stream, in its
 * rows and in all derived state. Two copies of one station get another's changes, one copy in each
 * way.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { addressInputSchema } from "../../../../core/shipping/addresses/addresses.schema.ts";
import { createAddress } from "../../../../core/shipping/addresses/addresses.service.ts";
import { isAppError } from "../../../../core/base/errors.ts";
import { minor } from "../../../../core/base/money.ts";
import { addSampleAgreements } from "../../../../core/shipping/agreements/sample-agreements.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { findFault, type SnapshotFault } from "../../../../core/db/snapshot/check-snapshot.ts";
import { makeSnapshot } from "../../../../core/db/snapshot/make-snapshot.ts";
import { topUp } from "../../../../core/organizations/ledger/top-up.ts";
import { createOrganizationWithOwner } from "../../../../core/organizations/organizations.service.ts";
import { eraseShipment } from "../../../../core/records/privacy/erase-shipment.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { mergeSnapshot } from "../../../../core/sync/snapshot/merge-snapshot.ts";
import type { Actor } from "../../../../core/http/actor.ts";
import type { Instant } from "../../../../core/base/units.ts";
import { looseStation, owner, seeded, type LooseStation } from "../../../helpers/loose-stations.ts";
import { RESOURCES, temporaryFolder } from "../../../helpers/folders.ts";
import { RECIPIENT } from "../../../helpers/station.ts";
import { createActs, moodyCarrier, settleOpen } from "../station-acts.ts";
import { derivedState, OF_THE_WAY } from "./derived-state.ts";
import { writeTheRest } from "./rare-rows.ts";
import { STATION_TABLES, SYNCED_TABLES } from "../../../helpers/tables.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";

const ACTS_BEFORE = 80;
const ACTS_AFTER = 240;

type Copies = {
  readonly byStream: Record<string, readonly string[]>;
  readonly bySnapshot: Record<string, readonly string[]>;
  readonly interrupted: Record<string, readonly string[]>;
  readonly written: ReadonlySet<string>;
  readonly fault: SnapshotFault | undefined;
};

async function play(
  s: LooseStation,
  acts: ReturnType<typeof createActs>,
  { count, random }: { readonly count: number; readonly random: () => number },
): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    try {
      await acts[Math.floor(random() * acts.length)]?.(s);
    } catch (error) {
      if (!isAppError(error)) throw error; // Business rules: too little money, already cancelled.
    }
    s.clock.nowMs += 300;
  }
  await settleOpen(s);
}

function found(s: LooseStation): Actor {
  const { organizationID, memberID } = createOrganizationWithOwner(
    s.deps,
    {
      name: "O",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: s.deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  addSampleAgreements(s.deps, organizationID, RESOURCES);
  topUp(s.deps, organizationID, minor(10_000_00), "start");
  createAddress(s.deps, actor, {
    ...addressInputSchema.parse({ ...RECIPIENT, name: "Depo", shortName: "depo" }),
    isRecipientAddress: false,
  });
  return actor;
}

/** Erases every second of the station's ended parcels. */
function eraseSome(s: LooseStation, which: number): void {
  const ended = s.deps.db
    .sql<{ id: string }>(
      `SELECT id FROM shipments WHERE status IN ('CANCELED', 'DELIVERED', 'RETURNED') ORDER BY id`,
    )
    .all();
  for (const { id } of ended.filter((_, i) => i % 2 === which)) {
    inTransaction(s.deps, () => {
      try {
        eraseShipment(s.deps, id, { cause: "request", memberID: "" });
      } catch (error) {
        if (!isAppError(error, "shipmentBusy")) throw error;
      }
    });
  }
}

function scanAll(s: LooseStation): void {
  for (const { id } of s.deps.db
    .sql<{ id: string }>(
      `SELECT id FROM shipments WHERE status IN ('TRACKING_CODE_CREATED', 'SHIPPED', 'CANCELED') ORDER BY id`,
    )
    .all()) {
    recordTracking(s.deps, id, {
      subCode: "delivered",
      statusDate: "2026-11-21T09:30:00.000Z" as Instant,
      details: "Teslim alan: Çağla",
      locationName: "",
    });
  }
}

/** Marks only parcels with a fact as printed, because a print job marks its parcel without a fact. */
function markByFacts({ deps }: LooseStation): void {
  deps.db.raw
    .prepare(
      `UPDATE shipments SET is_printed = id IN (SELECT shipment_id FROM shipment_facts WHERE events LIKE '%labelPrinted%')`,
    )
    .run();
}

/** Fails a merge after all rows are copied and before the projections at its end. */
function failAfterRows(share: number): void {
  if (share > 0.99) throw new Error("the power failed");
}

async function bothWays(): Promise<Copies> {
  const random = seeded(Number(process.env["PACKBENCH_SEED"] ?? 7));
  const { carrier } = moodyCarrier(random);
  const [path, folder] = [join(temporaryFolder(), "packbench.db"), temporaryFolder()];
  const a = looseStation(0, [carrier], path);
  const actor = found(a);
  const acts = createActs(actor, random);
  await play(a, acts, { count: ACTS_BEFORE, random });
  scanAll(a);
  const before = a.outbox(0);
  const base = looseStation(0, [carrier]);
  base.clock.nowMs = a.clock.nowMs;
  base.apply(before.map(({ stamped }) => stamped));
  await play(base, acts, { count: 15, random }); // Rows of the base station itself.
  const from =
    base.deps.db.sql<{ seq: number }>(`SELECT max(seq) AS seq FROM outbox`).get()?.seq ?? 0;
  a.apply(base.outbox(0).map(({ stamped }) => stamped));
  const fromA = a.outbox(0).at(-1)?.seq ?? 0;
  await play(a, acts, { count: ACTS_AFTER, random });
  scanAll(a);
  writeTheRest(a, actor, base.deps.db.stationID);
  eraseSome(a, 0);
  const news = a.outbox(fromA).map(({ stamped }) => stamped);

  for (const s of [a, base]) markByFacts(s);
  const copy = (name: string): LooseStation => {
    const file = join(folder, name);
    writeFileSync(file, base.deps.db.raw.serialize());
    const station = looseStation(0, [carrier], file);
    station.clock.nowMs = a.clock.nowMs + 1_000;
    return station;
  };
  const [byStream, bySnapshot, interrupted] = [
    copy("stream.db"),
    copy("snapshot.db"),
    copy("interrupted.db"),
  ];
  byStream.apply(a.outbox(before.at(-1)?.seq ?? 0).map(({ stamped }) => stamped));
  const file = join(folder, "made.db");
  makeSnapshot(
    {
      tables: ALL_TABLES,
      database: path,
      file,
      organizationID: actor.organizationID,
      now: a.deps.now(),
    },
    () => true,
  );
  const here = { database: join(folder, "snapshot.db"), organizations: ["another"] };
  const limit = bySnapshot.deps.db.clock.limit(bySnapshot.clock.nowMs);
  const fault = findFault({
    tables: ALL_TABLES,
    file,
    organizationID: actor.organizationID,
    seq: 0,
    here,
    limit,
  });
  await mergeSnapshot(bySnapshot.deps, file);
  await expect(mergeSnapshot(interrupted.deps, file, failAfterRows)).rejects.toThrow(
    "the power failed",
  );
  await mergeSnapshot(interrupted.deps, file);
  const written = new Set(news.flatMap(({ changes }) => changes.map(([table]) => table)));
  return {
    byStream: derivedState(byStream, from),
    bySnapshot: derivedState(bySnapshot, from),
    interrupted: derivedState(interrupted, from),
    written,
    fault,
  };
}

/** Returns the rows that only one station has, with the way on which that station got them. */
function difference(
  bySnapshot: readonly string[] = [],
  byStream: readonly string[] = [],
): string[] {
  return [
    ...bySnapshot.filter((row) => !byStream.includes(row)).map((row) => `only by snapshot: ${row}`),
    ...byStream.filter((row) => !bySnapshot.includes(row)).map((row) => `only by stream: ${row}`),
  ];
}

describe("a station that was away", () => {
  let copies: Copies;
  beforeAll(async () => void (copies = await bothWays()));

  it("a station finds no fault in a snapshot of another station", () =>
    expect(copies.fault).toBeUndefined());

  it("the other station has written rows of each synced table", () => {
    expect(SYNCED_TABLES.filter((table) => !copies.written.has(table))).toEqual([]);
  });

  it.each([
    ...SYNCED_TABLES,
    ...STATION_TABLES.filter((table) => !OF_THE_WAY.has(table)),
    "searches",
    "facts",
  ])("a station has the same state by a snapshot as by the stream: %s", (table) => {
    expect(difference(copies.bySnapshot[table], copies.byStream[table])).toEqual([]);
  });

  it("a station has the same state when the merge of the snapshot was interrupted and is repeated", () => {
    // The repeated merge may record more facts.
    const missing = Object.entries(copies.bySnapshot).map(([table, rows]) => [
      table,
      table === "facts"
        ? rows.filter((row) => !copies.interrupted["facts"]?.includes(row))
        : difference(copies.interrupted[table], rows),
    ]);
    expect(missing.filter(([, rows]) => rows?.length !== 0)).toEqual([]);
  });
});
